// HG_PSSYMM, HG_PDSYMM, HG_PCSYMM, HG_PZSYMM, HG_PCHEMM, HG_PZHEMM: PDSYMM and PZHEMM on uneven and uniform
// layouts.
#include "linalg/symm.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

/// Checks the arguments and calls multiply(grid, side, uplo, alpha, A, B, beta, C).
template <typename T, typename Multiply>
int symmetric_product(const char* routine, char side, char uplo, int m, int n, T alpha,
                      const Operand<const T>& a, const Operand<const T>& b, T beta, const Operand<T>& c,
                      Multiply&& multiply) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context, c.desc.context});
  if (!grid)
    return -(9 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const auto side_a = static_cast<kernel::Side>(check.character(1, side, "LR"));
  const auto triangle = static_cast<kernel::Uplo>(check.character(2, uplo, "UL"));
  check.integer(3, m, 0);
  check.integer(4, n, 0);
  check.scalar(5, alpha);
  const int order = side_a == kernel::Side::left ? m : n;
  a.check(check, *grid, order, order);
  b.check(check, *grid, m, n);
  check.scalar(14, beta);
  c.check(check, *grid, m, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  multiply(*grid, side_a, triangle, alpha, a.submatrix(*grid, order, order), b.submatrix(*grid, m, n), beta,
           c.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_SYMMETRIC_PRODUCT(name, NAME, T, routine)                                                  \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,            \
      const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,              \
      const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {               \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::symmetric_product<T>(#NAME, *side, *uplo, *m, *n, *alpha, {6, a, ia, ja, desca},  \
                                                {10, b, ib, jb, descb}, *beta, {15, c, ic, jc, descc},       \
                                                hetgrid::linalg::routine<T>);                                \
    });                                                                                                      \
  }

HG_DEFINE_SYMMETRIC_PRODUCT(hg_pssymm, HG_PSSYMM, float, symm)
HG_DEFINE_SYMMETRIC_PRODUCT(hg_pdsymm, HG_PDSYMM, double, symm)
HG_DEFINE_SYMMETRIC_PRODUCT(hg_pcsymm, HG_PCSYMM, std::complex<float>, symm)
HG_DEFINE_SYMMETRIC_PRODUCT(hg_pzsymm, HG_PZSYMM, std::complex<double>, symm)
HG_DEFINE_SYMMETRIC_PRODUCT(hg_pchemm, HG_PCHEMM, std::complex<float>, hemm)
HG_DEFINE_SYMMETRIC_PRODUCT(hg_pzhemm, HG_PZHEMM, std::complex<double>, hemm)
