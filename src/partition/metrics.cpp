#include "partition/metrics.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hetgrid::partition {
namespace {

/// A line of cells, which some neighbours are like.
struct Line {
  bool is_row;
  std::int64_t alike;              ///< lines, this one among them
  std::vector<int> processes;      ///< that own cells of it
  std::vector<std::int64_t> count; ///< cells of all processes, 0 of those that own none

  std::int64_t count_of(int process) const { return count[static_cast<std::size_t>(process)]; }
  std::int64_t others() const { return static_cast<std::int64_t>(processes.size()) - 1; }
};

/// visit(line) for all bands of rows, then those of columns.
template <typename Visit>
void for_each_line(const Bands& partition, Visit&& visit) {
  Line line{true, 0, {}, std::vector<std::int64_t>(static_cast<std::size_t>(partition.processes()))};
  for (const bool is_row : {true, false}) {
    line.is_row = is_row;
    for (std::size_t k = 0; k < (is_row ? partition.rows() : partition.columns()); ++k) {
      for (const int process : line.processes)
        line.count[static_cast<std::size_t>(process)] = 0;
      line.processes.clear();
      line.alike = is_row ? partition.height(k) : partition.width(k);
      for (std::size_t l = 0; l < (is_row ? partition.columns() : partition.rows()); ++l) {
        const int owner = is_row ? partition.owner(k, l) : partition.owner(l, k);
        std::int64_t& count = line.count[static_cast<std::size_t>(owner)];
        if (count == 0)
          line.processes.push_back(owner);
        count += is_row ? partition.width(l) : partition.height(l);
      }
      visit(std::as_const(line));
    }
  }
}

} // namespace

std::vector<ProcessMetrics> metrics(const Bands& partition) {
  std::vector<ProcessMetrics> all(static_cast<std::size_t>(partition.processes()));
  for_each_line(partition, [&](const Line& line) {
    for (const int process : line.processes) {
      ProcessMetrics& of = all[static_cast<std::size_t>(process)];
      const std::int64_t count = line.count_of(process) * line.alike;
      of.cells += line.is_row ? count : 0;
      (line.is_row ? of.rows : of.columns) += line.alike;
      (line.is_row ? of.whole_rows : of.whole_columns) += line.others() == 0 ? line.alike : 0;
      of.sent += count * line.others();
      of.received += partition.cells() * line.alike - count;
    }
  });
  return all;
}

std::int64_t volume_of_communication(const Bands& partition) {
  std::int64_t others = 0;
  for_each_line(partition, [&](const Line& line) { others += line.others() * line.alike; });
  return others * partition.cells();
}

std::vector<std::int64_t> pair_volumes(const Bands& partition) {
  std::vector<int> itself(static_cast<std::size_t>(partition.processes()));
  std::iota(itself.begin(), itself.end(), 0);
  return pair_volumes(partition, itself);
}

std::vector<std::int64_t> pair_volumes(const Bands& partition, std::span<const int> receiver) {
  const auto processes = static_cast<std::size_t>(partition.processes());
  std::vector<std::int64_t> volume(processes * processes);
  std::vector<int> receivers;
  for_each_line(partition, [&](const Line& line) {
    receivers.clear();
    for (const int process : line.processes)
      receivers.push_back(receiver[static_cast<std::size_t>(process)]);
    std::ranges::sort(receivers);
    const auto repeated = std::ranges::unique(receivers);
    receivers.erase(repeated.begin(), repeated.end());
    for (const int from : line.processes)
      for (const int to : receivers)
        if (to != receiver[static_cast<std::size_t>(from)])
          volume[static_cast<std::size_t>(from) * processes + static_cast<std::size_t>(to)] +=
              line.count_of(from) * line.alike;
  });
  return volume;
}

} // namespace hetgrid::partition
