#include "cli/plan/server_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output/gantt.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_memory.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::size_t longest_order = 1000; ///< steps
constexpr std::int32_t broadcast_activity = 1, update_activity = 2, wait_activity = 4;

/// Fills a report while the simulation runs.
class Recorder {
public:
  explicit Recorder(ServerReport& report) : report_(report) {
    report.largest_chunk.assign(report.star.workers.size(), 0);
    report.intervals.resize(report.platform.processes.size());
    transfers_.resize(report.platform.processes.size());
  }

  void record(const server::Transfer& transfer, const server::Occurrence& when) {
    const auto worker = static_cast<std::size_t>(transfer.worker);
    const auto process = static_cast<std::size_t>(report_.star.workers[worker].process);
    server::Index& largest = report_.largest_chunk[worker];
    for (const server::Update& update : transfer.updates)
      largest = std::max({largest, update.rows.size(), update.columns.size()});
    if (!transfer.updates.empty() && report_.order.size() < longest_order)
      report_.order.push_back(transfer.worker);
    if (when.update_end > when.update_begin)
      report_.intervals[process].push_back(
          {when.update_begin, when.update_end, update_activity, measure::no_step});
    for (const std::size_t place : {process, static_cast<std::size_t>(report_.platform.server.rank)})
      if (when.end > when.begin &&
          (place == process || process != static_cast<std::size_t>(report_.platform.server.rank)))
        transfers_[place].push_back({when.begin, when.end, broadcast_activity, measure::no_step});
  }

  /// Transfers are shown where a process does not compute, waiting where it does neither.
  void finish() {
    for (std::size_t process = 0; process < transfers_.size(); ++process)
      report_.intervals[process] = filled(merged(report_.intervals[process], transfers_[process]));
  }

private:
  using Intervals = std::vector<measure::Interval>;

  static Intervals merged(const Intervals& above, Intervals& below) {
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

  Intervals filled(const Intervals& intervals) const {
    Intervals result;
    double time = 0;
    const auto wait_until = [&](double end) {
      if (end > time)
        result.push_back({time, end, wait_activity, measure::no_step});
    };
    for (const measure::Interval& interval : intervals) {
      wait_until(interval.begin);
      const double begin = std::max(time, interval.begin); // of several links to the server
      if (interval.end > begin)
        result.push_back({begin, interval.end, interval.entry, interval.step});
      time = std::max(time, interval.end);
    }
    wait_until(report_.outcome.seconds);
    return result;
  }

  ServerReport& report_;
  std::vector<Intervals> transfers_; ///< by process
};

std::string chosen(const ServerReport& report, const std::string& policy) {
  if (policy != "auto")
    return policy;
  const server::Judged& best = report.policies.front();
  if (!best.feasible())
    throw ArgumentError("--memory", "that of the workers",
                        fmt::format("room for {} blocks of {} x {} on one of them at least",
                                    server::buffers_needed(server::MemoryLayout::sequential, 1),
                                    report.product.block_size, report.product.block_size));
  return std::string(best.policy.name);
}

} // namespace

ServerReport server_report(const plan::Platform& platform, const server::Product& product,
                           const std::string& policy) {
  ServerReport report;
  report.platform = platform;
  report.product = product;
  report.star = server::star_of(platform, product);
  report.bounds = server::bounds(report.star, product);
  report.policies = server::compare_policies(report.star, product);
  report.policy = chosen(report, policy);
  Recorder recorder(report);
  const auto followed = server::make_policy(report.policy, report.star, product);
  report.outcome = server::simulate(report.star, product, *followed,
                                    [&](const server::Transfer& transfer, const server::Occurrence& when) {
                                      recorder.record(transfer, when);
                                    });
  recorder.finish();
  return report;
}

std::string server_gantt(const ServerReport& report) {
  std::vector<RankTrace> ranks;
  RunTrace run{"product from a server", report.policy, report.outcome.seconds, {}, {}};
  for (std::size_t k = 0; k < report.intervals.size(); ++k) {
    const plan::ProcessSpeed& process = report.platform.processes[k];
    ranks.push_back({0, report.outcome.seconds, report.intervals[k]});
    run.places.push_back({-1, -1, process.host, process.cycle_time});
  }
  run.ranks = ranks;
  return draw_gantt({&run, 1});
}

} // namespace hetgrid::cli
