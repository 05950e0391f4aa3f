#include "plan/metric_prefix.hpp"

#include <charconv>
#include <cmath>

namespace hetgrid::plan {
namespace {

double factor_of(char prefix) {
  switch (prefix) {
  case 'k':
  case 'K':
    return 1e3;
  case 'M':
    return 1e6;
  case 'G':
    return 1e9;
  case 'T':
    return 1e12;
  default:
    return 1;
  }
}

} // namespace

std::optional<double> number_with_prefix(std::string_view text) {
  const double factor = text.empty() ? 1 : factor_of(text.back());
  text.remove_suffix(factor > 1);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc() || rest != end || !std::isfinite(value))
    return std::nullopt;
  return value * factor;
}

} // namespace hetgrid::plan
