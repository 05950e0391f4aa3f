#include "scalapack/transparent/sources.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::scalapack::transparent {
namespace {

using layout::Axis;
using layout::AxisMap;
using layout::Index;

/// How many of `count` indices have owner f in the axis `from`, beginning at `first`, and t in a copy: at f * T + t for
/// T = map.nprocs().
std::vector<double> shared(const Axis& from, Index first, Index count, const AxisMap& map, Index nb,
                           int source) {
  const Axis to{map, count, nb, source};
  const auto targets = static_cast<std::size_t>(map.nprocs());
  std::vector<double> indices(static_cast<std::size_t>(from.map.nprocs()) * targets);
  for (Index k = 0; k < count;) {
    const Index end = std::min(from.run_end(first + k, first + count) - first, to.run_end(k, count));
    indices[static_cast<std::size_t>(from.owner(first + k)) * targets +
            static_cast<std::size_t>(to.owner(k))] += static_cast<double>(end - k);
    k = end;
  }
  return indices;
}

std::vector<std::vector<double>> shared_for_all_sources(const Axis& from, Index first, Index count,
                                                        const AxisMap& map, Index nb) {
  std::vector<std::vector<double>> all;
  for (int source = 0; source < map.panel(); ++source)
    all.push_back(shared(from, first, count, map, nb, source));
  return all;
}

} // namespace

Sources closest_sources(const Session& session, const Axis& rows, Index i, Index m, Index mb,
                        const Axis& columns, Index j, Index n, Index nb) {
  const comm::Grid& grid = session.grid();
  const auto row_tables = shared_for_all_sources(rows, i, m, grid.row_map(), mb);
  const auto column_tables = shared_for_all_sources(columns, j, n, grid.column_map(), nb);
  const comm::Placement& context = session.context_placement();
  Sources best;
  double most = -1;
  for (std::size_t r = 0; r < row_tables.size(); ++r)
    for (std::size_t c = 0; c < column_tables.size(); ++c) {
      double kept = 0; // elements that stay, weighted by the cycle-time of their process
      for (int from = 0; from < context.p * context.q; ++from) {
        const int to = context.rank[static_cast<std::size_t>(from)], p = to / grid.q(), q = to % grid.q();
        kept += grid.cycle_time(p, q) *
                row_tables[r][static_cast<std::size_t>(from / context.q * grid.p() + p)] *
                column_tables[c][static_cast<std::size_t>(from % context.q * grid.q() + q)];
      }
      if (kept > most) {
        most = kept;
        best = {static_cast<int>(r), static_cast<int>(c)};
      }
    }
  return best;
}

} // namespace hetgrid::scalapack::transparent
