#include "cli/process/cores.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <set>

#include <hwloc.h>
#include <sched.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/list_option.hpp"
#include "cli/options/option_values.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

using Topology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;
using Bitmap = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

Topology load_topology() {
  hwloc_topology_t made = nullptr;
  if (hwloc_topology_init(&made) != 0)
    throw SystemError("hwloc_topology_init failed");
  Topology topology(made, &hwloc_topology_destroy);
  if (hwloc_topology_load(made) != 0)
    throw SystemError(fmt::format("hwloc_topology_load: {}", std::strerror(errno)));
  return topology;
}

Bitmap allowed_set(const Topology& topology) {
  Bitmap set(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
  if (hwloc_get_cpubind(topology.get(), set.get(), HWLOC_CPUBIND_THREAD) != 0)
    throw SystemError(fmt::format("hwloc_get_cpubind: {}", std::strerror(errno)));
  hwloc_bitmap_and(set.get(), set.get(), hwloc_topology_get_allowed_cpuset(topology.get()));
  return set;
}

/// Units of a set, neighbours beside each other; hwloc's word for what runs one thread.
std::vector<hwloc_obj_t> units_of(const Topology& topology, hwloc_const_bitmap_t set) {
  std::vector<hwloc_obj_t> units;
  for (hwloc_obj_t unit = nullptr;
       (unit = hwloc_get_next_obj_inside_cpuset_by_type(topology.get(), set, HWLOC_OBJ_PU, unit)) != nullptr;)
    units.push_back(unit);
  return units;
}

Cores numbers_of(const std::vector<hwloc_obj_t>& units) {
  Cores numbers;
  for (const hwloc_obj_t unit : units)
    numbers.push_back(static_cast<int>(unit->os_index));
  return numbers;
}

/// One of the units of each core.
Cores one_of_each_core(const Topology& topology, std::vector<hwloc_obj_t> units) {
  std::set<hwloc_obj_t> seen;
  std::erase_if(units, [&](hwloc_obj_t unit) {
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology.get(), HWLOC_OBJ_CORE, unit);
    return core != nullptr && !seen.insert(core).second;
  });
  return numbers_of(units);
}

/// The units of each part of the machine, the smallest parts first.
std::vector<Cores> parts_of(const Topology& topology) {
  std::vector<Cores> parts;
  for (int depth = hwloc_topology_get_depth(topology.get()); depth-- > 0;)
    for (hwloc_obj_t part = nullptr;
         (part = hwloc_get_next_obj_by_depth(topology.get(), depth, part)) != nullptr;)
      parts.push_back(numbers_of(units_of(topology, part->cpuset)));
  return parts;
}

} // namespace

Cores allowed_cores() {
  const Topology topology = load_topology();
  Cores cores = numbers_of(units_of(topology, allowed_set(topology).get()));
  std::ranges::sort(cores);
  return cores;
}

std::vector<Cores> assign_cores(std::span<const int> counts, bool share) {
  const Topology topology = load_topology();
  const std::vector<hwloc_obj_t> allowed = units_of(topology, allowed_set(topology).get());
  const auto needed = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  Cores usable = one_of_each_core(topology, allowed);
  if (needed > usable.size())
    usable = numbers_of(allowed);
  if (needed > usable.size() && !share)
    return {};

  const std::vector<Cores> parts = parts_of(topology);
  std::set<int> free;
  std::vector<Cores> assigned;
  for (const int wanted : counts) {
    const auto count = static_cast<std::size_t>(wanted);
    if (count > usable.size())
      return {};
    if (count > free.size())
      free.insert(usable.begin(), usable.end());
    Cores cores;
    for (auto part = parts.begin(); cores.size() < count; ++part) { // the last one is the machine
      cores = *part;
      std::erase_if(cores, [&](int core) { return !free.contains(core); });
    }
    cores.resize(count);
    for (const int core : cores)
      free.erase(core);
    std::ranges::sort(cores);
    assigned.push_back(std::move(cores));
  }
  return assigned;
}

void run_on(const Cores& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores)
    CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw SystemError(fmt::format("cannot run on {}: {}", describe_cores(cores), std::strerror(errno)));
  // OpenBLAS; BLIS, MKL and what is compiled with OpenMP.
  for (const char* const variable : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"})
    setenv(variable, std::to_string(cores.size()).c_str(), 1);
}

void leave_cores_to_ranks() { // Open MPI; MPICH ignores these, and binds only if it is asked to
  setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
}

std::string expected_cores(bool share) {
  const Cores allowed = allowed_cores();
  return fmt::format("at most {} {}: this process may use only {}", allowed.size(), share ? "each" : "in all",
                     describe_cores(allowed));
}

std::string describe_cores(const Cores& cores) {
  return fmt::format("{} {}", cores.size() == 1 ? "core" : "cores", fmt::join(cores, ","));
}

CLI::Option* add_cores(CLI::App& command, std::vector<int>& counts, const std::string& description) {
  return add_list(command, "--cores", counts, description, whole_number(1, CPU_SETSIZE));
}

} // namespace hetgrid::cli
