// Windows: the steps of a right-looking blocked factorization, and how the panel of each is factored.
#pragma once

#include "hetgrid/layout.hpp"
#include "hetgrid/parameters.hpp"
#include "schedule/panel_cost.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace hetgrid::schedule {

using layout::Index;

/// A p x q process grid; ranks are row-major.
struct GridSpeeds {
  int p, q;
  std::vector<double> cycle_times; ///< by rank, 1 for the fastest

  double at(int row, int column) const { return cycle_times[static_cast<std::size_t>(row * q + column)]; }
};

/// One dimension of a submatrix.
struct Extent {
  const layout::Axis& axis;
  Index begin; ///< global index of the submatrix's first row or column
};

/// Indices [first, first + width) of the dimension that is factored, relative to the submatrix.
struct Window {
  Index first, width;
  PanelMethod method; ///< collected or distributed
  int process;        ///< collected: who factors it, a rank; distributed: -1
  int place;          ///< distributed: the grid line that owns it, whose processes factor it; collected: -1
};

/// What is factored: windows are made of columns, panels consist of the rows below them; or the other way round.
struct Factored {
  Extent rows, columns;
  bool by_columns;
  Index count;  ///< indices that are cut into windows
  Index length; ///< of the long side of the first panel, at least `count`
  Index other;  ///< indices of the whole dimension that `count` is of: those behind a window are updated

  const Extent& across() const { return by_columns ? columns : rows; }
  const Extent& along() const { return by_columns ? rows : columns; }
};

/// What the choice between the methods depends on.
struct MethodChoice {
  PanelKind kind;
  Parameters parameters;
  double element_bytes;

  bool is_distributed(const PanelStep& step) const;
};

/// How wide windows are.
struct Widths {
  Index window; ///< in general
  Index
      tail; ///< the last one at most: what one process factors faster than the exchanges of its windows would take
};
const FactorizationParameters& parameters_of(PanelKind kind, const Parameters& parameters);
Widths widths_of(PanelKind kind, const Parameters& parameters);
/// Blocks smaller than windows, but not than this, are windows of their own if that lets panels be distributed, and is
/// faster.
inline constexpr Index narrowest_window = 32;
/// Width of the windows along blocks of nb, of a p x q grid with panels of up to `length` rows over its p rows, on equal
/// processes.
Index window_width(const MethodChoice& choice, const Widths& widths, Index nb, int p, int q, Index length);

/// The columns behind the next window are updated in chunks, between which a process looks after the others.
struct Chunks {
  Index shortest; ///< columns, but where there are fewer
  Index most;
};
/// Of any method.
inline constexpr Index most_chunks = 8;
/// Long enough for the local multiply to run at its best rate, short enough to serve others in time: the processes that factor
/// a distributed panel have to come together.
/// \param chunk  FactorizationParameters::chunk
constexpr Chunks chunks_before(PanelMethod next, Index chunk) noexcept {
  if (chunk > 0)
    return {chunk, most_chunks};
  return next == PanelMethod::distributed ? Chunks{128, most_chunks} : Chunks{256, 4};
}

/// Cuts indices [0, count) into windows, along the borders of blocks. Once the panel of a window is not longer than the tail, all that is left becomes one window. Without a `choice` all panels are collected.
///
/// A panel can be distributed if one grid line owns all of its window: where blocks are smaller than windows, see
/// window_width. Who factors a collected one: FactoringProcesses.
std::vector<Window> make_windows(const GridSpeeds& grid, const Factored& matrix, const Widths& widths,
                                 const std::optional<MethodChoice>& choice = {});

} // namespace hetgrid::schedule
