#include "cli/process/launcher_rank.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace hetgrid::cli {

namespace {

/// Not SLURM_NTASKS, which is set in a batch script as well, where nothing is started together.
constexpr const char* srun_size = "SLURM_STEP_NUM_TASKS";

/// The variable, if it is a number from 0 on.
std::optional<int> number_in(const char* variable) {
  const char* const value = std::getenv(variable);
  const std::string_view text = value ? value : "";
  int number = -1;
  const auto [rest, status] = std::from_chars(text.begin(), text.end(), number);
  if (status != std::errc() || rest != text.end() || number < 0)
    return std::nullopt;
  return number;
}

/// The first of these variables that is one.
std::optional<int> first_number_in(std::initializer_list<const char*> variables) {
  for (const char* const name : variables)
    if (const std::optional<int> number = number_in(name))
      return number;
  return std::nullopt;
}

} // namespace

std::optional<int> launcher_rank() {
  return first_number_in({"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"});
}

std::optional<int> launcher_size() {
  std::optional<int> fewest;
  for (const char* const name : {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", srun_size})
    if (const std::optional<int> number = number_in(name))
      fewest = std::min(fewest.value_or(*number), *number);
  return fewest;
}

bool launched_by_srun() {
  return number_in(srun_size).has_value();
}

std::optional<HostRank> launcher_host_rank() {
  const std::optional<int> rank = first_number_in({"MPI_LOCALRANKID", "OMPI_COMM_WORLD_LOCAL_RANK"}),
                           count = first_number_in({"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE"});
  if (!rank || !count || *rank >= *count)
    return std::nullopt;
  return HostRank{*rank, *count};
}

} // namespace hetgrid::cli
