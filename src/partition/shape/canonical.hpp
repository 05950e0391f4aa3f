// The candidate shapes of [DeFlumere14] for two (5.1) and three processes (7.1), in canonical form (7.1.2): P is the fastest
// process, R and S have rectangles. One shape a file.
#pragma once

#include "partition/bands.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::partition {

struct CanonicalShape {
  const char* name;
  std::size_t processes;
  /// Lengths that define it, in units of N, such that the processes have their shares: of P, R, S, or P, S, with the sum 1, none
  /// larger than the one before.
  std::vector<double> (*sides)(std::span<const double> shares);
  /// Why it cannot be for these shares; empty: it can.
  std::string (*obstacle)(std::span<const double> shares);
  /// Rectangles of R (owner 1) and S (owner 2), or of S (owner 1), on the cells of P, for whole sides of 0 to N; none if they do
  /// not fit.
  std::vector<Rectangle> (*layers)(std::int64_t cells, std::span<const std::int64_t> sides);
};

namespace shape {
extern const CanonicalShape straight_line, square_corner_of_two;
extern const CanonicalShape square_corner, rectangle_corner, rectangle_corner_of_equal_heights,
    square_rectangle, block_rectangle, l_rectangle, traditional_rectangle;
} // namespace shape

/// All of them. The forms of a shape have the same name.
std::span<const CanonicalShape* const> canonical_shapes();

/// It exists for all shares.
std::string no_obstacle(std::span<const double> shares);
/// Squares of R and S do not fit into opposite corners: there is no Square Corner (Theorem 7.1.1).
bool squares_overlap(std::span<const double> shares);

/// A shape on N x N cells.
struct Drawn {
  std::vector<Bands> ways;
  std::string obstacle; ///< if there is none
};

/// Every way to round its sides to whole cells, up or down each, with the processes in every order in which no one is faster
/// than the one before.
/// \param shares  one for each process, in any order, with the sum 1
Drawn draw(const CanonicalShape& shape, std::span<const double> shares, std::int64_t cells);

} // namespace hetgrid::partition
