#include "partition/push/state.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace hetgrid::partition {

PushState::PushState(Partition partition) : PushState(partition, {partition.cells(), 0, {}}) {}

PushState::PushState(Partition sub_matrix, LuStep step)
    : counts_(std::move(sub_matrix)), step_(std::move(step)), movable_(counts_.cells(), counts_.processes()),
      words_((counts_.cells() + 63) / 64) {
  const std::int64_t n = counts_.cells();
  rows_.resize(line(counts_.processes(), 0));
  columns_.resize(rows_.size());
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < (i < step_.width ? n : step_.width); ++j) {
      flip(counts_.owner(i, j), i, j);
      movable_.add(counts_.owner(i, j), i, j);
    }
}

std::int64_t PushState::volume() const {
  std::int64_t volume = step_.width * counts_.pairs();
  for (const LuStep::Around& around : step_.around)
    volume += around.weight * around.table.pairs();
  return volume;
}

void PushState::exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h) {
  const int first = counts_.owner(i, j), second = counts_.owner(g, h);
  counts_.exchange(i, j, g, h);
  const auto move = [&](LineTable& table, std::int64_t origin) {
    table.remove(first, origin + i, origin + j);
    table.remove(second, origin + g, origin + h);
    table.add(second, origin + i, origin + j);
    table.add(first, origin + g, origin + h);
  };
  move(movable_, 0);
  for (LuStep::Around& around : step_.around)
    move(around.table, step_.origin);
  flip(first, i, j);
  flip(first, g, h);
  flip(second, i, j);
  flip(second, g, h);
}

void PushState::flip(int process, std::int64_t i, std::int64_t j) {
  rows_[line(process, i) + static_cast<std::size_t>(j / 64)] ^= std::uint64_t{1} << (j % 64);
  columns_[line(process, j) + static_cast<std::size_t>(i / 64)] ^= std::uint64_t{1} << (i % 64);
}

std::int64_t first_common(Words first, Words second, std::int64_t from, std::int64_t to) {
  std::uint64_t from_here = ~std::uint64_t{0} << (from % 64);
  for (std::int64_t word = from / 64; word * 64 < to; ++word, from_here = ~std::uint64_t{0}) {
    const auto k = static_cast<std::size_t>(word);
    if (const std::uint64_t common = first[k] & second[k] & from_here)
      return std::min(word * 64 + std::countr_zero(common), to);
  }
  return to;
}

} // namespace hetgrid::partition
