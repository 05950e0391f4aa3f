// HG_PSTRSM, HG_PDTRSM, HG_PCTRSM, HG_PZTRSM: PDTRSM on uneven and uniform layouts.
#include "linalg/trsm.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

using kernel::Side;

template <typename T>
int trsm(const char* routine, char side, char uplo, char transa, char diag, int m, int n, T alpha,
         const Operand<const T>& a, const Operand<T>& b) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(11 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(grid->all());
  const auto side_a = static_cast<Side>(check.character(1, side, "LR"));
  const auto triangle = static_cast<kernel::Uplo>(check.character(2, uplo, "UL"));
  const auto op_a = static_cast<kernel::Transpose>(check.character(3, transa, "NTC"));
  const auto diagonal = static_cast<kernel::Diag>(check.character(4, diag, "NU"));
  check.integer(5, m, 0);
  check.integer(6, n, 0);
  check.scalar(7, alpha);
  const int order = side_a == Side::left ? m : n;
  a.check(check, *grid, order, order);
  b.check(check, *grid, m, n);
  if (const int info = check.agree(); info != 0) {
    report_illegal_argument(grid->context(), routine, info);
    return info;
  }
  linalg::trsm(*grid, side_a, triangle, op_a, diagonal, alpha, a.submatrix(*grid, order, order),
               b.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_TRSM(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* side, const char* uplo, const char* transa,          \
                                            const char* diag, const int* m, const int* n, const T* alpha,    \
                                            const T* a, const int* ia, const int* ja, const int* desca,      \
                                            T* b, const int* ib, const int* jb, const int* descb) {          \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::trsm<T>(#NAME, *side, *uplo, *transa, *diag, *m, *n, *alpha,                      \
                                   {8, a, ia, ja, desca}, {12, b, ib, jb, descb});                           \
    });                                                                                                      \
  }

HG_DEFINE_TRSM(hg_pstrsm, HG_PSTRSM, float)
HG_DEFINE_TRSM(hg_pdtrsm, HG_PDTRSM, double)
HG_DEFINE_TRSM(hg_pctrsm, HG_PCTRSM, std::complex<float>)
HG_DEFINE_TRSM(hg_pztrsm, HG_PZTRSM, std::complex<double>)
