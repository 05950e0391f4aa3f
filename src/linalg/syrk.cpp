// C = alpha M M^T + beta C, and with M^H, where M = A or op(A): rank_update.hpp with one product a rectangle.
#include "linalg/syrk.hpp"

namespace hetgrid::linalg {
namespace {

using comm::Grid;
using kernel::Real;
using kernel::Transpose;
using kernel::Uplo;

/// Of either kind. \param transposed A^T or A^H, whichever is meant by the other factor
template <typename T>
void rank_update(Grid& grid, Uplo uplo, Transpose trans, Transpose transposed, T alpha,
                 const Submatrix<const T>& a, T beta, const Submatrix<T>& c) {
  if (alpha == T(0) || (trans == Transpose::no ? a.n : a.m) == 0)
    return scale_triangle(grid, uplo, beta, c);
  const Transpose left = trans == Transpose::no ? Transpose::no : transposed,
                  right = trans == Transpose::no ? transposed : Transpose::no;
  update_triangle(
      grid, uplo, beta, c, [&](Index i, Index m, Index j, Index n, T beta_of_part, const Submatrix<T>& part) {
        gemm(grid, left, right, alpha, rows_of(a, trans, i, m), rows_of(a, trans, j, n), beta_of_part, part);
      });
}

} // namespace

template <typename T>
void syrk(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a, T beta,
          const Submatrix<T>& c) {
  if (c.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", rank_update_memory(grid, c));
  rank_update(grid, uplo, trans, Transpose::transpose, alpha, a, beta, c);
}

template <typename T>
void herk(Grid& grid, Uplo uplo, Transpose trans, Real<T> alpha, const Submatrix<const T>& a, Real<T> beta,
          const Submatrix<T>& c) {
  const Index k = trans == Transpose::no ? a.n : a.m;
  if (c.m == 0 || ((alpha == 0 || k == 0) && beta == 1))
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", rank_update_memory(grid, c));
  update_hermitian(grid, uplo, beta, c, [&](const Submatrix<T>& scaled) {
    rank_update(grid, uplo, trans, Transpose::conjugate, T(alpha), a, T(1), scaled);
  });
}

#define HG_SYRK(T)                                                                                           \
  template void syrk(Grid&, Uplo, Transpose, T, const Submatrix<const T>&, T, const Submatrix<T>&);
#define HG_HERK(T)                                                                                           \
  template void herk(Grid&, Uplo, Transpose, Real<T>, const Submatrix<const T>&, Real<T>,                    \
                     const Submatrix<T>&);
HG_SYRK(float)
HG_SYRK(double)
HG_SYRK(std::complex<float>)
HG_SYRK(std::complex<double>)
HG_HERK(std::complex<float>)
HG_HERK(std::complex<double>)

} // namespace hetgrid::linalg
