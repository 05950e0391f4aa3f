#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "plan/limits.hpp"

#include <charconv>
#include <cmath>
#include <sstream>

namespace hetgrid::plan {

std::vector<double> cycle_times_from_text(std::string_view argument, const std::string& text) {
  std::vector<double> times;
  std::istringstream in(text + ","); // the last word ends with a comma, too
  for (std::string word; std::getline(in, word, ',');) {
    double time = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, status] = std::from_chars(word.data(), end, time);
    if (status != std::errc() || rest != end || !std::isfinite(time) || time <= 0)
      throw ArgumentError(argument, "\"" + text + "\"",
                          "positive finite numbers separated by commas (\"" + word + "\" is none)");
    times.push_back(time);
  }
  check_cycle_times(std::string(argument), times);
  return times;
}

} // namespace hetgrid::plan
