// A move takes a process X out of a line: its cells there become those of Y, who is in the line already, for cells that Y has
// elsewhere. So one process fewer is in this line, whatever happens in others. 8.2.1 draws the cells of Y by the number of
// processes in their lines; here the lines in which X is already come first, and one line is emptied of Y before another.
#include "partition/many/cell_annealing.hpp"

#include "partition/line_counts.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace hetgrid::partition {
namespace {

constexpr double cooling = 0.8; ///< of Kirkpatrick, 8.2.1
constexpr int stages = 40;

/// Lines from which X gets the cells of Y, at most.
constexpr std::size_t most_donors = 4;

std::int64_t below(std::int64_t count, std::mt19937_64& random) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
}

/// A partition, or its transpose: a move of columns is one of rows there.
class CountsView {
public:
  CountsView(LineCounts& counts, bool transposed) : counts_(counts), transposed_(transposed) {}

  std::int64_t cells() const { return counts_.cells(); }
  int processes() const { return counts_.processes(); }
  int owner(std::int64_t i, std::int64_t j) const {
    return transposed_ ? counts_.owner(j, i) : counts_.owner(i, j);
  }
  std::int64_t in_row(int process, std::int64_t i) const {
    return transposed_ ? counts_.in_column(process, i) : counts_.in_row(process, i);
  }
  std::int64_t in_column(int process, std::int64_t j) const {
    return transposed_ ? counts_.in_row(process, j) : counts_.in_column(process, j);
  }
  /// Processes in the row and in the column of a cell.
  std::int64_t score(std::int64_t i, std::int64_t j) const {
    return transposed_ ? counts_.processes_in_row(j) + counts_.processes_in_column(i)
                       : counts_.processes_in_row(i) + counts_.processes_in_column(j);
  }
  void exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h) {
    transposed_ ? counts_.exchange(j, i, h, g) : counts_.exchange(i, j, g, h);
  }

private:
  LineCounts& counts_;
  bool transposed_;
};

class CellMove {
public:
  explicit CellMove(CountsView view) : view_(view) {}

  /// \return false if there is no such move; otherwise it is made
  bool make(std::mt19937_64& random);
  void undo();

private:
  struct Place {
    std::int64_t i, j;
    std::int64_t rank; ///< the largest are best
  };

  bool choose_processes(std::mt19937_64& random);
  void collect_places(std::mt19937_64& random);
  std::int64_t rank(std::int64_t i, std::int64_t j) const;

  CountsView view_;
  std::int64_t line_ = 0, wanted_ = 0;
  int x_ = 0, y_ = 0;
  std::vector<Place> places_;
  std::vector<std::int64_t> given_; ///< columns of the line
};

/// A line, a process X there, the fewer cells it has in it the likelier, and another one.
bool CellMove::choose_processes(std::mt19937_64& random) {
  line_ = below(view_.cells(), random);
  std::vector<int> present;
  double weights = 0;
  for (int process = 0; process < view_.processes(); ++process)
    if (const std::int64_t count = view_.in_row(process, line_); count > 0) {
      present.push_back(process);
      weights += 1 / static_cast<double>(count);
    }
  if (present.size() < 2)
    return false;
  double left = weights * static_cast<double>(random() >> 11) * 0x1p-53;
  auto x = present.begin();
  while (x + 1 != present.end() && (left -= 1 / static_cast<double>(view_.in_row(*x, line_))) >= 0)
    ++x;
  x_ = *x;
  wanted_ = view_.in_row(x_, line_);
  present.erase(x);
  y_ = present[static_cast<std::size_t>(below(std::ssize(present), random))];
  return true;
}

/// For X to get cell (i, j), in the order of importance: no line with X is added; processes in its lines, the score of 8.2.1;
/// Y is near to leaving the column.
std::int64_t CellMove::rank(std::int64_t i, std::int64_t j) const {
  const std::int64_t old_lines = (view_.in_row(x_, i) > 0) + (view_.in_column(x_, j) > 0);
  return (old_lines * 2 * view_.processes() + view_.score(i, j)) * (view_.cells() + 1) -
         view_.in_column(y_, j);
}

void CellMove::collect_places(std::mt19937_64& random) {
  places_.clear();
  const std::int64_t cells = view_.cells(), start = below(cells, random);
  std::size_t donors = 0;
  for (const bool with_x : {true, false})
    for (std::int64_t k = 0; k < cells && donors < most_donors; ++k) {
      const std::int64_t i = (start + k) % cells;
      if (i == line_ || view_.in_row(y_, i) == 0 || (view_.in_row(x_, i) > 0) != with_x)
        continue;
      ++donors;
      for (std::int64_t j = 0; j < cells; ++j)
        if (view_.owner(i, j) == y_)
          places_.push_back({i, j, rank(i, j)});
    }
}

bool CellMove::make(std::mt19937_64& random) {
  if (!choose_processes(random))
    return false;
  collect_places(random);
  if (std::ssize(places_) < wanted_)
    return false;
  const auto end = places_.begin() + wanted_;
  std::ranges::nth_element(places_, end - 1, [](const Place& a, const Place& b) { return a.rank > b.rank; });
  places_.erase(end, places_.end());
  given_.clear();
  for (std::int64_t j = 0; j < view_.cells(); ++j)
    if (view_.owner(line_, j) == x_)
      given_.push_back(j);
  for (std::size_t k = 0; k < given_.size(); ++k)
    view_.exchange(line_, given_[k], places_[k].i, places_[k].j);
  return true;
}

void CellMove::undo() {
  for (std::size_t k = 0; k < given_.size(); ++k)
    view_.exchange(line_, given_[k], places_[k].i, places_[k].j);
}

} // namespace

Partition anneal(const Partition& start, const CellAnnealing& options) {
  LineCounts counts(start);
  Partition best = start;
  std::int64_t lines = counts.volume_of_communication() / counts.cells(), least = lines;
  std::mt19937_64 random(options.seed);
  for (int k = 0; k < options.moves; ++k) {
    const double temperature =
        options.temperature * std::pow(cooling, static_cast<double>(stages) * k / options.moves);
    CellMove move(CountsView(counts, random() >> 63));
    if (!move.make(random))
      continue;
    const std::int64_t changed = counts.volume_of_communication() / counts.cells();
    const double chance = std::exp(static_cast<double>(lines - changed) / temperature);
    if (static_cast<double>(random() >> 11) * 0x1p-53 >= chance) {
      move.undo();
      continue;
    }
    lines = changed;
    if (lines < least) {
      least = lines;
      best = counts.partition();
    }
  }
  return best;
}

} // namespace hetgrid::partition
