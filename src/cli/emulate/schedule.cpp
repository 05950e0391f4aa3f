#include "cli/emulate/schedule.hpp"

#include "cli/options/arguments.hpp"
#include "hetgrid/error.hpp"

#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

QuotaSchedule::QuotaSchedule(const CpuHierarchy& hierarchy, std::span<const CpuGroup> groups,
                             std::vector<Change> changes)
    : hierarchy_(hierarchy), groups_(groups), changes_(std::move(changes)),
      thread_([this](const std::stop_token& stop) { follow(stop); }) {}

void QuotaSchedule::follow(const std::stop_token& stop) const try {
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  for (const Change& change : changes_) {
    const auto moment = start_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                     std::chrono::duration<double>(change.seconds));
    ended.wait_until(lock, stop, moment, [] { return false; });
    if (stop.stop_requested())
      return;
    for (std::size_t rank = 0; rank < groups_.size(); ++rank)
      set_quota(hierarchy_, groups_[rank].directory(), change.quotas[rank]);
  }
} catch (const std::exception& error) {
  fmt::print(stderr, "hetgrid emulate: the speeds stay as they are: {}\n", error.what());
}

} // namespace hetgrid::cli
