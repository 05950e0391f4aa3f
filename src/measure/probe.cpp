#include "measure/probe.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid/error.hpp"
#include "measure/gemm_timer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::measure {
namespace {

constexpr int most_windows = 7; ///< of one round

/// True if the middle half of the rates lies so close together that the median does not depend on something else
/// that a core did for a second.
bool is_steady(std::vector<double> rates) {
  constexpr double tolerance = 0.05;
  std::ranges::sort(rates);
  const std::size_t quarter = rates.size() / 4;
  return rates[rates.size() - 1 - quarter] - rates[quarter] <= tolerance * rates[rates.size() / 2];
}

/// Whether processes of a host take turns on its cores: then no round is steady, and another one tells no more.
bool cores_are_shared(const std::vector<std::string>& hosts, MPI_Comm comm) {
  const std::string& mine = hosts[static_cast<std::size_t>(comm::rank_in(comm))];
  return comm::all_reduced(std::int64_t{std::ranges::count(hosts, mine) > comm::cores()}, MPI_MAX, comm) != 0;
}

/// Windows of a round: short ones would see a quota's periods, less than three have no median.
int windows_of(double seconds) {
  constexpr double shortest_window = 0.08;
  return static_cast<int>(std::clamp(seconds / shortest_window, 3.0, double{most_windows}));
}

/// What a process allocates: the matrices that it multiplies, and what is measured on all of them.
std::size_t memory_of(MPI_Comm comm, int block_size) {
  int processes = 0;
  HG_MPI(MPI_Comm_size(comm, &processes));
  constexpr std::size_t small = std::size_t{64} << 10, host_length = 256;
  return GemmTimer<double>::memory(update_shape(block_size)) + small +
         static_cast<std::size_t>(processes) *
             (sizeof(Sample) + 3 * sizeof(plan::ProcessSpeed) + 2 * host_length);
}

/// Operations a second.
Sample measure(MPI_Comm comm, int block_size, double seconds, int most_rounds) {
  const int windows = windows_of(seconds);
  GemmTimer<double> timer(update_shape(block_size));
  std::vector<double> rates;
  std::vector<std::int64_t> unsteady{1};
  for (int round = 0; round < most_rounds && unsteady[0] != 0; ++round) {
    for (int window = 0; window < windows; ++window) {
      comm::barrier(comm);
      rates.push_back(timer.run(seconds / windows));
    }
    unsteady[0] = !is_steady(rates);
    comm::all_reduce(unsteady, MPI_MAX, comm);
  }
  return summarize(std::move(rates));
}

} // namespace

plan::Platform probe(MPI_Comm comm, int block_size, double seconds, int most_rounds) {
  if (block_size < 1)
    throw ArgumentError("block_size", std::to_string(block_size), "at least 1");
  if (!std::isfinite(seconds) || seconds <= 0)
    throw ArgumentError("seconds", std::to_string(seconds), "positive and finite");
  const comm::Reservation memory(comm, "a measurement of the processes", memory_of(comm, block_size));
  const std::vector<std::string> hosts = comm::all_host_names(comm);
  const std::vector<Sample> rates = comm::all_gather(
      std::vector{measure(comm, block_size, seconds, cores_are_shared(hosts, comm) ? 1 : most_rounds)}, comm);

  const double fastest = std::ranges::max_element(rates, {}, &Sample::median)->median;
  plan::Platform platform;
  platform.block_size = block_size;
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    plan::ProcessSpeed& process = platform.processes.emplace_back();
    process.host = hosts[rank];
    process.rank = static_cast<int>(rank);
    process.cycle_time = fastest / rates[rank].median;
    process.gflops = rates[rank].median / 1e9;
    process.spread = rates[rank].spread;
  }
  return platform;
}

} // namespace hetgrid::measure
