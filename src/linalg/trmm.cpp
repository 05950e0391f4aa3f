// Triangular matrix products, by recursion on the triangle. With M = op(A), from the left and M lower
// triangular:
//
//     | B1 |         | M11     | | B1 |        B2 = alpha M22 B2
//     | B2 | = alpha | M21 M22 | | B2 |   =>   B2 = alpha M21 B1 + B2
//                                              B1 = alpha M11 B1
//
// in an order in which nothing is overwritten that is still needed. If M is upper triangular B1 comes first;
// from the right it is the other way round.
#include "linalg/trmm.hpp"

#include "kernel/matrix_ops.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Transpose;

template <typename T>
class TriangularMultiplier {
public:
  TriangularMultiplier(Grid& grid, const TriangularOperator& op, T alpha, Index order, const Submatrix<T>& b)
      : grid_(grid), op_(op), alpha_(alpha), panel_(grid, op, order, b) {}

  void multiply(const Submatrix<const T>& a, const Submatrix<T>& b) {
    const Index n = a.m;
    if (n <= triangular_panel_width)
      return multiply_panel(a, b);
    const Index n1 = triangular_split(n), n2 = n - n1;
    const auto a11 = a.part(0, 0, n1, n1), a22 = a.part(n1, n1, n2, n2);
    const auto off_diagonal = op_.uplo == kernel::Uplo::lower ? a.part(n1, 0, n2, n1) : a.part(0, n1, n1, n2);
    const auto b1 = op_.left() ? b.part(0, 0, n1, b.n) : b.part(0, 0, b.m, n1);
    const auto b2 = op_.left() ? b.part(n1, 0, n2, b.n) : b.part(0, n1, b.m, n2);
    const bool backward = op_.lower() == op_.left();
    const auto &first = backward ? b2 : b1, &second = backward ? b1 : b2;

    multiply(backward ? a22 : a11, first);
    if (op_.left())
      gemm(grid_, op_.trans, Transpose::no, alpha_, off_diagonal, comm::as_const(second), T(1), first);
    else
      gemm(grid_, Transpose::no, op_.trans, alpha_, comm::as_const(second), off_diagonal, T(1), first);
    multiply(backward ? a11 : a22, second);
  }

private:
  void multiply_panel(const Submatrix<const T>& a, const Submatrix<T>& b) {
    panel_.run(a, b, [&](Index m, Index n, const T* triangle, Index lda, T* x, Index ldx) {
      kernel::trmm(op_.side, op_.uplo, op_.trans, op_.diag, static_cast<int>(m), static_cast<int>(n), alpha_,
                   triangle, static_cast<int>(lda), x, static_cast<int>(ldx));
    });
  }

  Grid& grid_;
  TriangularOperator op_;
  T alpha_;
  TriangularPanel<T> panel_;
};

} // namespace

template <typename T>
void trmm(Grid& grid, kernel::Side side, kernel::Uplo uplo, Transpose trans, kernel::Diag diag, T alpha,
          const Submatrix<const T>& a, const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(b.local_rows(grid), b.local_columns(grid), T(0), b.local_data(grid), b.ld);
  const auto memory = runtime::take_memory(grid, "a triangular product", trmm_memory(grid, side, b));
  TriangularMultiplier<T>(grid, {side, uplo, trans, diag}, alpha, a.m, b).multiply(a, b);
}

#define HG_TRMM(T)                                                                                           \
  template void trmm(Grid&, kernel::Side, kernel::Uplo, Transpose, kernel::Diag, T,                          \
                     const Submatrix<const T>&, const Submatrix<T>&);
HG_TRMM(float)
HG_TRMM(double)
HG_TRMM(std::complex<float>)
HG_TRMM(std::complex<double>)

} // namespace hetgrid::linalg
