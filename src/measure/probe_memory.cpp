#include "measure/probe_memory.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "measure/gemm_timer.hpp"
#include "measure/probe_pairs.hpp"
#include "measure/rates.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::measure {
namespace {

constexpr int order = 3000; ///< of the matrix: 72 MB
constexpr int measurements = 5;

/// Bytes a second.
double rate_of_copies(double seconds) {
  const RateKernel kernel = copy_kernel(order);
  std::vector<double> rates;
  for (int window = 0; window < measurements; ++window)
    rates.push_back(measure_rate(kernel, seconds / measurements).passing);
  return summarize(std::move(rates)).median;
}

} // namespace

void probe_memory(MPI_Comm comm, plan::Platform& platform, double seconds) {
  if constexpr (kernel::simulated) // it is what the platform says
    return;
  const std::vector<int> hosts = first_of_hosts(platform);
  const int rank = comm::rank_in(comm);
  const bool measures = std::ranges::find(hosts, rank) != hosts.end();
  constexpr std::size_t small = std::size_t{64} << 10;
  const comm::Reservation memory(comm, "a measurement of the memory",
                                 (measures ? memory_of_kernel(order) : 0) + small +
                                     platform.processes.size() * sizeof(double));
  comm::barrier(comm);
  const std::vector<double> rates =
      comm::all_gather(std::vector{measures ? rate_of_copies(seconds) : 0.0}, comm);
  for (std::size_t k = 0; k < platform.processes.size(); ++k)
    for (const int host : hosts)
      if (platform.same_host(host, static_cast<int>(k))) {
        const auto first = static_cast<std::size_t>(host);
        plan::ProcessSpeed& process = platform.processes[k];
        process.copy_alone = process.kernels.copy = rates[first] / (1e9 * platform.processes[first].gflops);
      }
}

} // namespace hetgrid::measure
