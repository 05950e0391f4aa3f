#include "measure/probe.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "measure/gemm_timer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace hetgrid::measure {
namespace {

constexpr int most_windows = 7; ///< of one round
constexpr std::size_t host_length = 256;

struct Measurement {
  Sample rate; ///< operations a second
  std::array<char, host_length> host;
};

/// True if the middle half of the rates lies so close together that the median does not depend on something else
/// that a core did for a second.
bool is_steady(std::vector<double> rates) {
  constexpr double tolerance = 0.05;
  std::ranges::sort(rates);
  const std::size_t quarter = rates.size() / 4;
  return rates[rates.size() - 1 - quarter] - rates[quarter] <= tolerance * rates[rates.size() / 2];
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
  constexpr std::size_t small = std::size_t{64} << 10;
  return GemmTimer<double>::memory(update_shape(block_size)) + small +
         static_cast<std::size_t>(processes) *
             (sizeof(Measurement) + 3 * sizeof(plan::ProcessSpeed) + host_length);
}

Measurement measure(MPI_Comm comm, int block_size, double seconds, int most_rounds) {
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
  Measurement result{summarize(std::move(rates)), {}};
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  HG_MPI(MPI_Get_processor_name(name, &length));
  std::copy_n(name, std::min(static_cast<std::size_t>(length), host_length - 1), result.host.begin());
  return result;
}

} // namespace

plan::Platform probe(MPI_Comm comm, int block_size, double seconds, int most_rounds) {
  if (block_size < 1)
    throw ArgumentError("block_size", std::to_string(block_size), "at least 1");
  if (!std::isfinite(seconds) || seconds <= 0)
    throw ArgumentError("seconds", std::to_string(seconds), "positive and finite");
  const comm::Reservation memory(comm, "a measurement of the processes", memory_of(comm, block_size));
  const std::vector<Measurement> all =
      comm::all_gather(std::vector{measure(comm, block_size, seconds, most_rounds)}, comm);

  double fastest = 0;
  for (const Measurement& one : all)
    fastest = std::max(fastest, one.rate.median);
  plan::Platform platform;
  platform.block_size = block_size;
  for (const Measurement& one : all) {
    plan::ProcessSpeed& process = platform.processes.emplace_back();
    process.host = one.host.data();
    process.rank = static_cast<int>(platform.processes.size()) - 1;
    process.cycle_time = fastest / one.rate.median;
    process.gflops = one.rate.median / 1e9;
    process.spread = one.rate.spread;
  }
  return platform;
}

} // namespace hetgrid::measure
