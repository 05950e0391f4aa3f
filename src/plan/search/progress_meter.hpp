// Tells those who wait how far a search is.
#pragma once

#include "plan/search/search.hpp"

namespace hetgrid::plan {

/// Calls SearchControl::progress every few milliseconds of work, which the search counts in operations on a
/// cell of the grid so that nothing depends on a clock.
class ProgressMeter {
public:
  ProgressMeter(const SearchControl& control, int p, int q)
      : progress_(control.progress), status_{p, q, 0, 0, 0} {}

  /// `operations` more are done. \return false if the search is to end, from then on always
  bool advance(double operations, double fraction, double work, double bound) {
    pending_ += operations;
    if (ended_ || !progress_ || pending_ < operations_between_calls)
      return !ended_;
    pending_ = 0;
    status_.fraction = fraction;
    status_.work = work;
    status_.bound = bound;
    ended_ = !progress_(status_);
    return !ended_;
  }

  bool ended() const noexcept { return ended_; }

private:
  static constexpr double operations_between_calls = 2e6;

  Progress progress_;
  SearchStatus status_;
  double pending_ = operations_between_calls; ///< the first call comes at once
  bool ended_ = false;
};

} // namespace hetgrid::plan
