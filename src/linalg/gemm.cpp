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

#include "kernel/matrix_ops.hpp"
#include "linalg/outer_product.hpp"

#include <algorithm>

namespace hetgrid::linalg {

using kernel::Transpose;
using measure::Phase;
using measure::Profile;

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
  PanelSource<T> source_a = source_of_operand(grid, Operand::a, trans_a, a, c, k),
                 source_b = source_of_operand(grid, Operand::b, trans_b, b, c, k);
  multiply_windows(grid, k, alpha, source_a, source_b, beta, c);
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
  PanelSource<T> source_a = source_of_operand(grid, Operand::a, trans_a, a, c, k),
                 source_b = source_of_operand(grid, Operand::b, trans_b, b, c, k);
  runtime::Engine engine;
  const int windows = windows_under_way(grid, c, k);
  source_a.reserve(engine, windows);
  source_b.reserve(engine, windows);
  if (grid.spans_nodes())
    triangle.attend(std::max(grid.p(), grid.q()), [&] { engine.attend(); });
  const kernel::LocalPart<T> local_part(m * n);
  outer_product(grid, k, product_window(grid, c, k), windows, source_a, source_b, engine,
                [&](Index first, Index depth, const LocalFactor<T>& x, const LocalFactor<T>& y) {
                  triangle.multiply(depth, alpha, x, y, first == 0 ? beta : T(1));
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
