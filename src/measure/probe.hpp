// Measures the speeds of the processes.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::measure {

/// Every process of `comm` times its own dgemm (GemmTimer), all at the same time since they may
/// share memory bandwidth, caches and cores. Several windows, each long against the period of a CPU quota;
/// the median counts. If those of any process scatter much, it measures again, up to most_rounds times; once where a host has more
/// processes than cores.
/// Collective; every process gets the same result. The fastest process gets cycle-time 1.
/// \param block_size elements, 1 or more; see update_shape
/// \param seconds of one round, positive
/// \throws ArgumentError on illegal values
plan::Platform probe(MPI_Comm comm, int block_size, double seconds = 1.5, int most_rounds = 3);

} // namespace hetgrid::measure
