// Sizes double in area from a part that fits into a cache to the largest. Product and row interchanges are measured on all
// of them, the other kernels on one that does not fit; rates are relative to the product's on the same size.
#include "measure/probe_curve.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/error.hpp"
#include "measure/host_memory.hpp"
#include "measure/probe_network.hpp"
#include "measure/probe_overhead.hpp"
#include "measure/quota.hpp"
#include "measure/rates.hpp"
#include "plan/kernel_rate_names.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace hetgrid::measure {
namespace {

constexpr int smallest_part = 256; ///< order of a local part
constexpr int order_of_rates =
    3000;                  ///< of the local part on which kernels are measured; with a power of two columns
                           ///< would compete for the same lines of the cache
constexpr int windows = 5; ///< of a measurement

/// Of every window.
std::vector<Rate> measure(MPI_Comm comm, const RateKernel& kernel, double seconds) {
  std::vector<Rate> rates;
  for (int window = 0; window < windows; ++window) {
    comm::barrier(comm);
    rates.push_back(measure_rate(kernel, seconds / windows));
  }
  return rates;
}

/// That of the second fastest window: what disturbs a core makes windows slower, often several in a row, and rates are relative to
/// those of other kernels.
double undisturbed(std::vector<Rate> rates, double Rate::*rate) {
  std::ranges::nth_element(rates, rates.begin() + 1, std::greater<>(), rate);
  return rates[1].*rate;
}
/// Windows need not be long against the period of a quota, nor kernels.
double measure_running(MPI_Comm comm, const RateKernel& kernel, double seconds) {
  return undisturbed(measure(comm, kernel, seconds), &Rate::running);
}

/// Of one process. A quota lets it run for a part of the time that no window tells well, but all of them together.
std::vector<plan::SpeedPoint> measure_curve(MPI_Comm comm, const std::vector<double>& sizes, double seconds) {
  std::vector<plan::SpeedPoint> curve;
  std::vector<double> running;
  double share = 0;
  for (const double size : sizes) {
    const auto order = static_cast<int>(size);
    const std::vector<Rate> product = measure(comm, gemm_kernel(order), seconds);
    for (const Rate& rate : product)
      share += rate.passing / rate.running / static_cast<double>(windows * sizes.size());
    running.push_back(undisturbed(product, &Rate::running));
    const double interchange = measure_running(comm, interchange_kernel(order), seconds);
    curve.push_back({size * size, undisturbed(product, &Rate::passing) / 1e9, interchange / running.back()});
  }
  if (share < 1 - rare_pauses)
    for (std::size_t k = 0; k < curve.size(); ++k)
      curve[k].gflops = share * running[k] / 1e9;
  return curve;
}

/// Relative to the width for which the rates of `kernels` are. A width in a quarter of the time: there are many of them.
plan::WidthRates measure_widths(MPI_Comm comm, int order, double seconds) {
  plan::WidthRates rates;
  const std::vector<WidthKernel> kernels = width_kernels(order);
  for (const auto& [name, curve, base] : plan::width_curve_names) {
    double at_base = 0;
    auto rate = (rates.*curve).rates.begin();
    for (const auto& [of, width, kernel] : kernels)
      if (std::string_view(name) == of) {
        *rate = measure_running(comm, kernel, seconds / 4);
        if (width == base)
          at_base = *rate;
        ++rate;
      }
    for (double& one : (rates.*curve).rates)
      one /= at_base;
  }
  return rates;
}

plan::KernelRates measure_kernels(MPI_Comm comm, int order, double seconds, const RateKernels& panels) {
  plan::KernelRates rates;
  double product = 0;
  std::vector<RateKernel> kernels = rate_kernels(order);
  std::ranges::move(panels.make(order), std::back_inserter(kernels));
  for (const RateKernel& kernel : kernels) {
    const double rate = measure_running(comm, kernel, seconds);
    if (product == 0) // the first is the product
      product = rate;
    for (const auto& [name, field] : plan::kernel_rate_names)
      if (std::string_view(name) == kernel.name)
        rates.*field = rate / product;
  }
  kernels.clear(); // their operands
  rates.by_width = measure_widths(comm, order, seconds);
  return rates;
}

/// Adds what all processes measure at the same time. \param sizes  orders of the local parts
void measure_processes(MPI_Comm comm, plan::Platform& platform, const std::vector<double>& sizes,
                       double seconds, const RateKernels& panels) {
  const int largest = static_cast<int>(sizes.back()), order = std::min(largest, order_of_rates);
  constexpr std::size_t small = std::size_t{256} << 10;
  const std::size_t results = sizes.size() * sizeof(plan::SpeedPoint) + sizeof(plan::KernelRates) +
                              sizeof(plan::Quota),
                    kernels =
                        std::max(memory_of_kernel(largest), memory_of_kernel(order) + panels.memory(order));
  const comm::Reservation memory(comm, "a measurement of kernels",
                                 kernels + small + 2 * platform.processes.size() * results);
  const std::vector<plan::SpeedPoint> all_points =
      comm::all_gather(measure_curve(comm, sizes, seconds), comm);
  const std::vector<plan::KernelRates> all_rates =
      comm::all_gather(std::vector{measure_kernels(comm, order, seconds, panels)}, comm);
  comm::barrier(comm);
  const Pauses pauses = measure_pauses(seconds);
  const std::vector<plan::Quota> all_quotas =
      comm::all_gather(std::vector{plan::Quota{pauses.period, pauses.share}}, comm);
  for (std::size_t k = 0; k < platform.processes.size(); ++k) {
    plan::ProcessSpeed& process = platform.processes[k];
    process.curve.assign(all_points.begin() + static_cast<std::ptrdiff_t>(k * sizes.size()),
                         all_points.begin() + static_cast<std::ptrdiff_t>((k + 1) * sizes.size()));
    process.kernels = all_rates[k];
    process.quota = all_quotas[k];
  }
}

double memory_of(const plan::Platform& platform, const plan::ProcessSpeed& process) {
  constexpr double fraction = 0.8;
  const auto on_host = std::ranges::count(platform.processes, process.host, &plan::ProcessSpeed::host);
  return fraction * host_memory() / static_cast<double>(on_host);
}

} // namespace

void probe_curve(MPI_Comm comm, plan::Platform& platform, int largest, double memory, double seconds,
                 const RateKernels& panels) {
  if (largest < smallest_part)
    throw ArgumentError("largest", std::to_string(largest), "at least " + std::to_string(smallest_part));
  if (!std::isfinite(memory) || memory < 0)
    throw ArgumentError("memory", std::to_string(memory), "not negative, bytes");
  if (!std::isfinite(seconds) || seconds <= 0)
    throw ArgumentError("seconds", std::to_string(seconds), "positive and finite");
  const int rank = comm::rank_in(comm);
  const double my_memory =
      memory > 0 ? memory : memory_of(platform, platform.processes[static_cast<std::size_t>(rank)]);
  const std::vector<double> memories = comm::all_gather(std::vector{my_memory}, comm);

  // The operands of a measurement take little more than the local part.
  constexpr double operands = 1.5 * sizeof(double);
  const double fits = std::sqrt(*std::ranges::min_element(memories) / operands);
  int order = largest;
  while (order > fits && order >= 2 * smallest_part)
    order /= 2;
  std::vector<double> sizes;
  for (double size = order; size >= smallest_part; size /= std::sqrt(2.0))
    sizes.insert(sizes.begin(), std::round(size));
  measure_processes(comm, platform, sizes, seconds, panels);
  for (std::size_t k = 0; k < platform.processes.size(); ++k)
    platform.processes[k].memory = memories[k];
  platform.network = probe_network(comm, platform);
  probe_overhead(comm, platform, seconds);
}

} // namespace hetgrid::measure
