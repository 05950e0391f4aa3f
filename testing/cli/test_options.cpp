// Every option of every command: what it does with values that no one should give it. The options are those that the
// command declares, so that a new one is in this test as soon as it exists.
#define BOOST_TEST_MODULE options
#include <boost/test/unit_test.hpp>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace {

using hetgrid::cli::Invocation;

/// What a value has to be.
enum class Kind { number, number_or_zero, text, word, pair };

/// The kind of every option that has a value, by command. Words are refused unless they are listed in --help.
const std::map<std::string, std::map<std::string, Kind>> kinds{
    {"plan",
     {{"--cycle-times", Kind::text},
      {"--platform", Kind::text},
      {"--operation", Kind::word},
      {"--n", Kind::number},
      {"--block-size", Kind::number},
      {"--precision", Kind::word},
      {"--grid", Kind::pair},
      {"--search", Kind::word},
      {"--panel", Kind::pair},
      {"--partition", Kind::text},
      {"--seed", Kind::number_or_zero},
      {"--gflops", Kind::number},
      {"--latency", Kind::number_or_zero},
      {"--bandwidth", Kind::number},
      {"--network", Kind::word},
      {"--json", Kind::text},
      {"--svg", Kind::text},
      {"--html", Kind::text},
      {"--matrix-blocks", Kind::number},
      {"--m", Kind::number},
      {"--k", Kind::number},
      {"--memory", Kind::number},
      {"--policy", Kind::word},
      {"--speed-error", Kind::number_or_zero}}},
    {"report",
     {{"FILE", Kind::text}, {"--html", Kind::text}, {"--trace", Kind::text}, {"--json", Kind::text}}},
    {"shape",
     {{"ACTION", Kind::word},
      {"--speeds", Kind::text},
      {"--platform", Kind::text},
      {"--processes", Kind::number},
      {"--algorithm", Kind::word},
      {"--topology", Kind::word},
      {"--n", Kind::number},
      {"--cells", Kind::number},
      {"--seed", Kind::number_or_zero},
      {"--gflops", Kind::number},
      {"--latency", Kind::number_or_zero},
      {"--bandwidth", Kind::number},
      {"--network", Kind::word},
      {"--json", Kind::text},
      {"--svg", Kind::text},
      {"--html", Kind::text},
      {"--map", Kind::text}}},
#ifdef HAVE_MPI
    {"assess",
     {{"--cycle-times", Kind::text},
      {"--operation", Kind::word},
      {"--n", Kind::number},
      {"--block-size", Kind::number},
      {"--grid", Kind::pair},
      {"--rounds", Kind::number},
      {"--runs", Kind::number},
      {"--probe-seconds", Kind::number},
      {"--mpiexec", Kind::text},
      {"--unequal", Kind::text},
      {"--equal", Kind::text},
      {"--json", Kind::text}}},
    {"emulate",
     {{"--cycle-times", Kind::text},
      {"--change", Kind::text},
      {"--change-from", Kind::word},
      {"-n", Kind::number},
      {"--bandwidth", Kind::number},
      {"--links", Kind::number},
      {"--cores", Kind::number},
      {"--full-speed", Kind::number},
      {"--period-us", Kind::number},
      {"--mpiexec", Kind::text}}},
    {"emulate-host", {{"--owner", Kind::number}, {"--networks", Kind::number_or_zero}}},
    {"emulate-rank",
     {{"--cores", Kind::number_or_zero}, {"--counts", Kind::number}, {"--group-prefix", Kind::text}}},
    {"multiply",
     {{"A", Kind::text},
      {"B", Kind::text},
      {"C", Kind::text},
      {"--policy", Kind::word},
      {"--speed-error", Kind::number_or_zero},
      {"--memory", Kind::number},
      {"--platform", Kind::text},
      {"--block-size", Kind::number},
      {"--gantt", Kind::text},
      {"--json", Kind::text}}},
    {"probe",
     {{"--block-size", Kind::number},
      {"--seconds", Kind::number},
      {"--largest", Kind::number},
      {"--memory", Kind::number_or_zero},
      {"--output", Kind::text}}},
    {"run",
     {{"--cycle-times", Kind::text},
      {"--platform", Kind::text},
      {"--min-n", Kind::number_or_zero},
      {"-n", Kind::number},
      {"--cores", Kind::number},
      {"--mpiexec", Kind::text},
      {"--library", Kind::text}}},
    {"simulate",
     {{"--cycle-times", Kind::text},
      {"--platform", Kind::text},
      {"--gflops", Kind::number},
      {"--latency", Kind::number_or_zero},
      {"--bandwidth", Kind::number},
      {"--network", Kind::word},
      {"--kernels", Kind::word},
      {"--trace", Kind::text},
      {"--svg", Kind::text},
      {"--simgrid", Kind::text},
      {"--keep", Kind::text},
      {"--time-limit", Kind::number_or_zero},
      {"--smpirun", Kind::text},
      {"--program", Kind::text}}},
    {"solve",
     {{"A", Kind::text},
      {"B", Kind::text},
      {"X", Kind::text},
      {"--policy", Kind::word},
      {"--speed-error", Kind::number_or_zero},
      {"--memory", Kind::number},
      {"--platform", Kind::text},
      {"--block-size", Kind::number},
      {"--json", Kind::text}}},
    {"time",
     {{"OPERATION", Kind::word},
      {"--n", Kind::number},
      {"--m", Kind::number},
      {"--k", Kind::number},
      {"--nrhs", Kind::number},
      {"--block-size", Kind::number},
      {"--grid", Kind::pair},
      {"--panel", Kind::pair},
      {"--library", Kind::word},
      {"--layout", Kind::word},
      {"--precision", Kind::word},
      {"--side", Kind::word},
      {"--transa", Kind::word},
      {"--transb", Kind::word},
      {"--partition", Kind::text},
      {"--policy", Kind::word},
      {"--speed-error", Kind::number_or_zero},
      {"--memory", Kind::word},
      {"--uplo", Kind::word},
      {"--cycle-times", Kind::text},
      {"--platform", Kind::text},
      {"--plan", Kind::text},
      {"--runs", Kind::number},
      {"--aggregate-size", Kind::number},
      {"--aggregate-seconds", Kind::number_or_zero},
      {"--parameters", Kind::text},
      {"--a", Kind::text},
      {"--b", Kind::text},
      {"--trace", Kind::text},
      {"--gantt", Kind::text},
      {"--json", Kind::text}}},
    {"tune",
     {{"--operation", Kind::word},
      {"--n", Kind::number},
      {"--block-size", Kind::number},
      {"--grid", Kind::pair},
      {"--cycle-times", Kind::text},
      {"--platform", Kind::text},
      {"--plan", Kind::text},
      {"--seconds", Kind::number},
      {"--json", Kind::text},
      {"--store", Kind::text}}},
#endif
};

struct Command {
  Invocation invocation;
  CLI::App app{"", "hetgrid"};

  Command() {
    using namespace hetgrid::cli;
    app.require_subcommand(1);
    add_commands(app, invocation);
  }
};

bool has_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool is_positional(const std::string& option) {
  return !option.starts_with('-');
}

/// What the option says of a value: nothing, or why it is refused. Others may be missing, which is said only later.
std::string complaint(const std::string& command, const std::string& option, const std::string& value) {
  Command parser;
  std::vector<std::string> words{is_positional(option) ? value : option + "=" + value, command};
  if (command == "time" && option != "OPERATION")
    words.insert(words.begin() + 1, "gemm");
  if ((command == "multiply" || command == "solve") && is_positional(option)) // the operands in front of it
    words.insert(words.begin() + 1, std::min<std::size_t>(std::string("ABCX").find(option), 2), "x.npy");
  if (value.empty() && !is_positional(option))
    words = {value, option, command}; // --option= is no value at all
  try {
    parser.app.parse(words);
  } catch (const CLI::ValidationError& error) {
    return error.what();
  } catch (const CLI::ConversionError& error) {
    return "CONVERSION: " + std::string(error.what());
  } catch (const CLI::RequiredError&) {
  } catch (const CLI::RequiresError&) {
  } catch (const CLI::ParseError& error) {
    return "OTHER: " + std::string(error.what());
  }
  return "";
}

const std::string overlong(10'000, '9');

bool accepts(Kind kind, const std::string& value) {
  switch (kind) {
  case Kind::text:
    return !value.empty();
  case Kind::number_or_zero:
    return value == "0";
  default:
    return false;
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(every_option_is_known) {
  Command parser;
  for (const CLI::App* command : parser.app.get_subcommands([](const CLI::App*) { return true; })) {
    const auto known = kinds.find(command->get_name());
    BOOST_REQUIRE_MESSAGE(known != kinds.end(), command->get_name() + ": add it to this test");
    std::set<std::string> declared;
    const auto collect = [&](const CLI::App& app) {
      for (const CLI::Option* option : app.get_options())
        if (has_value(*option))
          declared.insert(option->get_name());
    };
    collect(*command);
    for (const CLI::App* group : command->get_subcommands([](const CLI::App*) { return true; }))
      collect(*group);
    std::set<std::string> listed;
    for (const auto& [option, kind] : known->second)
      listed.insert(option);
    BOOST_TEST(declared == listed, boost::test_tools::per_element());
  }
}

/// Those of --help; what is hidden has none.
BOOST_AUTO_TEST_CASE(every_command_is_in_a_group) {
  Command parser;
  for (const CLI::App* command : parser.app.get_subcommands([](const CLI::App*) { return true; })) {
    const bool hidden = command->get_name() == "emulate-host" || command->get_name() == "emulate-rank";
    BOOST_TEST(command->get_group().empty() == hidden, command->get_name());
    BOOST_TEST(command->get_group() != "Subcommands", command->get_name() + ": no group");
  }
}

BOOST_AUTO_TEST_CASE(bad_values_are_refused) {
  int cases = 0;
  for (const auto& [command, options] : kinds)
    for (const auto& [option, kind] : options)
      for (const std::string& value :
           {std::string("NaN"), std::string("inf"), std::string("-inf"), std::string("1e308"),
            std::string("1e-320"), std::string("1e999"), std::string("-1"), std::string("0"), std::string(),
            std::string("x"), std::string("3;"), std::string("0x10"), std::string("1 "), std::string("x\ny"),
            overlong}) {
        if ((command == "plan" || command == "report" || command == "shape") && option == "--json" &&
            value.empty())
          continue; // no value: standard output
        if (is_positional(option) && value.starts_with('-'))
          continue; // an option
        BOOST_TEST_CONTEXT("hetgrid " << command << " " << option << " \"" << value.substr(0, 50) << "\"") {
          const std::string said = complaint(command, option, value);
          ++cases;
          if (accepts(kind, value)) {
            BOOST_TEST(said == "");
            continue;
          }
          BOOST_TEST(said.starts_with(option + ": "));
          BOOST_TEST(said.find(": expected ") != std::string::npos);
          BOOST_TEST(said.find('\n') == std::string::npos);
          BOOST_TEST(said.size() < 300U);
        }
      }
  BOOST_TEST_MESSAGE(cases << " cases");
}

BOOST_AUTO_TEST_CASE(numbers_are_no_names) {
  for (const char* const option : {"--operation", "--search", "--precision"})
    for (const char* const number : {"1", "2", "3", "4", "8", "16"})
      BOOST_TEST(complaint("plan", option, number).starts_with(option));
}

BOOST_AUTO_TEST_CASE(good_values_are_accepted) {
  struct Good {
    const char *command, *option, *value;
  };
  for (const auto& [command, option, value] : std::vector<Good>{
           {"plan", "--operation", "potrf"},
           {"plan", "--precision", "s"},
           {"plan", "--precision", "d"},
           {"plan", "--precision", "c"},
           {"plan", "--precision", "z"},
           {"plan", "--search", "multi-start"},
           {"plan", "--n", "100000000"},
           {"plan", "--grid", "2x3"},
           {"plan", "--memory", "2G,0.5G,100M,128k,128K,1T"},
           {"plan", "--policy", "two-buffers"},
           {"plan", "--speed-error", "unknown"},
           {"plan", "--speed-error", "0.3"},
           {"plan", "--latency", "0.5"},
           {"plan", "--gflops", "+1.5e2"},
           {"plan", "--seed", "9223372036854775807"},
           {"shape", "--topology", "star:2"},
           {"shape", "--algorithm", "SCO"},
#ifdef HAVE_MPI
           {"time", "--n", "10,20"},
           {"time", "--precision", "s,d,c,z"},
           {"time", "--panel", "matrix"},
           {"time", "--panel", "2x3"},
           {"time", "--grid", "1x2,2x1"},
           {"time", "OPERATION", "gesv"},
           {"time", "OPERATION", "unmqr"},
           {"time", "--side", "R"},
           {"time", "OPERATION", "server-lu"},
           {"probe", "--seconds", "0.2"},
           {"emulate", "--bandwidth", "100M"},
           {"emulate", "--bandwidth", "1e8"},
           {"emulate", "--links", "1G,0.5G,100M,128k"},
           {"emulate", "--links", "1000000"},
           {"simulate", "--time-limit", "0"},
           {"run", "--min-n", "0"},
#endif
       })
    BOOST_TEST(complaint(command, option, value) == "", command << " " << option << " " << value);
}

BOOST_AUTO_TEST_CASE(words_of_lists_are_not_empty) {
  struct List {
    const char *command, *option, *word;
  };
  for (const auto& [command, option, word] : std::vector<List>{
           {"plan", "--memory", "2G"},
#ifdef HAVE_MPI
           {"emulate", "--links", "1G"},
           {"time", "--n", "10"},
           {"time", "--block-size", "8"},
           {"time", "--grid", "1x2"},
           {"time", "--library", "hetgrid"},
           {"time", "--layout", "uneven"},
           {"time", "--precision", "z"},
           {"time", "--partition", "auto"},
           {"time", "--policy", "guided"},
           {"tune", "--operation", "lu"},
           {"tune", "--n", "10"},
#endif
       }) {
    const std::string once = word, twice = once + "," + once;
    BOOST_TEST(complaint(command, option, twice) == "", command << " " << option << " " << twice);
    for (const std::string& list :
         {once + ",", "," + once, once + ",," + once, once + ",,", std::string(",")}) {
      const std::string said = complaint(command, option, list);
      BOOST_TEST((said.starts_with(option) && said.find(": expected ") != std::string::npos),
                 command << " " << option << " " << list << ": \"" << said << '"');
    }
  }
}

/// What is taken if nothing is said can be read in --help.
BOOST_AUTO_TEST_CASE(defaults_are_shown) {
  Command parser;
  for (const CLI::App* command : parser.app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == "emulate-host" || command->get_name() == "emulate-rank")
      continue;
    const auto check = [&](const CLI::App& app) {
      for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_name();
        // These are files, machines and places: without them there are none.
        static const std::set<std::string> none{
            "--cycle-times", "--platform", "--plan", "--json", "--svg",     "--html",  "--trace", "--gantt",
            "--keep",        "--simgrid",  "--a",    "--b",    "--unequal", "--equal", "--store", "OPERATION",
            "--speeds",      "--map",      "A",      "B",      "C",         "X",       "FILE"};
        if (has_value(*option) && !none.contains(name))
          BOOST_TEST((!option->get_default_str().empty() ||
                      option->get_description().find("default: ") != std::string::npos),
                     command->get_name() << " " << name << ": no default in --help");
      }
    };
    check(*command);
  }
}
