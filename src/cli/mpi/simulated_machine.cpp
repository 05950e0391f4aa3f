#include "cli/mpi/machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <simgrid/host.h>
#include <simgrid/version.h>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {

std::string describe_simulation() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  const std::size_t count = sg_host_count();
  const std::unique_ptr<sg_host_t, decltype(&std::free)> hosts(sg_host_list(), &std::free);
  const auto gflops = [](sg_host_t host) { return sg_host_get_speed(host) / 1e9; };
  const auto [slowest_host, fastest_host] = std::ranges::minmax(std::span(hosts.get(), count), {}, gflops);
  const double slowest = gflops(slowest_host), fastest = gflops(fastest_host);
  const char* const kernels = std::getenv("HETGRID_KERNELS");
  return fmt::format("SimGrid {}.{}: {} of {}, kernels {}", major, minor, counted(count, "host", "hosts"),
                     slowest == fastest ? speed(slowest) : speed(slowest) + " to " + speed(fastest),
                     kernels ? kernels : "timed");
}

} // namespace hetgrid::cli
