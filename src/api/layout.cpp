// HG_DESCINIT, HG_NUMROC, HG_INDXG2P, HG_INDXG2L, HG_INDXL2G: local, no communication, except that the first call for
// a context that hetgrid did not create plans its layout.
#include "api/agreed_plan.hpp"
#include "api/border.hpp"
#include "api/check.hpp"
#include "api/controls.hpp"
#include "api/speeds.hpp"
#include "comm/agreement.hpp"
#include "comm/blacs.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace hetgrid::api {
namespace {

using layout::AxisMap;
using layout::Index;

/// A plan for the processes of a context that hetgrid did not create, where they sit. Collective over the context.
void lay_out(comm::Grid& grid) {
  const comm::Reservation memory(grid.all(), "a plan", planning_memory(grid.p() * grid.q()));
  const Speeds speeds = speeds_of(grid.all());
  plan::Options options;
  options.p = grid.p();
  options.q = grid.q();
  options.problem.operation = plan::Operation::getrf;
  options.search = plan::Search::as_given;
  grid.lay_out(agreed_plan(speeds.cycle_times, options, grid.all()));
}

/// The axis map of a context: that of its plan, which it gets now if it has none. Of a context this process is not in,
/// or if hetgrid is switched off, that of ScaLAPACK for `nprocs` processes.
AxisMap map_of(int context, char axis, int nprocs) {
  if (!comm::Grid::is_member(context))
    return AxisMap::uniform(nprocs);
  comm::Grid& grid = comm::Grid::of_context(context);
  if (!grid.plan() && controls().on) {
    comm::meet(grid.opening());
    lay_out(grid);
  }
  return axis == 'C' || axis == 'c' ? grid.column_map() : grid.row_map();
}

/// The arguments of the index functions, which stand at the same positions in all of them.
struct IndexCall {
  const char* routine;
  Index index; ///< N, INDXGLOB or INDXLOC
  Index least; ///< smallest legal index
  int nb, iproc, isrcproc, nprocs, context;
  char axis;

  /// The axis map that the call names; empty, and reported, if an argument is illegal.
  std::optional<AxisMap> map() const {
    const bool axis_known = axis == 'R' || axis == 'r' || axis == 'C' || axis == 'c';
    std::optional<AxisMap> map;
    if (nprocs >= 1 && axis_known)
      map = map_of(context, axis, nprocs);
    int info = 0;
    for (const auto& [position, legal] : {std::pair{7, axis_known},
                                          {5, nprocs >= 1 && (!map || map->nprocs() == nprocs)},
                                          {4, isrcproc >= 0 && isrcproc < std::max(1, nprocs)},
                                          {3, iproc >= 0 && iproc < std::max(1, nprocs)},
                                          {2, nb >= 1},
                                          {1, index >= least}})
      if (!legal)
        info = -position;
    return info == 0 ? map : (report(info), std::nullopt);
  }

  void report(int info) const {
    last_info() = info;
    report_illegal_argument(context, routine, info);
  }
};

/// The result of a call for which `compute(map)` is the answer; -1 if an argument is illegal or the answer is
/// no 32-bit integer, which only an index beyond any matrix brings about.
template <typename Compute>
int answer(const IndexCall& call, Compute&& compute) noexcept {
  last_info() = 0;
  const int info = guarded(call.routine, [&] {
    const std::optional<AxisMap> map = call.map();
    if (!map)
      return -1;
    const Index result = compute(*map);
    if (result > std::numeric_limits<int>::max()) {
      call.report(-1);
      return -1;
    }
    return static_cast<int>(result);
  });
  if (info == info_system)
    last_info() = info;
  return info;
}

int descinit(int* desc, int m, int n, int mb, int nb, int irsrc, int icsrc, int context, int lld) {
  int p = 0, q = 0, myrow = -1, mycol = -1;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  int info = 0;
  Index rows = 0;
  if (m < 0)
    info = -2;
  else if (n < 0)
    info = -3;
  else if (mb < 1)
    info = -4;
  else if (nb < 1)
    info = -5;
  else if (myrow < 0) // then nothing is known of the grid
    info = -8;
  else if (irsrc < 0 || irsrc >= p)
    info = -6;
  else if (icsrc < 0 || icsrc >= q)
    info = -7;
  else {
    rows = std::max<Index>(1, layout::numroc(m, mb, myrow, irsrc, map_of(context, 'R', p)));
    if (lld != 0 && lld < rows)
      info = -9;
  }
  layout::Descriptor{layout::dtype_uneven,
                     context,
                     std::max(0, m),
                     std::max(0, n),
                     std::max(1, mb),
                     std::max(1, nb),
                     std::max(0, irsrc),
                     std::max(0, icsrc),
                     info != 0  ? 1
                     : lld == 0 ? static_cast<int>(rows)
                                : lld}
      .to(desc);
  // A process outside the grid gets a descriptor that says so, and no complaint: as DESCINIT is called
  // everywhere.
  if (info != 0 && context >= 0)
    report_illegal_argument(context, "HG_DESCINIT", info);
  return info;
}

} // namespace
} // namespace hetgrid::api

using namespace hetgrid;

extern "C" {

void HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(int* desc, const int* m, const int* n, const int* mb,
                                             const int* nb, const int* irsrc, const int* icsrc,
                                             const int* ictxt, const int* lld, int* info) {
  *info = api::guarded("HG_DESCINIT",
                       [&] { return api::descinit(desc, *m, *n, *mb, *nb, *irsrc, *icsrc, *ictxt, *lld); });
}

int HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(const int* n, const int* nb, const int* iproc, const int* isrcproc,
                                        const int* nprocs, const int* ictxt, const char* axis) {
  if (*ictxt < 0 && *iproc < 0)
    return 0; // this process is not in the grid
  return api::answer({"HG_NUMROC", *n, 0, *nb, *iproc, *isrcproc, *nprocs, *ictxt, *axis},
                     [&](const auto& map) { return layout::numroc(*n, *nb, *iproc, *isrcproc, map); });
}

int HG_FC_GLOBAL_(hg_indxg2p, HG_INDXG2P)(const int* indxglob, const int* nb, const int* /*iproc*/,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis) {
  return api::answer({"HG_INDXG2P", *indxglob, 1, *nb, 0, *isrcproc, *nprocs, *ictxt, *axis},
                     [&](const auto& map) { return layout::indxg2p(*indxglob - 1, *nb, *isrcproc, map); });
}

// As its model, the local index on the owner, whatever IPROC is.
int HG_FC_GLOBAL_(hg_indxg2l, HG_INDXG2L)(const int* indxglob, const int* nb, const int* /*iproc*/,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis) {
  return api::answer({"HG_INDXG2L", *indxglob, 1, *nb, 0, *isrcproc, *nprocs, *ictxt, *axis},
                     [&](const auto& map) {
                       const int owner = layout::indxg2p(*indxglob - 1, *nb, *isrcproc, map);
                       return layout::indxg2l(*indxglob - 1, *nb, owner, *isrcproc, map) + 1;
                     });
}

int HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(const int* indxloc, const int* nb, const int* iproc,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis) {
  return api::answer({"HG_INDXL2G", *indxloc, 1, *nb, *iproc, *isrcproc, *nprocs, *ictxt, *axis},
                     [&](const auto& map) -> layout::Index {
                       if (map.blocks_per_panel(*iproc) == 0)
                         return -1; // owns nothing: no local index is legal
                       return layout::indxl2g(*indxloc - 1, *nb, *iproc, *isrcproc, map) + 1;
                     });
}

} // extern "C"
