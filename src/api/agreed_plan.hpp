// Plans that all processes of a communicator have alike.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/plan.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace hetgrid::api {

/// make_plan on process 0, and its plan everywhere: the search compares sums and quotients, whose last bits
/// may differ between unlike processors. Of the network it is known which processes share a node. Collective; a
/// failure throws on all processes.
/// \param cycle_times positive and finite, one for each process of `comm`
plan::Plan agreed_plan(std::span<const double> cycle_times, const plan::Options& options, MPI_Comm comm);

/// The same with so many bytes for each process's part of the matrices of options.problem; nullopt if they have no room on
/// this grid.
std::optional<plan::Plan> agreed_plan_within(std::span<const double> memory,
                                             std::span<const double> cycle_times,
                                             const plan::Options& options, MPI_Comm comm);

/// What plans, their texts and the grids they describe take of a process's memory at most, bytes. A file of a plan that is longer
/// is an error of process 0, which tells the others.
inline std::size_t planning_memory(int processes) noexcept {
  return (std::size_t{16} << 20) + 16384 * static_cast<std::size_t>(processes);
}

/// Processes of equal cycle-time are exchangeable: place each such set in the order of its process numbers
/// along the rows ('R') or the columns ('C') of the grid. With equal speeds this is BLACS_GRIDINIT's own
/// placement.
void order_equal_processes(plan::Plan& plan, char order);

} // namespace hetgrid::api
