// What products of distributed matrices have in common that run over windows of their inner dimension: the panels of a factor,
// window by window, and the loop over the windows (gemm.cpp, symm.cpp, trmm.cpp, lauum.cpp). Where windows depend on those before
// (trsm.cpp, invert_triangle.cpp, getri.cpp, hegst.cpp) the loop is another one.
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

/// Indices begin .. end-1.
struct IndexRange {
  Index begin, end;

  Index size() const noexcept { return end - begin; }
};

/// An aligned copy of a window of op(X): rows as those of C and K over the grid columns (X = A), or columns
/// as those of C and K over the grid rows (X = B).
template <typename T>
class AlignedCopy {
public:
  AlignedCopy(const Grid& grid, Operand side, const Submatrix<T>& c, Index window) : side_(side) {
    const int parts = side == Operand::a ? grid.q() : grid.p();
    const layout::Axis k_axis{layout::AxisMap::uniform(parts), window, (window + parts - 1) / parts, 0};
    copy_ = side == Operand::a ? TemporaryMatrix<T>(grid, c.rows, c.i, c.m, k_axis, 0, window)
                               : TemporaryMatrix<T>(grid, k_axis, 0, window, c.columns, c.j, c.n);
  }

  /// Copies op(x), no wider than the window, to the lines of C from `first` on. Collective over the grid.
  Submatrix<T> load(Grid& grid, kernel::Transpose trans, const Submatrix<const T>& x, Index first = 0) {
    const bool transposed = trans != kernel::Transpose::no;
    const Submatrix<T> copy = part(first, transposed ? x.n : x.m, transposed ? x.m : x.n);
    comm::redistribute(grid, x, copy, transposed, trans == kernel::Transpose::conjugate);
    return copy;
  }
  /// m x n, from the line `first` on.
  Submatrix<T> part(Index first, Index m, Index n) const {
    const Submatrix<T>& all = copy_.submatrix();
    return side_ == Operand::a ? all.part(first, 0, m, n) : all.part(0, first, m, n);
  }

private:
  Operand side_;
  TemporaryMatrix<T> copy_;
};

/// Source of the panels of one factor, window by window.
template <typename T>
class PanelSource {
public:
  /// What a window [first, last) of K has of a factor that is aligned with C.
  using Part = std::function<Submatrix<const T>(Index first, Index last)>;
  /// The same of another one, loaded into the copy.
  using Load = std::function<Submatrix<T>(AlignedCopy<T>& copy, Index first, Index last)>;

  /// \param window  indices of K in the widest one \param load  nothing: as `part` has it
  PanelSource(Grid& grid, Operand side, const Submatrix<T>& c, Index window, Part part, Load load = {})
      : grid_(grid), side_(side), c_(c), window_(window), part_(std::move(part)), load_(std::move(load)),
        panels_(grid, side) {
    find_audience();
  }

  /// Gets the workspace. Collective over the grid line. \param windows  under way at a time
  void reserve(runtime::Engine& engine, int windows) {
    panels_.reserve(engine, window_ * (side_ == Operand::a ? c_.local_rows(grid_) : c_.local_columns(grid_)),
                    windows);
    // Without a panel the multiply reads the copy itself, while the next window is loaded into the other one.
    for (int copy = 0; load_ && copy < (panels_.travel() ? 1 : windows); ++copy)
      copies_.emplace_back(grid_, side_, c_, window_);
  }

  bool can_open() { return panels_.can_open(); }
  bool ready() { return panels_.ready(); }
  bool travel() const { return panels_.travel(); }

  /// Starts window [first, last) of K: writes and sends my part of it.
  void open(Index first, Index last) {
    if (load_)
      panels_.open(comm::as_const(load_(copies_[panels_.opened() % copies_.size()], first, last)));
    else
      panels_.open(part_(first, last));
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
  Submatrix<T> c_;
  Index window_;
  Part part_;
  Load load_;
  ProductPanels<T> panels_;
  std::vector<AlignedCopy<T>> copies_;
};

/// Panels of op(X), whose lines lie as those of C do, or are brought there. \param part  of X, of a window, and the line of C that
/// its first line meets
template <typename T, typename PartOf>
PanelSource<T> source_of(Grid& grid, Operand side, kernel::Transpose trans, bool aligned,
                         const Submatrix<T>& c, Index window, PartOf part) {
  if (aligned && trans == kernel::Transpose::no)
    return {grid, side, c, window, [=](Index first, Index last) { return part(first, last).first; }};
  return {grid, side, c, window, {}, [=, &grid](AlignedCopy<T>& copy, Index first, Index last) {
            const auto [x, line] = part(first, last);
            return copy.load(grid, trans, x, line);
          }};
}

/// Indices of K in a window.
template <typename T>
Index product_window(const Grid& grid, const Submatrix<T>& c, Index k) {
  return std::min(k, gemm_depth(grid, c, k));
}

/// The panels of the operand X of a product with inner dimension k.
template <typename T>
PanelSource<T> source_of_operand(Grid& grid, Operand side, kernel::Transpose trans,
                                 const Submatrix<const T>& x, const Submatrix<T>& c, Index k) {
  const bool aligned = side == Operand::a ? layout::aligned(x.rows, x.i, c.rows, c.i, c.m)
                                          : layout::aligned(x.columns, x.j, c.columns, c.j, c.n);
  const bool by_rows = (side == Operand::a) == (trans != kernel::Transpose::no);
  return source_of(grid, side, trans, aligned, c, product_window(grid, c, k), [=](Index first, Index last) {
    return std::pair(by_rows ? x.part(first, 0, last - first, x.n) : x.part(0, first, x.m, last - first),
                     Index{0});
  });
}

/// Windows of K that are under way at a time, the same on all processes of the grid. Collective over it.
template <typename T>
int windows_under_way(Grid& grid, const Submatrix<T>& c, Index k) {
  return schedule::windows_of_product(grid.spans_nodes(), gemm_parameters(grid, c, k).gemm_lookahead);
}

/// C = alpha A B + beta C on local arrays of a process of the grid, looking after messages where there are any.
template <typename T>
void multiply(Grid& grid, runtime::Engine& engine, Index m, Index n, Index k, T alpha,
              const LocalFactor<T>& a, const LocalFactor<T>& b, T beta, T* c, Index ldc) {
  const Index strips =
      grid.spans_nodes() ? schedule::product_strips(m, n, k, std::max(grid.p(), grid.q())) : 1;
  multiply(m, n, k, alpha, a, b, beta, c, ldc, strips, [&] { engine.attend(); });
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

/// C = alpha A B + beta C of the panels of A and B, their inner dimension being k. Collective over the grid.
template <typename T>
void multiply_windows(Grid& grid, Index k, T alpha, PanelSource<T>& a, PanelSource<T>& b, T beta,
                      const Submatrix<T>& c) {
  const Index m = c.local_rows(grid), n = c.local_columns(grid);
  const int windows = windows_under_way(grid, c, k);
  runtime::Engine engine;
  a.reserve(engine, windows);
  b.reserve(engine, windows);
  const kernel::LocalPart<T> local_part(m * n);
  outer_product(grid, k, product_window(grid, c, k), windows, a, b, engine,
                [&](Index first, Index depth, const LocalFactor<T>& x, const LocalFactor<T>& y) {
                  if (m > 0 && n > 0)
                    multiply(grid, engine, m, n, depth, alpha, x, y, first == 0 ? beta : T(1),
                             c.local_data(grid), c.ld);
                });
}

} // namespace hetgrid::linalg
