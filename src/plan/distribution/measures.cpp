// Figures of a distribution that need no model. The panel is counted as often as the matrix repeats it;
// blocks of a last, incomplete panel count only where they lie in the matrix.
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "layout/subscript.hpp"
#include "plan/distribution/line_kinds.hpp"
#include "plan/objective.hpp"

#include <algorithm>

namespace hetgrid::plan {
double balance(const Distribution& distribution, std::span<const double> cycle_times, std::int64_t blocks) {
  const LineKinds kinds(distribution);
  const std::vector<double> rows = lines_of_kinds(kinds.row, kinds.rows, blocks),
                            columns = lines_of_kinds(kinds.column, kinds.columns, blocks);
  std::vector<double> load(cycle_times.size());
  for (int i = 0; i < kinds.rows; ++i)
    for (int j = 0; j < kinds.columns; ++j) {
      const int owner = kinds.owner_of(i, j);
      if (owner < 0 || owner >= static_cast<int>(cycle_times.size()))
        throw ArgumentError("distribution.owner", std::to_string(owner),
                            "a process, 0 to " + std::to_string(cycle_times.size() - 1));
      load[at(owner)] += rows[at(i)] * columns[at(j)];
    }
  double longest = 0;
  for (std::size_t k = 0; k < load.size(); ++k)
    longest = std::max(longest, load[k] * cycle_times[k]);
  return static_cast<double>(blocks) * static_cast<double>(blocks) / (upper_bound(cycle_times) * longest);
}

double half_perimeters(const Distribution& distribution, std::int64_t blocks) {
  const LineKinds kinds(distribution);
  const std::vector<double> rows = lines_of_kinds(kinds.row, kinds.rows, blocks),
                            columns = lines_of_kinds(kinds.column, kinds.columns, blocks);
  std::vector<int> last_line(at(std::ranges::max(kinds.owner)) + 1, -1); // in which the process was met
  double sum = 0;
  const auto meet = [&](int i, int j, int line, double lines, double across) {
    int& last = last_line[at(kinds.owner_of(i, j))];
    if (last != line && across > 0) {
      sum += lines;
      last = line;
    }
  };
  for (int i = 0; i < kinds.rows; ++i)
    for (int j = 0; j < kinds.columns; ++j)
      meet(i, j, i, rows[at(i)], columns[at(j)]);
  std::ranges::fill(last_line, -1);
  for (int j = 0; j < kinds.columns; ++j)
    for (int i = 0; i < kinds.rows; ++i)
      meet(i, j, j, columns[at(j)], rows[at(i)]);
  return sum / static_cast<double>(blocks);
}

} // namespace hetgrid::plan
