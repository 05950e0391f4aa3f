// Whole plans, shape, arrangement, panels and orders chosen: what they cost.
#include "testing/plan/bench/bench.hpp"
#include "testing/support/cycle_times.hpp"

#include "hetgrid/plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace hetgrid::bench {
namespace {

using namespace hetgrid::plan;

constexpr double seconds_target = 2;

struct Kind {
  const char* name;
  void (*change)(ProcessSpeed&);
};

constexpr Kind kinds[] = {
    {"constant speeds", [](ProcessSpeed&) {}},
    {"speed curves",
     [](ProcessSpeed& process) {
       process.curve = {{2.5e5, 0.7 * process.gflops}, {4e6, 0.95 * process.gflops}, {6.4e7, process.gflops}};
     }},
    {"quotas",
     [](ProcessSpeed& process) {
       process.quota = {0.012, 1 / process.cycle_time};
     }},
};

struct Named {
  const char* name;
  Operation operation;
};

constexpr Named operations[] = {{"gemm", Operation::gemm},
                                {"lu", Operation::getrf},
                                {"qr", Operation::geqrf},
                                {"cholesky", Operation::potrf}};

Platform random_platform(int processes, const Kind& kind, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Platform platform = platform_from_cycle_times(
      hetgrid::testing::random_cycle_times(hetgrid::testing::families[1], processes, random));
  std::ranges::for_each(platform.processes, kind.change);
  return platform;
}

} // namespace

nlohmann::ordered_json whole_plans(const BenchOptions& options) {
  constexpr std::int64_t orders[] = {1'000, 40'000, 250'000};
  fmt::print("CPU seconds of a plan whose shape is chosen; target: {} s.\n\n{:>5} {:<18}{:<10}",
             seconds_target, "", "", "");
  for (const std::int64_t n : orders)
    fmt::print("{:>14}", fmt::format("n = {}", n));
  fmt::print("\n");
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const int processes : {16, 64, 256, 1024})
    for (const Kind& kind : kinds) {
      const Platform platform = random_platform(processes, kind, options.seed);
      for (const auto& [name, operation] : operations) {
        fmt::print("{:>5} {:<18}{:<10}", processes, kind.name, name);
        double most = 0;
        for (const std::int64_t n : orders) {
          const double start = cpu_seconds();
          make_plan(platform, {.problem = {.operation = operation, .n = n}});
          const double seconds = cpu_seconds() - start;
          most = std::max(most, seconds);
          fmt::print("{:>14.2f}", seconds);
          cases.push_back({{"processes", processes},
                           {"speeds", kind.name},
                           {"operation", name},
                           {"n", n},
                           {"seconds", seconds},
                           {"met", seconds < seconds_target}});
        }
        fmt::print("  {}\n", verdict(most < seconds_target));
      }
    }
  return {{"targets", {{"seconds", seconds_target}}}, {"cases", std::move(cases)}};
}

} // namespace hetgrid::bench
