// HG_PSLASET, HG_PDLASET, HG_PCLASET, HG_PZLASET: PDLASET on uneven and uniform layouts, and on partitions.
#include "linalg/laset.hpp"

#include "api/operand.hpp"
#include "api/triangle_or_all.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int laset(const char* routine, char uplo, int m, int n, T alpha, T beta, const Operand<T>& a) {
  comm::Grid* const grid = common_grid({a.desc.context});
  if (!grid)
    return -(9 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const kernel::Uplo part = triangle_or_all(check, 1, uplo);
  check.integer(2, m, 0);
  check.integer(3, n, 0);
  check.scalar(4, alpha);
  check.scalar(5, beta);
  a.check(check, *grid, m, n, a.is_partitioned());
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  if (a.is_partitioned())
    linalg::laset(*grid, part, alpha, beta, a.partitioned(*grid, m, n));
  else
    linalg::laset(*grid, part, alpha, beta, a.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_LASET(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* m, const int* n, const T* alpha,    \
                                            const T* beta, T* a, const int* ia, const int* ja,               \
                                            const int* desca) {                                              \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::laset<T>(#NAME, *uplo, *m, *n, *alpha, *beta, {6, a, ia, ja, desca});             \
    });                                                                                                      \
  }

HG_DEFINE_LASET(hg_pslaset, HG_PSLASET, float)
HG_DEFINE_LASET(hg_pdlaset, HG_PDLASET, double)
HG_DEFINE_LASET(hg_pclaset, HG_PCLASET, std::complex<float>)
HG_DEFINE_LASET(hg_pzlaset, HG_PZLASET, std::complex<double>)
