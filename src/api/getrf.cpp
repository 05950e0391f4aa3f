// HG_PSGETRF, HG_PDGETRF, HG_PCGETRF, HG_PZGETRF: PDGETRF on uneven and uniform layouts.
#include "linalg/getrf.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int getrf(const char* routine, int m, int n, T* a, int ia, int ja, const int* desca, int* ipiv) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  check.integer(1, m, 0);
  check.integer(2, n, 0);
  check.descriptor(6, desc, *grid);
  check.submatrix(4, ia, ja, m, n, 6, desc);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  return static_cast<int>(linalg::getrf(*grid, submatrix_of(*grid, desc, a, ia, ja, m, n), ipiv));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GETRF(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* m, const int* n, T* a, const int* ia, const int* ja,  \
                                            const int* desca, int* ipiv, int* info) {                        \
    *info = hetgrid::api::guarded(                                                                           \
        #NAME, [&] { return hetgrid::api::getrf<T>(#NAME, *m, *n, a, *ia, *ja, desca, ipiv); });             \
  }

HG_DEFINE_GETRF(hg_psgetrf, HG_PSGETRF, float)
HG_DEFINE_GETRF(hg_pdgetrf, HG_PDGETRF, double)
HG_DEFINE_GETRF(hg_pcgetrf, HG_PCGETRF, std::complex<float>)
HG_DEFINE_GETRF(hg_pzgetrf, HG_PZGETRF, std::complex<double>)
