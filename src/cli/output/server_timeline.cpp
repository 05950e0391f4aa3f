#include "cli/output/server_timeline.hpp"

#include <algorithm>

#include "cli/output/gantt.hpp"

namespace hetgrid::cli {
namespace {

using Intervals = std::vector<measure::Interval>;

constexpr std::int32_t broadcast_activity = 1, update_activity = 2, waiting_activity = 4;

/// Those above, and of those below what is not covered.
Intervals merged(const Intervals& above, Intervals below) {
  std::ranges::sort(below, {}, &measure::Interval::begin);
  Intervals result = above;
  auto next = above.begin();
  for (const measure::Interval& interval : below) {
    double begin = interval.begin;
    while (next != above.end() && next->end <= begin)
      ++next;
    for (auto over = next; over != above.end() && over->begin < interval.end; ++over) {
      if (over->begin > begin)
        result.push_back({begin, over->begin, interval.entry, interval.step});
      begin = std::max(begin, over->end);
    }
    if (begin < interval.end)
      result.push_back({begin, interval.end, interval.entry, interval.step});
  }
  std::ranges::sort(result, {}, &measure::Interval::begin);
  return result;
}

/// One after the other, with waiting in between.
Intervals filled(const Intervals& intervals, double seconds) {
  Intervals result;
  double time = 0;
  const auto wait_until = [&](double end) {
    if (end > time)
      result.push_back({time, end, waiting_activity, measure::no_step});
  };
  for (const measure::Interval& interval : intervals) {
    wait_until(interval.begin);
    const double begin = std::max(time, interval.begin); // of several links to the server
    if (interval.end > begin)
      result.push_back({begin, interval.end, interval.entry, interval.step});
    time = std::max(time, interval.end);
  }
  wait_until(seconds);
  return result;
}

} // namespace

ServerTimeline::ServerTimeline(const plan::Platform& platform, const server::Star& star)
    : platform_(platform), star_(star), updates_(platform.processes.size()), transfers_(updates_.size()) {}

void ServerTimeline::record(const server::Transfer& transfer, const server::Occurrence& when) {
  const auto process =
      static_cast<std::size_t>(star_.workers[static_cast<std::size_t>(transfer.worker)].process);
  const auto server = static_cast<std::size_t>(platform_.server.rank);
  if (when.update_end > when.update_begin)
    updates_[process].push_back({when.update_begin, when.update_end, update_activity, measure::no_step});
  if (when.end <= when.begin)
    return;
  transfers_[process].push_back({when.begin, when.end, broadcast_activity, measure::no_step});
  if (process != server)
    transfers_[server].push_back({when.begin, when.end, broadcast_activity, measure::no_step});
}

std::string ServerTimeline::gantt(const std::string& policy, double seconds) const {
  std::vector<RankTrace> ranks;
  RunTrace run{"product from a server", policy, seconds, {}, {}};
  for (std::size_t k = 0; k < updates_.size(); ++k) {
    const plan::ProcessSpeed& process = platform_.processes[k];
    ranks.push_back({0, seconds, filled(merged(updates_[k], transfers_[k]), seconds)});
    run.places.push_back({-1, -1, process.host, process.cycle_time});
  }
  run.ranks = ranks;
  return draw_gantt({&run, 1});
}

} // namespace hetgrid::cli
