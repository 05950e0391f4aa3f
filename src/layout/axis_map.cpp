#include "hetgrid/layout.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace hetgrid::layout {

/// For a panel of B blocks over P coordinates:
///   order[b]          owner of block b
///   before[c][b]      blocks of coordinate c among blocks 0 .. b-1, 0 <= b <= B
///   positions         the blocks of coordinate 0, then those of 1, ...; those of c start at first[c]
/// The block-cyclic order 0 1 .. P-1 needs no tables of P^2 numbers: one division says everything.
struct AxisMap::Tables {
  int nprocs;
  Index panel;
  std::vector<int> order;
  bool cyclic;
  std::vector<Index> before;
  std::vector<Index> positions;
  std::vector<Index> first;

  Tables(int nprocs, std::span<const int> order);
};

AxisMap::Tables::Tables(int nprocs_, std::span<const int> order_)
    : nprocs(nprocs_), panel(static_cast<Index>(order_.size())), order(order_.begin(), order_.end()),
      cyclic(panel == nprocs) {
  for (int c = 0; cyclic && c < nprocs; ++c)
    cyclic = order[static_cast<std::size_t>(c)] == c;
  if (cyclic)
    return;
  const std::size_t width = order.size() + 1;
  before.assign(static_cast<std::size_t>(nprocs) * width, 0);
  for (int c = 0; c < nprocs; ++c) {
    Index* const before_c = before.data() + static_cast<std::size_t>(c) * width;
    first.push_back(static_cast<Index>(positions.size()));
    for (std::size_t b = 0; b < order.size(); ++b) {
      before_c[b + 1] = before_c[b] + (order[b] == c);
      if (order[b] == c)
        positions.push_back(static_cast<Index>(b));
    }
  }
}

AxisMap::AxisMap() : AxisMap(uniform(1)) {}

AxisMap::AxisMap(int nprocs, std::span<const int> order) {
  if (nprocs < 1)
    throw ArgumentError("nprocs", std::to_string(nprocs), "at least 1");
  if (order.empty())
    throw ArgumentError("order", "(empty)", "at least one block");
  for (const int owner : order)
    if (owner < 0 || owner >= nprocs)
      throw ArgumentError("order", std::to_string(owner),
                          "grid coordinates from 0 to " + std::to_string(nprocs - 1));
  tables_ = std::make_shared<const Tables>(nprocs, order);
}

AxisMap AxisMap::uniform(int nprocs) {
  // Asked for at every call with a block-cyclic descriptor: made once for each number of processes.
  thread_local std::unordered_map<int, AxisMap> made;
  if (const auto found = made.find(nprocs); found != made.end())
    return found->second;
  std::vector<int> order(static_cast<std::size_t>(std::max(nprocs, 1)));
  std::iota(order.begin(), order.end(), 0);
  return made.emplace(nprocs, AxisMap(nprocs, order)).first->second;
}

int AxisMap::nprocs() const noexcept {
  return tables_->nprocs;
}

Index AxisMap::panel() const noexcept {
  return tables_->panel;
}

std::span<const int> AxisMap::order() const noexcept {
  return tables_->order;
}

Index AxisMap::blocks_per_panel(int coordinate) const noexcept {
  return blocks_before(tables_->panel, coordinate);
}

int AxisMap::owner(Index block) const noexcept {
  return tables_->order[static_cast<std::size_t>(block % tables_->panel)];
}

Index AxisMap::blocks_before(Index block, int coordinate) const noexcept {
  const Index panel = tables_->panel, panels = block / panel, rest = block % panel;
  if (tables_->cyclic)
    return panels + (rest > coordinate);
  const Index* const before = tables_->before.data() + coordinate * (panel + 1);
  return panels * before[panel] + before[rest];
}

Index AxisMap::block_of(Index local_block, int coordinate) const noexcept {
  if (tables_->cyclic)
    return local_block * tables_->panel + coordinate;
  const Index per_panel = blocks_per_panel(coordinate);
  const Index first = tables_->first[static_cast<std::size_t>(coordinate)];
  return local_block / per_panel * tables_->panel +
         tables_->positions[static_cast<std::size_t>(first + local_block % per_panel)];
}

bool operator==(const AxisMap& a, const AxisMap& b) noexcept {
  if (a.tables_ == b.tables_)
    return true;
  if (a.nprocs() != b.nprocs())
    return false;
  if (a.panel() == b.panel())
    return a.tables_->order == b.tables_->order;
  // Two periodic sequences that agree over the sum of their periods agree everywhere (Fine and Wilf).
  for (Index block = 0; block < a.panel() + b.panel(); ++block)
    if (a.owner(block) != b.owner(block))
      return false;
  return true;
}

} // namespace hetgrid::layout
