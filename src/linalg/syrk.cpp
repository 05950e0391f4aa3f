// One triangle of a product: with M = A or op(A),  C = alpha M M^T + beta C,  and with ^H if C is Hermitian.
#include "linalg/syrk.hpp"

#include "linalg/gemm.hpp"
#include "linalg/rank_update.hpp"

namespace hetgrid::linalg {
namespace {

using comm::Grid;
using kernel::Real;
using kernel::Transpose;
using kernel::Uplo;

/// Of either kind. \param transposed M^T or M^H, whichever is meant
template <typename T>
void rank_update(Grid& grid, Uplo uplo, Transpose trans, Transpose transposed, T alpha,
                 const Submatrix<const T>& a, T beta, const Submatrix<T>& c) {
  const Transpose left = trans == Transpose::no ? Transpose::no : transposed,
                  right = trans == Transpose::no ? transposed : Transpose::no;
  gemmt(grid, uplo, left, right, alpha, a, a, beta, c);
}

} // namespace

template <typename T>
void syrk(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a, T beta,
          const Submatrix<T>& c) {
  if (c.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", gemmt_memory(grid, c));
  rank_update(grid, uplo, trans, Transpose::transpose, alpha, a, beta, c);
}

template <typename T>
void herk(Grid& grid, Uplo uplo, Transpose trans, Real<T> alpha, const Submatrix<const T>& a, Real<T> beta,
          const Submatrix<T>& c) {
  const Index k = trans == Transpose::no ? a.n : a.m;
  if (c.m == 0 || ((alpha == 0 || k == 0) && beta == 1))
    return;
  const auto memory = runtime::take_memory(grid, "a rank update", gemmt_memory(grid, c));
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
