// Random uneven grids and distributed matrices for the tests of distributed code.
#pragma once

#include "comm/blacs.hpp"
#include "comm/grid.hpp"
#include "hetgrid/parameters.hpp"
#include "hetgrid/plan.hpp"
#include "kernel/execution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace hetgrid::testing {

/// The cases of a test are the same in every run; HETGRID_TEST_SEED=1, 2, ... gives others.
class Random : public std::mt19937_64 {
public:
  explicit Random(std::uint64_t seed) : std::mt19937_64(seed + 1'000'003 * others()) {}

private:
  static std::uint64_t others() {
    const char* const seed = std::getenv("HETGRID_TEST_SEED");
    return seed ? std::strtoull(seed, nullptr, 10) : 0;
  }
};

/// Uniform in [low, high].
inline int uniform_int(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

/// The shapes p x q with p * q = processes; of many processes one row, and those that are not too long.
inline std::vector<std::pair<int, int>> grid_shapes(int processes) {
  constexpr int many = 9, long_side = 3;
  std::vector<std::pair<int, int>> shapes;
  for (int p = 1; p <= processes; ++p) {
    const int q = processes / p;
    if (p * q == processes && (processes < many || p == 1 || std::max(p, q) <= long_side * std::min(p, q)))
      shapes.emplace_back(p, q);
  }
  return shapes;
}

/// Values of HETGRID_SHARED_MEMORY that make a difference: a simulated process is alone on its host.
constexpr auto shared_memory_values_that_differ() {
  if constexpr (kernel::simulated)
    return std::array{"on"};
  else
    return std::array{"on", "off", "2"};
}
inline constexpr auto shared_memory_values = shared_memory_values_that_differ();

/// A panel of random owners: any coordinate may own any number of blocks, also none.
inline plan::AxisPanel random_panel(Random& random, int coordinates) {
  plan::AxisPanel panel;
  panel.count.assign(static_cast<std::size_t>(coordinates), 0);
  panel.order.resize(static_cast<std::size_t>(uniform_int(random, 1, 3 * coordinates)));
  for (int& owner : panel.order) {
    owner = uniform_int(random, 0, coordinates - 1);
    ++panel.count[static_cast<std::size_t>(owner)];
  }
  return panel;
}

/// A plan for a p x q grid with processes of three speeds in random places and random panels.
inline plan::Plan random_plan(Random& random, int p, int q) {
  plan::Plan plan = plan::uniform_plan(p, q);
  for (double& time : plan.cycle_times)
    time = std::array{1.0, 1.2, 3.0}[static_cast<std::size_t>(uniform_int(random, 0, 2))];
  std::shuffle(plan.arrangement.process.begin(), plan.arrangement.process.end(), random);
  plan.rows = random_panel(random, p);
  plan.columns = random_panel(random, q);
  return plan;
}

/// Any of the panel methods, and in some cases other widths.
inline schedule::Parameters random_parameters(Random& random) {
  using schedule::PanelMethod;
  const auto choice = [&](int count) { return static_cast<std::size_t>(uniform_int(random, 0, count - 1)); };
  const PanelMethod panel =
      std::array{PanelMethod::automatic, PanelMethod::collected, PanelMethod::distributed}[choice(3)];
  const int width = std::array{0, 0, 0, 5, 32, 33, 100, 128}[choice(8)],
            tail = std::array{0, 0, 0, 1, 40, 77}[choice(6)],
            chunk = std::array{0, 0, 0, 1, 8, 50}[choice(6)];
  schedule::Parameters parameters;
  parameters.lu = parameters.qr = parameters.cholesky = {width, tail, chunk, panel};
  parameters.gemm_depth = std::array{0, 0, 0, 0, 17, 33, 192, 500}[choice(8)];
  parameters.gemm_lookahead = std::array{0, 0, 1, 5, 7}[choice(5)];
  return parameters;
}

/// Context of a grid over all processes. Collective.
inline int make_context(const plan::Plan& plan) {
  return comm::Grid::create(MPI_COMM_WORLD, plan);
}

/// Element (i, j) of matrix number `matrix`: uniform in [-1, 1], the same whatever the layout.
template <typename T>
T element(std::int64_t i, std::int64_t j, int matrix) {
  const auto real = [&](int part) {
    std::uint64_t x = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u +
                      static_cast<std::uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu +
                      static_cast<std::uint64_t>(2 * matrix + part) * 0x165667B19E3779F9u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return static_cast<double>((x ^ (x >> 31)) >> 11) / 4503599627370496.0 - 1.0;
  };
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(real(0));
  else
    return T(static_cast<typename T::value_type>(real(0)), static_cast<typename T::value_type>(real(1)));
}

/// 0, 1, -1 (for which routines have shortcuts) or anything.
template <typename T>
T random_scalar(Random& random) {
  const std::array shortcuts{T(0), T(1), T(-1)};
  const int choice = uniform_int(random, 0, 5);
  return choice < 3 ? shortcuts[static_cast<std::size_t>(choice)]
                    : element<T>(choice, uniform_int(random, 0, 99), 9);
}

} // namespace hetgrid::testing
