#include "cli/process/launcher_rank.hpp"

#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace hetgrid::cli {

namespace {

/// The first of these variables that is a number from 0 on.
std::optional<int> number_in(std::initializer_list<const char*> variables) {
  for (const char* const name : variables)
    if (const char* const value = std::getenv(name)) {
      const std::string_view text = value;
      int number = -1;
      const auto [rest, status] = std::from_chars(text.begin(), text.end(), number);
      if (status == std::errc() && rest == text.end() && number >= 0)
        return number;
    }
  return std::nullopt;
}

} // namespace

std::optional<int> launcher_rank() {
  return number_in({"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"});
}

std::optional<HostRank> launcher_host_rank() {
  const std::optional<int> rank = number_in({"MPI_LOCALRANKID", "OMPI_COMM_WORLD_LOCAL_RANK"}),
                           count = number_in({"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE"});
  if (!rank || !count || *rank >= *count)
    return std::nullopt;
  return HostRank{*rank, *count};
}

} // namespace hetgrid::cli
