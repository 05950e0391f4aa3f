// Measures what the performance model knows beyond cycle-times.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/platform.hpp"
#include "measure/rates.hpp"

#include <cstddef>
#include <vector>

namespace hetgrid::measure {

/// Kernels on a local part of the given order, like rate_kernels.
struct RateKernels {
  std::vector<RateKernel> (*make)(int order);
  std::size_t (*memory)(int order); ///< bytes of what they work on, about
};

/// Adds to a platform just probed: the speed of every process against the size of its local part, the rates of the
/// kernels of factorizations, its memory, and the network. All processes measure at the same time, size by size.
/// Collective; every process gets the same result.
/// \param largest  order of the largest local part, at least 256; halved until it fits into a process's memory
/// \param memory   bytes a process may use; 0: four fifths of the host's, or of its control group's, over the host's
///                 processes
/// \param seconds  of each measurement
/// \param panels   the kernels of plan::KernelRates that rate_kernels does not have: linalg::panel_rate_kernels
/// \throws ArgumentError on illegal values, SystemError, on every process, if one has not the memory
void probe_curve(MPI_Comm comm, plan::Platform& platform, int largest, double memory, double seconds,
                 const RateKernels& panels);

} // namespace hetgrid::measure
