// HG_PSPOTRS, HG_PDPOTRS, HG_PCPOTRS, HG_PZPOTRS: PDPOTRS on uneven and uniform layouts.
#include "linalg/potrs.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int potrs(const char* routine, char uplo, int n, int nrhs, const Operand<const T>& a, const Operand<T>& b) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  check.integer(2, n, 0);
  check.integer(3, nrhs, 0);
  a.check(check, *grid, n, n);
  b.check(check, *grid, n, nrhs);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  linalg::potrs(*grid, triangle, a.submatrix(*grid, n, n), b.submatrix(*grid, n, nrhs));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_POTRS(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, const int* nrhs, const T* a,     \
                                            const int* ia, const int* ja, const int* desca, T* b,            \
                                            const int* ib, const int* jb, const int* descb, int* info) {     \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::potrs<T>(#NAME, *uplo, *n, *nrhs, {4, a, ia, ja, desca}, {8, b, ib, jb, descb});  \
    });                                                                                                      \
  }

HG_DEFINE_POTRS(hg_pspotrs, HG_PSPOTRS, float)
HG_DEFINE_POTRS(hg_pdpotrs, HG_PDPOTRS, double)
HG_DEFINE_POTRS(hg_pcpotrs, HG_PCPOTRS, std::complex<float>)
HG_DEFINE_POTRS(hg_pzpotrs, HG_PZPOTRS, std::complex<double>)
