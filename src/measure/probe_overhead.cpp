// Not from CPU times: a system may charge what it does for messages to whatever runs on the core, or to nobody, and a process under
// a quota stands still for it all the same.
#include "measure/probe_overhead.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/messages.hpp"
#include "measure/gemm_timer.hpp"
#include "measure/probe_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace hetgrid::measure {
namespace {

constexpr double smallest_message = 1 << 16,
                 largest_message = 1 << 22; // bytes; the latter as a panel of a product
constexpr int usual_messages = 16, most_messages = 1024, repetitions = 3;
constexpr int nobody = -1;

/// Of a process in a round: with whom it exchanges messages.
struct Role {
  int peer = nobody;
  bool sends = false;
  std::size_t message_bytes = 0;
  int messages = 0;
};

/// Multiplies as a product does beside its messages, which it looks after between two multiplies.
class Meter {
public:
  Meter(MPI_Comm comm, GemmShape shape)
      : comm_(comm), timer_(shape), work_(gemm_flops<double>(shape.m, shape.n, shape.k)) {
    for (std::vector<char>& message : messages_)
      message.resize(static_cast<std::size_t>(largest_message));
  }

  static std::size_t memory(GemmShape shape) {
    return GemmTimer<double>::memory(shape) + static_cast<std::size_t>(3 * largest_message);
  }

  /// Operations a second without messages.
  double alone(double seconds) { return timer_.run(seconds); }

  /// Seconds a byte that the messages of a role take of a process that computes `rate` operations a second without them. Those
  /// that are not done in so many seconds end without computing.
  double lost(const Role& role, double rate, double seconds) {
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int started = 0, done = 0;
    const auto move_on = [&] {
      for (std::size_t k = 0; k < requests.size(); ++k) {
        if (requests[k] != MPI_REQUEST_NULL && comm::test(requests[k]))
          ++done;
        if (requests[k] == MPI_REQUEST_NULL && started < role.messages) {
          requests[k] = start(role, messages_[k].data());
          ++started;
        }
      }
      return done == role.messages;
    };
    double worked = 0, elapsed = 0;
    for (const double begin = kernel::now(); !move_on() && elapsed < seconds;
         elapsed = kernel::now() - begin) {
      timer_.run(0); // one multiply
      worked += work_;
    }
    const double bytes = static_cast<double>(done) * static_cast<double>(role.message_bytes);
    comm::wait_until(move_on);
    return bytes > 0 ? std::max(0.0, elapsed - worked / rate) / bytes : 0;
  }

private:
  MPI_Request start(const Role& role, char* message) {
    return role.sends ? comm::send(message, role.message_bytes, role.peer, 0, comm_)
                      : comm::receive(message, role.message_bytes, role.peer, 0, comm_);
  }

  MPI_Comm comm_;
  GemmTimer<double> timer_;
  double work_; ///< of a multiply
  std::array<std::vector<char>, 2> messages_;
};

Role role_in(const std::vector<std::pair<int, int>>& round, const std::vector<int>& hosts, int rank,
             const plan::Platform& platform, double seconds) {
  for (const auto& [from, to] : round) {
    const int sender = hosts[static_cast<std::size_t>(from)], receiver = hosts[static_cast<std::size_t>(to)];
    if (rank != sender && rank != receiver)
      continue;
    const double per_byte = platform.link(sender, receiver).seconds_per_byte,
                 bytes = per_byte > 0 ? seconds / per_byte : most_messages * largest_message,
                 message = std::clamp(std::floor(bytes / usual_messages), smallest_message, largest_message),
                 messages = std::clamp<double>(bytes / message, 2, most_messages);
    return {rank == sender ? receiver : sender, rank == sender, static_cast<std::size_t>(message),
            static_cast<int>(messages)};
  }
  return {};
}

/// Seconds a byte, of a process that has a role, for which it has a meter. Collective.
double measure(std::optional<Meter>& meter, const Role& role, MPI_Comm comm, double seconds) {
  std::vector<double> values;
  for (int k = 0; k < repetitions; ++k) {
    comm::barrier(comm);
    const double rate = role.peer == nobody ? 0 : meter->alone(seconds);
    comm::barrier(comm);
    values.push_back(role.peer == nobody ? 0 : meter->lost(role, rate, 2 * seconds));
  }
  return summarize(std::move(values)).median;
}

} // namespace

std::vector<std::vector<std::pair<int, int>>> transfer_rounds(int hosts) {
  std::vector<std::vector<std::pair<int, int>>> rounds;
  if (hosts < 2)
    return rounds;
  for (const bool back : {false, true}) {
    auto& round = rounds.emplace_back();
    for (int host = 0; host + 1 < hosts; host += 2)
      round.emplace_back(host + back, host + !back);
  }
  if (hosts % 2 != 0) {
    rounds.push_back({{hosts - 1, 0}});
    rounds.push_back({{0, hosts - 1}});
  }
  return rounds;
}

void probe_overhead(MPI_Comm comm, plan::Platform& platform, double seconds) {
  const std::vector<int> hosts = first_of_hosts(platform);
  if (hosts.size() < 2)
    return;
  const int rank = comm::rank_in(comm);
  const GemmShape shape = update_shape(platform.block_size);
  const bool measures = std::ranges::find(hosts, rank) != hosts.end();
  constexpr std::size_t small = std::size_t{64} << 10;
  const comm::Reservation memory(comm, "a measurement of messages",
                                 (measures ? Meter::memory(shape) : 0) + small +
                                     platform.processes.size() * sizeof(plan::Overhead));
  std::optional<Meter> meter;
  if (measures)
    meter.emplace(comm, shape);
  plan::Overhead mine;
  for (const auto& round : transfer_rounds(static_cast<int>(hosts.size()))) {
    const Role role = role_in(round, hosts, rank, platform, seconds);
    const double lost = measure(meter, role, comm, seconds);
    if (role.peer != nobody)
      (role.sends ? mine.send : mine.receive) = lost;
  }
  const std::vector<plan::Overhead> all = comm::all_gather(std::vector{mine}, comm);
  for (std::size_t k = 0; k < platform.processes.size(); ++k)
    for (const int host : hosts)
      if (platform.same_host(host, static_cast<int>(k))) {
        const auto first = static_cast<std::size_t>(host);
        const double slower = platform.processes[first].gflops / platform.processes[k].gflops;
        platform.processes[k].overhead = {all[first].send * slower, all[first].receive * slower};
      }
}

} // namespace hetgrid::measure
