// Triangular solves with many right-hand sides, by recursion on the triangle. With M = op(A), from the left
// and M lower triangular:
//
//     | M11     | | X1 |         | B1 |        M11 X1 = alpha B1
//     | M21 M22 | | X2 | = alpha | B2 |   =>   B2'    = alpha B2 - M21 X1
//                                              M22 X2 = B2'
//
// If M is upper triangular X2 comes first; from the right it is the other way round. All the work but that of
// the triangles of the base case is in a few deep matrix products. Where there are few right-hand sides, so
// that waiting would take longer than multiplying, solve_triangular does the work.
#include "linalg/trsm.hpp"

#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "linalg/gemm.hpp"
#include "linalg/solve_triangular.hpp"
#include "linalg/triangular_panel.hpp"
#include "measure/profile.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Transpose;
using measure::Phase;
using measure::Profile;

template <typename T>
class Solver {
public:
  Solver(Grid& grid, const TriangularOperator& op, Index order, const Submatrix<T>& b)
      : grid_(grid), op_(op), panel_(grid, op, order, b) {}

  void solve(T alpha, const Submatrix<const T>& a, const Submatrix<T>& b) {
    const Index n = a.m;
    if (n <= triangular_panel_width)
      return solve_panel(alpha, a, b);
    const Index n1 = triangular_split(n), n2 = n - n1;
    const auto a11 = a.part(0, 0, n1, n1), a22 = a.part(n1, n1, n2, n2);
    const auto off_diagonal = op_.uplo == kernel::Uplo::lower ? a.part(n1, 0, n2, n1) : a.part(0, n1, n1, n2);
    const auto b1 = op_.left() ? b.part(0, 0, n1, b.n) : b.part(0, 0, b.m, n1);
    const auto b2 = op_.left() ? b.part(n1, 0, n2, b.n) : b.part(0, n1, b.m, n2);
    const bool forward = op_.lower() == op_.left();
    const auto &first = forward ? b1 : b2, &second = forward ? b2 : b1;

    solve(alpha, forward ? a11 : a22, first);
    if (op_.left())
      gemm(grid_, op_.trans, Transpose::no, T(-1), off_diagonal, comm::as_const(first), alpha, second);
    else
      gemm(grid_, Transpose::no, op_.trans, T(-1), comm::as_const(first), off_diagonal, alpha, second);
    solve(T(1), forward ? a22 : a11, second);
  }

private:
  void solve_panel(T alpha, const Submatrix<const T>& a, const Submatrix<T>& b) {
    const Phase exchange(&Profile::exchange);
    panel_.run(a, b, [&](Index m, Index n, const T* triangle, Index lda, T* x, Index ldx) {
      const Phase phase(&Profile::update);
      kernel::trsm(op_.side, op_.uplo, op_.trans, op_.diag, static_cast<int>(m), static_cast<int>(n), alpha,
                   triangle, static_cast<int>(lda), x, static_cast<int>(ldx));
    });
  }

  Grid& grid_;
  TriangularOperator op_;
  TriangularPanel<T> panel_;
};

template <typename T>
bool solves_few(kernel::Side side, const Submatrix<T>& b) {
  return side == kernel::Side::left && b.n <= few_right_hand_sides && b.m > triangular_panel_width;
}

} // namespace

template <typename T>
void trsm(Grid& grid, kernel::Side side, kernel::Uplo uplo, Transpose trans, kernel::Diag diag, T alpha,
          const Submatrix<const T>& a, const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(b.local_rows(grid), b.local_columns(grid), T(0), b.local_data(grid), b.ld);
  const auto memory = runtime::take_memory(grid, "a triangular solve",
                                           solves_few(side, b) ? FewRightHandSides<T>::memory(grid, a, b.n)
                                                               : trsm_memory(grid, side, b));
  if (solves_few(side, b)) {
    kernel::scale(b.local_rows(grid), b.local_columns(grid), alpha, b.local_data(grid), b.ld);
    return solve_triangular(grid, uplo, trans, diag, a, b);
  }
  Solver<T>(grid, {side, uplo, trans, diag}, a.m, b).solve(alpha, a, b);
}

#define HG_TRSM(T)                                                                                           \
  template void trsm(Grid&, kernel::Side, kernel::Uplo, Transpose, kernel::Diag, T,                          \
                     const Submatrix<const T>&, const Submatrix<T>&);
HG_TRSM(float)
HG_TRSM(double)
HG_TRSM(std::complex<float>)
HG_TRSM(std::complex<double>)

} // namespace hetgrid::linalg
