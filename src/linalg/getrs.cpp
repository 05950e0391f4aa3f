// With P A = L U:
//
//     A X = B      X = U^-1 L^-1 P B
//     A^T X = B    X = P^-1 L^-T U^-T B       and with ^H for the conjugate transpose
#include "linalg/getrs.hpp"

#include "linalg/permute_rows.hpp"
#include "linalg/pivots.hpp"
#include "linalg/solve_triangular.hpp"
#include "linalg/trsm.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
void solve_few(Grid& grid, Transpose trans, const Submatrix<const T>& lu, std::span<const Index> source,
               const Submatrix<T>& b) {
  FewRightHandSides<T> x(grid, lu, Triangles::both, b.n);
  x.gather(comm::as_const(b));
  if (trans == Transpose::no) {
    if (x.is_root())
      x.permute(source);
    x.solve(Uplo::lower, trans, Diag::unit);
    x.solve(Uplo::upper, trans, Diag::non_unit);
  } else {
    x.solve(Uplo::upper, trans, Diag::non_unit);
    x.solve(Uplo::lower, trans, Diag::unit);
    x.permute(source);
  }
  x.scatter(b);
}

template <typename T>
void solve_many(Grid& grid, Transpose trans, const Submatrix<const T>& lu, std::span<const Index> source,
                const Submatrix<T>& b) {
  if (trans == Transpose::no) {
    permute_rows(grid, b, source);
    trsm(grid, Side::left, Uplo::lower, trans, Diag::unit, T(1), lu, b);
    trsm(grid, Side::left, Uplo::upper, trans, Diag::non_unit, T(1), lu, b);
  } else {
    trsm(grid, Side::left, Uplo::upper, trans, Diag::non_unit, T(1), lu, b);
    trsm(grid, Side::left, Uplo::lower, trans, Diag::unit, T(1), lu, b);
    permute_rows(grid, b, source);
  }
}

} // namespace

template <typename T>
std::size_t getrs_memory(const Grid& grid, const Submatrix<const T>& lu, const Submatrix<T>& b) {
  return row_permutation_memory(lu.m) + (b.n <= few_right_hand_sides
                                             ? FewRightHandSides<T>::memory(grid, lu, b.n)
                                             : RowPermuter<T>::memory(grid, lu.m) + trsm_memory(grid, b));
}

template <typename T>
void getrs(Grid& grid, Transpose trans, const Submatrix<const T>& lu, const int* ipiv,
           const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a solution by LU", getrs_memory(grid, lu, b));
  const Order order = trans == Transpose::no ? Order::forward : Order::backward;
  const std::vector<Index> source = row_permutation(grid, lu.rows, lu.i, lu.m, ipiv, order);
  if (b.n <= few_right_hand_sides)
    solve_few(grid, trans, lu, source, b);
  else
    solve_many(grid, trans, lu, source, b);
}

#define HG_GETRS(T)                                                                                          \
  template std::size_t getrs_memory(const Grid&, const Submatrix<const T>&, const Submatrix<T>&);            \
  template void getrs(Grid&, Transpose, const Submatrix<const T>&, const int*, const Submatrix<T>&);
HG_GETRS(float)
HG_GETRS(double)
HG_GETRS(std::complex<float>)
HG_GETRS(std::complex<double>)
#undef HG_GETRS

} // namespace hetgrid::linalg
