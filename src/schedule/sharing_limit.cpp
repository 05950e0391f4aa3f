#include "schedule/sharing_limit.hpp"

#include "hetgrid/error.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace hetgrid::schedule {

int sharing_limit() {
  const char* const value = std::getenv(sharing_variable);
  return sharing_limit(value ? value : usual_sharing);
}

int sharing_limit(std::string_view text) {
  if (text == "on")
    return std::numeric_limits<int>::max();
  if (text == "off")
    return 1;
  int limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error != std::errc() || end != text.data() + text.size() || limit < 1)
    throw ArgumentError(sharing_variable, text, "on, off or a number of processes from 1 on");
  return limit;
}

std::string sharing_limit_text(int limit) {
  return limit == std::numeric_limits<int>::max() ? "on" : limit == 1 ? "off" : std::to_string(limit);
}

} // namespace hetgrid::schedule
