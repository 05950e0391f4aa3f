#include "linalg/gesv.hpp"

#include "linalg/getrf.hpp"
#include "linalg/getrs.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {

template <typename T>
Index gesv(Grid& grid, const Submatrix<T>& a, int* ipiv, const Submatrix<T>& b) {
  const auto memory = runtime::take_memory(grid, "the solution of a system", [&] {
    return getrf_memory(grid, a) + getrs_memory(grid, comm::as_const(a), b);
  });
  const Index info = getrf(grid, a, ipiv);
  if (info == 0)
    getrs(grid, kernel::Transpose::no, comm::as_const(a), ipiv, b);
  return info;
}

#define HG_GESV(T) template Index gesv(Grid&, const Submatrix<T>&, int*, const Submatrix<T>&);
HG_GESV(float)
HG_GESV(double)
HG_GESV(std::complex<float>)
HG_GESV(std::complex<double>)
#undef HG_GESV

} // namespace hetgrid::linalg
