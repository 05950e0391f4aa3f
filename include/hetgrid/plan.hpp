// Planning: from the cycle-times of n processes to a p x q grid, who sits where, the share of each grid row
// and column, and the panel of blocks that realises the shares. Pure arithmetic, no MPI.
//
// Words and symbols are those of [Boudet99]: cycle-time t (time of one r x r block update, relative: small =
// fast), real shares r_i and c_j with r_i t_ij c_j <= 1, work per unit time W = (sum_i r_i)(sum_j c_j) <= sum
// 1/t. All indices are 0-based.
#pragma once

#include "hetgrid/model.hpp"
#include "hetgrid/parameters.hpp"
#include "hetgrid/platform.hpp"

#include <cstdint>
#include <functional>
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

/// How arrangement and shares are searched.
enum class Search {
  automatic,   ///< exact where it is feasible, otherwise multi_start
  exact,       ///< optimum over all non-decreasing arrangements and acceptable spanning trees
  heuristic,   ///< [Boudet99] 4.4 as printed (with errata), its own threshold for the split
  multi_start, ///< local search from many starts, then branch and bound for a short while
  as_given     ///< processes in the order given, row-major; only the shares are optimised
};

/// State of a search, for those who wait for it.
struct SearchStatus {
  int p = 0, q = 0;    ///< grid that is searched
  double fraction = 0; ///< of the work of this search that is done, 0 to 1
  double work = 0;     ///< W of the best shares so far
  double bound = 0;    ///< no W on this grid can be larger
};
/// Called now and then during a search. \return false to end it with the best found so far
using Progress = std::function<bool(const SearchStatus&)>;

struct Options {
  int p = 0; ///< grid rows; 0 with q = 0: shape chosen by predicted time, slow processes may stay idle
  int q = 0; ///< grid columns
  Problem problem = {}; ///< what the plan is made for
  /// The plan serves matrices of other orders than problem.n, too: no panel is made for one matrix as a whole.
  bool any_order = false;
  Search search = Search::automatic;
  int panel_rows = 0;     ///< B_p in blocks; 0: chosen by the predicted time
  int panel_columns = 0;  ///< B_q in blocks; 0: chosen
  std::uint64_t seed = 1; ///< of the multi-start search; same seed, same plan
  Progress progress = {}; ///< may be empty
};

/// A grid that was considered when the planner chose the shape.
struct ConsideredShape {
  int p = 0, q = 0;
  double seconds = 0; ///< predicted, with the fastest p q processes
};

/// Everything hetgrid needs to lay matrices out unevenly.
struct Plan {
  /// Of all n processes, as given; where speeds depend on the local size or memory is short, as they act with the shares
  /// of this plan.
  std::vector<double> cycle_times;
  Operation operation = Operation::gemm;
  Arrangement arrangement;
  Shares shares;
  AxisPanel rows;    ///< blocks of a panel over the grid rows
  AxisPanel columns; ///< blocks of a panel over the grid columns
  double work = 0;   ///< W of the real shares
  /// W of the shares that the search found: larger than `work` if the processes were rearranged afterwards, because whole
  /// blocks do better there. Not part of the JSON (0).
  double searched_work = 0;
  double bound = 0;       ///< sum of 1/t over all n processes: no plan can do more work per unit time
  double grid_bound = 0;  ///< proven: no arrangement of any p q of the processes on this grid has a larger W
  double panel_work = 0;  ///< W that the integer panel reaches: B_p B_q / max_ij (n_i t_ij m_j)
  double cyclic_work = 0; ///< W of the uniform layout on the same grid: p q / max t of the processes on it
  std::vector<int> idle;  ///< processes left out of the grid
  /// How the factorizations work there; make_plan knows the machine.
  schedule::Parameters parameters = {};
  /// If the shape was chosen: those that were planned, fastest first, among them one with the most processes. Not part of
  /// the JSON.
  std::vector<ConsideredShape> shapes;

  /// Predicted gain over the uniform layout on the same grid: panel_work / cyclic_work.
  double speedup() const { return panel_work / cyclic_work; }
  /// The processes do not sit where the search for real shares has put them.
  bool rearranged() const { return searched_work > work * (1 + 1e-9); }
};

/// One call from a platform to a plan.
/// \throws ArgumentError on an illegal platform, problem, grid or panel size, if the matrices do not fit into the
/// memory of the processes, or if an exact search is asked for on a grid with more than 10^8 acceptable spanning trees
Plan make_plan(const Platform& platform, const Options& options = {});

/// The same where only cycle-times are known (platform_from_cycle_times).
/// \param cycle_times  one per process, positive and finite, any common unit
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
/// \throws ArgumentError unless the text is a list of positive finite numbers, separated by commas, or by any character of
/// `separators`
std::vector<double> cycle_times_from_text(std::string_view argument, const std::string& text,
                                          std::string_view separators = ",");

} // namespace hetgrid::plan
