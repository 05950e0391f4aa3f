// HG_PSGESV, HG_PDGESV, HG_PCGESV, HG_PZGESV: PDGESV on uneven and uniform layouts.
#include "linalg/gesv.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

/// One matrix argument.
template <typename T>
struct Operand {
  T* data;
  int i, j;
  const int* desc;
};

template <typename T>
int gesv(const char* routine, int n, int nrhs, const Operand<T>& a, int* ipiv, const Operand<T>& b) {
  const auto desc_a = layout::Descriptor::from(a.desc), desc_b = layout::Descriptor::from(b.desc);
  comm::Grid* const grid = common_grid({desc_a.context, desc_b.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(grid->all());
  check.integer(1, n, 0);
  check.integer(2, nrhs, 0);
  check.descriptor(6, desc_a, *grid);
  check.submatrix(4, a.i, a.j, n, n, 6, desc_a);
  check.descriptor(11, desc_b, *grid);
  check.submatrix(9, b.i, b.j, n, nrhs, 11, desc_b);
  if (const int info = check.agree(); info != 0) {
    report_illegal_argument(grid->context(), routine, info);
    return info;
  }
  return static_cast<int>(linalg::gesv(*grid, submatrix_of(*grid, desc_a, a.data, a.i, a.j, n, n), ipiv,
                                       submatrix_of(*grid, desc_b, b.data, b.i, b.j, n, nrhs)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GESV(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* n, const int* nrhs, T* a, const int* ia,              \
                                            const int* ja, const int* desca, int* ipiv, T* b, const int* ib, \
                                            const int* jb, const int* descb, int* info) {                    \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::gesv<T>(#NAME, *n, *nrhs, {a, *ia, *ja, desca}, ipiv, {b, *ib, *jb, descb});      \
    });                                                                                                      \
  }

HG_DEFINE_GESV(hg_psgesv, HG_PSGESV, float)
HG_DEFINE_GESV(hg_pdgesv, HG_PDGESV, double)
HG_DEFINE_GESV(hg_pcgesv, HG_PCGESV, std::complex<float>)
HG_DEFINE_GESV(hg_pzgesv, HG_PZGESV, std::complex<double>)
