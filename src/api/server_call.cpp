#include "api/server_call.hpp"

#include "api/agreed_plan.hpp"
#include "api/context_axes.hpp"
#include "api/controls.hpp"
#include "api/server_policy.hpp"
#include "api/speeds.hpp"
#include "comm/abort.hpp"
#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid/server_lu.hpp"
#include "linalg/server/star.hpp"
#include "measure/host_memory.hpp"
#include "plan/quiet_arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <exception>

namespace hetgrid::api {
namespace {

using layout::Index;

/// By rank in `comm`, whose processes are those of the grid.
std::vector<double> cycle_times(const comm::Grid& grid, MPI_Comm comm) {
  if (!grid.plan())
    return speeds_of(comm).cycle_times;
  return comm::all_gather(std::vector{grid.cycle_time(grid.myrow(), grid.mycol())}, comm);
}

/// Large enough for the BLAS, small enough for chunks of some blocks in a memory of so many elements.
Index block_size(double room, const server::Product& product) {
  const double fitting = std::sqrt(room / 5),
               suitable = std::min(std::sqrt(room) / 16,
                                   static_cast<double>(std::max({product.m, product.n, product.k})) / 16);
  const auto q = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, suitable))));
  return std::max<Index>(1, std::min(std::clamp<Index>(q, 32, 256), static_cast<Index>(fitting)));
}

/// What is predicted to be the fastest, by what is known of the speeds. Of the policies whose results are added those workers and
/// that memory that make it so; others have what their shares need.
linalg::Service service_for_product(const server::Star& star, const server::Product& product,
                                    const server::Uncertainty& uncertainty) {
  const std::vector<server::Judged> chunks =
      server::compare_policies(server::with_shares(star, product), product, false, uncertainty);
  const server::Choice all = server::choose_policy("auto", star, product, true, uncertainty);
  const auto added =
      std::ranges::find_if(all.policies, [](const server::Judged& judged) { return judged.policy.added; });
  if (added != all.policies.end() && added->feasible() &&
      (!chunks.front().feasible() || added->seconds < chunks.front().seconds))
    return {server::enrolled(star, all.enrolment), std::string(added->policy.name), product.block_size};
  return {star, std::string(chunks.front().policy.name), product.block_size};
}

} // namespace

ServerCall::ServerCall(const comm::Grid& grid, int context) : grid_(grid) {
  const GridShape shape(context);
  has_matrices_ = shape.member();
  if (has_matrices_ && shape.p * shape.q == 1)
    server_grid_ = &comm::Grid::of_context(context);
}

int ServerCall::meet(const char* routine, int position) {
  ArgumentChecker check(grid_);
  check.context(position, 0, grid_);
  const int info = check.agree(routine, grid_.context());
  if (info == 0)
    servers_ = static_cast<int>(comm::all_reduced(std::int64_t{serves()}, MPI_SUM, grid_.all()));
  return info;
}

void ServerCall::end_program(const char* why) {
  std::fprintf(stderr, "hetgrid: the server has failed while workers wait for it: %s\n", why);
  comm::abort(1);
}

std::optional<linalg::Service> ServerCall::find_service(Served served, const server::Product& largest) {
  const Controls& variables =
      controls(); // malformed ones fail on all processes, before they wait for each other
  const comm::Reservation memory(grid_.all(), "a plan for workers",
                                 planning_memory(grid_.p() * grid_.q())); // and for speeds and host names
  comm_ = comm::Communicator::split(grid_.all(), 0, serves() ? 0 : 1);
  const std::vector<double> times = cycle_times(grid_, comm_.get());
  const std::vector<std::string> hosts = comm::all_host_names(comm_.get());
  const std::vector<double> free = comm::gather(std::vector{measure::free_memory()}, 0, comm_.get());
  std::optional<linalg::Service> service;
  std::string why;
  if (serves())
    try {
      service = planned(served, largest, variables, times, hosts, free);
    } catch (const std::exception& error) {
      why = error.what();
    }
  if (!comm::all_succeed(comm_.get(), !serves() || service))
    throw SystemError(serves() ? why : "the server has no plan for these workers");
  return service;
}

linalg::Service ServerCall::planned(Served served, const server::Product& largest, const Controls& variables,
                                    const std::vector<double>& times, const std::vector<std::string>& hosts,
                                    const std::vector<double>& free) const {
  const plan::QuietArithmetic quiet;
  plan::Platform platform = plan::platform_from_cycle_times(times);
  platform.server.computes = true;
  double room = static_cast<double>(largest.m) * static_cast<double>(largest.n);
  for (std::size_t k = 0; k < times.size(); ++k) {
    plan::ProcessSpeed& process = platform.processes[k];
    process.host = hosts[k];
    process.memory =
        variables.server_memory && *variables.server_memory > 0
            ? static_cast<double>(*variables.server_memory)
            : std::max(1.0, free[k] / static_cast<double>(std::ranges::count(hosts, hosts[k])) / 4);
    room = std::min(room, process.memory / largest.element_bytes);
  }
  server::Product product = largest;
  product.block_size = block_size(room, product);
  if (variables.server_speeds.unknown)
    platform = server::with_equal_speeds(std::move(platform));
  const std::string policy = server_policy(grid_);
  const server::Star star = linalg::star_of(platform, product);
  if (policy != "auto")
    return {star, policy, product.block_size};
  if (served == Served::product)
    return service_for_product(star, product, variables.server_speeds);
  return {star, server::lu::choose_policy(star, product, variables.server_speeds), product.block_size};
}

} // namespace hetgrid::api
