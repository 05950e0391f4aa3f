// HG_PSGETRS, HG_PDGETRS, HG_PCGETRS, HG_PZGETRS: PDGETRS on uneven and uniform layouts.
#include "linalg/getrs.hpp"

#include "api/operand.hpp"
#include "api/pivots.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int getrs(const char* routine, char trans, int n, int nrhs, const Operand<const T>& a, const int* ipiv,
          const Operand<T>& b) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto op = static_cast<kernel::Transpose>(check.character(1, trans, "NTC"));
  check.integer(2, n, 0);
  check.integer(3, nrhs, 0);
  a.check(check, *grid, n, n);
  b.check(check, *grid, n, nrhs);
  check_row_pivots(check, 8, *grid, a.desc, a.i, n, ipiv);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  linalg::getrs(*grid, op, a.submatrix(*grid, n, n), ipiv, b.submatrix(*grid, n, nrhs));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GETRS(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* trans, const int* n, const int* nrhs, const T* a, const int* ia, const int* ja,            \
      const int* desca, const int* ipiv, T* b, const int* ib, const int* jb, const int* descb, int* info) {  \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::getrs<T>(#NAME, *trans, *n, *nrhs, {4, a, ia, ja, desca}, ipiv,                   \
                                    {9, b, ib, jb, descb});                                                  \
    });                                                                                                      \
  }

HG_DEFINE_GETRS(hg_psgetrs, HG_PSGETRS, float)
HG_DEFINE_GETRS(hg_pdgetrs, HG_PDGETRS, double)
HG_DEFINE_GETRS(hg_pcgetrs, HG_PCGETRS, std::complex<float>)
HG_DEFINE_GETRS(hg_pzgetrs, HG_PZGETRS, std::complex<double>)
