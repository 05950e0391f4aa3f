#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/process/launcher_rank.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <span>
#include <string_view>

#ifdef HAVE_MPI
#include <mpi.h>
#endif

namespace hetgrid::cli {

namespace {

/// Not SLURM_NTASKS, which is set in a batch script as well, where nothing is started together.
constexpr const char* srun_size = "SLURM_STEP_NUM_TASKS";

/// Where one launcher has started another, variables of both are set: those of the MPI this is built with come first.
constexpr std::array rank_variables{
#ifdef OPEN_MPI
    "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"
#else
    "PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"
#endif
};

std::string_view text_in(const char* variable) {
  const char* const value = std::getenv(variable);
  return value ? value : "";
}

/// The variable, if it is a number from 0 on.
std::optional<int> number_in(const char* variable) {
  const std::string_view text = text_in(variable);
  int number = -1;
  const auto [rest, status] = std::from_chars(text.begin(), text.end(), number);
  if (status != std::errc() || rest != text.end() || number < 0)
    return std::nullopt;
  return number;
}

/// The first of these variables that is one.
std::optional<int> first_number_in(std::span<const char* const> variables) {
  for (const char* const name : variables)
    if (const std::optional<int> number = number_in(name))
      return number;
  return std::nullopt;
}

/// Removes the number that a list begins with.
std::optional<int> next_number(std::string_view& list) {
  int number = 0;
  const auto [rest, status] = std::from_chars(list.begin(), list.end(), number);
  list.remove_prefix(static_cast<std::size_t>(rest - list.begin()));
  return status == std::errc() ? std::optional(number) : std::nullopt;
}

/// The processes that srun has started on this node, by a list of nodes as in 4(x2),1: two with four, one with one.
std::optional<int> srun_processes_on_node() {
  std::string_view list = text_in("SLURM_STEP_TASKS_PER_NODE");
  std::optional<int> nodes_before = number_in("SLURM_NODEID");
  while (nodes_before) {
    const std::optional<int> processes = next_number(list);
    int nodes = 1;
    if (processes && list.starts_with("(x")) {
      list.remove_prefix(2);
      nodes = next_number(list).value_or(0);
      list.remove_prefix(list.starts_with(')'));
    }
    if (!processes || *nodes_before < nodes)
      return processes;
    *nodes_before -= nodes;
    list.remove_prefix(list.starts_with(','));
  }
  return std::nullopt;
}

} // namespace

std::optional<int> launcher_rank() {
  return first_number_in(rank_variables);
}

void forget_launcher_rank() {
  for (const char* const name : rank_variables)
    unsetenv(name);
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
  std::optional<int> rank = first_number_in(std::array{"MPI_LOCALRANKID", "OMPI_COMM_WORLD_LOCAL_RANK"}),
                     count = first_number_in(std::array{"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE"});
  if (!rank && !count) {
    rank = number_in("SLURM_LOCALID");
    count = srun_processes_on_node();
  }
  if (!rank || !count || *rank >= *count)
    return std::nullopt;
  return HostRank{*rank, *count};
}

} // namespace hetgrid::cli
