#include "partition/push/dfa.hpp"

#include <numeric>

namespace hetgrid::partition {
namespace {

/// Cells of the edge that a Push would empty that X does not own.
std::int64_t missing_in_edge(const View& view, int x) {
  const Rectangle within = view.enclosing_rectangle(x);
  return within.columns - view.in_row(x, within.row);
}

/// Exchanges two cells unless this raises the volume of communication or enlarges the enclosing rectangle of Y, who gets (k, l).
bool exchange_if_legal(View& view, int y, std::int64_t k, std::int64_t l, std::int64_t i, std::int64_t j) {
  const Rectangle own = view.enclosing_rectangle(y);
  if (k < own.row || k >= own.row + own.rows || l < own.column || l >= own.column + own.columns)
    return false;
  const std::int64_t volume = view.volume();
  view.exchange(k, l, i, j);
  if (view.volume() <= volume)
    return true;
  view.exchange(k, l, i, j);
  return false;
}

bool within(const Rectangle& inner, const Rectangle& outer) {
  return inner.row >= outer.row && inner.row + inner.rows <= outer.row + outer.rows &&
         inner.column >= outer.column && inner.column + inner.columns <= outer.column + outer.columns;
}

/// The row in which X lacks the most cells becomes the edge, as far as the columns of X go, if that is legal: as if rows were
/// permuted, on which the volume of communication does not depend.
void bring_to_edge(View view, int x) {
  const Rectangle own = view.enclosing_rectangle(x);
  std::int64_t least = own.row;
  for (std::int64_t i = own.row; i < own.row + own.rows; ++i)
    if (view.in_row(x, i) < view.in_row(x, least))
      least = i;
  std::vector<Rectangle> enclosing;
  for (int process = 0; process < view.processes(); ++process)
    enclosing.push_back(view.enclosing_rectangle(process));
  const std::int64_t volume = view.volume();
  const auto exchange_rows = [&] {
    for (std::int64_t j = own.column; j < own.column + own.columns; ++j)
      view.exchange(own.row, j, least, j);
  };
  exchange_rows();
  bool legal = view.volume() <= volume;
  for (int process = 0; process < view.processes(); ++process)
    legal = legal && within(view.enclosing_rectangle(process), enclosing[static_cast<std::size_t>(process)]);
  if (!legal)
    exchange_rows();
}

/// Cells that X lacks to fill its enclosing rectangle come to lie side by side in the edge k that lacks the most,
/// as far as that is legal: X is asymptotically rectangular then.
void gather(PushState& state, int x) {
  bring_to_edge(View(state, Direction::down), x);
  bring_to_edge(View(state, Direction::over), x);
  Direction most = Direction::down;
  for (const Direction direction : all_directions)
    if (missing_in_edge(View(state, direction), x) > missing_in_edge(View(state, most), x))
      most = direction;
  View view(state, most);
  const Rectangle within = view.enclosing_rectangle(x);
  const std::int64_t k = within.row, right = within.column + within.columns;
  std::int64_t l = within.column; // the next cell of X in the edge to be exchanged
  for (std::int64_t i = within.row + within.rows - 1; i >= k; --i)
    for (std::int64_t j = right - 1; j >= within.column; --j) {
      while (l < right && view.owner(k, l) != x)
        ++l;
      if (l == right || (i == k && j <= l))
        return;
      if (view.owner(i, j) != x)
        exchange_if_legal(view, view.owner(i, j), k, l, i, j);
    }
}

} // namespace

PushCounts beautify(PushState& state) {
  const std::vector<std::int64_t> cells = cells_of_processes(state.partition());
  const PushPlan all = all_inputs(cells);
  PushCounts pushes = condense(state, all);
  for (bool pushed = true; pushed;) {
    for (int process = 0; process < state.counts().processes(); ++process)
      if (process != largest_process(cells) && cells[static_cast<std::size_t>(process)] > 0)
        gather(state, process);
    const PushCounts more = condense(state, all);
    pushed = std::accumulate(more.begin(), more.end(), std::int64_t{0}) > 0;
    for (std::size_t k = 0; k < more.size(); ++k)
      pushes[k] += more[k];
  }
  return pushes;
}

} // namespace hetgrid::partition
