// What numbers of platforms and plans may be. Wide enough for any machine, narrow enough that sums and products of them
// neither overflow nor vanish, and that the searches, whose arithmetic is relative to 1e-11, tell all of them apart.
#pragma once

#include <span>
#include <string>

namespace hetgrid::plan {

struct Range {
  double low, high;
  bool zero = false; ///< 0, which stands for "none", is legal, too
};

namespace limits {

/// Of cycle-times, of speeds: largest over smallest.
inline constexpr double ratio = 1e6;
/// Of the product of cycle-time and speed, which is the same for all processes if the two agree.
inline constexpr double contradiction = 2;

inline constexpr Range cycle_time{1e-12, 1e12};
inline constexpr Range gflops{1e-6, 1e9};
inline constexpr Range spread{1e-300, 1e6, true};
inline constexpr Range elements{1, 1e18};
inline constexpr Range memory{1, 1e18, true};            ///< bytes
inline constexpr Range kernel_rate{1e-4, 1e12};          ///< relative to the product
inline constexpr Range copy_alone{1e-4, 1e12, true};     ///< likewise; 0: not known
inline constexpr Range quota_period{1e-6, 1e3, true};    ///< seconds
inline constexpr Range quota_share{1e-6, 1};             ///< of a core
inline constexpr Range latency{1e-300, 1e4, true};       ///< seconds
inline constexpr Range seconds_per_byte{1e-18, 1, true}; ///< 0: unlimited, or no overhead
inline constexpr int block_size = 1'000'000;
inline constexpr int processes = 1'000'000;
inline constexpr std::size_t name_length = 255;

} // namespace limits

/// Shortest text that reads back as the same number.
std::string text_of(double value);
/// In quotes, control characters as in JSON: never more than a line.
std::string text_of(const std::string& value);

/// \throws ArgumentError naming the field unless the value is finite and within the range
void check(const std::string& name, double value, const Range& range);

/// Of values name[k].field. \throws ArgumentError if one of them is too large beside the smallest
void check_ratios(const std::string& name, std::span<const double> values, const char* field = "");
/// \throws ArgumentError unless all are legal cycle-times, and their ratios
void check_cycle_times(const std::string& name, std::span<const double> cycle_times, const char* field = "");
/// Whether it accepts them. Takes no memory.
bool are_cycle_times(std::span<const double> values) noexcept;

} // namespace hetgrid::plan
