// HG_PSGECON, HG_PDGECON, HG_PCGECON, HG_PZGECON: PDGECON on uneven and uniform layouts.
#include "linalg/gecon.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

/// Second: IWORK of the real routines, RWORK of the complex ones.
template <typename T, typename Second>
int gecon(const char* routine, char norm, int n, const T* a, int ia, int ja, const int* desca,
          kernel::Real<T> anorm, kernel::Real<T>* rcond, T* work, int lwork, Second* second_work,
          int second_lwork) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const char letter = check.character(1, norm, "1OI");
  check.integer(2, n, 0);
  check.descriptor(6, desc, *grid);
  check.submatrix(4, ia, ja, n, n, 6, desc);
  check.scalar(7, anorm);
  if (!(anorm >= 0)) // also if it is not a number
    check.illegal(7);
  const bool work_query = check.workspace(10, lwork), second_query = check.workspace(12, second_lwork);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  answer_workspace_query(work);
  answer_workspace_query(second_work);
  if (!work_query && !second_query)
    *rcond = linalg::gecon(*grid, letter == 'I' ? linalg::Norm::infinity : linalg::Norm::one,
                           submatrix_of(*grid, desc, a, ia, ja, n, n), anorm);
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GECON(name, NAME, T, Second)                                                               \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* norm, const int* n, const T* a, const int* ia, const int* ja, const int* desca,            \
      const hetgrid::kernel::Real<T>* anorm, hetgrid::kernel::Real<T>* rcond, T* work, const int* lwork,     \
      Second* second_work, const int* second_lwork, int* info) {                                             \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::gecon<T>(#NAME, *norm, *n, a, *ia, *ja, desca, *anorm, rcond, work, *lwork,       \
                                    second_work, *second_lwork);                                             \
    });                                                                                                      \
  }

HG_DEFINE_GECON(hg_psgecon, HG_PSGECON, float, int)
HG_DEFINE_GECON(hg_pdgecon, HG_PDGECON, double, int)
HG_DEFINE_GECON(hg_pcgecon, HG_PCGECON, std::complex<float>, float)
HG_DEFINE_GECON(hg_pzgecon, HG_PZGECON, std::complex<double>, double)
