// HG_PSGELS, HG_PDGELS, HG_PCGELS, HG_PZGELS: PDGELS on uneven and uniform layouts.
#include "linalg/gels.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

#include <algorithm>

namespace hetgrid::api {
namespace {

using kernel::Transpose;

template <typename T>
int gels(const char* routine, char trans_letter, int m, int n, int nrhs, T* a, int ia, int ja,
         const int* desca, T* b, int ib, int jb, const int* descb, T* work, int lwork) {
  const auto desc_a = layout::Descriptor::from(desca), desc_b = layout::Descriptor::from(descb);
  comm::Grid* const grid = common_grid({desc_a.context, desc_b.context});
  if (!grid)
    return -(8 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const Transpose trans =
      check.character(1, trans_letter, no_or_conjugate<T>) == 'N' ? Transpose::no : Transpose::conjugate;
  check.integer(2, m, 0);
  check.integer(3, n, 0);
  check.integer(4, nrhs, 0);
  check.descriptor(8, desc_a, *grid);
  check.submatrix(6, ia, ja, m, n, 8, desc_a);
  check.descriptor(12, desc_b, *grid);
  check.submatrix(10, ib, jb, std::max(m, n), nrhs, 12, desc_b);
  const bool query = check.workspace(14, lwork);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  answer_workspace_query(work);
  if (query)
    return 0;
  return static_cast<int>(linalg::gels(*grid, trans, submatrix_of(*grid, desc_a, a, ia, ja, m, n),
                                       submatrix_of(*grid, desc_b, b, ib, jb, std::max(m, n), nrhs)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GELS(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* trans, const int* m, const int* n, const int* nrhs,  \
                                            T* a, const int* ia, const int* ja, const int* desca, T* b,      \
                                            const int* ib, const int* jb, const int* descb, T* work,         \
                                            const int* lwork, int* info) {                                   \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::gels<T>(#NAME, *trans, *m, *n, *nrhs, a, *ia, *ja, desca, b, *ib, *jb, descb,     \
                                   work, *lwork);                                                            \
    });                                                                                                      \
  }

HG_DEFINE_GELS(hg_psgels, HG_PSGELS, float)
HG_DEFINE_GELS(hg_pdgels, HG_PDGELS, double)
HG_DEFINE_GELS(hg_pcgels, HG_PCGELS, std::complex<float>)
HG_DEFINE_GELS(hg_pzgels, HG_PZGELS, std::complex<double>)
