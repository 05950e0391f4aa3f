#include "linalg/pivots.hpp"

#include "comm/collectives.hpp"
#include "measure/profile.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace hetgrid::linalg {

using measure::Phase, measure::Profile;

std::vector<Index> all_pivots(const Grid& grid, const PivotVector& ipiv) {
  // Every element is given by exactly one process.
  std::vector<int> values(static_cast<std::size_t>(ipiv.count));
  const int me = ipiv.coordinate(grid);
  for (Index k = 0; k < ipiv.count && ipiv.is_read(grid); ++k)
    if (ipiv.axis.owner(ipiv.first + k) == me)
      values[static_cast<std::size_t>(k)] = ipiv.data[ipiv.axis.local(ipiv.first + k, me)];
  const Phase phase(&Profile::idle);
  comm::all_reduce(values, MPI_SUM, grid.all());
  return {values.begin(), values.end()};
}

std::vector<Index> permutation_of(std::span<const Index> pivots, Index first, Index length, Order order) {
  std::vector<Index> source(static_cast<std::size_t>(length));
  std::iota(source.begin(), source.end(), Index{0});
  for (std::size_t step = 0; step < pivots.size(); ++step) {
    const std::size_t k = order == Order::forward ? step : pivots.size() - 1 - step;
    std::swap(source[static_cast<std::size_t>(first) + k], source[static_cast<std::size_t>(pivots[k])]);
  }
  return source;
}

SparsePermutation::SparsePermutation(std::span<const Index> pivots)
    : width_(std::ssize(pivots)), inside_content_(pivots.size()) {
  std::ranges::copy_if(pivots, std::back_inserter(outside_), [this](Index line) { return line >= width_; });
  std::ranges::sort(outside_);
  const auto repeated = std::ranges::unique(outside_);
  outside_.erase(repeated.begin(), repeated.end());
  outside_content_ = outside_;
  std::iota(inside_content_.begin(), inside_content_.end(), Index{0});
  for (Index k = 0; k < width_; ++k)
    std::swap(content(k), content(pivots[static_cast<std::size_t>(k)]));
}

std::size_t SparsePermutation::place(Index line) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(outside_, line) - outside_.begin());
}

Index& SparsePermutation::content(Index line) {
  return line < width_ ? inside_content_[static_cast<std::size_t>(line)] : outside_content_[place(line)];
}

Index SparsePermutation::of(Index line) const {
  return line < width_ ? inside_content_[static_cast<std::size_t>(line)] : outside_content_[place(line)];
}

std::vector<Index> interchanges_to(std::span<const Index> lines) {
  // Of the lines that have moved: where they are, and what is where they were.
  std::unordered_map<Index, Index> place, content;
  const auto moved = [](const std::unordered_map<Index, Index>& map, Index line) {
    const auto found = map.find(line);
    return found == map.end() ? line : found->second;
  };
  std::vector<Index> pivots;
  for (Index k = 0; k < std::ssize(lines); ++k) {
    const Index pivot = moved(place, lines[static_cast<std::size_t>(k)]), displaced = moved(content, k);
    pivots.push_back(pivot);
    place[displaced] = pivot;
    content[pivot] = displaced;
  }
  return pivots;
}

std::vector<Index> row_permutation(const Grid& grid, const layout::Axis& rows, Index i, Index n,
                                   const int* ipiv, Order order) {
  std::vector<Index> pivots = all_pivots(grid, {Lines::rows, rows, i, n, ipiv});
  for (Index& pivot : pivots)
    pivot -= i + 1; // IPIV counts rows of the whole matrix, from 1
  return permutation_of(pivots, 0, n, order);
}

} // namespace hetgrid::linalg
