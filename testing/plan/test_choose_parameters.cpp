// Widths by the model of run times, from speeds that were measured at several widths.
#define BOOST_TEST_MODULE choose_parameters
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "plan/choose_parameters.hpp"
#include "plan/kernel_rate_names.hpp"
#include "testing/support/exception_message.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace hetgrid::plan;
using hetgrid::testing::message;

constexpr Operation operations[] = {Operation::gemm, Operation::getrf, Operation::geqrf, Operation::potrf};

int width_of(Operation operation, const Plan& plan) {
  hetgrid::schedule::Parameters parameters = plan.parameters;
  return hetgrid::plan::width_of(operation, parameters);
}

/// Cycle-times 1 and 3 on one host.
Platform two_processes(const WidthRates& rates) {
  Platform platform = platform_from_cycle_times(std::vector{1.0, 3.0});
  for (ProcessSpeed& process : platform.processes) {
    process.host = "host";
    process.kernels.by_width = rates;
  }
  return platform;
}

Plan plan_of(const Platform& platform, Operation operation, std::int64_t n) {
  Options options;
  options.p = 1;
  options.q = 2;
  options.problem = {operation, n, 32};
  return make_plan(platform, options);
}

BOOST_AUTO_TEST_CASE(rates_between_the_widths_that_were_measured) {
  WidthCurve curve;
  curve.rates = {0.5, 1, 1.5, 1.6};
  const struct {
    double width, rate;
  } cases[] = {
      {1, 0.5},   {32, 0.5},  {32 * std::sqrt(2.0), 0.75}, {64, 1}, {64 * std::sqrt(2.0), 1.25}, {128, 1.5},
      {256, 1.6}, {1000, 1.6}};
  for (const auto& [width, rate] : cases)
    BOOST_TEST(curve.at(width) == rate, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(products_by_their_smallest_dimension) {
  KernelRates kernels;
  kernels.lu_update = 0.8;
  kernels.narrow_update = 0.5;
  kernels.by_width.update.rates = {0.5, 1, 1.1, 1.2};
  kernels.by_width.inner.rates = {0.4, 1, 1.5, 2};
  const double at_192 = kernels.by_width.update.at(192);
  const struct {
    double m, n, k, rate;
  } cases[] = {{1000, 1000, 192, 1},     {1000, 1000, 64, 0.8},           {1000, 1000, 32, 0.8 * 0.5},
               {1000, 64, 64, 0.5},      {1000, 1000, 128, 1.1 / at_192}, {1000, 1000, 1000, 1.2 / at_192},
               {64, 1000, 1000, 0.5},    {32, 1000, 1000, 0.5 * 0.4},     {128, 1000, 1000, 1.5 / 2},
               {1000, 32, 32, 0.5 * 0.5}};
  for (const auto& [m, n, k, rate] : cases)
    BOOST_TEST(product_rate(kernels, m, n, k) == rate, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(rates_are_those_of_their_own_width) {
  KernelRates kernels;
  for (const auto& [name, curve, base] : width_curve_names)
    (kernels.by_width.*curve).rates = {0.5, base == 64 ? 1 : 0.9, base == 128 ? 1 : 1.1, 1.2};
  const KernelRates at_64 = rates_at_width(kernels, 64), at_128 = rates_at_width(kernels, 128);
  for (const auto rate : {&KernelRates::lu_update, &KernelRates::narrow_update, &KernelRates::cholesky_update,
                          &KernelRates::getrf_panel, &KernelRates::potrf_panel, &KernelRates::trsm})
    BOOST_TEST((at_64.*rate) == (kernels.*rate), boost::test_tools::tolerance(1e-12));
  for (const auto rate : {&KernelRates::qr_update, &KernelRates::geqrf_panel})
    BOOST_TEST((at_128.*rate) == (kernels.*rate), boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(of_widths_nothing_is_known) {
  for (const Operation operation : operations)
    BOOST_TEST(width_of(operation, plan_of(two_processes({}), operation, 4000)) == 0);
}

/// 46, 49 and 53 GF/s at depths 64, 96 and 192.
BOOST_AUTO_TEST_CASE(deep_updates_are_worth_wide_panels) {
  WidthRates rates;
  rates.update.rates = {0.85, 1, 52.0 / 46, 53.5 / 46};
  rates.getrf_panel.rates = {0.7, 1, 1.25, 1.4};
  rates.potrf_panel.rates = {0.8, 1, 1.2, 1.3};
  rates.trsm.rates = {0.9, 1, 1.3, 1.5};
  for (const Operation operation : {Operation::getrf, Operation::potrf}) {
    Platform platform = two_processes(rates);
    for (ProcessSpeed& process : platform.processes)
      process.kernels.lu_update = process.kernels.cholesky_update = 46.0 / 53;
    const Plan chosen = plan_of(platform, operation, 8000);
    BOOST_TEST(width_of(operation, chosen) > 64);
    Plan usual = chosen;
    usual.parameters = {};
    usual.parameters.machine = chosen.parameters.machine;
    const Problem problem{operation, 8000, 32};
    BOOST_TEST(predict(chosen, platform, problem).seconds < 0.97 * predict(usual, platform, problem).seconds);
  }
}

BOOST_AUTO_TEST_CASE(panels_that_cost_more_the_wider_they_are_stay_narrow) {
  WidthRates rates;
  for (const auto curve : {&WidthRates::getrf_panel, &WidthRates::geqrf_panel, &WidthRates::potrf_panel})
    (rates.*curve).rates = {1, 1, 0.05, 0.01};
  for (const Operation operation : {Operation::getrf, Operation::geqrf, Operation::potrf}) {
    const int width = width_of(operation, plan_of(two_processes(rates), operation, 4000));
    BOOST_TEST(width <= (operation == Operation::geqrf ? 96 : 64));
    BOOST_TEST((operation != Operation::geqrf || width > 0)); // its own is 128
  }
}

/// Among all, the width with the shortest predicted run is taken if it saves 2 % at least.
BOOST_AUTO_TEST_CASE(none_is_predicted_to_be_faster) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> gain(0.7, 1.6);
  for (int trial = 0; trial < 20; ++trial) {
    WidthRates rates;
    for (const auto& [name, curve, base] : width_curve_names)
      for (std::size_t k = 0; k < measured_widths.size(); ++k)
        if (measured_widths[k] != base)
          (rates.*curve).rates[k] = gain(random);
    const Operation operation = operations[trial % 4];
    const Platform platform = two_processes(rates);
    const Problem problem{operation, 1000 + static_cast<std::int64_t>(random() % 3000), 32};
    const Plan chosen = plan_of(platform, operation, problem.n);
    const double seconds = predict(chosen, platform, problem).seconds;
    Plan other = chosen;
    for (const int width : {0, 32, 48, 64, 96, 128, 192, 256}) {
      other.parameters = hetgrid::schedule::Parameters{.gemm_depth = width};
      other.parameters.machine = chosen.parameters.machine;
      other.parameters.lu.width = other.parameters.qr.width = other.parameters.cholesky.width = width;
      BOOST_TEST(seconds * 0.98 <= predict(other, platform, problem).seconds * (1 + 1e-12),
                 "seed 5, trial " << trial << ": width " << width);
    }
  }
}

BOOST_AUTO_TEST_CASE(platforms_and_back) {
  Platform platform = two_processes({});
  BOOST_TEST(to_json(platform).find("by_width") == std::string::npos);
  platform.processes[1].kernels.by_width.trsm.rates = {0.25, 1, 1.5, 2};
  BOOST_TEST((platform_from_json(to_json(platform)).processes[1].kernels == platform.processes[1].kernels));
}

BOOST_AUTO_TEST_CASE(illegal_curves) {
  const auto told = [](const std::string& by_width) {
    return message<std::exception>([&] {
      platform_from_json(R"({"block_size": 64, "processes": [{"cycle_time": 1, "kernels": {"by_width": )" +
                         by_width + "}}]}");
    });
  };
  BOOST_TEST(
      told(R"({"update": [1, 1, 1]})") ==
      "processes[0].kernels.by_width.update: 3 numbers: expected one for each of the widths 32, 64, 128 "
      "and 256");
  BOOST_TEST(told(R"({"updates": [1, 1, 1, 1]})").find("updates") != std::string::npos);
  BOOST_TEST(told(R"({"update": [1, 1, 0, 1]})").find("processes[0].kernels.by_width.update[2]") !=
             std::string::npos);
  BOOST_TEST(told("5").find("by_width") != std::string::npos);
}

/// Messages of a 2 x 8 grid of n = 8000 with 50 GF/s a process take 0.16 of the multiply at 1.25 GB/s.
BOOST_AUTO_TEST_CASE(products_send_further_ahead_where_messages_are_many) {
  const struct {
    double gigabytes_per_second;
    bool one_host;
    Operation operation;
    int given, lookahead;
    double memory = 0;
    int element_bytes = 8;
  } cases[] = {{1.25, false, Operation::gemm, 0, 0},       {0.85, false, Operation::gemm, 0, 0},
               {0.75, false, Operation::gemm, 0, 5},       {0.125, false, Operation::gemm, 0, 5},
               {0.125, true, Operation::gemm, 0, 0},       {0.125, false, Operation::getrf, 0, 0},
               {0.125, false, Operation::gemm, 1, 1},      {0.125, false, Operation::gemm, 0, 5, 1e9},
               {0.125, false, Operation::gemm, 0, 0, 2e8}, {0.85, false, Operation::gemm, 0, 0, 0, 4},
               {0.75, false, Operation::gemm, 0, 5, 0, 4}, {0.45, false, Operation::gemm, 0, 0, 0, 16},
               {0.35, false, Operation::gemm, 0, 5, 0, 16}};
  for (const auto& [gigabytes_per_second, one_host, operation, given, lookahead, memory, element_bytes] :
       cases) {
    Platform platform = platform_from_cycle_times(std::vector<double>(16, 1.0));
    for (ProcessSpeed& process : platform.processes) {
      process.gflops = 50;
      process.memory = memory;
      process.host = one_host ? "host" : "";
    }
    Plan plan = uniform_plan(2, 8);
    plan.parameters.machine = {50, 2e-5, 1e-9 / gigabytes_per_second};
    plan.parameters.gemm_lookahead = given;
    choose_parameters(plan, platform, {.operation = operation, .n = 8000, .element_bytes = element_bytes});
    BOOST_TEST(plan.parameters.gemm_lookahead == lookahead, gigabytes_per_second << " GB/s");
  }
}

} // namespace
