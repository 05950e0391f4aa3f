#include "partition/model/communication.hpp"

#include "partition/metrics.hpp"
#include "partition/model/computation.hpp"

#include <algorithm>

namespace hetgrid::partition {
namespace {

bool is_passed_on(const Topology& topology, int from, int to) {
  return topology.centre && from != *topology.centre && to != *topology.centre;
}

/// Bytes from process to process.
class Traffic {
public:
  Traffic(const Bands& partition, const Run& run)
      : processes_(partition.processes()), volume_(pair_volumes(partition)),
        bytes_per_cell_(elements_per_cell(partition, run) * run.problem.element_bytes) {}

  int processes() const { return processes_; }
  double bytes(int from, int to) const {
    return static_cast<double>(volume_[static_cast<std::size_t>(from) * static_cast<std::size_t>(processes_) +
                                       static_cast<std::size_t>(to)]) *
           bytes_per_cell_;
  }

private:
  int processes_;
  std::vector<std::int64_t> volume_;
  double bytes_per_cell_;
};

/// The largest sum over what one process sends to the others.
double all_connected(const Traffic& traffic, const Run& run) {
  double longest = 0;
  for (int from = 0; from < traffic.processes(); ++from) {
    double seconds = 0;
    for (int to = 0; to < traffic.processes(); ++to)
      seconds += seconds_of_message(run, from, to, traffic.bytes(from, to));
    longest = std::max(longest, seconds);
  }
  return longest;
}

class Star {
public:
  Star(const Traffic& traffic, const Run& run) : traffic_(traffic), run_(run), centre_(*run.topology.centre) {
    for (int from = 0; from < traffic.processes(); ++from)
      upward_.push_back(from == centre_ ? 0 : upward(from));
  }

  double seconds() const {
    double longest = *std::ranges::max_element(upward_);
    for (int to = 0; to < traffic_.processes(); ++to)
      if (to != centre_)
        longest = std::max(longest, downward(to));
    return longest;
  }

private:
  /// To the centre: what it needs, and what it is to pass on.
  double upward(int from) const {
    double seconds = 0;
    for (int to = 0; to < traffic_.processes(); ++to)
      seconds += link_seconds(from, centre_, traffic_.bytes(from, to));
    return seconds;
  }
  /// To an outer process: what the centre owns; after that, and after all of it is there, what it passes on.
  double downward(int to) const {
    double begin = link_seconds(centre_, to, traffic_.bytes(centre_, to)), passing_on = 0;
    for (int from = 0; from < traffic_.processes(); ++from)
      if (from != centre_ && traffic_.bytes(from, to) > 0) {
        begin = std::max(begin, upward_[static_cast<std::size_t>(from)]);
        passing_on += link_seconds(centre_, to, traffic_.bytes(from, to));
      }
    return begin + passing_on;
  }
  double link_seconds(int from, int to, double bytes) const {
    return bytes > 0 ? run_.platform.link(from, to).seconds(bytes) : 0;
  }

  const Traffic& traffic_;
  const Run& run_;
  int centre_;
  std::vector<double> upward_;
};

} // namespace

double seconds_of_message(const Run& run, int from, int to, double bytes) {
  if (bytes == 0)
    return 0;
  if (!is_passed_on(run.topology, from, to))
    return run.platform.link(from, to).seconds(bytes);
  const int centre = *run.topology.centre;
  return run.platform.link(from, centre).seconds(bytes) + run.platform.link(centre, to).seconds(bytes);
}

double serial_communication(const Bands& partition, const Run& run) {
  const Traffic traffic(partition, run);
  double seconds = 0;
  for (int from = 0; from < traffic.processes(); ++from)
    for (int to = 0; to < traffic.processes(); ++to)
      seconds += seconds_of_message(run, from, to, traffic.bytes(from, to));
  return seconds;
}

double parallel_communication(const Bands& partition, const Run& run) {
  if (run.platform.network.medium == plan::Medium::bus)
    return serial_communication(partition, run);
  const Traffic traffic(partition, run);
  return run.topology.centre ? Star(traffic, run).seconds() : all_connected(traffic, run);
}

} // namespace hetgrid::partition
