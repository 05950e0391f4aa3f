#include "plan/limits.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

namespace hetgrid::plan {

std::string text_of(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string text_of(const std::string& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

namespace {

bool is_within(double value, const Range& range) noexcept {
  return (value >= range.low && value <= range.high) || (range.zero && value == 0);
}

/// The limit itself is legal, of inverses and multiples, too, which are rounded.
bool ratios_are_legal(double smallest, double largest) noexcept {
  constexpr double rounding = 1e-12;
  return largest <= limits::ratio * smallest * (1 + rounding);
}

} // namespace

void check(const std::string& name, double value, const Range& range) {
  if (!is_within(value, range))
    throw ArgumentError(name, text_of(value),
                        (range.zero ? "0, or " : "") + text_of(range.low) + " to " + text_of(range.high));
}

void check_ratios(const std::string& name, std::span<const double> values, const char* field) {
  if (values.empty())
    return;
  const auto [smallest, largest] = std::ranges::minmax_element(values);
  if (!ratios_are_legal(*smallest, *largest))
    throw ArgumentError(
        name + "[" + std::to_string(largest - values.begin()) + "]" + field, text_of(*largest),
        "at most " + text_of(limits::ratio) + " times the smallest of all, " + text_of(*smallest));
}

void check_cycle_times(const std::string& name, std::span<const double> cycle_times, const char* field) {
  for (std::size_t k = 0; k < cycle_times.size(); ++k)
    check(name + "[" + std::to_string(k) + "]" + field, cycle_times[k], limits::cycle_time);
  check_ratios(name, cycle_times, field);
}

bool are_cycle_times(std::span<const double> values) noexcept {
  for (const double value : values)
    if (!is_within(value, limits::cycle_time))
      return false;
  return values.empty() || ratios_are_legal(std::ranges::min(values), std::ranges::max(values));
}

} // namespace hetgrid::plan
