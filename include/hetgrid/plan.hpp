// Planning: from the cycle-times of n processes to a p x q grid, who sits where, the share of each grid row
// and column, and the panel of blocks that realises the shares. Pure arithmetic, no MPI.
//
// Words and symbols are those of [Boudet99]: cycle-time t (time of one r x r block update, relative: small =
// fast), real shares r_i and c_j with r_i t_ij c_j <= 1, work per unit time W = (sum_i r_i)(sum_j c_j) <= sum
// 1/t. All indices are 0-based.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hetgrid::plan {

/// Who sits where in a p x q grid.
struct Arrangement {
  int p = 0;                ///< grid rows
  int q = 0;                ///< grid columns
  std::vector<int> process; ///< p*q entries, row-major: the process (index into the cycle-times) at (i, j)

  int at(int i, int j) const { return process[static_cast<std::size_t>(i) * q + j]; }
};

/// Real shares of the grid rows (r, p entries) and grid columns (c, q entries); any common scale.
struct Shares {
  std::vector<double> r;
  std::vector<double> c;
};

/// The panel along one axis: which grid coordinate owns each of its blocks. Repeated over the matrix.
struct AxisPanel {
  std::vector<int> count; ///< count[i]: blocks of grid coordinate i in the panel; may be zero
  std::vector<int> order; ///< order[b]: grid coordinate that owns block b, 0 <= b < sum(count)
};

/// What the plan is made for: it decides the order of the blocks in a panel ([Boudet99] 2.3.2 and 3.2.2).
enum class Operation {
  gemm,         ///< every block is updated at every step: order is free, blocks are spread evenly
  factorization ///< LU, QR, Cholesky: the matrix shrinks, so the dynamic-programming order is reversed
};

/// How arrangement and shares are searched.
enum class Search {
  automatic,   ///< exact where it is feasible, otherwise multi_start
  exact,       ///< optimum over all non-decreasing arrangements and acceptable spanning trees
  heuristic,   ///< [Boudet99] 4.4 as printed (with errata), its own threshold for the split
  multi_start, ///< every split k0, then reassignment by r_i c_j and swaps with exact shares
  as_given     ///< processes in the order given, row-major; only the shares are optimised
};

struct Options {
  int p = 0; ///< grid rows; 0 with q = 0: choose the shape, slow processes may stay idle
  int q = 0; ///< grid columns
  Operation operation = Operation::gemm;
  Search search = Search::automatic;
  int panel_rows = 0;     ///< B_p in blocks; 0: chosen, the smallest that loses little to rounding
  int panel_columns = 0;  ///< B_q in blocks; 0: chosen
  std::uint64_t seed = 1; ///< of the multi-start search; same seed, same plan
  /// For the choice of the grid shape only: block rows and columns of the matrix, and the time to send one
  /// block to a neighbour in units of the fastest cycle-time. A 1 x n grid shares the work best and
  /// communicates most.
  int matrix_blocks = 64;
  double block_transfer_time = 1;
};

/// Everything hetgrid needs to lay matrices out unevenly.
struct Plan {
  std::vector<double> cycle_times; ///< of all n processes, as given
  Operation operation = Operation::gemm;
  Arrangement arrangement;
  Shares shares;
  AxisPanel rows;         ///< blocks of a panel over the grid rows
  AxisPanel columns;      ///< blocks of a panel over the grid columns
  double work = 0;        ///< W of the real shares
  double bound = 0;       ///< sum of 1/t over all n processes: no plan can do more work per unit time
  double panel_work = 0;  ///< W that the integer panel reaches: B_p B_q / max_ij (n_i t_ij m_j)
  double cyclic_work = 0; ///< W of the uniform layout on the same grid: p q / max t of the processes on it
  std::vector<int> idle;  ///< processes left out of the grid

  /// Predicted gain over the uniform layout on the same grid: panel_work / cyclic_work.
  double speedup() const { return panel_work / cyclic_work; }
};

/// One call from cycle-times to plan.
/// \param cycle_times  one per process, positive and finite, any common unit
/// \throws ArgumentError on an illegal cycle-time, grid or panel size
Plan make_plan(std::span<const double> cycle_times, const Options& options = {});

/// The plan that gives every grid row and column one block: exactly ScaLAPACK's block-cyclic layout.
Plan uniform_plan(int p, int q);

/// \throws ArgumentError naming the first inconsistent field (sizes, counts against order, process out of
/// range).
void validate(const Plan& plan);

/// JSON of a plan, and back. from_json validates. \throws InputError on malformed text.
std::string to_json(const Plan& plan);
Plan plan_from_json(const std::string& text);

/// "1,2.5,3" -> cycle-times. \param argument name of what the text was given for, for the message
/// \throws ArgumentError unless the text is a list of positive finite numbers, separated by commas
std::vector<double> cycle_times_from_text(std::string_view argument, const std::string& text);

/// What is known of one process: written by `hetgrid probe`, read by the planner.
struct ProcessSpeed {
  std::string host;
  int rank = 0;
  double cycle_time = 0; ///< relative, the fastest process has 1
  double gflops = 0;     ///< 1e9 floating-point operations a second
  double spread = 0;     ///< (max - min) / median of the repeated measurements
};

/// Processes in the order of their ranks.
struct Platform {
  int block_size = 0; ///< block size r at which the speeds were measured, elements
  std::vector<ProcessSpeed> processes;

  std::vector<double> cycle_times() const;
};

std::string to_json(const Platform& platform);
/// \throws InputError on malformed text, ArgumentError on illegal cycle-times.
Platform platform_from_json(const std::string& text);

} // namespace hetgrid::plan
