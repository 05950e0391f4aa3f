// HG_PSGESV, HG_PDGESV, HG_PCGESV, HG_PZGESV: PDGESV on uneven and uniform layouts.
#include "linalg/gesv.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int gesv(const char* routine, int n, int nrhs, const Operand<T>& a, int* ipiv, const Operand<T>& b) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  check.integer(1, n, 0);
  check.integer(2, nrhs, 0);
  a.check(check, *grid, n, n);
  b.check(check, *grid, n, nrhs);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  return static_cast<int>(linalg::gesv(*grid, a.submatrix(*grid, n, n), ipiv, b.submatrix(*grid, n, nrhs)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GESV(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* n, const int* nrhs, T* a, const int* ia,              \
                                            const int* ja, const int* desca, int* ipiv, T* b, const int* ib, \
                                            const int* jb, const int* descb, int* info) {                    \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::gesv<T>(#NAME, *n, *nrhs, {3, a, ia, ja, desca}, ipiv, {8, b, ib, jb, descb});    \
    });                                                                                                      \
  }

HG_DEFINE_GESV(hg_psgesv, HG_PSGESV, float)
HG_DEFINE_GESV(hg_pdgesv, HG_PDGESV, double)
HG_DEFINE_GESV(hg_pcgesv, HG_PCGESV, std::complex<float>)
HG_DEFINE_GESV(hg_pzgesv, HG_PZGESV, std::complex<double>)
