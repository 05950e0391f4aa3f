#include "partition/model/communication.hpp"

#include "partition/metrics.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/sending_steps.hpp"
#include "partition/model/star_messages.hpp"

namespace hetgrid::partition {
namespace {

bool is_passed_on(const Topology& topology, int from, int to) {
  return topology.centre && from != *topology.centre && to != *topology.centre;
}

} // namespace

double seconds_of_message(const Run& run, int from, int to, double bytes) {
  if (bytes == 0)
    return 0;
  if (!is_passed_on(run.topology, from, to))
    return run.platform.link(from, to).seconds(bytes);
  const int centre = *run.topology.centre;
  return run.platform.link(from, centre).seconds(bytes) + run.platform.link(centre, to).seconds(bytes);
}

double overhead_of_messages(const Bands& partition, const Run& run, int process) {
  const auto [send, receive] = run.platform.processes[static_cast<std::size_t>(process)].overhead;
  if (send == 0 && receive == 0)
    return 0;
  const std::vector<std::int64_t> cells = pair_volumes(partition);
  const int processes = partition.processes();
  double seconds_of_cells = 0; // if they had a byte each
  for (int other = 0; other < processes; ++other)
    if (!run.platform.same_host(process, other))
      seconds_of_cells +=
          send * static_cast<double>(cells[static_cast<std::size_t>(process * processes + other)]) +
          receive * static_cast<double>(cells[static_cast<std::size_t>(other * processes + process)]);
  return seconds_of_cells * elements_per_cell(partition, run) * run.problem.element_bytes;
}

double serial_communication(const Bands& partition, const Run& run) {
  const std::vector<std::int64_t> cells = pair_volumes(partition);
  const double bytes_per_cell = elements_per_cell(partition, run) * run.problem.element_bytes;
  double seconds = 0;
  auto of_pair = cells.begin();
  for (int from = 0; from < partition.processes(); ++from)
    for (int to = 0; to < partition.processes(); ++to)
      seconds += seconds_of_message(run, from, to, static_cast<double>(*of_pair++) * bytes_per_cell);
  return seconds;
}

double parallel_communication(const Bands& partition, const Run& run) {
  if (run.platform.network.medium == plan::Medium::bus)
    return serial_communication(partition, run);
  return run.topology.centre && partition.processes() <= most_processes_of_star_messages
             ? star_messages(partition, run)
             : sending_at_once(partition, run);
}

} // namespace hetgrid::partition
