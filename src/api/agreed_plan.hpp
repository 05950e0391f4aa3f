// Plans that all processes of a communicator have alike.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/plan.hpp"

#include <span>

namespace hetgrid::api {

/// make_plan on process 0, and its plan everywhere: the search compares sums and quotients, whose last bits
/// may differ between unlike processors. Of the network it is known which processes share a node. Collective; a
/// failure throws on all processes.
/// \param cycle_times positive and finite, one for each process of `comm`
plan::Plan agreed_plan(std::span<const double> cycle_times, const plan::Options& options, MPI_Comm comm);

/// Processes of equal cycle-time are exchangeable: place each such set in the order of its process numbers
/// along the rows ('R') or the columns ('C') of the grid. With equal speeds this is BLACS_GRIDINIT's own
/// placement.
void order_equal_processes(plan::Plan& plan, char order);

} // namespace hetgrid::api
