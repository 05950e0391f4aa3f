#include "measure/probe_network.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/messages.hpp"
#include "measure/probe_pairs.hpp"
#include "measure/quota.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace hetgrid::measure {
namespace {

constexpr int pairs_of_a_kind = 3;
constexpr std::size_t most_hosts_by_pairs = 8;
constexpr double alike = 0.1; ///< a part of the bandwidth that links may differ by

// Messages, bytes: `smallest`, `next` and so on, each `growth` times as large, until one that takes long enough for
// buffers not to matter.
constexpr std::size_t smallest = 8, next = 1 << 10, growth = 2, largest = 1 << 24;
constexpr std::size_t smallest_for_bandwidth = 1 << 15;
constexpr double long_enough = 0.01;                                        ///< seconds
constexpr double long_enough_in_periods = 16, seconds_to_see_periods = 0.2; ///< of a CPU quota

constexpr int fewest_trips = 6, most_trips = 200;
constexpr double seconds_of_a_size = 0.05, most_seconds_of_a_size = 1;

/// The fastest of many trips: the link's own time, not that of a process which has just lost its core.
double fastest_trip(MPI_Comm comm, bool first, int peer, std::vector<char>& message, std::size_t bytes) {
  double fastest = std::numeric_limits<double>::infinity(), all = 0;
  for (int trip = 0; trip < most_trips; ++trip) {
    const double begin = MPI_Wtime();
    char more = all < (trip + 1 < fewest_trips ? most_seconds_of_a_size : seconds_of_a_size);
    // The first of the pair decides whether this is the last trip.
    message[0] = more;
    if (first)
      comm::wait(comm::send(message.data(), bytes, peer, 0, comm));
    comm::wait(comm::receive(message.data(), bytes, peer, 0, comm));
    more = message[0];
    if (!first)
      comm::wait(comm::send(message.data(), bytes, peer, 0, comm));
    const double seconds = MPI_Wtime() - begin;
    all += seconds;
    fastest = std::min(fastest, seconds);
    if (!more)
      break;
  }
  return fastest / 2;
}

/// Seconds of a message for which neither buffers matter nor the moments at which a process with a CPU quota runs.
/// Collective.
double long_enough_for_all(MPI_Comm comm) {
  comm::barrier(comm);
  const std::vector<double> periods =
      comm::all_gather(std::vector{measure_pauses(seconds_to_see_periods).period}, comm);
  return std::max(long_enough, long_enough_in_periods * *std::ranges::max_element(periods));
}

/// Of one pair. Collective. \param seconds_of_largest  of the message after which no larger one is sent
plan::Link measure_link(MPI_Comm comm, const Pair& pair, double seconds_of_largest,
                        std::vector<char>& message) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  const auto [first, second] = pair;
  std::vector<Transfer> transfers;
  for (std::size_t bytes = smallest; bytes <= largest; bytes = std::max(next, growth * bytes)) {
    double seconds = 0;
    comm::barrier(comm);
    if (rank == first || rank == second)
      seconds = fastest_trip(comm, rank == first, rank == first ? second : first, message, bytes);
    comm::broadcast(&seconds, 1, first, comm);
    transfers.push_back({static_cast<double>(bytes), seconds});
    if (bytes >= smallest_for_bandwidth && seconds >= seconds_of_largest)
      break;
  }
  return fit_link(transfers);
}

/// Of all pairs, one pair at a time. Collective.
std::vector<plan::Link> measure_links(MPI_Comm comm, const std::vector<Pair>& pairs) {
  const comm::Reservation memory(comm, "a measurement of the network", largest);
  std::vector<char> message(largest);
  const double seconds_of_largest = long_enough_for_all(comm);
  std::vector<plan::Link> links;
  for (const Pair& pair : pairs)
    links.push_back(measure_link(comm, pair, seconds_of_largest, message));
  return links;
}

plan::Link mean(const std::vector<plan::Link>& links) {
  plan::Link sum;
  for (const plan::Link& link : links) {
    sum.latency += link.latency;
    sum.seconds_per_byte += link.seconds_per_byte;
  }
  const auto count = static_cast<double>(links.size());
  return {sum.latency / count, sum.seconds_per_byte / count};
}

bool are_alike(const std::vector<plan::Link>& links) {
  const auto [fastest, slowest] = std::ranges::minmax(links, {}, &plan::Link::seconds_per_byte);
  return slowest.seconds_per_byte <= (1 + alike) * fastest.seconds_per_byte;
}

/// Network::pairs. \param links  of hosts, in the order of `pairs`, which are those of their first processes
std::vector<plan::Link> links_of_processes(const plan::Platform& platform, const plan::Link& within_host,
                                           const std::vector<Pair>& pairs,
                                           const std::vector<plan::Link>& links) {
  const int processes = static_cast<int>(platform.processes.size());
  std::vector<plan::Link> all;
  for (int from = 0; from < processes; ++from)
    for (int to = 0; to < processes; ++to) {
      plan::Link link = from == to ? plan::Link{} : within_host;
      for (std::size_t k = 0; k < pairs.size(); ++k)
        if (const auto& [a, b] = pairs[k];
            !platform.same_host(from, to) && ((platform.same_host(from, a) && platform.same_host(to, b)) ||
                                              (platform.same_host(from, b) && platform.same_host(to, a))))
          link = links[k];
      all.push_back(link);
    }
  return all;
}

std::vector<Pair> all_pairs(const std::vector<int>& ranks) {
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < ranks.size(); ++a)
    for (std::size_t b = a + 1; b < ranks.size(); ++b)
      pairs.emplace_back(ranks[a], ranks[b]);
  return pairs;
}

} // namespace

plan::Link fit_link(std::span<const Transfer> transfers) {
  const std::size_t n = transfers.size();
  const Transfer &last = transfers[n - 1], &before = transfers[n - std::min<std::size_t>(n, 3)];
  const double per_byte = std::max(0.0, (last.seconds - before.seconds) / (last.bytes - before.bytes));
  double sum = 0, weight = 0;
  for (const auto& [bytes, seconds] : transfers)
    if (const double rest = seconds - per_byte * bytes; rest >= seconds / 2) {
      sum += rest / (seconds * seconds);
      weight += 1 / (seconds * seconds);
    }
  return {weight > 0 ? sum / weight : 0, per_byte};
}

plan::Network probe_network(MPI_Comm comm, const plan::Platform& platform) {
  ProbePairs pairs = probe_pairs(platform, pairs_of_a_kind);
  const std::vector<int> hosts = first_of_hosts(platform);
  const bool by_pairs =
      hosts.size() > 2 && hosts.size() <= most_hosts_by_pairs && pairs.between_segments.empty();
  if (by_pairs)
    pairs.between_hosts = all_pairs(hosts);
  plan::Network network;
  if (!pairs.within_host.empty())
    network.within_host = mean(measure_links(comm, pairs.within_host));
  if (!pairs.between_segments.empty())
    network.between_segments = mean(measure_links(comm, pairs.between_segments));
  if (pairs.between_hosts.empty())
    return network;
  const std::vector<plan::Link> links = measure_links(comm, pairs.between_hosts);
  network.between_hosts = mean(links);
  if (by_pairs && !are_alike(links))
    network.pairs = links_of_processes(platform, network.within_host, pairs.between_hosts, links);
  return network;
}

} // namespace hetgrid::measure
