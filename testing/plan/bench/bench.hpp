// The planner's figures of merit, one section a file: each prints a table with units to stdout and returns the same
// figures, with the targets beside them and "met": false where one is missed.
#pragma once

#include <cstdint>
#include <ctime>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hetgrid::bench {

struct BenchOptions {
  int instances = 1000; ///< random instances for each case that averages over many
  std::uint64_t seed = 1;
};

/// Since the start of the program; unlike the clock on the wall independent of what else the machine does.
inline double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// What stands behind a figure that has a target.
inline std::string_view verdict(bool met) {
  return met ? "" : "missed";
}

nlohmann::ordered_json search_quality(const BenchOptions& options);
nlohmann::ordered_json search_scale(const BenchOptions& options);
nlohmann::ordered_json panel_quality(const BenchOptions& options);
nlohmann::ordered_json distributions(const BenchOptions& options);
nlohmann::ordered_json partitions(const BenchOptions& options);
nlohmann::ordered_json steady_states(const BenchOptions& options);
nlohmann::ordered_json dynamic_tasks(const BenchOptions& options);
nlohmann::ordered_json whole_plans(const BenchOptions& options);

} // namespace hetgrid::bench
