// HG_PSTRAN, HG_PDTRAN, HG_PCTRANU, HG_PZTRANU, HG_PCTRANC, HG_PZTRANC: PDTRAN, PZTRANU and PZTRANC on uneven
// and uniform layouts: sums of transposed matrices.
#include "linalg/geadd.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

using kernel::Transpose;

template <typename T>
int tran(const char* routine, Transpose op, int m, int n, T alpha, const Operand<const T>& a, T beta,
         const Operand<T>& c) {
  comm::Grid* const grid = common_grid({a.desc.context, c.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  check.integer(1, m, 0);
  check.integer(2, n, 0);
  check.scalar(3, alpha);
  a.check(check, *grid, n, m);
  check.scalar(8, beta);
  c.check(check, *grid, m, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  linalg::geadd(*grid, op, alpha, a.submatrix(*grid, n, m), beta, c.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_TRAN(name, NAME, T, op)                                                                    \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* m, const int* n, const T* alpha, const T* a,          \
                                            const int* ia, const int* ja, const int* desca, const T* beta,   \
                                            T* c, const int* ic, const int* jc, const int* descc) {          \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::tran<T>(#NAME, hetgrid::kernel::Transpose::op, *m, *n, *alpha,                    \
                                   {4, a, ia, ja, desca}, *beta, {9, c, ic, jc, descc});                     \
    });                                                                                                      \
  }

HG_DEFINE_TRAN(hg_pstran, HG_PSTRAN, float, transpose)
HG_DEFINE_TRAN(hg_pdtran, HG_PDTRAN, double, transpose)
HG_DEFINE_TRAN(hg_pctranu, HG_PCTRANU, std::complex<float>, transpose)
HG_DEFINE_TRAN(hg_pztranu, HG_PZTRANU, std::complex<double>, transpose)
HG_DEFINE_TRAN(hg_pctranc, HG_PCTRANC, std::complex<float>, conjugate)
HG_DEFINE_TRAN(hg_pztranc, HG_PZTRANC, std::complex<double>, conjugate)
