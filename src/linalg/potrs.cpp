//     A = L L^H    X = L^-H L^-1 B
//     A = U^H U    X = U^-1 U^-H B
#include "linalg/potrs.hpp"

#include "linalg/solve_triangular.hpp"
#include "linalg/trsm.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {

using kernel::Diag;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
std::size_t potrs_memory(const Grid& grid, const Submatrix<const T>& a, const Submatrix<T>& b) {
  return b.n <= few_right_hand_sides ? FewRightHandSides<T>::memory(grid, a, b.n) : trsm_memory(grid, b);
}

template <typename T>
void potrs(Grid& grid, Uplo uplo, const Submatrix<const T>& a, const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a solution by Cholesky's factor", potrs_memory(grid, a, b));
  const Transpose first = uplo == Uplo::lower ? Transpose::no : Transpose::conjugate,
                  second = uplo == Uplo::lower ? Transpose::conjugate : Transpose::no;
  if (b.n <= few_right_hand_sides) {
    FewRightHandSides<T> x(grid, a, uplo == Uplo::lower ? Triangles::lower : Triangles::upper, b.n);
    x.gather(comm::as_const(b));
    x.solve(uplo, first, Diag::non_unit);
    x.solve(uplo, second, Diag::non_unit);
    x.scatter(b);
  } else {
    trsm(grid, kernel::Side::left, uplo, first, Diag::non_unit, T(1), a, b);
    trsm(grid, kernel::Side::left, uplo, second, Diag::non_unit, T(1), a, b);
  }
}

#define HG_POTRS(T)                                                                                          \
  template std::size_t potrs_memory(const Grid&, const Submatrix<const T>&, const Submatrix<T>&);            \
  template void potrs(Grid&, Uplo, const Submatrix<const T>&, const Submatrix<T>&);
HG_POTRS(float)
HG_POTRS(double)
HG_POTRS(std::complex<float>)
HG_POTRS(std::complex<double>)
#undef HG_POTRS

} // namespace hetgrid::linalg
