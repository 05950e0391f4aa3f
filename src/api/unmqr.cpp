// HG_PSORMQR, HG_PDORMQR, HG_PCUNMQR, HG_PZUNMQR: PDORMQR on uneven and uniform layouts.
#include "linalg/unmqr.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

using kernel::Side;
using kernel::Transpose;

template <typename T>
int unmqr(const char* routine, char side_letter, char trans_letter, int m, int n, int k, const T* a, int ia,
          int ja, const int* desca, const T* tau, T* c, int ic, int jc, const int* descc, T* work,
          int lwork) {
  const auto desc_a = layout::Descriptor::from(desca), desc_c = layout::Descriptor::from(descc);
  comm::Grid* const grid = common_grid({desc_a.context, desc_c.context});
  if (!grid)
    return -(9 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const Side side = check.character(1, side_letter, "LR") == 'R' ? Side::right : Side::left;
  const Transpose trans =
      check.character(2, trans_letter, no_or_conjugate<T>) == 'N' ? Transpose::no : Transpose::conjugate;
  const int order = side == Side::left ? m : n;
  check.integer(3, m, 0);
  check.integer(4, n, 0);
  check.integer(5, k, 0);
  if (k > order)
    check.illegal(5);
  check.descriptor(9, desc_a, *grid);
  check.submatrix(7, ia, ja, order, k, 9, desc_a);
  check.descriptor(14, desc_c, *grid);
  check.submatrix(12, ic, jc, m, n, 14, desc_c);
  const bool query = check.workspace(16, lwork);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  answer_workspace_query(work);
  if (!query)
    linalg::unmqr(*grid, side, trans, submatrix_of(*grid, desc_a, a, ia, ja, order, k), tau,
                  submatrix_of(*grid, desc_c, c, ic, jc, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_UNMQR(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* side, const char* trans, const int* m, const int* n, const int* k, const T* a,             \
      const int* ia, const int* ja, const int* desca, const T* tau, T* c, const int* ic, const int* jc,      \
      const int* descc, T* work, const int* lwork, int* info) {                                              \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::unmqr<T>(#NAME, *side, *trans, *m, *n, *k, a, *ia, *ja, desca, tau, c, *ic, *jc,  \
                                    descc, work, *lwork);                                                    \
    });                                                                                                      \
  }

HG_DEFINE_UNMQR(hg_psormqr, HG_PSORMQR, float)
HG_DEFINE_UNMQR(hg_pdormqr, HG_PDORMQR, double)
HG_DEFINE_UNMQR(hg_pcunmqr, HG_PCUNMQR, std::complex<float>)
HG_DEFINE_UNMQR(hg_pzunmqr, HG_PZUNMQR, std::complex<double>)
