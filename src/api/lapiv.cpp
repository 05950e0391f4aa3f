// HG_PSLAPIV, HG_PDLAPIV, HG_PCLAPIV, HG_PZLAPIV: PDLAPIV on uneven and uniform layouts.
#include "api/lapiv.hpp"

#include "linalg/laswp.hpp"
#include "runtime/reservation.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/pivots.hpp"

#include <limits>

namespace hetgrid::api {
namespace {

using linalg::Lines;
using linalg::Order;

/// The descriptor of IPIV as a column (over the grid rows) or row vector, without what means nothing for it:
/// ScaLAPACK's programs give IPIV that is equal on all processes of a grid line the own process as source.
layout::Descriptor vector_descriptor(const int* desc, Lines over) {
  auto vector = layout::Descriptor::from(desc);
  (over == Lines::rows ? vector.csrc : vector.rsrc) = 0;
  vector.lld = std::numeric_limits<int>::max();
  return vector;
}

} // namespace

template <typename T>
int lapiv(const char* routine, char direc, char rowcol, char pivroc, int m, int n, T* a, int ia, int ja,
          const int* desca, const int* ipiv, int ip, int jp, const int* descip, int missing) {
  const auto position = [missing](int in_lapiv) { return in_lapiv - missing; }; // behind PIVROC
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context, descip[ctxt_ - 1]});
  if (!grid)
    return -(position(9) * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto order = static_cast<Order>(check.character(1, direc, "FB"));
  const auto lines = static_cast<Lines>(check.character(2, rowcol, "RC"));
  // PIVROC = 'C': IPIV lies along a process column, that is, over the grid rows.
  const auto over = check.character(3, pivroc, "RC") == 'C' ? Lines::rows : Lines::columns;
  check.integer(position(4), m, 0);
  check.integer(position(5), n, 0);
  check.descriptor(position(9), desc, *grid);
  check.submatrix(position(7), ia, ja, m, n, position(9), desc);
  const auto desc_p = vector_descriptor(descip, over);
  const bool rows = lines == Lines::rows;
  const int count = m == 0 || n == 0 ? 0 : rows ? m : n;
  check.descriptor(position(13), desc_p, *grid);
  check.submatrix(position(11), ip, jp, over == Lines::rows ? count : 1, over == Lines::rows ? 1 : count,
                  position(13), desc_p);
  // Line number `line` of A is line + to_ipiv in IPIV, whose values are relative to its own start.
  const std::int64_t to_ipiv = std::int64_t{over == Lines::rows ? ip : jp} - (rows ? ia : ja);
  linalg::PivotVector vector{over, {}, (over == Lines::rows ? ip : jp) - 1, count, ipiv};
  if (check.legal()) {
    vector.axis = over == Lines::rows ? grid->row_axis(desc_p) : grid->column_axis(desc_p);
    check_pivots(check, position(10), *grid, vector, 1 + to_ipiv, (rows ? desc.m : desc.n) + to_ipiv);
  }
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  const comm::Submatrix<T> target =
      rows ? submatrix_of(*grid, desc, a, 1, ja, desc.m, n) : submatrix_of(*grid, desc, a, ia, 1, m, desc.n);
  const auto memory =
      runtime::take_memory(*grid, "a permutation", linalg::laswp_memory(*grid, lines, target));
  std::vector<layout::Index> pivots = linalg::all_pivots(*grid, vector);
  for (auto& pivot : pivots)
    pivot -= to_ipiv + 1;
  linalg::laswp<T>(*grid, order, lines, target, (rows ? ia : ja) - 1, pivots);
  return 0;
}

} // namespace hetgrid::api

#define HG_DEFINE_LAPIV(name, NAME, T)                                                                       \
  template int hetgrid::api::lapiv(const char*, char, char, char, int, int, T*, int, int, const int*,        \
                                   const int*, int, int, const int*, int);                                   \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* direc, const char* rowcol, const char* pivroc,       \
                                            const int* m, const int* n, T* a, const int* ia, const int* ja,  \
                                            const int* desca, const int* ipiv, const int* ip, const int* jp, \
                                            const int* descip, int*) {                                       \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::lapiv<T>(#NAME, *direc, *rowcol, *pivroc, *m, *n, a, *ia, *ja, desca, ipiv, *ip,  \
                                    *jp, descip);                                                            \
    });                                                                                                      \
  }

HG_DEFINE_LAPIV(hg_pslapiv, HG_PSLAPIV, float)
HG_DEFINE_LAPIV(hg_pdlapiv, HG_PDLAPIV, double)
HG_DEFINE_LAPIV(hg_pclapiv, HG_PCLAPIV, std::complex<float>)
HG_DEFINE_LAPIV(hg_pzlapiv, HG_PZLAPIV, std::complex<double>)
