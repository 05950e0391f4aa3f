// Non-decreasing arrangements ([Boudet99] 4.2, 7.1).
#pragma once

#include "hetgrid/plan.hpp"

#include <span>
#include <vector>

namespace hetgrid::plan {

/// Number of non-decreasing arrangements of p q distinct cycle-times (Table 4), by the hook formula. A
/// double, since it grows beyond any integer type.
double count_nondecreasing_arrangements(int p, int q);

/// The beginning of a non-decreasing arrangement: the fastest processes 0 .. placed() - 1 have their places,
/// which form a Young diagram in the upper left corner of the grid.
///
/// Extending it in all ways that extend() accepts reaches every non-decreasing arrangement once, except for
/// those that differ from another one only in processes of equal cycle-time or, on a square grid, by
/// transposition.
class PartialArrangement {
public:
  /// \param sorted  the p q cycle-times, non-decreasing; must outlive this
  PartialArrangement(std::span<const double> sorted, int p, int q);

  int placed() const noexcept { return placed_; }
  bool complete() const noexcept { return placed_ == arrangement_.p * arrangement_.q; }
  int length(int row) const noexcept { return length_[static_cast<std::size_t>(row)]; }
  /// What is placed; entries beyond the diagram have no meaning.
  const Arrangement& arrangement() const noexcept { return arrangement_; }

  /// The next process goes to the end of this row. \return false, and nothing changes, if it may not
  bool extend(int row);
  /// Undoes the last extend() that was accepted.
  void retract();

private:
  /// < 0, 0, > 0: the row lengths are lexicographically below, equal to, above the column lengths.
  int against_transpose() const;

  std::span<const double> sorted_;
  int placed_ = 0;
  Arrangement arrangement_;
  std::vector<int> length_; ///< of the rows of the diagram
  std::vector<int> row_of_; ///< of the processes that are placed
  int asymmetric_since_; ///< number of placed processes from which on transposition gives another arrangement
};

} // namespace hetgrid::plan
