// HG_PSGETRI, HG_PDGETRI, HG_PCGETRI, HG_PZGETRI: PDGETRI on uneven and uniform layouts.
#include "linalg/getri.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/pivots.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int getri(const char* routine, int n, T* a, int ia, int ja, const int* desca, const int* ipiv, T* work,
          int lwork, int* iwork, int liwork) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(5 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  check.integer(1, n, 0);
  check.descriptor(5, desc, *grid);
  check.submatrix(3, ia, ja, n, n, 5, desc);
  const bool work_query = check.workspace(8, lwork), iwork_query = check.workspace(10, liwork);
  const bool query = work_query || iwork_query; // IPIV may not be set yet
  if (!query)
    check_row_pivots(check, 6, *grid, desc, ia, n, ipiv);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  answer_workspace_query(work);
  answer_workspace_query(iwork);
  return query ? 0 : static_cast<int>(linalg::getri(*grid, submatrix_of(*grid, desc, a, ia, ja, n, n), ipiv));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GETRI(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* n, T* a, const int* ia, const int* ja,                \
                                            const int* desca, const int* ipiv, T* work, const int* lwork,    \
                                            int* iwork, const int* liwork, int* info) {                      \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::getri<T>(#NAME, *n, a, *ia, *ja, desca, ipiv, work, *lwork, iwork, *liwork);      \
    });                                                                                                      \
  }

HG_DEFINE_GETRI(hg_psgetri, HG_PSGETRI, float)
HG_DEFINE_GETRI(hg_pdgetri, HG_PDGETRI, double)
HG_DEFINE_GETRI(hg_pcgetri, HG_PCGETRI, std::complex<float>)
HG_DEFINE_GETRI(hg_pzgetri, HG_PZGETRI, std::complex<double>)
