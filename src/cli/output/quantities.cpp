#include "cli/output/quantities.hpp"

#include <cmath>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

struct Prefix {
  const char* name;
  double size;
};
constexpr Prefix prefixes[] = {{"", 1},     {"k", 1e3},  {"M", 1e6}, {"G", 1e9},
                               {"T", 1e12}, {"P", 1e15}, {"E", 1e18}};

/// Four digits, or all of a larger whole number: no exponent.
std::string digits(double value) {
  return value < 9999.5 || value >= 1e15 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
}

/// True if `value` in units of `size` is shown as 1 at least: 999.97 of a unit is 1 of the next.
bool reaches(double value, double size) {
  return value >= 0.99995 * size;
}

/// With the largest prefix with which the value is at least 1.
std::string with_prefix(double value, const char* unit) {
  const Prefix* best = prefixes;
  for (const Prefix& prefix : prefixes)
    if (reaches(value, prefix.size))
      best = &prefix;
  return fmt::format("{} {}{}", digits(value / best->size), best->name, unit);
}

} // namespace

TimeUnit time_unit(double seconds) {
  constexpr TimeUnit units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}};
  for (const TimeUnit& unit : units)
    if (reaches(seconds, unit.size))
      return unit;
  return {"ns", 1e-9};
}

std::string duration(double seconds) {
  if (seconds == 0)
    return "0 s";
  const TimeUnit unit = time_unit(seconds);
  return fmt::format("{} {}", digits(seconds / unit.size), unit.name);
}

std::string speed(double gflops) {
  return with_prefix(1e9 * gflops, "F/s");
}

std::string byte_size(double bytes) {
  return with_prefix(bytes, "B");
}

std::string bandwidth(double bytes_per_second) {
  return std::isinf(bytes_per_second) ? "unlimited" : with_prefix(bytes_per_second, "B/s");
}

std::string counted(std::size_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

} // namespace hetgrid::cli
