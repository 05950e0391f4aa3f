#include "partition/metrics.hpp"

#include <utility>

namespace hetgrid::partition {
namespace {

/// The processes in a line with the number of their cells there.
struct Line {
  std::vector<int> processes;
  std::vector<std::int64_t> count; ///< of all processes, 0 of those that are not in the line
};

/// visit(line, is it a row) for all rows, then all columns.
template <typename Visit>
void for_each_line(const Partition& partition, Visit&& visit) {
  Line line{{}, std::vector<std::int64_t>(static_cast<std::size_t>(partition.processes()))};
  for (const bool is_row : {true, false})
    for (std::int64_t k = 0; k < partition.cells(); ++k) {
      for (const int process : line.processes)
        line.count[static_cast<std::size_t>(process)] = 0;
      line.processes.clear();
      for (std::int64_t l = 0; l < partition.cells(); ++l) {
        const int owner = is_row ? partition.owner(k, l) : partition.owner(l, k);
        if (line.count[static_cast<std::size_t>(owner)]++ == 0)
          line.processes.push_back(owner);
      }
      visit(std::as_const(line), is_row);
    }
}

} // namespace

std::vector<ProcessMetrics> metrics(const Partition& partition) {
  std::vector<ProcessMetrics> all(static_cast<std::size_t>(partition.processes()));
  for_each_line(partition, [&](const Line& line, bool is_row) {
    const auto others = static_cast<std::int64_t>(line.processes.size()) - 1;
    for (const int process : line.processes) {
      ProcessMetrics& of = all[static_cast<std::size_t>(process)];
      const std::int64_t count = line.count[static_cast<std::size_t>(process)];
      of.cells += is_row ? count : 0;
      (is_row ? of.rows : of.columns) += 1;
      (is_row ? of.whole_rows : of.whole_columns) += others == 0;
      of.sent += count * others;
      of.received += partition.cells() - count;
    }
  });
  return all;
}

std::int64_t volume_of_communication(const Partition& partition) {
  std::int64_t others = 0;
  for_each_line(partition, [&](const Line& line, bool) {
    others += static_cast<std::int64_t>(line.processes.size()) - 1;
  });
  return others * partition.cells();
}

std::vector<std::int64_t> pair_volumes(const Partition& partition) {
  const auto processes = static_cast<std::size_t>(partition.processes());
  std::vector<std::int64_t> volume(processes * processes);
  for_each_line(partition, [&](const Line& line, bool) {
    for (const int from : line.processes)
      for (const int to : line.processes)
        if (from != to)
          volume[static_cast<std::size_t>(from) * processes + static_cast<std::size_t>(to)] +=
              line.count[static_cast<std::size_t>(from)];
  });
  return volume;
}

} // namespace hetgrid::partition
