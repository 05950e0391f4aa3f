// What a partition makes its processes send when C := A B is computed: every process needs the rows of A and the columns of B
// in which it owns cells of C. Volumes are in cells; a cell of b x b elements has b^2 of them.
#pragma once

#include "partition/bands.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::partition {

/// Of one process X, in the terms of [DeFlumere14] C.2.
struct ProcessMetrics {
  std::int64_t cells = 0;      ///< #X
  std::int64_t rows = 0;       ///< i_X, in which it owns cells
  std::int64_t columns = 0;    ///< j_X
  std::int64_t whole_rows = 0; ///< of which it owns all cells
  std::int64_t whole_columns = 0;
  /// v_X of (3.9): every cell of A to the other processes in its row, of B to those in its column. (Neither this nor the
  /// volume received is (C.5).)
  std::int64_t sent = 0;
  std::int64_t received = 0; ///< N (i_X + j_X) - 2 #X

  /// Cells of C that need nothing of other processes: o_X of (3.10) before it is divided by a speed.
  std::int64_t overlapped() const { return whole_rows * whole_columns; }

  bool operator==(const ProcessMetrics&) const = default;
};

std::vector<ProcessMetrics> metrics(const Bands& partition);

/// VoC, [DeFlumere14] (6.1): the sum of N (c - 1) over all rows and columns, with c processes in them.
std::int64_t volume_of_communication(const Bands& partition);

/// From process to process, processes^2 entries, row-major.
std::vector<std::int64_t> pair_volumes(const Bands& partition);
/// The same where processes share what one of them receives: \param receiver  for each of them. What it has itself is not sent.
std::vector<std::int64_t> pair_volumes(const Bands& partition, std::span<const int> receiver);

} // namespace hetgrid::partition
