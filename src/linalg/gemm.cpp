// Outer-product algorithm ([Boudet99] 3.1.1, there one block a step) for C = alpha op(A) op(B) + beta C.
//
// C stays where it is. The inner dimension is cut into windows of w indices; for each window K
//
//     every process gets  A(rows of its grid row, K)  and  B(K, columns of its grid column)
//     and computes        C(local) += alpha A(local rows, K) B(K, local columns)
//
// A window holds whatever block columns of A and block rows of B it covers, of several owners: each owner
// writes its pieces to their place in one common panel, so that the local multiply is always as deep as w,
// however small the blocks and however uneven the shares. Panels of B are kept transposed: then an index of K
// is one contiguous column of either panel, and the pieces of all owners are contiguous.
//
// Panel s+1 is written and sent while panel s is multiplied (double buffer), where messages carry panels s+2 as well, or more
// (schedule::windows_of_product); there is no barrier. A process may run ahead of the others by one panel, which absorbs the
// jitter of a process that loses its core for a while. Why w = 192, if no other is asked for: deep enough for the BLAS to be at
// its asymptotic rate, small enough that the buffers stay below 15 % of the operands at n = 4000 within a host, and that filling
// and draining the pipeline (one panel of n / w) costs little.
//
// An operand that is transposed, or whose rows (columns) do not lie as those of C, is brought to an aligned
// temporary window by window first.
#include "linalg/gemm.hpp"

#include "comm/redistribute.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/local_multiply.hpp"
#include "linalg/local_triangle.hpp"
#include "linalg/product_panels.hpp"
#include "linalg/temporary_matrix.hpp"
#include "measure/profile.hpp"
#include "runtime/engine.hpp"
#include "runtime/reservation.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::linalg {
namespace {

using comm::Grid;
using kernel::Transpose;
using measure::Phase;
using measure::Profile;

/// An aligned copy of one window of op(X): rows as those of C and K over the grid columns (X = A), or columns
/// as those of C and K over the grid rows (X = B).
template <typename T>
class AlignedCopy {
public:
  AlignedCopy(const Grid& grid, Operand side, Transpose trans, const Submatrix<T>& c, Index window)
      : side_(side), trans_(trans) {
    const int parts = side == Operand::a ? grid.q() : grid.p();
    const layout::Axis k_axis{layout::AxisMap::uniform(parts), window, (window + parts - 1) / parts, 0};
    copy_ = side == Operand::a ? TemporaryMatrix<T>(grid, c.rows, c.i, c.m, k_axis, 0, window)
                               : TemporaryMatrix<T>(grid, k_axis, 0, window, c.columns, c.j, c.n);
  }

  /// Copies indices [first, last) of K from x. Collective over the grid.
  Submatrix<const T> load(Grid& grid, const Submatrix<const T>& x, Index first, Index last) {
    Submatrix<T> copy = copy_.submatrix();
    (side_ == Operand::a ? copy.n : copy.m) = last - first;
    Submatrix<const T> source = x;
    const bool k_along_rows = (side_ == Operand::a) == (trans_ != Transpose::no);
    (k_along_rows ? source.i : source.j) += first;
    (k_along_rows ? source.m : source.n) = last - first;
    comm::redistribute(grid, source, copy, trans_ != Transpose::no, trans_ == Transpose::conjugate);
    return comm::as_const(copy);
  }

private:
  Operand side_;
  Transpose trans_;
  TemporaryMatrix<T> copy_;
};

/// Source of the panels of one operand, window by window.
template <typename T>
class PanelSource {
public:
  /// \param k extent of the inner index
  PanelSource(Grid& grid, Operand side, Transpose trans, const Submatrix<const T>& x, const Submatrix<T>& c,
              Index k)
      : grid_(grid), side_(side), trans_(trans), x_(x), c_(c), window_(std::min(k, gemm_depth(grid, c, k))),
        panels_(grid, side) {
    find_audience();
    direct_ =
        trans == Transpose::no && (side == Operand::a ? layout::aligned(x.rows, x.i, c.rows, c.i, c.m)
                                                      : layout::aligned(x.columns, x.j, c.columns, c.j, c.n));
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

  /// Starts window [first, last) of K: writes and sends my part of it.
  void open(Index first, Index last) {
    panels_.open(direct_ ? part_of_x(first, last)
                         : copies_[panels_.opened() % copies_.size()].load(grid_, x_, first, last));
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
  Submatrix<const T> part_of_x(Index first, Index last) const {
    Submatrix<const T> part = x_;
    (side_ == Operand::a ? part.j : part.i) += first;
    (side_ == Operand::a ? part.n : part.m) = last - first;
    return part;
  }

  Grid& grid_;
  Operand side_;
  Transpose trans_;
  Submatrix<const T> x_;
  Submatrix<T> c_;
  Index window_; ///< indices of K in a full window
  bool direct_;  ///< op(X) = X is aligned with C
  ProductPanels<T> panels_;
  std::vector<AlignedCopy<T>> copies_;
};

/// Windows of K that are under way at a time, the same on all processes of the grid. Collective over it.
template <typename T>
int windows_under_way(Grid& grid, const Submatrix<T>& c, Index k) {
  return schedule::windows_of_product(grid.spans_nodes(), gemm_parameters(grid, c, k).gemm_lookahead);
}

/// The loop over the windows of K, of which `windows` are under way at a time. local(depth, is_first, a, b) multiplies what this
/// process has of one.
template <typename T, typename Local>
void outer_product(Grid& grid, Index k, Index w, Index windows, PanelSource<T>& a, PanelSource<T>& b,
                   runtime::Engine& engine, Local&& local) {
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
      local(std::min(w, k - first), first == 0, a.factor(), b.factor());
    }));
    a.release();
    b.release();
  }
  engine.finish();
}

} // namespace

template <typename T>
void gemm(Grid& grid, Transpose trans_a, Transpose trans_b, T alpha, const Submatrix<const T>& a,
          const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  const Index k = trans_a == Transpose::no ? a.n : a.m;
  const Index m = c.local_rows(grid), n = c.local_columns(grid);
  if (c.m == 0 || c.n == 0)
    return;
  if (k == 0 || alpha == T(0))
    return kernel::scale(m, n, beta, c.local_data(grid), c.ld);
  if (grid.p() * grid.q() == 1) {
    const Phase phase(&Profile::update);
    return kernel::gemm(trans_a, trans_b, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k),
                        alpha, a.local_data(grid), static_cast<int>(a.ld), b.local_data(grid),
                        static_cast<int>(b.ld), beta, c.local_data(grid), static_cast<int>(c.ld));
  }

  const auto memory = runtime::take_memory(grid, "a matrix product", gemm_memory(grid, c));
  PanelSource<T> source_a(grid, Operand::a, trans_a, a, c, k), source_b(grid, Operand::b, trans_b, b, c, k);
  runtime::Engine engine;
  const int windows = windows_under_way(grid, c, k);
  source_a.reserve(engine, windows);
  source_b.reserve(engine, windows);
  const bool by_messages = source_a.spans_nodes() || source_b.spans_nodes();
  const kernel::LocalPart<T> local_part(m * n);
  // C(local) = beta C(local) + alpha A(local rows, K) B(K, local columns)
  outer_product(grid, k, gemm_depth(grid, c, k), windows, source_a, source_b, engine,
                [&](Index depth, bool is_first, const LocalFactor<T>& x, const LocalFactor<T>& y) {
                  if (m == 0 || n == 0)
                    return;
                  const Index strips =
                      by_messages ? schedule::product_strips(m, n, depth, std::max(grid.p(), grid.q())) : 1;
                  multiply(m, n, depth, alpha, x, y, is_first ? beta : T(1), c.local_data(grid), c.ld, strips,
                           [&] { engine.attend(); });
                });
}

template <typename T>
void gemmt(Grid& grid, kernel::Uplo uplo, Transpose trans_a, Transpose trans_b, T alpha,
           const Submatrix<const T>& a, const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  const Index k = trans_a == Transpose::no ? a.n : a.m;
  const Index m = c.local_rows(grid), n = c.local_columns(grid);
  if (c.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "one triangle of a matrix product", gemmt_memory(grid, c));
  if (k == 0 || alpha == T(0))
    return scale_triangle(grid, uplo, beta, c);
  LocalTriangle<T> triangle(grid, uplo, c);
  if (grid.p() * grid.q() == 1) {
    const Phase phase(&Profile::update);
    return triangle.multiply(k, alpha, {a.local_data(grid), a.ld, trans_a},
                             {b.local_data(grid), b.ld, trans_b}, beta);
  }
  PanelSource<T> source_a(grid, Operand::a, trans_a, a, c, k), source_b(grid, Operand::b, trans_b, b, c, k);
  runtime::Engine engine;
  const int windows = windows_under_way(grid, c, k);
  source_a.reserve(engine, windows);
  source_b.reserve(engine, windows);
  const kernel::LocalPart<T> local_part(m * n);
  outer_product(grid, k, gemm_depth(grid, c, k), windows, source_a, source_b, engine,
                [&](Index depth, bool is_first, const LocalFactor<T>& x, const LocalFactor<T>& y) {
                  triangle.multiply(depth, alpha, x, y, is_first ? beta : T(1));
                });
}

#define HG_GEMMT(T)                                                                                          \
  template void gemmt(Grid&, kernel::Uplo, Transpose, Transpose, T, const Submatrix<const T>&,               \
                      const Submatrix<const T>&, T, const Submatrix<T>&);
HG_GEMMT(float)
HG_GEMMT(double)
HG_GEMMT(std::complex<float>)
HG_GEMMT(std::complex<double>)
#undef HG_GEMMT

template void gemm(Grid&, Transpose, Transpose, float, const Submatrix<const float>&,
                   const Submatrix<const float>&, float, const Submatrix<float>&);
template void gemm(Grid&, Transpose, Transpose, double, const Submatrix<const double>&,
                   const Submatrix<const double>&, double, const Submatrix<double>&);
template void gemm(Grid&, Transpose, Transpose, std::complex<float>,
                   const Submatrix<const std::complex<float>>&, const Submatrix<const std::complex<float>>&,
                   std::complex<float>, const Submatrix<std::complex<float>>&);
template void gemm(Grid&, Transpose, Transpose, std::complex<double>,
                   const Submatrix<const std::complex<double>>&, const Submatrix<const std::complex<double>>&,
                   std::complex<double>, const Submatrix<std::complex<double>>&);

} // namespace hetgrid::linalg
