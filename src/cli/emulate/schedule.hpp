// Quotas that change while the program runs.
#pragma once

#include "cli/emulate/cgroup.hpp"
#include "cli/files/mapping.hpp"

#include <atomic>
#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace hetgrid::cli {

/// Gives groups other quotas when it is time, from its construction on, or from the beginning of each run that the program tells,
/// as long as it lives.
class QuotaSchedule {
public:
  struct Change {
    double seconds = 0;
    std::vector<CpuQuota> quotas; ///< one a group
  };
  enum class From { launch, run };

  /// \param groups  outlive this object; they have the first quotas, and have them again at the end of each run
  QuotaSchedule(const CpuHierarchy& hierarchy, std::span<const CpuGroup> groups, std::vector<CpuQuota> first,
                std::vector<Change> changes, From from);
  ~QuotaSchedule();
  QuotaSchedule(const QuotaSchedule&) = delete;
  QuotaSchedule& operator=(const QuotaSchedule&) = delete;

  /// Some quota could not be set, which was told: the speeds are not those of the schedule.
  bool has_failed() const noexcept { return failed_; }
  /// Where the program writes run_begins, run_ends and next_speeds.
  std::string pipe() const;

private:
  struct Pipe {
    Descriptor heard, told;
  };
  static Pipe open_pipe();
  void follow(From from);
  void set(const std::vector<CpuQuota>& quotas) const;

  /// Wakes follow() up, and ends it.
  static constexpr char enough = 'q';

  const CpuHierarchy hierarchy_;
  const std::span<const CpuGroup> groups_;
  const std::vector<CpuQuota> first_;
  const std::vector<Change> changes_;
  const Pipe pipe_;
  std::atomic<bool> failed_ = false;
  std::thread thread_; ///< last: it uses what is above
};

} // namespace hetgrid::cli
