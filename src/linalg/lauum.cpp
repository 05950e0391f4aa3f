// L^H L and U U^H, by recursion on the triangle. With A = L:
//
//     | L11^H L21^H | | L11     |   | L11^H L11 + L21^H L21            |
//     |       L22^H | | L21 L22 | = | L22^H L21             L22^H L22 |
//
//     A11 = L11^H L11, A11 += L21^H L21, A21 = L22^H L21, A22 = L22^H L22
//
// With A = U: A11 = U11 U11^H + U12 U12^H, A12 = U12 U22^H, A22 = U22 U22^H.
#include "linalg/lauum.hpp"

#include "kernel/lapack.hpp"
#include "linalg/diagonal_blocks.hpp"
#include "linalg/syrk.hpp"
#include "linalg/triangle.hpp"
#include "linalg/trmm.hpp"

#include <type_traits>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
class Product {
public:
  Product(Grid& grid, Uplo uplo, const Submatrix<T>& a) : grid_(grid), uplo_(uplo), blocks_(grid, a.m) {
    blocks_.compute(comm::as_const(a), [&](Index n, T* block, Index ld) {
      kernel::lauum(uplo, static_cast<int>(n), block, static_cast<int>(ld));
    });
  }

  /// \param first row of the whole triangle at which `a` begins
  void multiply(const Submatrix<T>& a, Index first) {
    const Index n = a.m;
    if (n <= triangular_panel_width)
      return blocks_.put(first, a);
    const Index n1 = triangular_split(n), n2 = n - n1;
    const bool lower = uplo_ == Uplo::lower;
    const auto a11 = a.part(0, 0, n1, n1), a22 = a.part(n1, n1, n2, n2);
    const auto beside = off_diagonal(uplo_, a, n1);
    multiply(a11, first);
    add_square(comm::as_const(beside), a11);
    trmm(grid_, lower ? Side::left : Side::right, uplo_, Transpose::conjugate, Diag::non_unit, T(1),
         comm::as_const(a22), beside);
    multiply(a22, first + n1);
  }

private:
  /// C += M^H M (lower) or M M^H.
  void add_square(const Submatrix<const T>& m, const Submatrix<T>& c) {
    if constexpr (std::is_floating_point_v<T>)
      syrk(grid_, uplo_, uplo_ == Uplo::lower ? Transpose::transpose : Transpose::no, T(1), m, T(1), c);
    else
      herk<T>(grid_, uplo_, uplo_ == Uplo::lower ? Transpose::conjugate : Transpose::no, 1, m, 1, c);
  }

  Grid& grid_;
  Uplo uplo_;
  DiagonalBlocks<T> blocks_;
};

} // namespace

template <typename T>
std::size_t lauum_memory(const Grid& grid, const Submatrix<T>& a) {
  return std::max(trmm_memory(grid, Side::left, a), trmm_memory(grid, Side::right, a)) +
         gemmt_memory(grid, a) + DiagonalBlocks<T>::memory(grid, a.m);
}

template <typename T>
void lauum(Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  if (a.m == 0)
    return;
  const auto memory = runtime::take_memory(grid, "the product of a triangular matrix and its transpose",
                                           lauum_memory(grid, a));
  Product<T>(grid, uplo, a).multiply(a, 0);
}

#define HG_LAUUM(T)                                                                                          \
  template void lauum(Grid&, Uplo, const Submatrix<T>&);                                                     \
  template std::size_t lauum_memory(const Grid&, const Submatrix<T>&);
HG_LAUUM(float)
HG_LAUUM(double)
HG_LAUUM(std::complex<float>)
HG_LAUUM(std::complex<double>)
#undef HG_LAUUM

} // namespace hetgrid::linalg
