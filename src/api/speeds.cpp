#include "api/speeds.hpp"

#include "api/controls.hpp"
#include "api/text_of_file.hpp"
#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "kernel/process_local.hpp"
#include "measure/probe.hpp"

#include <algorithm>
#include <optional>

namespace hetgrid::api {
namespace {

constexpr int probed_block_size = 64;
constexpr double probe_seconds = 0.25; ///< with what it takes to begin, 0.3
constexpr double rate_seconds = 0.03;  ///< enough to tell how much moving costs compared to computing
constexpr double indistinguishable = 1.06;

/// The entries that belong to `comm` of a list by rank in MPI_COMM_WORLD, which must have one for every rank.
std::vector<double> of_members(const std::vector<double>& by_world_rank, const std::string& argument,
                               MPI_Comm comm) {
  int processes = 0;
  HG_MPI(MPI_Comm_size(MPI_COMM_WORLD, &processes));
  if (std::ssize(by_world_rank) != processes)
    throw ArgumentError(argument, std::to_string(by_world_rank.size()) + " cycle-times",
                        "one for each of the " + std::to_string(processes) + " processes of MPI_COMM_WORLD");
  std::vector<double> times;
  for (const int rank : comm::world_ranks(comm))
    times.push_back(by_world_rank.at(static_cast<std::size_t>(rank)));
  return times;
}

struct MeasuredRate {
  std::optional<double> value;
};

/// Operations a second of every process, as far as they were measured by a full probe before.
std::vector<double> measured_rates(MPI_Comm comm) {
  // Full probes of this process count from then on.
  std::optional<double>& mine = kernel::process_local<MeasuredRate>().value;
  std::vector<std::int64_t> known{mine.has_value()};
  comm::all_reduce(known, MPI_MIN, comm);
  if (!known[0])
    mine = measure::probe(comm, probed_block_size, probe_seconds, 1)
               .processes[static_cast<std::size_t>(comm::rank_in(comm))]
               .gflops *
           1e9;
  std::vector<double> rates(comm::world_ranks(comm).size(), 0.0);
  rates[static_cast<std::size_t>(comm::rank_in(comm))] = *mine;
  comm::all_reduce(rates, MPI_SUM, comm);
  return rates;
}

Speeds measured(MPI_Comm comm) {
  const std::vector<double> rates = measured_rates(comm);
  const auto [slowest, fastest] = std::ranges::minmax(rates);
  Speeds speeds{{}, fastest, "measured", true};
  for (const double rate : rates)
    speeds.cycle_times.push_back(fastest <= indistinguishable * slowest ? 1 : fastest / rate);
  return speeds;
}

Speeds from_list(const std::vector<double>& list, MPI_Comm comm) {
  std::vector<double> by_world_rank =
      list; // of the first process, should another one have been told otherwise
  comm::broadcast(by_world_rank, 0, comm);
  Speeds speeds{of_members(by_world_rank, "HETGRID_CYCLE_TIMES", comm), 0, "HETGRID_CYCLE_TIMES", false};
  const plan::Platform now = measure::probe(comm, probed_block_size, rate_seconds, 1);
  for (std::size_t k = 0; k < speeds.cycle_times.size(); ++k)
    speeds.operations_per_second =
        std::max(speeds.operations_per_second, now.processes[k].gflops * 1e9 * speeds.cycle_times[k]);
  return speeds;
}

/// Process 0 reads the file.
Speeds from_platform(const std::string& file, MPI_Comm comm) {
  const std::string text = text_of_file(file, comm);
  if (text.empty())
    throw InputError("HETGRID_PLATFORM = \"" + file + "\": cannot be read, or is empty");
  Speeds speeds;
  std::string wrong;
  comm::reserve_together(comm, "a platform", [&] {
    try {
      const plan::Platform platform = plan::platform_from_json(text);
      const plan::ProcessSpeed& first = platform.processes.front();
      speeds = {of_members(platform.cycle_times(), "processes", comm), first.gflops * 1e9 * first.cycle_time,
                "HETGRID_PLATFORM", false};
    } catch (const Error& error) { // the same text, so the same error on all processes
      wrong = error.what();
    }
  });
  if (!wrong.empty())
    throw InputError("HETGRID_PLATFORM = \"" + file + "\": " + wrong);
  return speeds;
}

} // namespace

void forget_measured_speed() noexcept {
  kernel::process_local<MeasuredRate>().value.reset();
}

Speeds speeds_of(MPI_Comm comm) {
  // Whether lists are given is asked of process 0: the others may have been started with another environment.
  std::vector<std::int64_t> given{std::ssize(controls().cycle_times), std::ssize(controls().platform)};
  comm::broadcast(given, 0, comm);
  if (given[0] > 0)
    return from_list(controls().cycle_times, comm);
  if (given[1] > 0)
    return from_platform(controls().platform, comm);
  return measured(comm);
}

} // namespace hetgrid::api
