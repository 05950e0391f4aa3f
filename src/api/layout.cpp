// HG_DESCINIT, HG_NUMROC, HG_INDXG2P, HG_INDXG2L, HG_INDXL2G: local, no communication.
#include "api/border.hpp"
#include "api/check.hpp"
#include "comm/blacs.hpp"

#include <algorithm>

namespace hetgrid::api {
namespace {

using layout::AxisMap;
using layout::Index;

/// The axis map of a context: that of its plan, or ScaLAPACK's for `nprocs` processes if it has none.
AxisMap map_of(int context, char axis, int nprocs) {
  const comm::Grid* const grid = comm::Grid::find(context);
  if (!grid || !grid->plan())
    return AxisMap::uniform(nprocs);
  return axis == 'C' || axis == 'c' ? grid->column_map() : grid->row_map();
}

/// The part of an axis that a call of the index functions names.
struct AxisArguments {
  Index nb;
  int iproc, isrcproc;
  AxisMap map;
};

/// What the index functions check. A function with no INFO returns -1 and reports.
bool legal(const std::string& routine, int context, Index index, Index least, int nb, int iproc, int isrcproc,
           int nprocs, char axis) {
  const bool axis_known = axis == 'R' || axis == 'r' || axis == 'C' || axis == 'c';
  int info = 0;
  for (const auto& [position, legal] : {std::pair{7, axis_known},
                                        {5, nprocs >= 1},
                                        {4, isrcproc >= 0 && isrcproc < nprocs},
                                        {3, iproc >= 0 && iproc < nprocs},
                                        {2, nb >= 1},
                                        {1, index >= least}})
    if (!legal)
      info = -position;
  last_info() = info;
  if (info != 0)
    report_illegal_argument(context, routine, info);
  return info == 0;
}

int descinit(int* desc, int m, int n, int mb, int nb, int irsrc, int icsrc, int context, int lld) {
  int p = 0, q = 0, myrow = -1, mycol = -1;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  int info = 0;
  Index rows = 0;
  if (myrow < 0)
    info = -8;
  else if (m < 0)
    info = -2;
  else if (n < 0)
    info = -3;
  else if (mb < 1)
    info = -4;
  else if (nb < 1)
    info = -5;
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
  return api::guarded("HG_NUMROC", [&] {
    if (*ictxt < 0 && *iproc < 0)
      return 0; // this process is not in the grid
    if (!api::legal("HG_NUMROC", *ictxt, *n, 0, *nb, *iproc, *isrcproc, *nprocs, *axis))
      return -1;
    return static_cast<int>(layout::numroc(*n, *nb, *iproc, *isrcproc, api::map_of(*ictxt, *axis, *nprocs)));
  });
}

int HG_FC_GLOBAL_(hg_indxg2p, HG_INDXG2P)(const int* indxglob, const int* nb, const int* /*iproc*/,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis) {
  return api::guarded("HG_INDXG2P", [&] {
    if (!api::legal("HG_INDXG2P", *ictxt, *indxglob, 1, *nb, 0, *isrcproc, *nprocs, *axis))
      return -1;
    return layout::indxg2p(*indxglob - 1, *nb, *isrcproc, api::map_of(*ictxt, *axis, *nprocs));
  });
}

// As its model, the local index on the owner, whatever IPROC is.
int HG_FC_GLOBAL_(hg_indxg2l, HG_INDXG2L)(const int* indxglob, const int* nb, const int* /*iproc*/,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis) {
  return api::guarded("HG_INDXG2L", [&] {
    if (!api::legal("HG_INDXG2L", *ictxt, *indxglob, 1, *nb, 0, *isrcproc, *nprocs, *axis))
      return -1;
    const layout::AxisMap map = api::map_of(*ictxt, *axis, *nprocs);
    const int owner = layout::indxg2p(*indxglob - 1, *nb, *isrcproc, map);
    return static_cast<int>(layout::indxg2l(*indxglob - 1, *nb, owner, *isrcproc, map)) + 1;
  });
}

int HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(const int* indxloc, const int* nb, const int* iproc,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis) {
  return api::guarded("HG_INDXL2G", [&] {
    if (!api::legal("HG_INDXL2G", *ictxt, *indxloc, 1, *nb, *iproc, *isrcproc, *nprocs, *axis))
      return -1;
    const layout::AxisMap map = api::map_of(*ictxt, *axis, *nprocs);
    if (map.blocks_per_panel(*iproc) == 0)
      return -1; // owns nothing: no local index is legal
    return static_cast<int>(layout::indxl2g(*indxloc - 1, *nb, *iproc, *isrcproc, map)) + 1;
  });
}

} // extern "C"
