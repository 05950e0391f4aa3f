// Every rate of plan::KernelRates is measured by one kernel, which may be run again and again. Nobody measures if one process
// has not the memory.
// ranks: 1 2
#include "testing/support/mpi_test.hpp"

#include "hetgrid/error.hpp"
#include "linalg/panel/panel_rates.hpp"
#include "measure/probe_curve.hpp"
#include "measure/quota.hpp"
#include "measure/rates.hpp"
#include "plan/kernel_rate_names.hpp"
#include "testing/support/few_addresses.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <thread>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

#ifndef __SANITIZE_ADDRESS__ // which needs all the addresses itself
// The first test: memory that others have freed would do.
BOOST_AUTO_TEST_CASE(no_memory_on_one_process) {
  plan::Platform platform;
  for (int rank = 0; rank < mpi_size(); ++rank)
    platform.processes.emplace_back().gflops = 1;
  const auto measure_curve = [&](int largest) {
    measure::probe_curve(MPI_COMM_WORLD, platform, largest, 1e9, 1e-4,
                         {linalg::panel_rate_kernels, linalg::panel_rate_memory});
  };
  {
    std::optional<FewAddresses> limit;
    if (mpi_rank() == mpi_size() - 1)
      limit.emplace(std::size_t{4} << 20);
    BOOST_CHECK_THROW(measure_curve(1024), SystemError);
  }
  measure_curve(256);
  for (const plan::ProcessSpeed& process : platform.processes)
    BOOST_TEST((!process.curve.empty() && process.curve[0].gflops > 0), on_rank());
}
#endif

BOOST_AUTO_TEST_CASE(every_rate_has_a_kernel) {
  constexpr int order = 256;
  std::vector<measure::RateKernel> kernels = measure::rate_kernels(order);
  std::ranges::move(linalg::panel_rate_kernels(order), std::back_inserter(kernels));
  BOOST_TEST(kernels.front().name == std::string("gemm"));
  const auto measured = [&](const std::string& name) {
    return std::ranges::count(kernels, name,
                              [](const measure::RateKernel& kernel) { return std::string(kernel.name); });
  };
  for (const auto& [name, field] : plan::kernel_rate_names)
    BOOST_TEST(measured(name) == 1, name);
  BOOST_TEST(kernels.size() == std::size(plan::kernel_rate_names) + 1);
  for (const measure::RateKernel& kernel : kernels) {
    const double rate = measure::measure_rate(kernel, 1e-3).running;
    BOOST_TEST((std::isfinite(rate) && rate > 0), kernel.name);
  }
}

BOOST_AUTO_TEST_CASE(every_width_has_a_kernel) {
  const std::vector<measure::WidthKernel> kernels = measure::width_kernels(256);
  BOOST_TEST(kernels.size() == std::size(plan::width_curve_names) * plan::measured_widths.size());
  for (const auto& [name, curve, base] : plan::width_curve_names) {
    std::vector<int> widths;
    for (const auto& [of, width, kernel] : kernels)
      if (std::string(name) == of) {
        widths.push_back(width);
        const double rate = measure::measure_rate(kernel, 1e-3).running;
        BOOST_TEST((std::isfinite(rate) && rate > 0), name << " at " << width);
      }
    BOOST_TEST(widths == std::vector<int>(plan::measured_widths.begin(), plan::measured_widths.end()), name);
    BOOST_TEST(std::ranges::count(widths, base) == 1, name);
  }
}

// Where a quota would stop the process, this kernel sleeps.
BOOST_AUTO_TEST_CASE(pauses_are_no_part_of_the_running_rate) {
  static constexpr double computes = 2e-3, pauses = 20e-3; // seconds
  const measure::RateKernel kernel{"", computes, {}, [] {
                                     const double begin = measure::running_seconds();
                                     while (measure::running_seconds() - begin < computes)
                                       ;
                                     std::this_thread::sleep_for(std::chrono::duration<double>(pauses));
                                   }};
  const measure::Rate rate = measure::measure_rate(kernel, 0.1);
  BOOST_TEST(rate.passing <= computes / (computes + pauses), on_rank());
  BOOST_TEST(rate.running <= 1, on_rank());
  BOOST_TEST(rate.running > 0.5, on_rank());
}

} // namespace
