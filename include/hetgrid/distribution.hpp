// Static distributions other than hetgrid's own, in a common form: who owns each block of a panel that
// repeats over the matrix. A grid plan is one of them.
#pragma once

#include "hetgrid/model.hpp"
#include "hetgrid/plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace hetgrid::plan {

/// Owners of the blocks of a panel (the generalised block of [Lastovetsky04]) that repeats over the matrix.
struct Distribution {
  std::string name;
  int rows = 0;           ///< of the panel, blocks
  int columns = 0;        ///< of the panel, blocks
  std::vector<int> owner; ///< rows * columns, row-major: process that owns the block

  int at(std::int64_t i, std::int64_t j) const {
    return owner[static_cast<std::size_t>(i % rows) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(j % columns)];
  }
};

/// The panel of a plan.
Distribution distribution_of(const Plan& plan);

/// ScaLAPACK's block-cyclic distribution on a p x q grid of processes 0 .. p q - 1, or on the grid given.
Distribution uniform_distribution(int p, int q);
Distribution uniform_distribution(const Arrangement& grid);

/// The fastest p q processes by non-increasing speed along every row and every column, as [Lastovetsky04]
/// section 6 asks for: row after row. \throws ArgumentError unless 1 <= p q <= the number of processes
Arrangement arrangement_by_speed(std::span<const double> cycle_times, int p, int q);

/// The distribution of Kalinov and Lastovetsky (2001) on the grid given: the l x l generalised block is cut
/// into q vertical slices in proportion to the sums of the speeds of the grid columns, each of them by itself
/// into p rectangles in proportion to the speeds of its processes; both rounded by Algorithm 2.3.1 of
/// [Boudet99].
/// \param l blocks, at least max(p, q)
/// \throws ArgumentError on an illegal grid or size
Distribution kalinov_lastovetsky_distribution(std::span<const double> cycle_times, const Arrangement& grid,
                                              int l);

/// The same in the two-step form of [Lastovetsky04] sections 4 and 6: on arrangement_by_speed().
Distribution two_step_distribution(std::span<const double> cycle_times, int p, int q, int l);

/// Partition of the unit square into full-height columns of rectangles, each with an area in proportion to
/// the speed of its process.
struct ColumnPartition {
  std::vector<std::vector<int>> columns; ///< processes of each column
  double half_perimeters = 0;            ///< sum of width + height over all rectangles
};

/// The column-based partition with the smallest sum of half-perimeters (Beaumont, Boudet, Rastello, Robert,
/// 2001 and 2002). No partition into rectangles, column-based or not, has less than max(2, 2 sum_i
/// sqrt(area_i)). O(n^2) for n processes.
ColumnPartition column_based_partition(std::span<const double> cycle_times);

/// That partition on a panel of l x l blocks, widths and heights rounded by Algorithm 2.3.1 of [Boudet99].
/// \param l at least 1; a process that is too slow for a panel of this size gets no blocks
Distribution column_based_distribution(std::span<const double> cycle_times, int l);

/// Ranks that run on each process when speeds are evened out by more ranks on the fast ones, as
/// HeteroScaLAPACK does (Reddy, Lastovetsky, Alonso 2008): speed over that of the slowest, rounded, at most
/// `cap`.
std::vector<int> ranks_by_speed(std::span<const double> cycle_times, int cap);

/// Block-cyclic on a p x q grid of ranks, row-major in the order of the processes, ranks[k] of them on
/// process k, which owns what its ranks own. \throws ArgumentError unless p q is the number of ranks
Distribution oversubscribed_distribution(std::span<const int> ranks, int p, int q);

/// Part of the power of all processes that updating a whole matrix of blocks x blocks uses until the last one
/// is done: blocks^2 / (sum_k 1/t_k * max_k load_k t_k). 1: all end together, none is idle.
double balance(const Distribution& distribution, std::span<const double> cycle_times, std::int64_t blocks);

/// Communication volume of a product of matrices of blocks x blocks: at each step a process needs a block of
/// A for every block row and a block of B for every block column in which it has blocks. Sum of these rows
/// and columns over all processes, over blocks: p + q on a p x q grid, the sum of half-perimeters of a
/// partition of the square.
double half_perimeters(const Distribution& distribution, std::int64_t blocks);

/// What the size of the generalised block does: the larger, the better the balance, but the longer the runs
/// of steps whose blocks come from the same processes, which then cannot overlap ([Lastovetsky04] section 4).
struct GeneralisedBlock {
  int l = 0;           ///< blocks
  double balance = 0;  ///< as balance()
  int longest_run = 0; ///< most consecutive block columns with the same owners
  double seconds = 0;  ///< predicted
};

/// Sizes from max(p, q) to the whole matrix, or 1024, each about a quarter larger than the one before.
std::vector<int> generalised_block_sizes(int p, int q, std::int64_t blocks);

/// The two-step distribution for each of these sizes.
std::vector<GeneralisedBlock> generalised_blocks(const Platform& platform, const Problem& problem, int p,
                                                 int q);

/// One row of a comparison.
struct Compared {
  Distribution distribution;
  std::string shape;  ///< "3 x 4", "columns of 4, 5, 3"
  double balance = 0; ///< as balance()
  double half_perimeters =
      0;            ///< as half_perimeters(), over p + q of the plan's grid: 1 for every grid of this shape
  double ratio = 0; ///< predicted time over that of the plan
  Prediction prediction;
};

/// The plan and the other distributions for the same processes, each with the shape and the panel that are
/// predicted to be fastest for it; fastest first, those that do not fit into the memory last.
/// \throws ArgumentError on an illegal platform, problem or plan
std::vector<Compared> compare_distributions(const Platform& platform, const Problem& problem,
                                            const Plan& plan);

/// JSON array with a row for each; the panels themselves are left out.
std::string to_json(const std::vector<Compared>& comparison);

} // namespace hetgrid::plan
