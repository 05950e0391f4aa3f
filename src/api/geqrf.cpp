// HG_PSGEQRF, HG_PDGEQRF, HG_PCGEQRF, HG_PZGEQRF: PDGEQRF on uneven and uniform layouts.
#include "linalg/geqrf.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int geqrf(const char* routine, int m, int n, T* a, int ia, int ja, const int* desca, T* tau, T* work,
          int lwork) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  check.integer(1, m, 0);
  check.integer(2, n, 0);
  check.descriptor(6, desc, *grid);
  check.submatrix(4, ia, ja, m, n, 6, desc);
  const bool query = check.workspace(9, lwork);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  answer_workspace_query(work);
  if (!query)
    linalg::geqrf(*grid, submatrix_of(*grid, desc, a, ia, ja, m, n), tau);
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GEQRF(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* m, const int* n, T* a, const int* ia, const int* ja,  \
                                            const int* desca, T* tau, T* work, const int* lwork,             \
                                            int* info) {                                                     \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::geqrf<T>(#NAME, *m, *n, a, *ia, *ja, desca, tau, work, *lwork);                   \
    });                                                                                                      \
  }

HG_DEFINE_GEQRF(hg_psgeqrf, HG_PSGEQRF, float)
HG_DEFINE_GEQRF(hg_pdgeqrf, HG_PDGEQRF, double)
HG_DEFINE_GEQRF(hg_pcgeqrf, HG_PCGEQRF, std::complex<float>)
HG_DEFINE_GEQRF(hg_pzgeqrf, HG_PZGEQRF, std::complex<double>)
