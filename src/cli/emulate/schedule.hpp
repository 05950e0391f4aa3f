// Quotas that change while the program runs.
#pragma once

#include "cli/emulate/cgroup.hpp"

#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace hetgrid::cli {

/// From some moment on the ranks have these cycle-times.
struct SpeedChange {
  double seconds = 0; ///< after the launch of the program
  std::vector<double> cycle_times;
};

/// "5:1,3" -> from 5 seconds on cycle-times 1, 3; each later than the one before. \throws ArgumentError
std::vector<SpeedChange> parse_speed_changes(const std::vector<std::string>& texts, std::size_t ranks);

/// Gives groups other quotas when it is time, from its construction on, as long as it lives.
class QuotaSchedule {
public:
  struct Change {
    double seconds = 0;
    std::vector<CpuQuota> quotas; ///< one a group
  };
  /// \param groups  outlive this object
  QuotaSchedule(const CpuHierarchy& hierarchy, std::span<const CpuGroup> groups, std::vector<Change> changes);

private:
  void follow(const std::stop_token& stop) const;

  const CpuHierarchy hierarchy_;
  const std::span<const CpuGroup> groups_;
  const std::vector<Change> changes_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::jthread thread_; ///< last: it uses what is above
};

} // namespace hetgrid::cli
