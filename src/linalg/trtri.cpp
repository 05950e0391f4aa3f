// Triangular inverses, by recursion on the triangle:
//
//     | A11     |^-1   | A11^-1                   |
//     | A21 A22 |    = | -A22^-1 A21 A11^-1 A22^-1 |
//
//     A21 = -A22^-1 A21, A21 = A21 A11^-1: triangular solves, all the work but that of the diagonal blocks
//     A11 = A11^-1, A22 = A22^-1
//
// An upper triangle has A12 = -A11^-1 A12 A22^-1.
#include "linalg/trtri.hpp"

#include "kernel/trtri.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/diagonal_blocks.hpp"
#include "linalg/triangle.hpp"
#include "linalg/trsm.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
class Inverter {
public:
  Inverter(Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a)
      : grid_(grid), uplo_(uplo), diag_(diag), blocks_(grid, a.m) {
    blocks_.compute(comm::as_const(a), [&](Index n, T* block, Index ld) {
      kernel::trtri(uplo, diag, static_cast<int>(n), block, static_cast<int>(ld));
    });
  }

  /// \param first row of the whole triangle at which `a` begins
  void invert(const Submatrix<T>& a, Index first) {
    const Index n = a.m;
    if (n <= triangular_panel_width)
      return blocks_.put(first, a);
    const Index n1 = triangular_split(n), n2 = n - n1;
    const bool lower = uplo_ == Uplo::lower;
    const auto a11 = a.part(0, 0, n1, n1), a22 = a.part(n1, n1, n2, n2);
    const auto beside = off_diagonal(uplo_, a, n1);
    solve(Side::left, T(-1), lower ? a22 : a11, beside);
    solve(Side::right, T(1), lower ? a11 : a22, beside);
    invert(a11, first);
    invert(a22, first + n1);
  }

private:
  void solve(Side side, T alpha, const Submatrix<T>& triangle, const Submatrix<T>& b) {
    trsm(grid_, side, uplo_, Transpose::no, diag_, alpha, comm::as_const(triangle), b);
  }

  Grid& grid_;
  Uplo uplo_;
  Diag diag_;
  DiagonalBlocks<T> blocks_;
};

} // namespace

template <typename T>
std::size_t trtri_memory(const Grid& grid, const Submatrix<T>& a) {
  return std::max(trsm_memory(grid, Side::left, a), trsm_memory(grid, Side::right, a)) +
         DiagonalBlocks<T>::memory(grid, a.m);
}

template <typename T>
Index trtri(Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a) {
  if (a.m == 0)
    return 0;
  if (const Index k = diag == Diag::unit ? 0 : first_zero_on_diagonal(grid, a); k > 0)
    return k;
  const auto memory = runtime::take_memory(grid, "the inverse of a triangular matrix", trtri_memory(grid, a));
  Inverter<T>(grid, uplo, diag, a).invert(a, 0);
  return 0;
}

#define HG_TRTRI(T)                                                                                          \
  template Index trtri(Grid&, Uplo, Diag, const Submatrix<T>&);                                              \
  template std::size_t trtri_memory(const Grid&, const Submatrix<T>&);
HG_TRTRI(float)
HG_TRTRI(double)
HG_TRTRI(std::complex<float>)
HG_TRTRI(std::complex<double>)
#undef HG_TRTRI

} // namespace hetgrid::linalg
