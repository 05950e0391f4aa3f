// Symmetric and Hermitian updates of rank k, by recursion on the triangle. With M = A or op(A), n x k:
//
//     | C11     |        | C11     |         | M1 |
//     | C21 C22 | = beta | C21 C22 | + alpha | M2 | | M1^H M2^H |
//
// C21 is one matrix product; C11 and C22 are done alike.
//
// A diagonal block of the base case is computed whole, in a temporary, and its triangle is added: with
// blocks of order b about b / n more work than needed.
#include "linalg/syrk.hpp"

#include "kernel/matrix_ops.hpp"
#include "linalg/gemm.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/triangle.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {
namespace {

using comm::Grid;
using kernel::Real;
using kernel::Transpose;
using kernel::Uplo;

/// Order of the diagonal blocks that are computed whole.
constexpr Index diagonal_block = 256;

template <typename T>
class RankUpdate {
public:
  /// \param transposed A^T or A^H, whichever is meant by the other factor
  RankUpdate(Grid& grid, Uplo uplo, Transpose trans, Transpose transposed, T alpha, T beta)
      : grid_(grid), uplo_(uplo), left_(trans == Transpose::no ? Transpose::no : transposed),
        right_(trans == Transpose::no ? transposed : Transpose::no), alpha_(alpha), beta_(beta) {}

  void update(const Submatrix<const T>& a, const Submatrix<T>& c) {
    const Index n = c.m;
    if (n <= diagonal_block)
      return update_diagonal_block(a, c);
    const Index n1 = (n + diagonal_block - 1) / diagonal_block / 2 * diagonal_block, n2 = n - n1;
    const auto a1 = rows(a, 0, n1), a2 = rows(a, n1, n2);
    update(a1, c.part(0, 0, n1, n1));
    if (uplo_ == Uplo::lower)
      gemm(grid_, left_, right_, alpha_, a2, a1, beta_, c.part(n1, 0, n2, n1));
    else
      gemm(grid_, left_, right_, alpha_, a1, a2, beta_, c.part(0, n1, n1, n2));
    update(a2, c.part(n1, n1, n2, n2));
  }

private:
  /// Rows of M.
  Submatrix<const T> rows(const Submatrix<const T>& a, Index first, Index count) const {
    return left_ == Transpose::no ? a.part(first, 0, count, a.n) : a.part(0, first, a.m, count);
  }

  void update_diagonal_block(const Submatrix<const T>& a, const Submatrix<T>& c) {
    const TemporaryMatrix<T> product(grid_, c.rows, c.i, c.m, c.columns, c.j, c.n);
    const Submatrix<T>& p = product.submatrix();
    gemm(grid_, left_, right_, alpha_, a, a, T(0), p);
    const T* const from = p.local_data(grid_);
    T* const to = c.local_data(grid_);
    for_each_column(grid_, uplo_, c, [&](Index column, Index first, Index last) {
      kernel::scale(last - first, 1, beta_, to + first + column * c.ld, c.ld);
      for (Index row = first; row < last; ++row)
        to[row + column * c.ld] += from[row + column * p.ld];
    });
  }

  Grid& grid_;
  Uplo uplo_;
  Transpose left_, right_; ///< C = alpha left(A) right(A) + beta C
  T alpha_, beta_;
};

/// Of either kind.
template <typename T>
void rank_update(Grid& grid, Uplo uplo, Transpose trans, Transpose transposed, T alpha,
                 const Submatrix<const T>& a, T beta, const Submatrix<T>& c) {
  const auto memory = runtime::take_memory(
      grid, "a rank update", gemm_memory(grid, c) + runtime::bytes_of<T>(diagonal_block * diagonal_block));
  if (alpha != T(0) && (trans == Transpose::no ? a.n : a.m) > 0)
    return RankUpdate<T>(grid, uplo, trans, transposed, alpha, beta).update(a, c);
  T* const data = c.local_data(grid);
  for_each_column(grid, uplo, c, [&](Index column, Index first, Index last) {
    kernel::scale(last - first, 1, beta, data + first + column * c.ld, c.ld);
  });
}

} // namespace

template <typename T>
void syrk(Grid& grid, Uplo uplo, Transpose trans, T alpha, const Submatrix<const T>& a, T beta,
          const Submatrix<T>& c) {
  if (c.m > 0)
    rank_update(grid, uplo, trans, Transpose::transpose, alpha, a, beta, c);
}

template <typename T>
void herk(Grid& grid, Uplo uplo, Transpose trans, Real<T> alpha, const Submatrix<const T>& a, Real<T> beta,
          const Submatrix<T>& c) {
  const Index k = trans == Transpose::no ? a.n : a.m;
  if (c.m == 0 || ((alpha == 0 || k == 0) && beta == 1))
    return;
  const auto make_diagonal_real = [&] {
    T* const data = c.local_data(grid);
    for_each_diagonal_element(grid, c, [&](Index row, Index column) {
      T& x = data[row + column * c.ld];
      x = std::real(x);
    });
  };
  // Scaled as real numbers are: with a complex beta an infinity in one part of an element would make the other NaN.
  for_each_column(grid, uplo, c, [&](Index column, Index first, Index last) {
    kernel::scale(last - first, 1, beta, c.local_data(grid) + first + column * c.ld, c.ld);
  });
  make_diagonal_real(); // its imaginary part need not be set, and NaN would spread
  rank_update(grid, uplo, trans, Transpose::conjugate, T(alpha), a, T(1), c);
  make_diagonal_real();
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
