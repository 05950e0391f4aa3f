#include "partition/bands.hpp"

#include <algorithm>

namespace hetgrid::partition {
namespace {

/// Where bands begin -> how many cells they have.
std::vector<std::int64_t> sizes(std::vector<std::int64_t> starts, std::int64_t cells) {
  starts.push_back(cells);
  std::vector<std::int64_t> result;
  for (std::size_t k = 0; k + 1 < starts.size(); ++k)
    result.push_back(starts[k + 1] - starts[k]);
  return result;
}

/// Lines that differ from the one before, the first among them. \param alike  (line, line before)
template <typename Alike>
std::vector<std::int64_t> starts_of_bands(std::int64_t cells, Alike&& alike) {
  std::vector<std::int64_t> starts;
  for (std::int64_t k = 0; k < cells; ++k)
    if (k == 0 || !alike(k, k - 1))
      starts.push_back(k);
  return starts;
}

/// Edges within 0 .. cells - 1, each once, and 0.
std::vector<std::int64_t> edges(std::vector<std::int64_t> all, std::int64_t cells) {
  all.push_back(0);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  std::erase_if(all, [&](std::int64_t edge) { return edge >= cells; });
  return all;
}

std::size_t position(const std::vector<std::int64_t>& starts, std::int64_t line) {
  return static_cast<std::size_t>(std::ranges::lower_bound(starts, line) - starts.begin());
}

} // namespace

Bands::Bands(const Partition& partition) : cells_(partition.cells()), processes_(partition.processes()) {
  const std::vector<std::int64_t> rows = starts_of_bands(cells_, [&](std::int64_t i, std::int64_t before) {
    for (std::int64_t j = 0; j < cells_; ++j)
      if (partition.owner(i, j) != partition.owner(before, j))
        return false;
    return true;
  });
  const std::vector<std::int64_t> columns = starts_of_bands(cells_, [&](std::int64_t j, std::int64_t before) {
    return std::ranges::all_of(
        rows, [&](std::int64_t i) { return partition.owner(i, j) == partition.owner(i, before); });
  });
  for (const std::int64_t i : rows)
    for (const std::int64_t j : columns)
      owner_.push_back(partition.owner(i, j));
  heights_ = sizes(rows, cells_);
  widths_ = sizes(columns, cells_);
}

Bands::Bands(std::int64_t cells, int processes, std::span<const Rectangle> layers)
    : cells_(cells), processes_(processes) {
  std::vector<std::int64_t> rows, columns;
  for (const Rectangle& layer : layers) {
    rows.insert(rows.end(), {layer.row, layer.row + layer.rows});
    columns.insert(columns.end(), {layer.column, layer.column + layer.columns});
  }
  rows = edges(std::move(rows), cells);
  columns = edges(std::move(columns), cells);
  owner_.assign(rows.size() * columns.size(), 0);
  for (const Rectangle& layer : layers)
    for (std::size_t a = position(rows, layer.row); a < position(rows, layer.row + layer.rows); ++a)
      for (std::size_t b = position(columns, layer.column);
           b < position(columns, layer.column + layer.columns); ++b)
        owner_[a * columns.size() + b] = layer.owner;
  heights_ = sizes(rows, cells);
  widths_ = sizes(columns, cells);
}

Partition Bands::partition() const {
  Partition result(cells_, processes_);
  std::int64_t i = 0;
  for (std::size_t a = 0; a < rows(); i += height(a++)) {
    std::int64_t j = 0;
    for (std::size_t b = 0; b < columns(); j += width(b++))
      result.assign({i, j, height(a), width(b), owner(a, b)});
  }
  return result;
}

std::vector<AlikeSteps> alike_steps(const Bands& bands) {
  std::vector<AlikeSteps> all;
  std::size_t row = 0, column = 0;
  for (std::int64_t below = bands.height(0), right = bands.width(0), k = 0; k < bands.cells();) {
    const std::int64_t end = std::min(below, right);
    all.push_back({row, column, end - k});
    k = end;
    if (below == end && ++row < bands.rows())
      below += bands.height(row);
    if (right == end && ++column < bands.columns())
      right += bands.width(column);
  }
  return all;
}

} // namespace hetgrid::partition
