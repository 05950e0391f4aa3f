#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "plan/limits.hpp"
#include "plan/shortened.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hetgrid::plan {

std::vector<double> cycle_times_from_text(std::string_view argument, const std::string& text,
                                          std::string_view separators) {
  constexpr std::size_t longest_text = 300, longest_word = 40; // in a message
  std::vector<double> times;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    double time = 0;
    const char* const last = word.data() + word.size();
    const auto [rest, status] = std::from_chars(word.data(), last, time);
    if (status != std::errc() || rest != last || !std::isfinite(time) || time <= 0)
      throw ArgumentError(argument, "\"" + shortened(one_line(text), longest_text) + "\"",
                          "positive finite numbers separated by commas (\"" +
                              shortened(one_line(word), longest_word) + "\" is none)");
    times.push_back(time);
    begin = end + 1;
  }
  check_cycle_times(std::string(argument), times);
  return times;
}

} // namespace hetgrid::plan
