#include "partition/push/reduction.hpp"

#include "partition/line_counts.hpp"
#include "partition/metrics.hpp"
#include "partition/push/dfa.hpp"

#include <utility>
#include <vector>

namespace hetgrid::partition {
namespace {

/// Where the rectangle of a process lies.
struct Corner {
  bool bottom, right;
};

/// How a process is packed: into lines of this length, rows or columns.
struct Packing {
  bool by_rows;
  std::int64_t length;
};

/// Those of process x that has this many cells and so far i_X rows and j_X columns, beside or above process y.
std::vector<Packing> packings(const LineCounts& counts, int x, std::int64_t cells, int y) {
  std::vector<Packing> result;
  std::int64_t square = 1;
  while (square * square < cells)
    ++square;
  for (const bool by_rows : {false, true})
    for (const std::int64_t length :
         {by_rows ? counts.columns_of(x) : counts.rows_of(x), square,
          counts.cells() - (by_rows ? counts.columns_of(y) : counts.rows_of(y))}) {
      const std::int64_t lines = length > 0 ? (cells + length - 1) / length : counts.cells() + 1;
      if (lines <= counts.cells() && lines + length <= counts.rows_of(x) + counts.columns_of(x))
        result.push_back({by_rows, length});
    }
  if (cells == 0)
    result.push_back({false, 1});
  return result;
}

/// Line after line from the corner, the cells of a line from the corner on, or towards it.
/// \returns whether all of these cells were of process `from`
bool pack(Partition& partition, int process, std::int64_t cells, const Packing& packing, const Corner& corner,
          bool towards_corner, int from) {
  for (std::int64_t k = 0; k < cells; ++k) {
    const std::int64_t line = k / packing.length, place = k % packing.length;
    const std::int64_t along = towards_corner ? packing.length - 1 - place : place;
    std::int64_t i = packing.by_rows ? line : along, j = packing.by_rows ? along : line;
    if (i >= partition.cells() || j >= partition.cells())
      return false;
    i = corner.bottom ? partition.cells() - 1 - i : i;
    j = corner.right ? partition.cells() - 1 - j : j;
    if (partition.owner(i, j) != from)
      return false;
    partition.assign(i, j, process);
  }
  return true;
}

} // namespace

std::optional<Partition> reduce_to_archetype_a(const Partition& partition) {
  const std::vector<std::int64_t> cells = cells_of_processes(partition);
  const int p = largest_process(cells), r = p == 0 ? 1 : 0, s = p == 2 ? 1 : 2;
  const LineCounts counts(partition);
  std::optional<Partition> best;
  std::int64_t volume = counts.volume_of_communication() + 1;
  for (const Packing& of_r : packings(counts, r, cells[static_cast<std::size_t>(r)], s))
    for (const Packing& of_s : packings(counts, s, cells[static_cast<std::size_t>(s)], r))
      for (const Corner& corner : {Corner{false, true}, Corner{true, false}, Corner{true, true}}) {
        Partition reduced(partition.cells(), 3, p);
        // Both may end in the same line if they fill it from different ends.
        if (!pack(reduced, r, cells[static_cast<std::size_t>(r)], of_r, {false, false}, false, p) ||
            !pack(reduced, s, cells[static_cast<std::size_t>(s)], of_s, corner, true, p))
          continue;
        if (const std::int64_t its_volume = volume_of_communication(reduced); its_volume < volume) {
          volume = its_volume;
          best = std::move(reduced);
        }
      }
  return best;
}

} // namespace hetgrid::partition
