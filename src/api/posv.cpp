// HG_PSPOSV, HG_PDPOSV, HG_PCPOSV, HG_PZPOSV: PDPOSV on uneven and uniform layouts.
#include "linalg/posv.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int posv(const char* routine, char uplo, int n, int nrhs, const Operand<T>& a, const Operand<T>& b) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  check.integer(2, n, 0);
  check.integer(3, nrhs, 0);
  a.check(check, *grid, n, n);
  b.check(check, *grid, n, nrhs);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  return static_cast<int>(
      linalg::posv(*grid, triangle, a.submatrix(*grid, n, n), b.submatrix(*grid, n, nrhs)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_POSV(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, const int* nrhs, T* a,           \
                                            const int* ia, const int* ja, const int* desca, T* b,            \
                                            const int* ib, const int* jb, const int* descb, int* info) {     \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::posv<T>(#NAME, *uplo, *n, *nrhs, {4, a, ia, ja, desca}, {8, b, ib, jb, descb});   \
    });                                                                                                      \
  }

HG_DEFINE_POSV(hg_psposv, HG_PSPOSV, float)
HG_DEFINE_POSV(hg_pdposv, HG_PDPOSV, double)
HG_DEFINE_POSV(hg_pcposv, HG_PCPOSV, std::complex<float>)
HG_DEFINE_POSV(hg_pzposv, HG_PZPOSV, std::complex<double>)
