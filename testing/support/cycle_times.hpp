// Random cycle-times, the same on every machine for the same seed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace hetgrid::testing {

struct Family {
  std::string_view name;
  double (*draw)(double); ///< a cycle-time from a number in [0, 1)
};

inline constexpr Family families[] = {
    {"uniform [1, 2]", [](double u) { return 1 + u; }},
    {"uniform [1, 10]", [](double u) { return 1 + 9 * u; }},
    {"uniform [1, 100]", [](double u) { return 1 + 99 * u; }},
    {"two classes", [](double u) { return u < 0.5 ? 1 + 0.2 * u : 5 + u - 0.5; }}, // each spread by a tenth
    {"log-uniform [1, 100]", [](double u) { return std::pow(100, u); }},
};

/// \return n cycle-times, sorted
inline std::vector<double> random_cycle_times(const Family& family, int n, std::mt19937_64& random) {
  std::vector<double> times;
  for (int k = 0; k < n; ++k)
    times.push_back(family.draw(static_cast<double>(random() >> 11) * 0x1p-53));
  std::ranges::sort(times);
  return times;
}

} // namespace hetgrid::testing
