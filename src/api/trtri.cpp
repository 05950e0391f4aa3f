// HG_PSTRTRI, HG_PDTRTRI, HG_PCTRTRI, HG_PZTRTRI: PDTRTRI on uneven and uniform layouts.
#include "linalg/trtri.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int trtri(const char* routine, char uplo, char diag, int n, T* a, int ia, int ja, const int* desca) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  const auto diagonal = static_cast<kernel::Diag>(check.character(2, diag, "UN"));
  check.integer(3, n, 0);
  check.descriptor(7, desc, *grid);
  check.submatrix(5, ia, ja, n, n, 7, desc);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  return static_cast<int>(
      linalg::trtri(*grid, triangle, diagonal, submatrix_of(*grid, desc, a, ia, ja, n, n)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_TRTRI(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const char* diag, const int* n, T* a,          \
                                            const int* ia, const int* ja, const int* desca, int* info) {     \
    *info = hetgrid::api::guarded(                                                                           \
        #NAME, [&] { return hetgrid::api::trtri<T>(#NAME, *uplo, *diag, *n, a, *ia, *ja, desca); });         \
  }

HG_DEFINE_TRTRI(hg_pstrtri, HG_PSTRTRI, float)
HG_DEFINE_TRTRI(hg_pdtrtri, HG_PDTRTRI, double)
HG_DEFINE_TRTRI(hg_pctrtri, HG_PCTRTRI, std::complex<float>)
HG_DEFINE_TRTRI(hg_pztrtri, HG_PZTRTRI, std::complex<double>)
