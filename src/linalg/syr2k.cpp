// C = alpha M N^T + alpha N M^T + beta C, and with the conjugate transpose, where M = A or op(A), N = B or op(B):
// rank_update.hpp with two products a rectangle,
//
//     C(I, J) = alpha M(I, :) N(J, :)^H + beta C(I, J),  C(I, J) += conj(alpha) N(I, :) M(J, :)^H
#include "linalg/syr2k.hpp"

#include "linalg/rank_update.hpp"

namespace hetgrid::linalg {
namespace {

using comm::Grid;
using kernel::Real;
using kernel::Transpose;
using kernel::Uplo;

/// Of either kind. \param transposed M^T or M^H, whichever is meant; alpha is the factor of M N, alpha_2 that of N M
template <typename T>
void rank_update(Grid& grid, Uplo uplo, Transpose trans, Transpose transposed, T alpha, T alpha_2,
                 const Submatrix<const T>& a, const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  if (alpha == T(0) || (trans == Transpose::no ? a.n : a.m) == 0)
    return scale_triangle(grid, uplo, beta, c);
  const Transpose left = trans == Transpose::no ? Transpose::no : transposed,
                  right = trans == Transpose::no ? transposed : Transpose::no;
  update_triangle(
      grid, uplo, beta, c, [&](Index i, Index m, Index j, Index n, T beta_of_part, const Submatrix<T>& part) {
        gemm(grid, left, right, alpha, rows_of(a, trans, i, m), rows_of(b, trans, j, n), beta_of_part, part);
        gemm(grid, left, right, alpha_2, rows_of(b, trans, i, m), rows_of(a, trans, j, n), T(1), part);
      });
}

} // namespace

template <typename T>
void syr2k(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a,
           const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  if (c.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", rank_update_memory(grid, c));
  rank_update(grid, uplo, trans, Transpose::transpose, alpha, alpha, a, b, beta, c);
}

template <typename T>
void her2k(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a,
           const Submatrix<const T>& b, Real<T> beta, const Submatrix<T>& c) {
  const Index k = trans == Transpose::no ? a.n : a.m;
  if (c.m == 0 || ((alpha == T(0) || k == 0) && beta == 1))
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", rank_update_memory(grid, c));
  update_hermitian(grid, uplo, beta, c, [&](const Submatrix<T>& scaled) {
    rank_update(grid, uplo, trans, Transpose::conjugate, alpha, std::conj(alpha), a, b, T(1), scaled);
  });
}

#define HG_SYR2K(T)                                                                                          \
  template void syr2k(Grid&, Uplo, Transpose, T, const Submatrix<const T>&, const Submatrix<const T>&, T,    \
                      const Submatrix<T>&);
#define HG_HER2K(T)                                                                                          \
  template void her2k(Grid&, Uplo, Transpose, T, const Submatrix<const T>&, const Submatrix<const T>&,       \
                      Real<T>, const Submatrix<T>&);
HG_SYR2K(float)
HG_SYR2K(double)
HG_SYR2K(std::complex<float>)
HG_SYR2K(std::complex<double>)
HG_HER2K(std::complex<float>)
HG_HER2K(std::complex<double>)

} // namespace hetgrid::linalg
