#include "schedule/sharing_limit.hpp"

#include "hetgrid/error.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace hetgrid::schedule {

int sharing_limit() {
  const char* const value = std::getenv("HETGRID_SHARED_MEMORY");
  const std::string_view text = value ? value : "on";
  if (text == "on")
    return std::numeric_limits<int>::max();
  if (text == "off")
    return 1;
  int limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error != std::errc() || end != text.data() + text.size() || limit < 1)
    throw ArgumentError("HETGRID_SHARED_MEMORY", text, sharing_limits);
  return limit;
}

std::string sharing_limit_text(int limit) {
  return limit == std::numeric_limits<int>::max() ? "on" : limit == 1 ? "off" : std::to_string(limit);
}

} // namespace hetgrid::schedule
