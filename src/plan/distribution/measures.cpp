// Figures of a distribution that need no model. The panel is counted as often as the matrix repeats it;
// blocks of a last, incomplete panel count only where they lie in the matrix.
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "plan/objective.hpp"

#include <algorithm>

namespace hetgrid::plan {
namespace {

/// How often line k of a panel with `period` lines lies in a matrix of so many blocks.
double repetitions(int k, int period, std::int64_t blocks) {
  return static_cast<double>((blocks - k + period - 1) / period);
}

/// Lines of the panel that lie in the matrix at all.
int lines_used(int lines, std::int64_t blocks) {
  return static_cast<int>(std::min<std::int64_t>(lines, blocks));
}

} // namespace

double balance(const Distribution& distribution, std::span<const double> cycle_times, std::int64_t blocks) {
  std::vector<double> load(cycle_times.size());
  for (int i = 0; i < lines_used(distribution.rows, blocks); ++i)
    for (int j = 0; j < lines_used(distribution.columns, blocks); ++j) {
      const int owner = distribution.at(i, j);
      if (owner < 0 || owner >= static_cast<int>(cycle_times.size()))
        throw ArgumentError("distribution.owner", std::to_string(owner),
                            "a process, 0 to " + std::to_string(cycle_times.size() - 1));
      load[static_cast<std::size_t>(owner)] +=
          repetitions(i, distribution.rows, blocks) * repetitions(j, distribution.columns, blocks);
    }
  double longest = 0;
  for (std::size_t k = 0; k < load.size(); ++k)
    longest = std::max(longest, load[k] * cycle_times[k]);
  return static_cast<double>(blocks) * static_cast<double>(blocks) / (upper_bound(cycle_times) * longest);
}

double half_perimeters(const Distribution& distribution, std::int64_t blocks) {
  const int rows = lines_used(distribution.rows, blocks), columns = lines_used(distribution.columns, blocks);
  const auto processes = static_cast<std::size_t>(std::ranges::max(distribution.owner)) + 1;
  std::vector<int> last_line(processes, -1); // in which the process was met
  double sum = 0;
  const auto meet = [&](int i, int j, int line, double times) {
    int& last = last_line[static_cast<std::size_t>(distribution.at(i, j))];
    if (last != line)
      sum += times;
    last = line;
  };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      meet(i, j, i, repetitions(i, distribution.rows, blocks));
  std::ranges::fill(last_line, -1);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      meet(i, j, j, repetitions(j, distribution.columns, blocks));
  return sum / static_cast<double>(blocks);
}

} // namespace hetgrid::plan
