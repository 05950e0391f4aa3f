#include "partition/model/communication.hpp"

#include "partition/metrics.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/host_links.hpp"
#include "partition/model/sending_steps.hpp"
#include "partition/model/star.hpp"
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

std::vector<double> overhead_of_messages(const Bands& partition, const Run& run) {
  const int processes = partition.processes();
  std::vector<double> seconds(static_cast<std::size_t>(processes));
  const auto overhead = [&](int process) {
    return run.platform.processes[static_cast<std::size_t>(process)].overhead;
  };
  bool known = false;
  for (int process = 0; process < processes; ++process)
    known |= overhead(process) != plan::Overhead();
  if (!known)
    return seconds;
  const HostLinks hosts(run.platform);
  std::vector<int> leaders;
  for (int process = 0; process < processes; ++process)
    leaders.push_back(hosts.leader(process));
  const std::vector<std::int64_t> cells = pair_volumes(partition, leaders);
  const double bytes_per_cell = elements_per_cell(partition, run) * run.problem.element_bytes;
  for (int from = 0; from < processes; ++from)
    for (int to = 0; to < processes; ++to) {
      const double bytes =
          bytes_per_cell * static_cast<double>(cells[static_cast<std::size_t>(from * processes + to)]);
      seconds[static_cast<std::size_t>(from)] += overhead(from).send * bytes;
      seconds[static_cast<std::size_t>(to)] += overhead(to).receive * bytes;
    }
  return seconds;
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
  return messages_share_star(partition, run) ? star_messages(partition, run)
                                             : sending_at_once(partition, run);
}

} // namespace hetgrid::partition
