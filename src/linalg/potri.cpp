//     A = L L^H    A^-1 = (L^-1)^H L^-1
//     A = U^H U    A^-1 = U^-1 (U^-1)^H
#include "linalg/potri.hpp"

#include "linalg/lauum.hpp"
#include "linalg/trtri.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {

template <typename T>
Index potri(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a) {
  if (a.m == 0)
    return 0;
  const auto memory = runtime::take_memory(grid, "the inverse from Cholesky's factor",
                                           trtri_memory(grid, a) + lauum_memory(grid, a));
  const Index k = trtri(grid, uplo, kernel::Diag::non_unit, a);
  if (k == 0)
    lauum(grid, uplo, a);
  return k;
}

#define HG_POTRI(T) template Index potri(Grid&, kernel::Uplo, const Submatrix<T>&);
HG_POTRI(float)
HG_POTRI(double)
HG_POTRI(std::complex<float>)
HG_POTRI(std::complex<double>)
#undef HG_POTRI

} // namespace hetgrid::linalg
