// What products of distributed matrices have in common that run over windows of their inner dimension (gemm.cpp, lauum.cpp; some of
// it hegst.cpp): the panels of
// a factor, window by window, and the loop over the windows.
#pragma once

#include "comm/redistribute.hpp"
#include "linalg/gemm.hpp"
#include "linalg/product_panels.hpp"
#include "linalg/temporary_matrix.hpp"
#include "measure/profile.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace hetgrid::linalg {

using comm::Grid;

/// An aligned copy of a window of op(X): rows as those of C and K over the grid columns (X = A), or columns
/// as those of C and K over the grid rows (X = B).
template <typename T>
class AlignedCopy {
public:
  AlignedCopy(const Grid& grid, Operand side, kernel::Transpose trans, const Submatrix<T>& c, Index window)
      : side_(side), trans_(trans) {
    const int parts = side == Operand::a ? grid.q() : grid.p();
    const layout::Axis k_axis{layout::AxisMap::uniform(parts), window, (window + parts - 1) / parts, 0};
    copy_ = side == Operand::a ? TemporaryMatrix<T>(grid, c.rows, c.i, c.m, k_axis, 0, window)
                               : TemporaryMatrix<T>(grid, k_axis, 0, window, c.columns, c.j, c.n);
  }

  /// Copies op(x), no wider than the window, to the lines of C from `first` on. Collective over the grid.
  Submatrix<const T> load(Grid& grid, const Submatrix<const T>& x, Index first = 0) {
    const bool transposed = trans_ != kernel::Transpose::no;
    const Index m = transposed ? x.n : x.m, n = transposed ? x.m : x.n;
    const Submatrix<T> copy =
        side_ == Operand::a ? copy_.submatrix().part(first, 0, m, n) : copy_.submatrix().part(0, first, m, n);
    comm::redistribute(grid, x, copy, transposed, trans_ == kernel::Transpose::conjugate);
    return comm::as_const(copy);
  }

private:
  Operand side_;
  kernel::Transpose trans_;
  TemporaryMatrix<T> copy_;
};

/// Source of the panels of one factor, window by window.
template <typename T>
class PanelSource {
public:
  /// The part of X that a window [first, last) of K has.
  using Part = std::function<Submatrix<const T>(Index first, Index last)>;

  /// \param direct  op(X) = X is aligned with C \param window  indices of K in the widest one
  PanelSource(Grid& grid, Operand side, kernel::Transpose trans, bool direct, const Submatrix<T>& c,
              Index window, Part part)
      : grid_(grid), side_(side), trans_(trans), direct_(direct), c_(c), window_(window),
        part_(std::move(part)), panels_(grid, side) {
    find_audience();
  }

  /// Gets the workspace. Collective over the grid line. \param windows  under way at a time
  void reserve(runtime::Engine& engine, int windows) {
    panels_.reserve(engine, window_ * (side_ == Operand::a ? c_.local_rows(grid_) : c_.local_columns(grid_)),
                    windows);
    // Without a panel the multiply reads the copy itself, while the next window is loaded into the other one.
    for (int copy = 0; !direct_ && copy < (panels_.travel() ? 1 : windows); ++copy)
      copies_.emplace_back(grid_, side_, trans_, c_, window_);
  }

  bool can_open() { return panels_.can_open(); }
  bool ready() { return panels_.ready(); }
  bool spans_nodes() const { return panels_.spans_nodes(); }
  bool travel() const { return panels_.travel(); }

  /// Starts window [first, last) of K: writes and sends my part of it.
  void open(Index first, Index last) {
    const Submatrix<const T> part = part_(first, last);
    panels_.open(direct_ ? part : copies_[panels_.opened() % copies_.size()].load(grid_, part));
  }
  /// The current window, once it is ready.
  LocalFactor<T> factor() const { return panels_.factor(); }
  /// The next window becomes the current one.
  void release() { panels_.release(); }

private:
  /// Those that have elements of C.
  void find_audience() {
    const layout::Axis& axis = side_ == Operand::a ? c_.columns : c_.rows;
    const Index first = side_ == Operand::a ? c_.j : c_.i, count = side_ == Operand::a ? c_.n : c_.m;
    std::vector<int> members;
    for (int member = 0; member < axis.map.nprocs(); ++member)
      if (axis.local_count(first, count, member) > 0)
        members.push_back(member);
    if (members.size() < static_cast<std::size_t>(axis.map.nprocs()))
      panels_.send_to(members);
  }

  Grid& grid_;
  Operand side_;
  kernel::Transpose trans_;
  bool direct_;
  Submatrix<T> c_;
  Index window_;
  Part part_;
  ProductPanels<T> panels_;
  std::vector<AlignedCopy<T>> copies_;
};

/// Windows of K that are under way at a time, the same on all processes of the grid. Collective over it.
template <typename T>
int windows_under_way(Grid& grid, const Submatrix<T>& c, Index k) {
  return schedule::windows_of_product(grid.spans_nodes(), gemm_parameters(grid, c, k).gemm_lookahead);
}

/// The loop over the windows of K, of which `windows` are under way at a time. local(first, depth, a, b) multiplies what this
/// process has of one.
template <typename SourceA, typename SourceB, typename Local>
void outer_product(Grid& grid, Index k, Index w, Index windows, SourceA& a, SourceB& b,
                   runtime::Engine& engine, Local&& local) {
  using measure::Phase, measure::Profile;
  const auto open = [&](Index first) {
    engine.wait([&] { return a.can_open() & b.can_open(); }); // & : both make progress
    const Phase phase(&Profile::exchange, first / w);
    a.open(first, std::min(first + w, k));
    b.open(first, std::min(first + w, k));
  };
  const auto ready = [&] { return a.ready() & b.ready(); };
  kernel::UpdateQueue updates;
  open(0);
  // Nothing can be multiplied before the first one is there: by messages it does not share its link.
  if (grid.spans_nodes())
    engine.wait(ready);
  for (Index first = 0, opened = w; first < k; first += w) {
    // Panels of the next windows leave while K = [first, first + w) is multiplied.
    // At the beginning two more at every step: windows that are sent at the same time arrive at the same time, and the first of
    // them is waited for.
    for (; opened < std::min({k, first + windows * w, 2 * first + 3 * w}); opened += w)
      open(opened);
    engine.wait(ready);
    engine.wait(updates, updates.submit([&] {
      const Phase phase(&Profile::update, first / w);
      local(first, std::min(w, k - first), a.factor(), b.factor());
    }));
    a.release();
    b.release();
  }
  engine.finish();
}

} // namespace hetgrid::linalg
