#include "measure/probe_network.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/messages.hpp"
#include "measure/link_tournament.hpp"
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

// Messages, bytes: `smallest`, `next` and so on, each `growth` times as large, until one that takes long enough for
// buffers not to matter.
constexpr std::size_t smallest = 8, next = 1 << 10, growth = 2, largest = 1 << 24;
constexpr std::size_t smallest_for_bandwidth = 1 << 15;
constexpr double long_enough = 0.01;                                        ///< seconds
constexpr double long_enough_in_periods = 16, seconds_to_see_periods = 0.2; ///< of a CPU quota

constexpr int fewest_trips = 6, most_trips = 200;
constexpr double seconds_of_a_size = 0.05, most_seconds_of_a_size = 0.5;

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

/// Pairs that are measured at once: no process is in two of them.
using Round = std::vector<Pair>;

class LinkMeter {
public:
  /// Collective over comm, as are all measurements.
  explicit LinkMeter(MPI_Comm comm)
      : comm_(comm), memory_(comm, "a measurement of the network", largest), message_(largest),
        seconds_of_largest_(long_enough_for_all(comm)) {
    HG_MPI(MPI_Comm_rank(comm, &rank_));
  }

  /// In the order of the pairs.
  std::vector<plan::Link> measure(const Round& round) {
    comm::barrier(comm_);
    plan::Link mine{0, 0};
    for (const auto& [first, second] : round)
      if (rank_ == first || rank_ == second)
        mine = measure_mine(rank_ == first, rank_ == first ? second : first);
    const std::vector<plan::Link> all = comm::all_gather(std::vector{mine}, comm_);
    std::vector<plan::Link> links;
    for (const Pair& pair : round)
      links.push_back(all[static_cast<std::size_t>(pair.first)]);
    return links;
  }
  std::vector<plan::Link> measure_one_by_one(const std::vector<Pair>& pairs) {
    std::vector<plan::Link> links;
    for (const Pair& pair : pairs)
      links.push_back(measure({pair}).front());
    return links;
  }

private:
  /// Until a message takes so long that a larger one need not be sent, as the first of the pair says.
  plan::Link measure_mine(bool first, int peer) {
    std::vector<Transfer> transfers;
    for (std::size_t bytes = smallest; bytes <= largest; bytes = std::max(next, growth * bytes)) {
      double seconds = fastest_trip(comm_, first, peer, message_, bytes);
      comm::wait(first ? comm::send(&seconds, sizeof seconds, peer, 0, comm_)
                       : comm::receive(&seconds, sizeof seconds, peer, 0, comm_));
      transfers.push_back({static_cast<double>(bytes), seconds});
      if (bytes >= smallest_for_bandwidth && seconds >= seconds_of_largest_)
        break;
    }
    return fit_link(transfers);
  }

  MPI_Comm comm_;
  int rank_ = 0;
  comm::Reservation memory_;
  std::vector<char> message_;
  double seconds_of_largest_; ///< of the message after which no larger one is sent
};

plan::Link mean(const std::vector<plan::Link>& links) {
  plan::Link sum;
  for (const plan::Link& link : links) {
    sum.latency += link.latency;
    sum.seconds_per_byte += link.seconds_per_byte;
  }
  const auto count = static_cast<double>(links.size());
  return {sum.latency / count, sum.seconds_per_byte / count};
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

/// Many hosts: a link of each to a centre, if links are not alike and these explain them.
/// \param hosts  their first processes
void measure_many_hosts(LinkMeter& meter, const plan::Platform& platform, const std::vector<int>& hosts,
                        plan::Network& network) {
  LinkTournament tournament(static_cast<int>(hosts.size()));
  const auto ranks_of = [&](Round round) {
    for (auto& [a, b] : round) {
      a = hosts[static_cast<std::size_t>(a)];
      b = hosts[static_cast<std::size_t>(b)];
    }
    return round;
  };
  Round round = tournament.next_round();
  const plan::Link alone = meter.measure({ranks_of(round).front()}).front();
  for (bool first = true; !round.empty(); round = tournament.next_round(), first = false) {
    const std::vector<plan::Link> links = meter.measure(ranks_of(round));
    if (first && !are_alike({alone, links.front()}))
      return; // pairs share something
    for (std::size_t k = 0; k < round.size(); ++k)
      tournament.add(round[k], links[k]);
  }
  network.between_hosts = mean(tournament.measured());
  const std::vector<plan::Link> links = tournament.links();
  if (are_alike(tournament.measured()) || !tournament.explain(links))
    return;
  network.medium = plan::Medium::star;
  for (std::size_t rank = 0; rank < platform.processes.size(); ++rank) {
    const auto host = std::ranges::find_if(
        hosts, [&](int first) { return platform.same_host(first, static_cast<int>(rank)); });
    network.links.push_back(links[static_cast<std::size_t>(host - hosts.begin())]);
  }
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
  const bool links_may_differ = hosts.size() > 2 && pairs.between_segments.empty();
  const bool by_pairs = links_may_differ && hosts.size() <= most_hosts_by_pairs;
  if (by_pairs)
    pairs.between_hosts = all_pairs(hosts);
  plan::Network network;
  if (pairs.within_host.empty() && pairs.between_hosts.empty() && pairs.between_segments.empty())
    return network;
  LinkMeter meter(comm);
  if (!pairs.within_host.empty())
    network.within_host = mean(meter.measure_one_by_one(pairs.within_host));
  if (!pairs.between_segments.empty())
    network.between_segments = mean(meter.measure_one_by_one(pairs.between_segments));
  if (pairs.between_hosts.empty())
    return network;
  const std::vector<plan::Link> links = meter.measure_one_by_one(pairs.between_hosts);
  network.between_hosts = mean(links);
  if (by_pairs && !are_alike(links))
    network.pairs = links_of_processes(platform, network.within_host, pairs.between_hosts, links);
  if (links_may_differ && !by_pairs)
    measure_many_hosts(meter, platform, hosts, network);
  return network;
}

} // namespace hetgrid::measure
