#include "cli/options/speed_changes.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

constexpr double longest_seconds = 1e6;

SpeedChange parse_speed_change(const std::string& text) {
  const std::size_t colon = text.find(':');
  SpeedChange change;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + std::min(colon, text.size()), change.seconds);
  if (colon == std::string::npos || error != std::errc() || end != text.data() + colon ||
      !(change.seconds > 0) || change.seconds > longest_seconds)
    throw ArgumentError("--change", text, "seconds and the cycle-times from then on, as in 5:1,3");
  try {
    change.cycle_times = parse_cycle_times(text.substr(colon + 1));
  } catch (const ArgumentError&) {
    throw ArgumentError("--change", text, "seconds and the cycle-times from then on, as in 5:1,3");
  }
  return change;
}

} // namespace

std::vector<SpeedChange> parse_speed_changes(const std::vector<std::string>& texts, std::size_t ranks) {
  std::vector<SpeedChange> changes;
  for (const std::string& text : texts) {
    changes.push_back(parse_speed_change(text));
    if (changes.back().cycle_times.size() != ranks)
      throw ArgumentError("--change", text, fmt::format("{} cycle-times, one for each rank", ranks));
    if (changes.size() > 1 && changes.back().seconds <= changes[changes.size() - 2].seconds)
      throw ArgumentError("--change", text,
                          fmt::format("later than {} seconds", changes[changes.size() - 2].seconds));
  }
  return changes;
}

double ideal_seconds(double work, std::span<const double> rates, std::span<const SpeedChange> changes) {
  double begin = 0;
  std::size_t state = 0;
  for (; state < changes.size(); ++state) {
    const double done = rates[state] * (changes[state].seconds - begin);
    if (done >= work)
      break;
    work -= done;
    begin = changes[state].seconds;
  }
  return begin + work / rates[state];
}

} // namespace hetgrid::cli
