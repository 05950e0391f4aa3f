#include "cli/process/emulated_runs.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {

std::string emulated_runs(const std::string& pipe, std::span<const double> cycle_times,
                          std::span<const SpeedChange> changes) {
  std::string text = fmt::format("{} {}", pipe, fmt::join(cycle_times, ","));
  for (const SpeedChange& change : changes)
    text += fmt::format(" {}:{}", change.seconds, fmt::join(change.cycle_times, ","));
  return text;
}

std::optional<EmulatedRuns> EmulatedRuns::from_environment() {
  const char* const text = std::getenv(emulated_runs_variable);
  if (!text)
    return {};
  std::istringstream words(text);
  EmulatedRuns runs;
  std::string cycle_times, change;
  std::vector<std::string> changes;
  words >> runs.pipe_ >> cycle_times;
  while (words >> change)
    changes.push_back(change);
  try {
    runs.cycle_times_ = parse_cycle_times(cycle_times);
    runs.changes_ = parse_speed_changes(changes, runs.ranks());
  } catch (const ArgumentError&) {
    throw InputError(fmt::format("{}: {}: expected what hetgrid emulate sets", emulated_runs_variable,
                                 one_line(text, 400)));
  }
  return runs;
}

void EmulatedRuns::tell(char word) const {
  const int pipe = open(pipe_.c_str(), O_WRONLY | O_CLOEXEC);
  const bool told = pipe >= 0 && write(pipe, &word, 1) == 1;
  const int error = errno;
  if (pipe >= 0)
    close(pipe);
  if (!told)
    throw SystemError(fmt::format("{}: {}: cannot be written: {}", emulated_runs_variable,
                                  one_line(pipe_, 400), std::strerror(error)));
}

} // namespace hetgrid::cli
