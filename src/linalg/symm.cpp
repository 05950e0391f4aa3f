// Products with a symmetric or Hermitian matrix of which one triangle is stored, by recursion on the triangle. From the
// left, with the lower one:
//
//     | C1 |         | A11  A21^H | | B1 |        | C1 |        C1 = alpha A11 B1 + beta C1, C1 += alpha A21^H B2
//     | C2 | = alpha | A21  A22   | | B2 | + beta | C2 |   =>   C2 = alpha A22 B2 + beta C2, C2 += alpha A21 B1
//
// All the work but that of the diagonal blocks, which are made whole by their owners, is in a few deep products.
#include "linalg/symm.hpp"

#include "kernel/matrix_ops.hpp"
#include "linalg/diagonal_blocks.hpp"
#include "linalg/gemm.hpp"
#include "linalg/triangle.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// The other triangle of a block from the triangle `uplo`. \param transposed A^T or A^H
template <typename T>
void make_whole(Uplo uplo, Transpose transposed, Index n, T* block, Index ld) {
  const auto conjugated = [&](const T& x) {
    if constexpr (std::is_floating_point_v<T>)
      return x;
    else
      return transposed == Transpose::conjugate ? std::conj(x) : x;
  };
  if (!kernel::move_elements<T>(n * (n + 1) / 2))
    return;
  for (Index j = 0; j < n; ++j) {
    if (transposed == Transpose::conjugate)
      block[j + j * ld] = std::real(block[j + j * ld]); // the imaginary part need not be set
    for (Index i = j + 1; i < n; ++i)
      if (uplo == Uplo::lower)
        block[j + i * ld] = conjugated(block[i + j * ld]);
      else
        block[i + j * ld] = conjugated(block[j + i * ld]);
  }
}

template <typename T>
class Multiplier {
public:
  Multiplier(Grid& grid, Side side, Uplo uplo, Transpose transposed, T alpha, const Submatrix<const T>& a)
      : grid_(grid), left_(side == Side::left), uplo_(uplo), transposed_(transposed), alpha_(alpha),
        blocks_(grid, a.m) {
    blocks_.compute(a, [&](Index n, T* block, Index ld) { make_whole(uplo, transposed, n, block, ld); });
  }

  /// \param first row of the whole triangle at which `a` begins
  void multiply(const Submatrix<const T>& a, Index first, const Submatrix<const T>& b, T beta,
                const Submatrix<T>& c) {
    const Index n = a.m;
    if (n <= triangular_panel_width)
      return add_product(comm::as_const(blocks_.block(first)), Transpose::no, b, beta, c);
    const Index n1 = triangular_split(n), n2 = n - n1;
    const auto beside = off_diagonal(uplo_, a, n1);
    const auto b1 = lines(b, 0, n1), b2 = lines(b, n1, n2);
    const auto c1 = lines(c, 0, n1), c2 = lines(c, n1, n2);
    // C2 gets the product with the block as it is stored, or C1 does.
    const bool stored_for_c2 = (uplo_ == Uplo::lower) == left_;
    multiply(a.part(0, 0, n1, n1), first, b1, beta, c1);
    multiply(a.part(n1, n1, n2, n2), first + n1, b2, beta, c2);
    add_product(beside, stored_for_c2 ? transposed_ : Transpose::no, b2, T(1), c1);
    add_product(beside, stored_for_c2 ? Transpose::no : transposed_, b1, T(1), c2);
  }

private:
  /// Rows of B or C that rows of A meet; columns, from the right.
  template <typename U>
  Submatrix<U> lines(const Submatrix<U>& x, Index first, Index count) const {
    return left_ ? x.part(first, 0, count, x.n) : x.part(0, first, x.m, count);
  }
  /// C = alpha op(X) B + beta C, or alpha B op(X) + beta C.
  void add_product(const Submatrix<const T>& x, Transpose op, const Submatrix<const T>& b, T beta,
                   const Submatrix<T>& c) {
    if (left_)
      gemm(grid_, op, Transpose::no, alpha_, x, b, beta, c);
    else
      gemm(grid_, Transpose::no, op, alpha_, b, x, beta, c);
  }

  Grid& grid_;
  bool left_;
  Uplo uplo_;
  Transpose transposed_;
  T alpha_;
  DiagonalBlocks<T> blocks_;
};

/// Of either kind. \param transposed A^T or A^H, whichever A is equal to
template <typename T>
void multiply(Grid& grid, Side side, Uplo uplo, Transpose transposed, T alpha, const Submatrix<const T>& a,
              const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  if (c.m == 0 || c.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(c.local_rows(grid), c.local_columns(grid), beta, c.local_data(grid), c.ld);
  const auto memory =
      runtime::take_memory(grid, "a product with a symmetric matrix", symm_memory(grid, a.m, c));
  Multiplier<T>(grid, side, uplo, transposed, alpha, a).multiply(a, 0, b, beta, c);
}

} // namespace

template <typename T>
std::size_t symm_memory(const Grid& grid, Index order, const Submatrix<T>& c) {
  return gemm_memory(grid, c) + DiagonalBlocks<T>::memory(grid, order);
}

template <typename T>
void symm(Grid& grid, Side side, Uplo uplo, T alpha, const Submatrix<const T>& a, const Submatrix<const T>& b,
          T beta, const Submatrix<T>& c) {
  multiply(grid, side, uplo, Transpose::transpose, alpha, a, b, beta, c);
}

template <typename T>
void hemm(Grid& grid, Side side, Uplo uplo, T alpha, const Submatrix<const T>& a, const Submatrix<const T>& b,
          T beta, const Submatrix<T>& c) {
  multiply(grid, side, uplo, Transpose::conjugate, alpha, a, b, beta, c);
}

#define HG_SYMM(T)                                                                                           \
  template void symm(Grid&, Side, Uplo, T, const Submatrix<const T>&, const Submatrix<const T>&, T,          \
                     const Submatrix<T>&);                                                                   \
  template std::size_t symm_memory(const Grid&, Index, const Submatrix<T>&);
#define HG_HEMM(T)                                                                                           \
  template void hemm(Grid&, Side, Uplo, T, const Submatrix<const T>&, const Submatrix<const T>&, T,          \
                     const Submatrix<T>&);
HG_SYMM(float)
HG_SYMM(double)
HG_SYMM(std::complex<float>)
HG_SYMM(std::complex<double>)
HG_HEMM(std::complex<float>)
HG_HEMM(std::complex<double>)

} // namespace hetgrid::linalg
