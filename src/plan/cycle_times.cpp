#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "plan/limits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hetgrid::plan {

namespace {

/// A word in the middle of a message.
std::string shortened(const std::string& word) {
  constexpr std::size_t most = 40;
  return word.size() <= most ? word : word.substr(0, most) + "...";
}

} // namespace

std::vector<double> cycle_times_from_text(std::string_view argument, const std::string& text,
                                          std::string_view separators) {
  std::vector<double> times;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    double time = 0;
    const char* const last = word.data() + word.size();
    const auto [rest, status] = std::from_chars(word.data(), last, time);
    if (status != std::errc() || rest != last || !std::isfinite(time) || time <= 0)
      throw ArgumentError(argument, "\"" + text + "\"",
                          "positive finite numbers separated by commas (\"" + shortened(word) +
                              "\" is none)");
    times.push_back(time);
    begin = end + 1;
  }
  check_cycle_times(std::string(argument), times);
  return times;
}

} // namespace hetgrid::plan
