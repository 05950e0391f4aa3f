// HG_PSPOTRF, HG_PDPOTRF, HG_PCPOTRF, HG_PZPOTRF: PDPOTRF on uneven and uniform layouts.
#include "linalg/potrf.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int potrf(const char* routine, char uplo, int n, T* a, int ia, int ja, const int* desca) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  check.integer(2, n, 0);
  check.descriptor(6, desc, *grid);
  check.submatrix(4, ia, ja, n, n, 6, desc);
  if (const int info = check.agree(); info != 0) {
    report_illegal_argument(grid->context(), routine, info);
    return info;
  }
  return static_cast<int>(linalg::potrf(*grid, triangle, submatrix_of(*grid, desc, a, ia, ja, n, n)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_POTRF(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, T* a, const int* ia,             \
                                            const int* ja, const int* desca, int* info) {                    \
    *info = hetgrid::api::guarded(                                                                           \
        #NAME, [&] { return hetgrid::api::potrf<T>(#NAME, *uplo, *n, a, *ia, *ja, desca); });                \
  }

HG_DEFINE_POTRF(hg_pspotrf, HG_PSPOTRF, float)
HG_DEFINE_POTRF(hg_pdpotrf, HG_PDPOTRF, double)
HG_DEFINE_POTRF(hg_pcpotrf, HG_PCPOTRF, std::complex<float>)
HG_DEFINE_POTRF(hg_pzpotrf, HG_PZPOTRF, std::complex<double>)
