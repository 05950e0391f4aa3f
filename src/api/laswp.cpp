// HG_PSLASWP, HG_PDLASWP, HG_PCLASWP, HG_PZLASWP: PDLASWP on uneven and uniform layouts.
#include "linalg/laswp.hpp"
#include "runtime/reservation.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/pivots.hpp"

namespace hetgrid::api {
namespace {

using linalg::Lines;
using linalg::Order;

template <typename T>
int laswp(const char* routine, char direc, char rowcol, int n, T* a, int ia, int ja, const int* desca, int k1,
          int k2, const int* ipiv) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto order = static_cast<Order>(check.character(1, direc, "FB"));
  const auto lines = static_cast<Lines>(check.character(2, rowcol, "RC"));
  check.integer(3, n, 0);
  check.descriptor(7, desc, *grid);
  // The lines that are interchanged may lie anywhere in A, also before IA (JA).
  const bool rows = lines == Lines::rows;
  check.submatrix(5, ia, ja, rows ? 1 : n, rows ? n : 1, 7, desc);
  check.integer(8, k1, 1);
  check.integer(9, k2, 0);
  const int extent = rows ? desc.m : desc.n, count = k2 >= k1 ? k2 - k1 + 1 : 0;
  if (k2 > extent)
    check.illegal(9);
  linalg::PivotVector vector{lines, {}, k1 - 1, count, ipiv};
  if (check.legal()) {
    vector.axis = rows ? grid->row_axis(desc) : grid->column_axis(desc);
    check_pivots(check, 10, *grid, vector, 1, extent);
  }
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  const comm::Submatrix<T> target =
      rows ? submatrix_of(*grid, desc, a, 1, ja, desc.m, n) : submatrix_of(*grid, desc, a, ia, 1, n, desc.n);
  const auto memory =
      runtime::take_memory(*grid, "a permutation", linalg::laswp_memory(*grid, lines, target));
  std::vector<layout::Index> pivots = linalg::all_pivots(*grid, vector);
  for (auto& pivot : pivots)
    --pivot;
  linalg::laswp<T>(*grid, order, lines, target, k1 - 1, pivots);
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_LASWP(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* direc, const char* rowcol, const int* n, T* a,       \
                                            const int* ia, const int* ja, const int* desca, const int* k1,   \
                                            const int* k2, const int* ipiv) {                                \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::laswp<T>(#NAME, *direc, *rowcol, *n, a, *ia, *ja, desca, *k1, *k2, ipiv);         \
    });                                                                                                      \
  }

HG_DEFINE_LASWP(hg_pslaswp, HG_PSLASWP, float)
HG_DEFINE_LASWP(hg_pdlaswp, HG_PDLASWP, double)
HG_DEFINE_LASWP(hg_pclaswp, HG_PCLASWP, std::complex<float>)
HG_DEFINE_LASWP(hg_pzlaswp, HG_PZLASWP, std::complex<double>)
