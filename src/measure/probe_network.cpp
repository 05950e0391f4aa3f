#include "measure/probe_network.hpp"

#include "comm/collectives.hpp"
#include "comm/messages.hpp"
#include "measure/probe_pairs.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace hetgrid::measure {
namespace {

constexpr int pairs_of_a_kind = 3;
constexpr std::size_t sizes[] = {8, 1 << 10, 1 << 13, 1 << 16, 1 << 19, 1 << 22}; ///< bytes
constexpr int most_trips = 200;
constexpr double seconds_of_a_size = 0.05;

/// The fastest of many trips: the link's own time, not that of a process which has just lost its core.
double fastest_trip(MPI_Comm comm, bool first, int peer, std::vector<char>& message, std::size_t bytes) {
  double fastest = std::numeric_limits<double>::infinity(), all = 0;
  for (int trip = 0; trip < most_trips; ++trip) {
    const double begin = MPI_Wtime();
    char more = all < seconds_of_a_size;
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

/// Of all pairs, one pair at a time. Collective.
std::vector<Transfer> ping_pong(MPI_Comm comm, const std::vector<Pair>& pairs) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  std::vector<char> message(*std::ranges::max_element(sizes));
  std::vector<Transfer> transfers;
  for (const auto& [first, second] : pairs)
    for (const std::size_t bytes : sizes) {
      double seconds = 0;
      comm::barrier(comm);
      if (rank == first || rank == second)
        seconds = fastest_trip(comm, rank == first, rank == first ? second : first, message, bytes);
      comm::broadcast(&seconds, 1, first, comm);
      transfers.push_back({static_cast<double>(bytes), seconds});
    }
  return transfers;
}

} // namespace

plan::Link fit_link(std::span<const Transfer> transfers) {
  // Normal equations of alpha / t + beta m / t = 1.
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
  for (const auto& [bytes, seconds] : transfers) {
    const double x = 1 / seconds, y = bytes / seconds;
    aa += x * x;
    ab += x * y;
    bb += y * y;
    a += x;
    b += y;
  }
  const double determinant = aa * bb - ab * ab;
  const double latency = (a * bb - b * ab) / determinant, per_byte = (b * aa - a * ab) / determinant;
  if (latency < 0)
    return {0, b / bb};
  if (per_byte < 0)
    return {a / aa, 0};
  return {latency, per_byte};
}

plan::Network probe_network(MPI_Comm comm, const plan::Platform& platform) {
  const ProbePairs pairs = probe_pairs(platform, pairs_of_a_kind);
  plan::Network network;
  for (const auto& [link, of_link] : {std::pair{&network.within_host, &pairs.within_host},
                                      {&network.between_hosts, &pairs.between_hosts},
                                      {&network.between_segments, &pairs.between_segments}})
    if (!of_link->empty())
      *link = fit_link(ping_pong(comm, *of_link));
  return network;
}

} // namespace hetgrid::measure
