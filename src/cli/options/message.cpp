#include "cli/options/message.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

constexpr std::size_t longest_message = 1000;

/// The planner's and the probe's names of what the command line calls differently.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> options{
    {{"block_size", "--block-size"},
     {"cells", "--cells"},
     {"centre", "--topology"},
     {"cycle_times", "--cycle-times"},
     {"element_bytes", "--precision"},
     {"grid", "--grid"},
     {"largest", "--largest"},
     {"m", "--m"},
     {"memory", "--memory"},
     {"n", "--n"},
     {"panel", "--panel"},
     {"panel_columns", "--panel"},
     {"panel_rows", "--panel"},
     {"search", "--search"},
     {"seconds", "--seconds"}}};

/// "cycle_times[3]" -> "--cycle-times[3]"
std::string as_option(const std::string& argument) {
  const std::size_t end = std::min(argument.find('['), argument.size());
  const std::string_view name = std::string_view(argument).substr(0, end);
  for (const auto& [known, option] : options)
    if (name == known)
      return std::string(option) + argument.substr(end);
  return argument;
}

/// Files name themselves with their fields; what is left is the command line.
bool is_usage(const std::string& argument) {
  return argument.starts_with("-") || argument == "PROGRAM" || argument == "OPERATION";
}

} // namespace

std::string one_line(std::string_view text, std::size_t most) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
    text.remove_suffix(1);
  std::string line;
  constexpr std::string_view gap = "...";
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text.size() > most && k == (most - gap.size()) / 2) {
      line += gap;
      k += text.size() - most + gap.size();
    }
    const auto c = static_cast<unsigned char>(text[k]);
    if (c == '\n')
      line += "\\n";
    else if (c == '\t')
      line += "\\t";
    else if (c < 0x20 || c == 0x7f)
      line += fmt::format("\\x{:02x}", c);
    else
      line += text[k];
  }
  return line;
}

std::string wrong_value(std::string_view what, std::string_view value, std::string_view expected) {
  return fmt::format("{}: {}: expected {}", what, value.empty() ? "\"\"" : one_line(value), expected);
}

WrongArgument::WrongArgument(const ArgumentError& error) {
  constexpr std::string_view colon = ": ", between = ": expected ";
  const std::string text = error.what();
  const std::size_t begin = std::min(error.argument().size() + colon.size(), text.size());
  const std::size_t end = std::min(text.find(between, begin), text.size());
  value = text.substr(begin, end - begin);
  expected = text.substr(std::min(end + between.size(), text.size()));
}

std::string describe(const std::exception& error) {
  std::string text = error.what();
  if (const auto* const argument = dynamic_cast<const ArgumentError*>(&error)) {
    const WrongArgument wrong(*argument);
    text = wrong_value(as_option(argument->argument()), wrong.value, wrong.expected);
  } else if (dynamic_cast<const std::system_error*>(&error) && std::ferror(stdout)) {
    text = "standard output: " + text; // what fmt::print throws
  } else if (dynamic_cast<const std::bad_alloc*>(&error)) {
    text = "memory: used up: expected more than this process can get";
  }
  return one_line(text, longest_message);
}

int exit_status(const std::exception& error) {
  if (const auto* const reported = dynamic_cast<const ReportedError*>(&error))
    return reported->status();
  const auto* const argument = dynamic_cast<const ArgumentError*>(&error);
  return argument && is_usage(as_option(argument->argument())) ? wrong_usage : failure;
}

void report(std::string_view line) {
  // In one piece: the lines of several processes do not mix.
  const std::string text = fmt::format("hetgrid: {}\n", line);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

int report(const std::exception& error) {
  report(describe(error));
  return exit_status(error);
}

} // namespace hetgrid::cli
