// One triangle of two products: with M = A, N = B or M = op(A), N = op(B),
//
//     C = alpha M N^T + beta C,  C += alpha N M^T        and with ^H, conj(alpha) for the second, if C is Hermitian
#include "linalg/syr2k.hpp"

#include "linalg/gemm.hpp"
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
  const Transpose left = trans == Transpose::no ? Transpose::no : transposed,
                  right = trans == Transpose::no ? transposed : Transpose::no;
  gemmt(grid, uplo, left, right, alpha, a, b, beta, c);
  gemmt(grid, uplo, left, right, alpha_2, b, a, T(1), c);
}

} // namespace

template <typename T>
void syr2k(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a,
           const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  if (c.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", gemmt_memory(grid, c));
  rank_update(grid, uplo, trans, Transpose::transpose, alpha, alpha, a, b, beta, c);
}

template <typename T>
void her2k(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a,
           const Submatrix<const T>& b, Real<T> beta, const Submatrix<T>& c) {
  const Index k = trans == Transpose::no ? a.n : a.m;
  if (c.m == 0 || ((alpha == T(0) || k == 0) && beta == 1))
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", gemmt_memory(grid, c));
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
