// Profiles of programs: what is read and summed up, and what is refused; mutants of a file give a report or a line.
#define BOOST_TEST_MODULE program_profile
#include <boost/test/unit_test.hpp>

#include "cli/report/presentation.hpp"
#include "cli/report/summary.hpp"
#include "hetgrid/error.hpp"
#include "testing/support/mutants.hpp"
#include "testing/support/mutation.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::cli;
using Json = nlohmann::ordered_json;

Json calls(const char* routine, const char* way, const char* why, double seconds, double update,
           double wait) {
  return {{"routine", routine}, {"way", way},   {"why", why},        {"calls", 2},
          {"seconds", seconds}, {"panel", 0.5}, {"broadcast", 0.25}, {"update", update},
          {"swap", 0.0},        {"wait", wait}, {"messages", 3},     {"bytes", 1e6}};
}

/// Process `rank` of two, of which the first is three times as fast.
Json profile(int rank) {
  return {{"version", "0.1.0"},
          {"rank", rank},
          {"processes", 2},
          {"host", "node<1>"},
          {"cycle_time", rank == 0 ? 1.0 : 3.0},
          {"began", 1000.0 + 0.5 * rank},
          {"seconds", 20.0},
          {"complete", true},
          {"calls",
           {calls("PDGEMM", "uneven", "", rank == 0 ? 8 : 10, rank == 0 ? 4.5 : 8, 1),
            calls("PDTRSM", "passed through", "too small & too \"few\"", 1, 0, 0)}},
          {"events", {{0, 1.0, 5.0}, {1, 5.0, 6.0}}},
          {"phases", {{2, 1.0, 2.0, 7}, {4, 2.0, 3.0, -1}}}};
}

ProcessProfile read(const Json& json) {
  return process_profile_from_json(json.dump(), "file");
}

ProgramProfile both() {
  return {2, {read(profile(0)), read(profile(1))}};
}

BOOST_AUTO_TEST_CASE(sums) {
  const ProgramProfile program = both();
  const auto lines = summarize(program);
  BOOST_TEST_REQUIRE(lines.size() == 2);
  BOOST_TEST((lines[0].routine == "PDGEMM" && lines[0].calls == 2 && lines[0].seconds == 10));
  BOOST_TEST((lines[0].bytes == 2e6 && lines[0].messages == 6));
  // Panel and update take 5 s of the fast process and 8.5 s of the slow one, which counts a third.
  BOOST_TEST(lines[0].of_together == (5 + 8.5 / 3) / (10 + 10 / 3.), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(lines[0].parts[2] == 12.5 / 20, boost::test_tools::tolerance(1e-12));
  // Of 20 s: panels 1, broadcasts 0.5, updates 12.5, waiting 2.
  BOOST_TEST(lines[0].parts[5] == 4. / 20, boost::test_tools::tolerance(1e-12));
  BOOST_TEST((lines[1].routine == "PDTRSM" && lines[1].of_together == 0));
  BOOST_TEST(seconds_in_calls(program) == 11);
  BOOST_TEST(seconds_of_program(program) == 20);
  BOOST_TEST(remarks(program).empty());
}

BOOST_AUTO_TEST_CASE(remarkable_files) {
  ProgramProfile program = both();
  program.ranks[1].began += 1000;
  program.ranks[1].complete = false;
  BOOST_TEST(remarks(program).size() == 2);
  program.ranks.pop_back();
  BOOST_TEST(remarks(program).size() == 1);
}

BOOST_AUTO_TEST_CASE(page_is_well_formed_and_loads_nothing) {
  const std::string text = profile_page(both());
  std::istringstream in(text);
  boost::property_tree::ptree tree;
  BOOST_REQUIRE_NO_THROW(boost::property_tree::read_xml(in, tree));
  BOOST_TEST(text.find("too small &amp; too") != std::string::npos);
  for (const char* const loading : {"<script", "src=", "url(", "@import"})
    BOOST_TEST(text.find(loading) == std::string::npos, loading);
}

BOOST_AUTO_TEST_CASE(trace_has_calls_and_phases_on_one_clock) {
  const Json trace = Json::parse(profile_trace(both()));
  int events = 0;
  for (const Json& event : trace["traceEvents"])
    if (event["ph"] == "X" && event["tid"] == 1) {
      ++events;
      if (event["name"] == "PDGEMM")
        BOOST_TEST((event["ts"] == 1.5e6 && event["dur"] == 4e6));
      if (event["name"] == "update")
        BOOST_TEST((event["ts"] == 1.5e6 && event["dur"] == 1e6 && event["args"]["step"] == 7));
    }
  BOOST_TEST(events == 4);
}

BOOST_AUTO_TEST_CASE(trace_of_a_process_alone_has_its_rank) {
  ProgramProfile program = both();
  program.ranks.erase(program.ranks.begin());
  const Json trace = Json::parse(profile_trace(program));
  for (const Json& event : trace["traceEvents"]) {
    BOOST_TEST(
        (event["tid"] == 1 || event["name"] == "process_name" || event["name"] == "process_sort_index"));
    if (event["name"] == "thread_name")
      BOOST_TEST(event["args"]["name"].get<std::string>().starts_with("rank 1"));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_named) {
  struct Case {
    const char* pointer;
    Json value;
    const char* words;
  };
  const Case cases[] = {
      {"/rank", 2, "rank"},
      {"/rank", -1, "rank"},
      {"/processes", 0, "processes"},
      {"/cycle_time", 0, "cycle_time"},
      {"/cycle_time", 1e300, "cycle_time"},
      {"/began", -1, "began"},
      {"/seconds", "long", "seconds"},
      {"/complete", 1, "complete"},
      {"/calls", 5, "calls"},
      {"/calls/1/way", "uphill", "calls[1].way"},
      {"/calls/0/seconds", -1e-9, "calls[0].seconds"},
      {"/calls/0/bytes", 1e19, "calls[0].bytes"},
      {"/calls/0/update", nullptr, "calls[0].update"},
      {"/events/1/0", 2, "events[1]"},
      {"/events/0/2", 0.5, "events[0]"},
      {"/phases/0/0", 5, "phases[0]"},
      {"/phases/0/3", 1e12, "phases[0]"},
      {"/surprise", 1, "surprise"},
  };
  for (const auto& [pointer, value, words] : cases) {
    Json json = profile(0);
    json[Json::json_pointer(pointer)] = value;
    BOOST_CHECK_EXCEPTION(read(json), InputError, [&](const InputError& error) {
      const std::string what = error.what();
      return what.starts_with("file: ") && what.find(words) != std::string::npos;
    });
  }
  BOOST_CHECK_THROW(process_profile_from_json("", "file"), InputError);
}

/// Names may have any letters; after this, what reads as nan or inf is a number.
ProcessProfile with_other_names(ProcessProfile profile) {
  std::ranges::replace(profile.host, 'n', 'm');
  for (ProfiledCalls& calls : profile.calls) {
    std::ranges::replace(calls.routine, 'n', 'm');
    std::ranges::replace(calls.why, 'n', 'm');
  }
  return profile;
}

BOOST_AUTO_TEST_CASE(mutants_of_texts) {
  const std::vector<std::string> texts{profile(0).dump(), profile(1).dump(1)};
  testing::run_mutants(41, {0.5, 1}, [&](std::uint64_t seed) {
    const ProcessProfile profile = process_profile_from_json(testing::Mutator(seed)(texts), "file");
    const ProgramProfile program{2, {with_other_names(profile)}};
    for (const std::string& text :
         {profile_text(program), profile_page(program), profile_json(program), profile_trace(program)})
      BOOST_TEST((text.find("nan") == std::string::npos && text.find("inf ") == std::string::npos), text);
  });
}

} // namespace
