// Speeds of the kernels of the factorizations on this process, in the shapes that src/linalg asks for.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace hetgrid::measure {

/// A kernel with operands of its own.
struct RateKernel {
  const char* name;              ///< of a field of plan::KernelRates, or "gemm"
  double work;                   ///< of one run: operations as LAPACK counts them, or bytes moved
  std::function<void()> prepare; ///< restores what run overwrites; not timed; may be empty
  std::function<void()> run;
};

/// Kernels on a local part of order n, double precision: gemm with the panels of a product, and those of the
/// factorizations. They share their operands and live as long as one of them.
/// \param order  at least 256
std::vector<RateKernel> rate_kernels(int order);

/// A kernel with panels of one of plan::measured_widths.
struct WidthKernel {
  const char* curve; ///< of a field of plan::WidthRates
  int width;
  RateKernel kernel;
};

/// Likewise, the kernels whose speed depends on the width.
std::vector<WidthKernel> width_kernels(int order);

/// gemm alone.
RateKernel gemm_kernel(int order);
/// Interchanges of rows of such a local part; work in bytes moved.
RateKernel interchange_kernel(int order);
/// Copies of panels of such a local part, likewise.
RateKernel copy_kernel(int order);
/// Bytes of what such a kernel works on, about.
std::size_t memory_of_kernel(int order);

/// Work a second.
struct Rate {
  double passing; ///< of all seconds
  double running; ///< of those in which this thread has a core: no pauses of a quota
};

/// Runs the kernel until `seconds` have passed.
Rate measure_rate(const RateKernel& kernel, double seconds);

} // namespace hetgrid::measure
