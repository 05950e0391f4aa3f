// HG_PSLANGE, HG_PDLANGE, HG_PCLANGE, HG_PZLANGE: PDLANGE on uneven and uniform layouts, and on partitions.
#include "linalg/lange.hpp"

#include "api/operand.hpp"

#include <limits>

namespace hetgrid::api {
namespace {

using linalg::Norm;

Norm norm_of(char letter) {
  switch (letter) {
  case 'M':
    return Norm::max;
  case 'I':
    return Norm::infinity;
  case 'F':
  case 'E':
    return Norm::frobenius;
  default:
    return Norm::one;
  }
}

template <typename T>
int lange(const char* routine, char norm, int m, int n, const Operand<const T>& a, kernel::Real<T>& value) {
  comm::Grid* const grid = common_grid({a.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const char letter = check.character(1, norm, "M1OIFE");
  check.integer(2, m, 0);
  check.integer(3, n, 0);
  a.check(check, *grid, m, n, a.is_partitioned());
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  value = a.is_partitioned() ? linalg::lange(*grid, norm_of(letter), a.partitioned(*grid, m, n))
                             : linalg::lange(*grid, norm_of(letter), a.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_LANGE(name, NAME, T)                                                                       \
  extern "C" hetgrid::kernel::Real<T> HG_FC_GLOBAL_(name, NAME)(                                             \
      const char* norm, const int* m, const int* n, const T* a, const int* ia, const int* ja,                \
      const int* desca, hetgrid::kernel::Real<T>* /* work */) {                                              \
    auto value = std::numeric_limits<hetgrid::kernel::Real<T>>::quiet_NaN();                                 \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::lange<T>(#NAME, *norm, *m, *n, {4, a, ia, ja, desca}, value);                     \
    });                                                                                                      \
    return value;                                                                                            \
  }

HG_DEFINE_LANGE(hg_pslange, HG_PSLANGE, float)
HG_DEFINE_LANGE(hg_pdlange, HG_PDLANGE, double)
HG_DEFINE_LANGE(hg_pclange, HG_PCLANGE, std::complex<float>)
HG_DEFINE_LANGE(hg_pzlange, HG_PZLANGE, std::complex<double>)
