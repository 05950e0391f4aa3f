#include "hetgrid/layout.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace hetgrid::layout {

/// For a panel of B blocks over P coordinates:
///   order[b]          owner of block b
///   before[c][b]      blocks of coordinate c among blocks 0 .. b-1, 0 <= b <= B
///   positions         the blocks of coordinate 0, then those of 1, ...; those of c start at first[c]
/// Some orders need no tables of P B numbers:
///   cyclic            0 1 .. P-1: one division says everything
///   runs              those of c are one after the other, count[c] of them from block first[c] on
///   interval          coordinate 1 has such a run, that of index 0, coordinate 0 the rest; not even an order
struct AxisMap::Tables {
  enum class Kind { cyclic, runs, interval, any };

  int nprocs;
  Index panel;
  std::vector<int> order;
  Kind kind;
  std::vector<Index> before;
  std::vector<Index> positions;
  std::vector<Index> first, count;

  Tables(int nprocs, std::span<const int> order);
  Tables(Index panel, Index first, Index count);

  int owner(Index b) const noexcept {
    return kind == Kind::interval ? b >= first[0] && b < first[0] + count[0]
                                  : order[static_cast<std::size_t>(b)];
  }
  Index blocks_before(Index b, int coordinate) const noexcept {
    const auto c = static_cast<std::size_t>(coordinate);
    switch (kind) {
    case Kind::cyclic:
      return b > coordinate;
    case Kind::runs:
      return of_run(c, b);
    case Kind::interval:
      return coordinate == 1 ? of_run(0, b) : b - of_run(0, b);
    case Kind::any:
      break;
    }
    return before[c * static_cast<std::size_t>(panel + 1) + static_cast<std::size_t>(b)];
  }
  /// Number `local_block` of the coordinate.
  Index block_of(Index local_block, int coordinate) const noexcept {
    const auto c = static_cast<std::size_t>(coordinate);
    switch (kind) {
    case Kind::cyclic:
      return coordinate;
    case Kind::runs:
      return first[c] + local_block;
    case Kind::interval:
      return local_block + (coordinate == 1 ? first[0] : local_block < first[0] ? 0 : count[0]);
    case Kind::any:
      break;
    }
    return positions[static_cast<std::size_t>(first[c] + local_block)];
  }

private:
  Index of_run(std::size_t run, Index b) const noexcept {
    return std::clamp<Index>(b - first[run], 0, count[run]);
  }
  bool is_cyclic() const;
  bool find_runs();
};

AxisMap::Tables::Tables(int nprocs_, std::span<const int> order_)
    : nprocs(nprocs_), panel(static_cast<Index>(order_.size())), order(order_.begin(), order_.end()) {
  kind = is_cyclic() ? Kind::cyclic : find_runs() ? Kind::runs : Kind::any;
  if (kind != Kind::any)
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

AxisMap::Tables::Tables(Index panel_, Index first_, Index count_)
    : nprocs(2), panel(panel_), kind(Kind::interval), first{first_}, count{count_} {}

bool AxisMap::Tables::is_cyclic() const {
  bool cyclic = panel == nprocs;
  for (int c = 0; cyclic && c < nprocs; ++c)
    cyclic = order[static_cast<std::size_t>(c)] == c;
  return cyclic;
}

/// \return false if the blocks of a coordinate are not one after the other
bool AxisMap::Tables::find_runs() {
  std::vector<Index> begin(static_cast<std::size_t>(nprocs), 0), blocks(begin.size(), 0);
  for (std::size_t b = 0; b < order.size(); ++b) {
    const auto c = static_cast<std::size_t>(order[b]);
    if (blocks[c] == 0)
      begin[c] = static_cast<Index>(b);
    else if (order[b - 1] != order[b])
      return false;
    ++blocks[c];
  }
  first = std::move(begin);
  count = std::move(blocks);
  return true;
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

AxisMap::AxisMap(std::shared_ptr<const Tables> tables) noexcept : tables_(std::move(tables)) {}

AxisMap AxisMap::interval(Index panel, Index first, Index count) {
  if (panel < 1)
    throw ArgumentError("panel", std::to_string(panel), "at least one block");
  if (first < 0 || first >= panel)
    throw ArgumentError("first", std::to_string(first), "a block of the panel");
  if (count < 1 || count > panel - first)
    throw ArgumentError("count", std::to_string(count), "at least one block, all in the panel");
  return AxisMap(std::make_shared<const Tables>(panel, first, count));
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
  return tables_->owner(block % tables_->panel);
}

Index AxisMap::blocks_before(Index block, int coordinate) const noexcept {
  const Index panel = tables_->panel, panels = block / panel, rest = block % panel;
  return panels * tables_->blocks_before(panel, coordinate) + tables_->blocks_before(rest, coordinate);
}

Index AxisMap::block_of(Index local_block, int coordinate) const noexcept {
  const Index per_panel = blocks_per_panel(coordinate);
  return local_block / per_panel * tables_->panel + tables_->block_of(local_block % per_panel, coordinate);
}

bool operator==(const AxisMap& a, const AxisMap& b) noexcept {
  if (a.tables_ == b.tables_)
    return true;
  if (a.nprocs() != b.nprocs())
    return false;
  const auto &x = *a.tables_, &y = *b.tables_;
  constexpr auto interval = AxisMap::Tables::Kind::interval;
  if (x.panel == y.panel && x.kind == y.kind)
    return x.order == y.order && (x.kind != interval || (x.first == y.first && x.count == y.count));
  // Two periodic sequences that agree over the sum of their periods agree everywhere (Fine and Wilf).
  for (Index block = 0; block < a.panel() + b.panel(); ++block)
    if (a.owner(block) != b.owner(block))
      return false;
  return true;
}

} // namespace hetgrid::layout
