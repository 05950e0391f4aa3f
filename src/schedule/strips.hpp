// How a local product is cut, so that its process can look after messages in between.
#pragma once

#include "hetgrid/layout.hpp"

#include <algorithm>

namespace hetgrid::schedule {

using layout::Index;

/// Not within so many columns.
inline constexpr Index look_columns = 96;

/// How long a strip takes, seconds, where so many processes wait for messages of this one: as long as they wait for nothing, as the
/// BLAS packs all of A again for each.
class StripSeconds {
public:
  explicit StripSeconds(double others = 1) : longest_(std::max(least, 0.01 / others)), seconds_(longest_) {}

  double seconds() const { return seconds_; }
  /// So many seconds of work the others need ahead: one strip may have begun just before they report.
  double work_ahead() const { return 2 * longest_; }
  /// One of them has done something. \param is_idle  it has nothing else to do: what it is sent next comes too late
  void heard(bool is_idle) {
    constexpr double shorter = 0.25, longer = 1.3; // idleness at the border of a chunk is soon forgotten
    seconds_ = is_idle ? std::max(least, seconds_ * shorter) : std::min(longest_, seconds_ * longer);
  }

private:
  static constexpr double least = 5e-4;

  double longest_, seconds_;
};

/// The first of n columns that is in strip s of so many. Only where the BLAS's kernels, up to 48 columns at a time, have a border
/// anyhow: then the same kernel computes an element, and rounds it likewise.
inline Index strip_border(Index n, Index strips, Index s) {
  constexpr Index unit = 48;
  return s == strips ? n : n * s / strips / unit * unit;
}

} // namespace hetgrid::schedule
