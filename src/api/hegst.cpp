// HG_PSSYGST, HG_PDSYGST, HG_PCHEGST, HG_PZHEGST: PDSYGST and PZHEGST on uneven and uniform layouts.
#include "linalg/hegst.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int hegst(const char* routine, int ibtype, char uplo, int n, const Operand<T>& a, const Operand<const T>& b,
          kernel::Real<T>& scale) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  check.integer(1, ibtype, 1);
  if (ibtype > 3)
    check.illegal(1);
  const auto triangle = static_cast<kernel::Uplo>(check.character(2, uplo, "UL"));
  check.integer(3, n, 0);
  a.check(check, *grid, n, n);
  b.check(check, *grid, n, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  linalg::hegst(*grid, static_cast<linalg::Problem>(ibtype), triangle, a.submatrix(*grid, n, n),
                b.submatrix(*grid, n, n));
  scale = 1; // as ScaLAPACK's
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_HEGST(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* ibtype, const char* uplo, const int* n, T* a,         \
                                            const int* ia, const int* ja, const int* desca, const T* b,      \
                                            const int* ib, const int* jb, const int* descb,                  \
                                            hetgrid::kernel::Real<T>* scale, int* info) {                    \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::hegst<T>(#NAME, *ibtype, *uplo, *n, {4, a, ia, ja, desca}, {8, b, ib, jb, descb}, \
                                    *scale);                                                                 \
    });                                                                                                      \
  }

HG_DEFINE_HEGST(hg_pssygst, HG_PSSYGST, float)
HG_DEFINE_HEGST(hg_pdsygst, HG_PDSYGST, double)
HG_DEFINE_HEGST(hg_pchegst, HG_PCHEGST, std::complex<float>)
HG_DEFINE_HEGST(hg_pzhegst, HG_PZHEGST, std::complex<double>)
