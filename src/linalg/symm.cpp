// Products with a symmetric or Hermitian matrix of which one triangle is stored: those of any matrix (gemm.cpp), but that a
// window A(:,K) of it has to be put together. From the left, with the lower triangle, P before the window K and R behind it:
//
//     A(P+K,K) = A(K,P+K)^H
//     A(K+R,K) as it is stored, A(K,K) its lower triangle alone
//
// From the right the same of rows, with an upper triangle what is behind instead of what is before.
#include "linalg/symm.hpp"

#include "kernel/matrix_ops.hpp"
#include "kernel/workspace.hpp"
#include "linalg/axis_runs.hpp"
#include "linalg/outer_product.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// Windows of A, whole, as the lines of C lie.
template <typename T>
class SymmetricWindow {
public:
  /// \param transposed  A^T or A^H, whichever A is equal to
  SymmetricWindow(Grid& grid, Side side, Uplo uplo, Transpose transposed, const Submatrix<const T>& a)
      : grid_(grid), left_(side == Side::left), lower_(uplo == Uplo::lower), transposed_(transposed), a_(a) {}

  /// A window [first, last). Collective over the grid.
  Submatrix<T> load(AlignedCopy<T>& copy, Index first, Index last) {
    const Index w = last - first, n = a_.m;
    // What is stored is behind the window in its columns and before it in its rows, with an upper triangle the other way round.
    const bool stored_behind = left_ == lower_;
    const auto part = [&](bool columns, bool behind) {
      const Index begin = behind ? first : 0, count = behind ? n - first : last;
      return columns ? a_.part(begin, first, count, w) : a_.part(first, begin, w, count);
    };
    copy.load(grid_, transposed_, part(!left_, !stored_behind), stored_behind ? 0 : first);
    const Submatrix<T> block = copy.part(first, w, w);
    keep(block);
    copy.load(grid_, Transpose::no, part(left_, stored_behind), stored_behind ? first : 0);
    put_other_triangle(block);
    return left_ ? copy.part(0, n, w) : copy.part(0, w, n);
  }

private:
  /// My part of the transposed diagonal block.
  void keep(const Submatrix<T>& block) {
    rows_ = block.local_rows(grid_);
    columns_ = block.local_columns(grid_);
    kernel::make_room(kept_, static_cast<std::size_t>(rows_ * columns_));
    kernel::copy(rows_, columns_, comm::as_const(block).local_data(grid_), block.ld, kept_.data(), rows_);
  }
  /// Of the block as it is stored the other triangle, which is not to be read.
  void put_other_triangle(const Submatrix<T>& block) const {
    if (!kernel::move_elements<T>(rows_ * columns_ / 2))
      return;
    T* const to = block.local_data(grid_);
    Index column = 0;
    for_each_run(block.columns, block.j, block.n, grid_.mycol(), [&](Index j0, Index columns) {
      for (Index j = j0; j < j0 + columns; ++j, ++column) {
        Index row = 0;
        for_each_run(block.rows, block.i, block.m, grid_.myrow(), [&](Index i0, Index rows) {
          for (Index i = i0; i < i0 + rows; ++i, ++row) {
            T& x = to[row + column * block.ld];
            if (lower_ ? i < j : i > j)
              x = kept_[static_cast<std::size_t>(row + column * rows_)];
            else if (i == j && transposed_ == Transpose::conjugate)
              x = std::real(x); // the imaginary part need not be set
          }
        });
      }
    });
  }

  Grid& grid_;
  bool left_, lower_;
  Transpose transposed_;
  Submatrix<const T> a_;
  Index rows_ = 0, columns_ = 0;
  kernel::Workspace<T> kept_;
};

/// Of either kind. \param transposed A^T or A^H, whichever A is equal to
template <typename T>
void multiply(Grid& grid, Side side, Uplo uplo, Transpose transposed, T alpha, const Submatrix<const T>& a,
              const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  if (c.m == 0 || c.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(c.local_rows(grid), c.local_columns(grid), beta, c.local_data(grid), c.ld);
  const auto memory = runtime::take_memory(grid, "a product with a symmetric matrix", symm_memory(grid, c));
  SymmetricWindow<T> window(grid, side, uplo, transposed, a);
  const bool left = side == Side::left;
  PanelSource<T> of_a(
      grid, left ? Operand::a : Operand::b, c, product_window(grid, c, a.m), {},
      [&](AlignedCopy<T>& copy, Index first, Index last) { return window.load(copy, first, last); });
  PanelSource<T> of_b = source_of_operand(grid, left ? Operand::b : Operand::a, Transpose::no, b, c, a.m);
  multiply_windows(grid, a.m, alpha, left ? of_a : of_b, left ? of_b : of_a, beta, c);
}

} // namespace

template <typename T>
std::size_t symm_memory(const Grid& grid, const Submatrix<T>& c) {
  const Index w = grid.parameters().largest_gemm_depth();
  return gemm_memory(grid, c) + runtime::bytes_of<T>(w * w);
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
  template std::size_t symm_memory(const Grid&, const Submatrix<T>&);
#define HG_HEMM(T)                                                                                           \
  template void hemm(Grid&, Side, Uplo, T, const Submatrix<const T>&, const Submatrix<const T>&, T,          \
                     const Submatrix<T>&);
HG_SYMM(float)
HG_SYMM(double)
HG_SYMM(std::complex<float>)
HG_SYMM(std::complex<double>)
HG_HEMM(std::complex<float>)
HG_HEMM(std::complex<double>)
#undef HG_SYMM
#undef HG_HEMM

} // namespace hetgrid::linalg
