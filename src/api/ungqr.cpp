// HG_PSORGQR, HG_PDORGQR, HG_PCUNGQR, HG_PZUNGQR: PDORGQR on uneven and uniform layouts.
#include "linalg/ungqr.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int ungqr(const char* routine, int m, int n, int k, T* a, int ia, int ja, const int* desca, const T* tau,
          T* work, int lwork) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  check.integer(1, m, 0);
  check.integer(2, n, 0);
  if (n > m)
    check.illegal(2);
  check.integer(3, k, 0);
  if (k > n)
    check.illegal(3);
  check.descriptor(7, desc, *grid);
  check.submatrix(5, ia, ja, m, n, 7, desc);
  const bool query = check.workspace(10, lwork);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  answer_workspace_query(work);
  if (!query)
    linalg::ungqr(*grid, submatrix_of(*grid, desc, a, ia, ja, m, n), k, tau);
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_UNGQR(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* m, const int* n, const int* k, T* a, const int* ia,   \
                                            const int* ja, const int* desca, const T* tau, T* work,          \
                                            const int* lwork, int* info) {                                   \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::ungqr<T>(#NAME, *m, *n, *k, a, *ia, *ja, desca, tau, work, *lwork);               \
    });                                                                                                      \
  }

HG_DEFINE_UNGQR(hg_psorgqr, HG_PSORGQR, float)
HG_DEFINE_UNGQR(hg_pdorgqr, HG_PDORGQR, double)
HG_DEFINE_UNGQR(hg_pcungqr, HG_PCUNGQR, std::complex<float>)
HG_DEFINE_UNGQR(hg_pzungqr, HG_PZUNGQR, std::complex<double>)
