#include "cli/command_line.hpp"

#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/options/message.hpp"
#include "cli/output/output_file.hpp"
#include "cli/process/launcher_rank.hpp"

namespace hetgrid::cli {
namespace {

/// The subcommand that was chosen, or the command itself.
const CLI::App& chosen(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : *subcommands.front();
}

/// "hetgrid plan --help"
std::string help_of(const CLI::App& app) {
  const CLI::App& command = chosen(app);
  return (&command == &app ? "" : app.get_name() + " ") + command.get_name() + " --help";
}

/// "A excludes B" -> (A, B) for the word `between`.
std::pair<std::string, std::string> sides(const std::string& text, const std::string& between) {
  const std::size_t at = text.find(between);
  if (at == std::string::npos)
    return {text, ""};
  return {text.substr(0, at), text.substr(at + between.size())};
}

/// The options that CLI11 puts in brackets.
std::string list_of(const std::string& text) {
  return sides(sides(text, "[").second, "]").first;
}

/// A word that is no option, argument or subcommand; empty: there is none.
std::string unknown_word(const CLI::App& app) {
  for (const CLI::App* const one : {&app, &chosen(app)})
    if (const std::vector<std::string> words = one->remaining(); !words.empty())
      return words.front();
  return "";
}

/// CLI11 would take --compare=3 for --compare.
void refuse_values_of_flags(CLI::App& app) {
  for (CLI::Option* const option : app.get_options([](const CLI::Option*) { return true; }))
    if (option->get_items_expected_max() == 0)
      option->disable_flag_override();
  for (CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
    refuse_values_of_flags(*command);
}

/// CLI11's error as a line of this command.
std::string describe_usage(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what(), name = error.get_name();
  if (text.starts_with("The following argument")) // the name of this error is that of the command
    return wrong_value("ARGUMENT", unknown_word(app), "what " + help_of(app) + " lists");
  if (name == "ArgumentMismatch") {
    if (const auto [option, problem] = sides(text, " was given a disallowed flag override"); option != text)
      return wrong_value("--" + option, "a value", "a flag, which has no value");
    const auto [option, problem] = sides(text, ": ");
    const bool missing = problem.ends_with(" missing");
    return wrong_value(option, missing ? "no value" : "several values", "one value");
  }
  if (name == "ConversionError") { // of flags; whatever has a value is looked at by a validator
    const auto [option, value] = sides(sides(text, "Could not convert: ").second, " = ");
    return option.empty() ? one_line(text, 1000) : wrong_value(option, value, "a flag, which has no value");
  }
  if (name == "ExcludesError") {
    const auto [option, other] = sides(text, " excludes ");
    return wrong_value(option, "with " + other, "one of the two");
  }
  if (name == "RequiresError") {
    const auto [option, other] = sides(text, " requires ");
    return wrong_value(option, "without " + other, "both");
  }
  if (name == "RequiredError") {
    if (text.starts_with("Requires at most"))
      return wrong_value(list_of(text), "several", "one of them");
    if (app.get_subcommands().empty())
      return wrong_value("COMMAND", unknown_word(app).empty() ? "none" : unknown_word(app),
                         "a subcommand that " + help_of(app) + " lists");
    return wrong_value(sides(text, " is required").first, "none", "one, see " + help_of(app));
  }
  return one_line(text, 1000);
}

/// Commands that mpiexec starts are wrong in the same way on every rank: the first one says it.
bool is_repetition(const CLI::App& app) {
  const std::string command = chosen(app).get_name();
  return (command == "time" || command == "multiply" || command == "solve" || command == "tune" ||
          command == "probe") &&
         launcher_rank().value_or(0) > 0;
}

int parse_and_run(CLI::App& app, Invocation& invocation, int count, char** words) {
  refuse_values_of_flags(app);
  try {
    app.parse(count, words);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    if (!is_repetition(app))
      report(describe_usage(app, error));
    return wrong_usage;
  }
  if (!invocation.program.empty() && !invocation.runs_program) {
    if (!is_repetition(app))
      report(wrong_value("--", invocation.program.front(),
                         "nothing after it, as hetgrid " + chosen(app).get_name() + " runs no program"));
    return wrong_usage;
  }
  return invocation.action();
}

} // namespace

int run_command(CLI::App& app, Invocation& invocation, int count, char** words) {
  try {
    const int status = parse_and_run(app, invocation, count, words);
    flush_standard_output();
    return status;
  } catch (const std::exception& error) {
    return report(error);
  }
}

} // namespace hetgrid::cli
