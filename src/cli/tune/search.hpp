// The search of `hetgrid tune`: one parameter after the other, by measurements.
//
// Times of runs on a machine that others use scatter by more than parameters gain. So whatever is compared is run in turns;
// candidates are sorted out by the shortest of few runs; and one takes the place of the best so far only if it is
// ahead in so many of a number of pairs of runs that this happens by chance once in 20 times at most (sign test). What is
// reported is measured again, in pairs with the default, once the search has ended: the best of many measurements is
// better than it is.
#pragma once

#include "hetgrid/parameters.hpp"

#include <functional>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// The values of one parameter, as in {"lu.width=64", "lu.width=96"}.
using Coordinate = std::vector<std::string>;

struct SearchTools {
  std::function<double(const schedule::Parameters&)> seconds_of_run;
  std::function<double()> elapsed; ///< seconds since the search began
};

/// Two parameters, measured in turns.
struct PairedRuns {
  std::vector<double> first, second; ///< seconds

  /// Median of the ratios of the first's time to the second's.
  double ratio() const;
  /// Pairs in which the second was faster.
  int wins() const;
  /// The sign test says that the second one is faster.
  bool second_is_faster() const;
};

struct SearchResult {
  schedule::Parameters parameters; ///< those of the default unless others are faster
  PairedRuns final_runs;           ///< the default and the best; of the default alone if nothing was faster
  int tried = 0;                   ///< parameters that were run
  bool complete = true;            ///< no value was left out for want of time
};

/// Wins of so many pairs that chance gives one time in 20 at most; more than there are pairs: never.
int wins_needed(int pairs);

/// About `seconds` long.
SearchResult search_parameters(const schedule::Parameters& start, const std::vector<Coordinate>& coordinates,
                               const SearchTools& tools, double seconds);

} // namespace hetgrid::cli
