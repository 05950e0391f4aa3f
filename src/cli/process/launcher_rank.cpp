#include "cli/process/launcher_rank.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace hetgrid::cli {

std::optional<int> launcher_rank() {
  for (const char* const name : {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"})
    if (const char* const value = std::getenv(name)) {
      const std::string_view text = value;
      int rank = -1;
      const auto [rest, status] = std::from_chars(text.begin(), text.end(), rank);
      if (status == std::errc() && rest == text.end() && rank >= 0)
        return rank;
    }
  return std::nullopt;
}

} // namespace hetgrid::cli
