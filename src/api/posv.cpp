// HG_PSPOSV, HG_PDPOSV, HG_PCPOSV, HG_PZPOSV: PDPOSV on uneven and uniform layouts.
#include "linalg/posv.hpp"

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
int posv(const char* routine, char uplo, int n, int nrhs, const Operand<T>& a, const Operand<T>& b) {
  const auto desc_a = layout::Descriptor::from(a.desc), desc_b = layout::Descriptor::from(b.desc);
  comm::Grid* const grid = common_grid({desc_a.context, desc_b.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(grid->all());
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  check.integer(2, n, 0);
  check.integer(3, nrhs, 0);
  check.descriptor(7, desc_a, *grid);
  check.submatrix(5, a.i, a.j, n, n, 7, desc_a);
  check.descriptor(11, desc_b, *grid);
  check.submatrix(9, b.i, b.j, n, nrhs, 11, desc_b);
  if (const int info = check.agree(); info != 0) {
    report_illegal_argument(grid->context(), routine, info);
    return info;
  }
  return static_cast<int>(linalg::posv(*grid, triangle, submatrix_of(*grid, desc_a, a.data, a.i, a.j, n, n),
                                       submatrix_of(*grid, desc_b, b.data, b.i, b.j, n, nrhs)));
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_POSV(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, const int* nrhs, T* a,           \
                                            const int* ia, const int* ja, const int* desca, T* b,            \
                                            const int* ib, const int* jb, const int* descb, int* info) {     \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::posv<T>(#NAME, *uplo, *n, *nrhs, {a, *ia, *ja, desca}, {b, *ib, *jb, descb});     \
    });                                                                                                      \
  }

HG_DEFINE_POSV(hg_psposv, HG_PSPOSV, float)
HG_DEFINE_POSV(hg_pdposv, HG_PDPOSV, double)
HG_DEFINE_POSV(hg_pcposv, HG_PCPOSV, std::complex<float>)
HG_DEFINE_POSV(hg_pzposv, HG_PZPOSV, std::complex<double>)
