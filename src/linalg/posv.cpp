#include "linalg/posv.hpp"

#include "linalg/potrf.hpp"
#include "linalg/potrs.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {

template <typename T>
Index posv(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a, const Submatrix<T>& b) {
  const auto memory = runtime::take_memory(grid, "the solution of a system", [&] {
    return potrf_memory(grid, uplo, a) + potrs_memory(grid, comm::as_const(a), b);
  });
  const Index info = potrf(grid, uplo, a);
  if (info == 0)
    potrs(grid, uplo, comm::as_const(a), b);
  return info;
}

#define HG_POSV(T) template Index posv(Grid&, kernel::Uplo, const Submatrix<T>&, const Submatrix<T>&);
HG_POSV(float)
HG_POSV(double)
HG_POSV(std::complex<float>)
HG_POSV(std::complex<double>)
#undef HG_POSV

} // namespace hetgrid::linalg
