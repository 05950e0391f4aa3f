// L^-1 A L^-H and its kin, by recursion on the triangles. A x = lambda B x, lower triangles:
//
//     | A11  A21^H |      | L11     |      A11 = L11^-1 A11 L11^-H
//     | A21  A22   |,     | L21 L22 |      A21 = A21 L11^-H
//                                          A21 = A21 - W,  W = 1/2 L21 A11
//                                          A22 = A22 - A21 L21^H - L21 A21^H
//                                          A21 = A21 - W
//                                          A21 = L22^-1 A21
//                                          A22 = L22^-1 A22 L22^-H
//
// L^H A L, in which A11 is the one to be updated:
//
//     A11 = L11^H A11 L11
//     A21 = A21 L11
//     A21 = A21 + W,  W = 1/2 A22 L21
//     A11 = A11 + A21^H L21 + L21^H A21
//     A21 = A21 + W
//     A21 = L22^H A21
//     A22 = L22^H A22 L22
//
// An upper triangle U^H = L makes A12 of A21, and right of left. As W is kept, these are n^3 operations, as many as
// LAPACK's, wherever the triangles are cut.
#include "linalg/hegst.hpp"

#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/diagonal_blocks.hpp"
#include "linalg/symm.hpp"
#include "linalg/syr2k.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/triangle.hpp"
#include "linalg/trmm.hpp"
#include "linalg/trsm.hpp"

#include <algorithm>
#include <type_traits>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
class Reduction {
public:
  Reduction(Grid& grid, Problem problem, Uplo uplo, const Submatrix<const T>& b)
      : grid_(grid), problem_(problem), uplo_(uplo), inverse_(problem == Problem::a_x),
        lower_(uplo == Uplo::lower), blocks_(grid, b.m), factors_(grid, b.m) {
    factors_.compute(b, [](Index, T*, Index) {});
  }

  /// \param first row of the whole triangle at which `a` and `b` begin
  void reduce(const Submatrix<T>& a, const Submatrix<const T>& b, Index first) {
    const Index n = a.m;
    if (n <= triangular_panel_width)
      return reduce_block(a, first);
    const Index n1 = triangular_split(n), n2 = n - n1;
    const auto a11 = a.part(0, 0, n1, n1), a22 = a.part(n1, n1, n2, n2);
    const auto b11 = b.part(0, 0, n1, n1), b22 = b.part(n1, n1, n2, n2);
    const auto beside = off_diagonal(uplo_, a, n1);
    const auto factor = off_diagonal(uplo_, b, n1);
    reduce(a11, b11, first);
    // What the first block of the factor meets is on its side of the block beside the diagonal, the second on the other.
    const Side first_side = lower_ ? Side::right : Side::left,
               second_side = lower_ ? Side::left : Side::right;
    if (inverse_) {
      trsm(grid_, first_side, uplo_, Transpose::conjugate, Diag::non_unit, T(1), b11, beside);
      update(first_side, comm::as_const(a11), factor, beside, a22,
             lower_ ? Transpose::no : Transpose::conjugate);
      trsm(grid_, second_side, uplo_, Transpose::no, Diag::non_unit, T(1), b22, beside);
    } else {
      trmm(grid_, first_side, uplo_, Transpose::no, Diag::non_unit, T(1), b11, beside);
      update(second_side, comm::as_const(a22), factor, beside, a11,
             lower_ ? Transpose::conjugate : Transpose::no);
      trmm(grid_, second_side, uplo_, Transpose::conjugate, Diag::non_unit, T(1), b22, beside);
    }
    reduce(a22, b22, first + n1);
  }

private:
  void reduce_block(const Submatrix<T>& a, Index first) {
    blocks_.replace(first, a, [&](Index n, T* block, Index ld) {
      const Submatrix<T> factor = factors_.block(first);
      kernel::hegst(static_cast<int>(problem_), uplo_, static_cast<int>(n), block, static_cast<int>(ld),
                    factor.data, static_cast<int>(factor.ld));
    });
  }

  /// W = A F / 2 or F A / 2, A on `side` of the factor's block F; X = X -+ W, C = C -+ (X F^H + F X^H), X = X -+ W, X the block
  /// beside the diagonal. \param trans no, or conjugate for X^H F + F^H X
  void update(Side side, const Submatrix<const T>& a, const Submatrix<const T>& f, const Submatrix<T>& x,
              const Submatrix<T>& c, Transpose trans) {
    const T sign = inverse_ ? T(-1) : T(1), half = sign / T(2);
    const TemporaryMatrix<T> temporary(grid_, x.rows, x.i, x.m, x.columns, x.j, x.n);
    const Submatrix<T>& w = temporary.submatrix();
    if constexpr (std::is_floating_point_v<T>)
      symm(grid_, side, uplo_, half, a, f, T(0), w);
    else
      hemm(grid_, side, uplo_, half, a, f, T(0), w);
    add(w, x);
    if constexpr (std::is_floating_point_v<T>)
      syr2k(grid_, uplo_, trans == Transpose::no ? trans : Transpose::transpose, sign, comm::as_const(x), f,
            T(1), c);
    else
      her2k<T>(grid_, uplo_, trans, sign, comm::as_const(x), f, 1, c);
    add(w, x);
  }

  /// X = X + W, laid out alike. Local.
  void add(const Submatrix<T>& w, const Submatrix<T>& x) {
    for (Index j = 0; j < x.local_columns(grid_); ++j)
      kernel::add(x.local_rows(grid_), w.local_data(grid_) + j * w.ld, x.local_data(grid_) + j * x.ld);
  }

  Grid& grid_;
  Problem problem_;
  Uplo uplo_;
  bool inverse_, lower_;
  DiagonalBlocks<T> blocks_, factors_;
};

/// Of the largest W.
template <typename T>
std::size_t temporary_memory(const Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  if (a.m <= triangular_panel_width)
    return 0;
  const Index n1 = triangular_split(a.m), n2 = a.m - n1;
  return std::max({runtime::local_bytes(grid, off_diagonal(uplo, a, n1)),
                   temporary_memory(grid, uplo, a.part(0, 0, n1, n1)),
                   temporary_memory(grid, uplo, a.part(n1, n1, n2, n2))});
}

template <typename T>
std::size_t hegst_memory(const Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  // Those of trmm are trsm's.
  return temporary_memory(grid, uplo, a) + 2 * DiagonalBlocks<T>::memory(grid, a.m) +
         std::max({trsm_memory(grid, Side::left, a), trsm_memory(grid, Side::right, a),
                   symm_memory(grid, a.m, a), gemmt_memory(grid, a)});
}

} // namespace

template <typename T>
void hegst(Grid& grid, Problem problem, Uplo uplo, const Submatrix<T>& a, const Submatrix<const T>& b) {
  if (a.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a generalized eigenproblem", hegst_memory(grid, uplo, a));
  Reduction<T>(grid, problem, uplo, b).reduce(a, b, 0);
}

#define HG_HEGST(T) template void hegst(Grid&, Problem, Uplo, const Submatrix<T>&, const Submatrix<const T>&);
HG_HEGST(float)
HG_HEGST(double)
HG_HEGST(std::complex<float>)
HG_HEGST(std::complex<double>)
#undef HG_HEGST

} // namespace hetgrid::linalg
