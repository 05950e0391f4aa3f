#include "partition/line_counts.hpp"

#include <utility>

namespace hetgrid::partition {
namespace {

/// First and one behind the last line in which a process with these counts has cells.
std::pair<std::int64_t, std::int64_t> extent(const std::int32_t* count, std::int64_t lines) {
  std::int64_t first = 0, end = lines;
  while (first < end && count[first] == 0)
    ++first;
  while (end > first && count[end - 1] == 0)
    --end;
  return {first, end};
}

} // namespace

LineTable::LineTable(std::int64_t cells, int processes) : cells_(cells) {
  for (Lines* lines : {&rows_, &columns_}) {
    lines->count.resize(static_cast<std::size_t>(processes * cells));
    lines->processes.resize(static_cast<std::size_t>(cells));
    lines->of.resize(static_cast<std::size_t>(processes));
  }
}

Rectangle LineTable::enclosing_rectangle(int process) const {
  const auto [top, bottom] = extent(&rows_.count[index(process, 0)], cells_);
  const auto [left, right] = extent(&columns_.count[index(process, 0)], cells_);
  return {top, left, bottom - top, right - left, process};
}

void LineTable::add(int process, std::int64_t i, std::int64_t j) {
  add(rows_, process, i);
  add(columns_, process, j);
}

void LineTable::remove(int process, std::int64_t i, std::int64_t j) {
  remove(rows_, process, i);
  remove(columns_, process, j);
}

void LineTable::add(Lines& lines, int process, std::int64_t line) {
  if (lines.count[index(process, line)]++ > 0)
    return;
  ++lines.processes[static_cast<std::size_t>(line)];
  ++lines.of[static_cast<std::size_t>(process)];
  ++pairs_;
}

void LineTable::remove(Lines& lines, int process, std::int64_t line) {
  if (--lines.count[index(process, line)] > 0)
    return;
  --lines.processes[static_cast<std::size_t>(line)];
  --lines.of[static_cast<std::size_t>(process)];
  --pairs_;
}

LineCounts::LineCounts(Partition partition)
    : LineTable(partition.cells(), partition.processes()), partition_(std::move(partition)) {
  for (std::int64_t i = 0; i < cells(); ++i)
    for (std::int64_t j = 0; j < cells(); ++j)
      add(owner(i, j), i, j);
}

void LineCounts::assign(std::int64_t i, std::int64_t j, int owner) {
  remove(partition_.owner(i, j), i, j);
  partition_.assign(i, j, owner);
  add(owner, i, j);
}

void LineCounts::exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h) {
  const int first = partition_.owner(i, j), second = partition_.owner(g, h);
  assign(i, j, second);
  assign(g, h, first);
}

} // namespace hetgrid::partition
