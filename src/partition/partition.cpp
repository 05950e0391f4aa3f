#include "hetgrid/partition.hpp"

#include "hetgrid/error.hpp"
#include "plan/limits.hpp"

#include <algorithm>

namespace hetgrid::partition {
namespace {

void check_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value < low || value > high)
    throw ArgumentError(name, std::to_string(value), std::to_string(low) + " to " + std::to_string(high));
}

} // namespace

Partition::Partition(std::int64_t cells, int processes, int owner) : cells_(cells), processes_(processes) {
  check_range("cells", cells, 1, most_cells);
  check_range("processes", processes, 1, plan::limits::processes);
  check_range("owner", owner, 0, processes - 1);
  owner_.assign(static_cast<std::size_t>(cells * cells), owner);
}

void Partition::assign(std::int64_t i, std::int64_t j, int owner) {
  check_range("i", i, 0, cells_ - 1);
  check_range("j", j, 0, cells_ - 1);
  check_range("owner", owner, 0, processes_ - 1);
  owner_[index(i, j)] = owner;
}

void Partition::assign(const Rectangle& rectangle) {
  check_range("row", rectangle.row, 0, cells_);
  check_range("column", rectangle.column, 0, cells_);
  check_range("rows", rectangle.rows, 0, cells_ - rectangle.row);
  check_range("columns", rectangle.columns, 0, cells_ - rectangle.column);
  check_range("owner", rectangle.owner, 0, processes_ - 1);
  for (std::int64_t i = rectangle.row; i < rectangle.row + rectangle.rows; ++i)
    std::fill_n(owner_.begin() + i * cells_ + rectangle.column, rectangle.columns, rectangle.owner);
}

Partition partition_of(std::int64_t cells, int processes, std::span<const Rectangle> rectangles) {
  Partition partition(cells, processes);
  for (const Rectangle& rectangle : rectangles)
    partition.assign(rectangle);
  return partition;
}

layout::OwnerMap owner_map(const Partition& partition) {
  return {partition.processes(), partition.cells(), partition.cells(), rectangles(partition)};
}

layout::OwnerMap owner_map_from_json(const std::string& text) {
  return owner_map(partition_from_json(text));
}

} // namespace hetgrid::partition
