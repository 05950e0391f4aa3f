#include "hetgrid/layout.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>

namespace hetgrid::layout {

/// For a panel of B blocks over P coordinates:
///   order[b]          owner of block b
///   before[c][b]      blocks of coordinate c among blocks 0 .. b-1, 0 <= b <= B
///   positions         the blocks of coordinate 0, then those of 1, ...; those of c start at first[c]
struct AxisMap::Tables {
  int nprocs;
  Index panel;
  std::vector<int> order;
  std::vector<Index> before;
  std::vector<Index> positions;
  std::vector<Index> first;
};

AxisMap::AxisMap() : AxisMap(1, std::vector<int>{0}) {}

AxisMap::AxisMap(int nprocs, std::span<const int> order) {
  if (nprocs < 1)
    throw ArgumentError("nprocs", std::to_string(nprocs), "at least 1");
  if (order.empty())
    throw ArgumentError("order", "(empty)", "at least one block");
  for (const int owner : order)
    if (owner < 0 || owner >= nprocs)
      throw ArgumentError("order", std::to_string(owner),
                          "grid coordinates from 0 to " + std::to_string(nprocs - 1));

  auto tables = std::make_shared<Tables>();
  tables->nprocs = nprocs;
  tables->panel = static_cast<Index>(order.size());
  tables->order.assign(order.begin(), order.end());
  const std::size_t width = order.size() + 1;
  tables->before.assign(static_cast<std::size_t>(nprocs) * width, 0);
  for (int c = 0; c < nprocs; ++c) {
    Index* const before = tables->before.data() + static_cast<std::size_t>(c) * width;
    tables->first.push_back(static_cast<Index>(tables->positions.size()));
    for (std::size_t b = 0; b < order.size(); ++b) {
      before[b + 1] = before[b] + (order[b] == c);
      if (order[b] == c)
        tables->positions.push_back(static_cast<Index>(b));
    }
  }
  tables_ = std::move(tables);
}

AxisMap AxisMap::uniform(int nprocs) {
  std::vector<int> order(static_cast<std::size_t>(std::max(nprocs, 1)));
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = static_cast<int>(i);
  return AxisMap(nprocs, order);
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
  const Index panel = tables_->panel;
  const Index* const before = tables_->before.data() + coordinate * (panel + 1);
  return block / panel * before[panel] + before[block % panel];
}

Index AxisMap::block_of(Index local_block, int coordinate) const noexcept {
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
