// Which process would finish one chunk more first.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace hetgrid::plan {

/// Gives chunks one by one to the process that would finish its extended share first; ties, up to rounding
/// errors, go to the lowest index. O(log p) for each chunk.
///
/// The heap orders by exact times. All processes that tie with its first one leave it together and are served
/// by index; a process that was served returns later than they, since one chunk more costs it more than a
/// rounding error.
class FirstToFinish {
public:
  /// \param counts chunks that each process has already \param most chunks that each may get in all; empty:
  /// any
  explicit FirstToFinish(std::span<const double> cycle_times, std::span<const int> counts,
                         std::span<const int> most = {})
      : cycle_times_(cycle_times), counts_(counts.begin(), counts.end()), most_(most) {
    for (int k = 0; k < static_cast<int>(counts.size()); ++k)
      push(k);
  }

  /// \return the process that the next chunk goes to, or -1 if none may have one
  int next() {
    if (served_ == ties_.size() && !pop_ties())
      return -1;
    const int process = ties_[served_++];
    ++counts_[static_cast<std::size_t>(process)];
    push(process);
    return process;
  }

private:
  static constexpr double tie = 1e-12;
  using Entry = std::pair<double, int>; ///< time with one chunk more, process

  /// The order of pairs, in half the time of operator>, which also asks whether the times are ordered.
  static bool later(const Entry& a, const Entry& b) {
    return a.first > b.first || (a.first == b.first && a.second > b.second);
  }

  void push(int process) {
    const auto k = static_cast<std::size_t>(process);
    if (!most_.empty() && counts_[k] >= most_[k])
      return;
    heap_.emplace_back(cycle_times_[k] * (counts_[k] + 1), process);
    std::ranges::push_heap(heap_, later);
  }

  bool pop_ties() {
    ties_.clear();
    served_ = 0;
    if (heap_.empty())
      return false;
    const double first = heap_.front().first;
    while (!heap_.empty() && heap_.front().first * (1 - tie) <= first) {
      ties_.push_back(heap_.front().second);
      std::ranges::pop_heap(heap_, later);
      heap_.pop_back();
    }
    std::ranges::sort(ties_);
    return true;
  }

  std::span<const double> cycle_times_;
  std::vector<int> counts_;
  std::span<const int> most_;
  std::vector<Entry> heap_;
  std::vector<int> ties_; ///< out of the heap, by index; the first served_ of them are back
  std::size_t served_ = 0;
};

} // namespace hetgrid::plan
