#include "scalapack/transparent/partitions.hpp"

#include "api/controls.hpp"
#include "api/text_of_file.hpp"
#include "comm/agreement.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/model.hpp"
#include "hetgrid/shape.hpp"
#include "scalapack/transparent/operand.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>

namespace hetgrid::scalapack::transparent {
namespace {

using layout::Index;

constexpr int most_processes = 64; ///< of a search that nobody has asked for: it takes tenths of a second
constexpr Index least_order = 512; ///< of one

/// What rank 0 has found. No partition: the grid.
struct Found {
  std::string partition, shape; ///< JSON, name
  double time_over_grid = 1;
};

/// HETGRID_PLATFORM, if its processes are those of the plan.
std::optional<plan::Platform> measured_platform(const plan::Plan& plan) {
  const std::string& file = api::controls().platform;
  if (file.empty())
    return std::nullopt;
  plan::Platform platform = plan::platform_from_json(plan::text_of_file(file));
  if (platform.cycle_times() != plan.cycle_times)
    return std::nullopt;
  return platform;
}

/// In the order of the plan. Messages take no time: nothing is known of them.
plan::Platform platform_without_network(const plan::Plan& plan, double operations_per_second) {
  plan::Platform platform = plan::platform_from_cycle_times(plan.cycle_times);
  for (std::size_t k = 0; k < plan.cycle_times.size(); ++k) {
    platform.processes[k].gflops = 1e-9 * operations_per_second / plan.cycle_times[k];
    platform.processes[k].gflops_assumed = false;
  }
  const plan::Link free{};
  platform.network.within_host = platform.network.between_hosts = platform.network.between_segments = free;
  return platform;
}

/// The rectangles' processes of the plan as ranks of its grid.
std::vector<partition::Rectangle> on_ranks(std::vector<partition::Rectangle> rectangles,
                                           const plan::Arrangement& arrangement) {
  for (partition::Rectangle& rectangle : rectangles)
    rectangle.owner = static_cast<int>(std::ranges::find(arrangement.process, rectangle.owner) -
                                       arrangement.process.begin());
  return rectangles;
}

/// For products of n x n matrices of double precision. \throws Error
Found search(const comm::Grid& grid, bool one_node, double operations_per_second, const std::string& asked,
             int n) {
  const plan::Plan& plan = *grid.plan();
  const std::optional<plan::Platform> measured = measured_platform(plan);
  if (asked == "auto" && !measured && !one_node)
    return {}; // a network that nobody knows may cost more than the balance gains
  constexpr int most_cells = 128, rows_of_cell = 16;
  const std::int64_t cells = std::min(most_cells, n / rows_of_cell);
  const plan::Platform platform =
      measured ? *measured : platform_without_network(plan, operations_per_second);
  plan::Problem problem;
  problem.n = n;
  problem.block_size = static_cast<int>(uneven_block_size(grid, n));
  const double grid_seconds = plan::predict(plan, platform, problem).seconds;
  if (asked == "auto") {
    double speed = 0; // of all together
    for (const plan::ProcessSpeed& process : platform.processes)
      speed += process.gflops * 1e9;
    if (grid_seconds < least_gain * problem.operations() / speed)
      return {}; // nothing can be better
  }
  const auto shapes = partition::candidates(platform, problem, partition::Algorithm::pio, cells);
  const partition::Candidate& best =
      partition::candidate_named("HETGRID_PARTITION", asked, shapes, "grid or ");
  if (asked == "auto" && grid_seconds < least_gain * best.time.seconds)
    return {};
  const auto processes = static_cast<int>(platform.processes.size());
  return {partition::to_json(
              partition::partition_of(cells, processes, on_ranks(best.rectangles, plan.arrangement))),
          best.shape, best.time.seconds / grid_seconds};
}

void tell(const Found& found, const comm::Grid& grid, int n) {
  std::fprintf(stderr, "hetgrid: products of order %d and more on %d x %d: %s", n, grid.p(), grid.q(),
               found.partition.empty() ? "the grid\n" : found.shape.c_str());
  if (!found.partition.empty())
    std::fprintf(stderr, ", predicted to take %.2f of the grid's time\n", found.time_over_grid);
}

/// On rank 0 for all.
std::optional<ChosenPartition> agreed(const comm::Grid& grid, bool one_node, double operations_per_second,
                                      const std::string& asked, int n) {
  Found found;
  if (grid.rank() == 0) {
    try {
      found = search(grid, one_node, operations_per_second, asked, n);
      if (api::controls().verbose)
        tell(found, grid, n);
    } catch (const std::exception& error) { // the others wait for the broadcasts
      std::fprintf(stderr, "hetgrid: %s: the grid is used\n", error.what());
    }
  }
  std::vector<double> ratio{found.time_over_grid};
  comm::broadcast(found.partition, 0, grid.all());
  comm::broadcast(found.shape, 0, grid.all());
  comm::broadcast(ratio, 0, grid.all());
  if (found.partition.empty())
    return std::nullopt;
  return ChosenPartition{found.shape, partition::owner_map_from_json(found.partition), ratio[0]};
}

} // namespace

layout::PartitionedMatrix ChosenPartition::matrix(Index m, Index n) const {
  // Few lines are left over for the first cells, or fail the last ones.
  const auto block = [](Index size, Index cells) { return std::max<Index>(1, (size + cells / 2) / cells); };
  return {map, m, n, block(m, map.rows()), block(n, map.columns())};
}

Partitions::Partitions() : Partitions(api::controls().partition) {}

Partitions::Partitions(std::string asked) : asked_(std::move(asked)) {}

const ChosenPartition* Partitions::find(const comm::Grid& grid, bool one_node, double operations_per_second,
                                        Index order) {
  const int processes = grid.p() * grid.q();
  const auto& times = grid.plan()->cycle_times;
  const bool equal = std::ranges::all_of(times, [&](double time) { return time == times.front(); });
  if (asked_ == "grid" || processes < 2)
    return nullptr;
  if (asked_ == "auto" && (equal || processes > most_processes || order < least_order))
    return nullptr;
  constexpr std::size_t memory_of_search = std::size_t{64} << 20;
  const comm::Reservation memory(grid.all(), "a partition", memory_of_search);
  if (cycle_times_ != times) {
    cycle_times_ = times;
    by_order_.clear();
  }
  constexpr Index least = 64, most = 1 << 16;
  const auto n = static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(std::clamp(order, least, most))));
  auto place = by_order_.find(n);
  if (place == by_order_.end())
    place = by_order_.emplace(n, agreed(grid, one_node, operations_per_second, asked_, n)).first;
  return place->second ? &*place->second : nullptr;
}

} // namespace hetgrid::scalapack::transparent
