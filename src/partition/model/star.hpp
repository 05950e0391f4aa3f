// A product in a star: which messages there are, and which links each of them takes.
#pragma once

#include "partition/model/fluid.hpp"
#include "partition/model/model.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace hetgrid::partition {

/// Is it followed how messages share links? Not on a bus, where they follow one another; and of more processes than a few there are
/// thousands of messages: there the busiest link counts (sending_steps.hpp).
bool messages_share_star(const Bands& partition, const Run& run);

/// What one process sends another of a column of A, or of a row of B.
struct StarPiece {
  int from, to;
  std::int64_t cells;

  auto operator<=>(const StarPiece&) const = default;
};

/// A message consists of the lines that follow one another, have one owner and are needed by the same processes.
class StarPieces {
public:
  explicit StarPieces(const Bands& partition);
  /// Of a column of A, in a band of columns.
  std::vector<StarPiece> of_column(std::size_t band) const;
  /// Of a row of B, in a band of rows.
  std::vector<StarPiece> of_row(std::size_t band) const;

private:
  const Bands& partition_;
  std::vector<std::vector<int>> in_rows_, in_columns_; ///< processes in each band, ascending
};

/// An outer process has a link to the centre, in both directions at once; what one outer process sends another takes both links
/// one after the other, half of the rate of either if they are alike. Messages that share a link share it in inverse proportion to
/// the time that a byte of them is under way, as windows of a size make them, and what one leaves to the others they have.
class StarLinks {
public:
  StarLinks(const Run& run, int processes);
  /// Bytes a second; those that are none have 0.
  const std::vector<double>& bandwidths() const { return bandwidths_; }
  struct Route {
    std::array<int, 3> links; ///< up, down, and what a pair has alone
    plan::Link whole;
  };
  Route route(int from, int to) const { return routes_[static_cast<std::size_t>(from * processes_ + to)]; }

private:
  int processes_;
  std::vector<double> bandwidths_;
  std::vector<Route> routes_;
};

} // namespace hetgrid::partition
