// The performance model.
#define BOOST_TEST_MODULE model
#include <boost/test/unit_test.hpp>

#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "testing/support/exception_message.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>

using namespace hetgrid;
using namespace hetgrid::plan;
using hetgrid::testing::message;

namespace {

constexpr Operation operations[] = {Operation::gemm, Operation::getrf, Operation::geqrf, Operation::potrf};

/// Nothing but operations costs time.
Platform idealised(Platform platform) {
  platform.network.within_host = platform.network.between_hosts = platform.network.between_segments = {0, 0};
  for (ProcessSpeed& process : platform.processes)
    process.kernels.copy = process.kernels.interchange = process.kernels.permutation = 1e12;
  return platform;
}

Platform ideal(const std::vector<double>& cycle_times) {
  return idealised(platform_from_cycle_times(cycle_times));
}

Plan plan_on(const Platform& platform, int p, int q, const Problem& problem) {
  Options options;
  options.p = p;
  options.q = q;
  options.problem = problem;
  return make_plan(platform, options);
}

std::vector<double> random_times(std::mt19937_64& random, int count) {
  std::vector<double> times;
  for (int k = 0; k < count; ++k)
    times.push_back(1 + static_cast<double>(random() % 1000) / 100);
  return times;
}

std::mt19937_64 seeded() {
  constexpr std::uint64_t seed = 20261121;
  std::cout << "seed " << seed << '\n';
  return std::mt19937_64(seed);
}

BOOST_AUTO_TEST_CASE(operations_of_lapack) {
  const double expected[] = {2e9, 2e9 / 3, 4e9 / 3, 1e9 / 3};
  for (int k = 0; k < 4; ++k)
    BOOST_TEST((Problem{operations[k], 1000}.operations()) == expected[k],
               boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(products_computed_by_hand) {
  // One process: all operations, nothing else.
  const Problem small{Operation::gemm, 1000};
  const Prediction alone = predict(uniform_plan(1, 1), ideal({1}), small);
  BOOST_TEST(alone.seconds == 2e9 / (assumed_gflops * 1e9), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(alone.efficiency == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(alone.bytes == 0);

  // Shares 3 : 1, which 16 blocks of a row of the matrix realise exactly, in a grid row and in a grid column.
  const Problem even{Operation::gemm, 1024};
  const Platform unequal = ideal({1, 3});
  for (const auto& [p, q] : {std::pair{1, 2}, {2, 1}}) {
    const Prediction two = predict(plan_on(unequal, p, q, even), unequal, even);
    BOOST_TEST(two.seconds == even.operations() / (assumed_gflops * 1e9 * 4 / 3),
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(two.efficiency == 1, boost::test_tools::tolerance(1e-12));
    // Each of them gets what the other one has of the panels: together A (or B) once.
    BOOST_TEST(two.bytes == 8.0 * 1024 * 1024, boost::test_tools::tolerance(1e-12));
  }
  // The uniform layout waits for the slow process, which has half of the work.
  const Prediction uniform = predict(uniform_plan(1, 2), unequal, even);
  BOOST_TEST(uniform.seconds == even.operations() / 2 / (assumed_gflops * 1e9 / 3),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(uniform.processes[0].idle == uniform.seconds * 2 / 3, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(one_process_factors_in_its_windows) {
  // n = 512 is one window: the panel kernel alone.
  const Platform one = ideal({1});
  const double rate = assumed_gflops * 1e9;
  const KernelRates& kernels = one.processes[0].kernels;
  const double panels[] = {0, kernels.getrf_panel, 0, kernels.potrf_panel};
  for (const int k : {1, 3}) {
    const Problem problem{operations[k], 512};
    BOOST_TEST(predict(uniform_plan(1, 1), one, problem).seconds == problem.operations() / (rate * panels[k]),
               boost::test_tools::tolerance(1e-6));
  }
  // Of a large matrix nearly all is update.
  const double updates[] = {1, kernels.lu_update, kernels.qr_update, kernels.cholesky_update};
  for (const int k : {1, 2, 3}) {
    const Problem problem{operations[k], 40000};
    BOOST_TEST(predict(uniform_plan(1, 1), one, problem).seconds ==
                   problem.operations() / (rate * updates[k]),
               boost::test_tools::tolerance(0.02));
  }
}

BOOST_AUTO_TEST_CASE(rank_one_times_are_balanced_perfectly) {
  const Platform platform = ideal({1, 2, 3, 6});
  const Problem product{Operation::gemm, 64 * 12 * 6};
  BOOST_TEST(predict(plan_on(platform, 2, 2, product), platform, product).efficiency > 0.999);
  // Panels of a factorization are factored by one process while the others wait at the beginning and at the end.
  for (const Operation operation : {Operation::getrf, Operation::potrf}) {
    const Problem problem{operation, 20000};
    Platform perfect = platform;
    for (ProcessSpeed& process : perfect.processes)
      process.kernels.lu_update = process.kernels.cholesky_update = process.kernels.trsm =
          process.kernels.getrf_panel = process.kernels.potrf_panel = 1;
    BOOST_TEST(predict(plan_on(perfect, 2, 2, problem), perfect, problem).efficiency > 0.93);
  }
}

BOOST_AUTO_TEST_CASE(speed_never_costs_time) {
  std::mt19937_64 random = seeded();
  for (int instance = 0; instance < 20; ++instance) {
    const std::vector<double> times = random_times(random, 6);
    for (const Operation operation : operations) {
      const Problem problem{operation, 3000};
      const Platform platform = ideal(times);
      const Plan plan = plan_on(platform, 2, 3, problem);
      const double before = predict(plan, platform, problem).seconds;
      Platform faster = platform;
      faster.processes[random() % 6].gflops *= 2;
      // When a process does its services depends on where its chunks end: not exactly monotone.
      BOOST_TEST(predict(plan, faster, problem).seconds <= before * 1.005);
      for (ProcessSpeed& process : faster.processes = platform.processes)
        process.gflops *= 2;
      BOOST_TEST(predict(plan, faster, problem).seconds == before / 2, boost::test_tools::tolerance(1e-9));
    }
  }
  for (const Operation operation : operations) {
    const Problem problem{operation, 8192};
    double before = std::numeric_limits<double>::infinity();
    for (const auto& [p, q] : {std::pair{1, 1}, {1, 2}, {2, 2}, {2, 4}, {4, 4}}) {
      const double seconds =
          predict(uniform_plan(p, q), ideal(std::vector<double>(static_cast<std::size_t>(p * q), 1.0)),
                  problem)
              .seconds;
      BOOST_TEST(seconds < before);
      before = seconds;
    }
  }
}

BOOST_AUTO_TEST_CASE(networks_cost_time) {
  const std::vector<double> equal(12, 1.0);
  for (const Operation operation : operations) {
    const Problem problem{operation, 4000};
    const Plan plan = uniform_plan(3, 4);
    const auto seconds = [&](auto&& change) {
      Platform platform = platform_from_cycle_times(equal);
      change(platform);
      return predict(plan, platform, problem).seconds;
    };
    const double crossbar = seconds([](Platform&) {});
    BOOST_TEST(crossbar > predict(plan, ideal(equal), problem).seconds);
    BOOST_TEST(seconds([](Platform& x) { x.network.medium = Medium::bus; }) > 1.5 * crossbar);
    BOOST_TEST(seconds([](Platform& x) { x.network.between_hosts.seconds_per_byte *= 10; }) > 1.5 * crossbar);
    BOOST_TEST(seconds([](Platform& x) {
                 for (ProcessSpeed& process : x.processes)
                   process.host = "one";
               }) < crossbar);
    // A star of links like these, one of which is slow.
    const auto star = [](Platform& x) {
      x.network.medium = Medium::star;
      x.network.links.assign(12,
                             {x.network.between_hosts.latency / 2, x.network.between_hosts.seconds_per_byte});
    };
    BOOST_TEST(seconds(star) == crossbar, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(seconds([&](Platform& x) {
                 star(x);
                 x.network.links[7].seconds_per_byte *= 100;
               }) > 1.5 * crossbar);
    // Two buses with half of the hosts each carry twice as much as one, if nothing is slow between them.
    const double bus = seconds([](Platform& x) { x.network.medium = Medium::bus; });
    const double buses = seconds([](Platform& x) {
      x.network.medium = Medium::bus;
      for (std::size_t k = 0; k < 6; ++k)
        x.processes[k].segment = "other";
    });
    BOOST_TEST(buses < bus);
    BOOST_TEST(seconds([](Platform& x) {
                 x.network.segments = {{"other", Medium::bus, x.network.between_hosts}};
                 for (ProcessSpeed& process : x.processes)
                   process.segment = "other";
               }) == bus,
               boost::test_tools::tolerance(1e-12));
    // Pairs replace classes.
    BOOST_TEST(seconds([](Platform& x) { x.network.pairs.assign(144, x.network.between_hosts); }) == crossbar,
               boost::test_tools::tolerance(1e-12));
    // A slow segment.
    BOOST_TEST(seconds([](Platform& x) {
                 x.network.between_segments = {1e-2, 1e-7};
                 x.processes[11].segment = "far";
               }) > 1.2 * crossbar);
  }
}

BOOST_AUTO_TEST_CASE(latency_is_paid_by_windows) {
  constexpr double latency = 1;
  const auto seconds = [&](Operation operation, std::int64_t n) {
    Platform platform = ideal({1, 1, 1, 1});
    platform.network.between_hosts.latency = latency;
    Plan plan = uniform_plan(2, 2);
    plan.parameters.machine.latency = latency;
    return predict(plan, platform, {operation, n}).seconds;
  };
  // Windows of 192 columns, three of them under way.
  BOOST_TEST(seconds(Operation::gemm, 192 * 40) >= 13 * latency);
  BOOST_TEST(seconds(Operation::gemm, 192 * 40) <= 42 * latency);
  // A panel of 64 columns is collected, sent to either grid row and passed on there; the last 512 columns are one panel.
  constexpr double panels = 4096 / 64 - 512 / 64 + 1;
  BOOST_TEST(seconds(Operation::potrf, 4096) >= panels * latency);
  BOOST_TEST(seconds(Operation::potrf, 4096) <= (3 * panels + 5) * latency);
  BOOST_TEST(seconds(Operation::getrf, 4096) > seconds(Operation::potrf, 4096));
}

BOOST_AUTO_TEST_CASE(falling_off_the_cache_is_seen) {
  for (const Operation operation : operations) {
    Platform platform = ideal({1, 1});
    // Half the speed with more than 2000 x 1000 elements.
    for (ProcessSpeed& process : platform.processes)
      process.curve = {{1.9e6, assumed_gflops}, {2e6, assumed_gflops / 2}};
    const Problem within{operation, 1900}, beyond{operation, 8000};
    const Plan plan = uniform_plan(1, 2);
    BOOST_TEST(predict(plan, platform, within).seconds == predict(plan, ideal({1, 1}), within).seconds,
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(predict(plan, platform, beyond).seconds > 1.6 * predict(plan, ideal({1, 1}), beyond).seconds);
  }
}

BOOST_AUTO_TEST_CASE(quotas_are_used_up_period_by_period) {
  // A quarter of a core: 1 s of every 4 s. Work of 2.5 s on the core ends half a second into the third period.
  Platform platform = ideal({1});
  const Problem problem{Operation::gemm, 1920};
  platform.processes[0].quota = {4, 0.25};
  platform.processes[0].gflops = problem.operations() / 1e9 / (2.5 * 4); // 10 s on average
  BOOST_TEST(predict(uniform_plan(1, 1), platform, problem).seconds == 8.5,
             boost::test_tools::tolerance(1e-9));
  // Over many periods only the average counts.
  platform.processes[0].quota.period = 1e-3;
  BOOST_TEST(predict(uniform_plan(1, 1), platform, problem).seconds == 10,
             boost::test_tools::tolerance(1e-3));
}

/// Of a platform on which nothing else but operations takes time.
double seconds_with(const Platform& platform, const Overhead& overhead, int p, int q,
                    const Problem& problem) {
  Platform changed = platform;
  changed.processes[0].overhead = overhead;
  return predict(uniform_plan(p, q), changed, problem).seconds;
}

BOOST_AUTO_TEST_CASE(bytes_between_hosts_take_time_of_a_product) {
  const Problem problem{Operation::gemm, 1920};
  const double half = 8.0 * 1920 * 1920 / 2; // bytes
  const Platform two = ideal({1, 1});
  const double nothing = predict(uniform_plan(1, 2), two, problem).seconds;
  const auto tolerance = boost::test_tools::tolerance(1e-9);
  BOOST_TEST(seconds_with(two, {1e-9, 0}, 1, 2, problem) == nothing + half * 1e-9, tolerance);
  BOOST_TEST(seconds_with(two, {0, 2e-9}, 2, 1, problem) == nothing + half * 2e-9, tolerance);
  BOOST_TEST(seconds_with(two, {}, 1, 2, problem) == nothing);
  // Four processes, each with a quarter of A and B, which it sends to one other.
  const Platform four = ideal({1, 1, 1, 1});
  BOOST_TEST(seconds_with(four, {1e-9, 2e-9}, 2, 2, problem) ==
                 predict(uniform_plan(2, 2), four, problem).seconds + half * 3e-9,
             tolerance);
  // Two on each host, with 16 and 14 of 30 block columns: one of them receives what the other one needs as well.
  Platform hosts = four;
  hosts.processes[0].host = hosts.processes[1].host = "a";
  hosts.processes[2].host = hosts.processes[3].host = "b";
  BOOST_TEST(seconds_with(hosts, {0, 1e-9}, 1, 4, problem) ==
                 predict(uniform_plan(1, 4), hosts, problem).seconds + 14.0 / 15 * half * 1e-9,
             tolerance);
  hosts.processes[2].host = hosts.processes[3].host = "a";
  BOOST_TEST(seconds_with(hosts, {1e-9, 1e-9}, 1, 4, problem) ==
             predict(uniform_plan(1, 4), hosts, problem).seconds);
  // Who waits for messages has the time for them, but for those of the last window.
  Platform slow = two;
  slow.network.between_hosts = {0, 1e-6};
  const double waiting = predict(uniform_plan(1, 2), slow, problem).seconds;
  BOOST_TEST(seconds_with(slow, {0, 1e-7}, 1, 2, problem) == waiting + half * 1e-7 / 10, tolerance);
}

BOOST_AUTO_TEST_CASE(bytes_between_hosts_take_time_of_factorizations) {
  for (const Operation operation : {Operation::getrf, Operation::geqrf, Operation::potrf}) {
    const Problem problem{operation, 1920};
    Platform two = ideal({1, 1});
    const double nothing = predict(uniform_plan(1, 2), two, problem).seconds;
    BOOST_TEST(seconds_with(two, {}, 1, 2, problem) == nothing);
    for (const Overhead overhead : {Overhead{1e-8, 0}, Overhead{0, 1e-8}}) {
      // Nobody sends, or receives, more than all columns, each once.
      const double seconds = seconds_with(two, overhead, 1, 2, problem);
      BOOST_TEST(seconds > 1.01 * nothing);
      BOOST_TEST(seconds < nothing + 8.0 * 1920 * 1920 * 1e-8);
    }
    two.processes[0].host = two.processes[1].host = "a";
    BOOST_TEST(seconds_with(two, {1e-8, 1e-8}, 1, 2, problem) ==
               predict(uniform_plan(1, 2), two, problem).seconds);
  }
}

BOOST_AUTO_TEST_CASE(short_periods_and_small_shares_end) {
  // As many periods as there may be: of 1e-6 s with a millionth of a core each, in a run of days.
  for (const Operation operation : operations) {
    const Problem problem{operation, 2000};
    Platform platform = ideal({1, 1});
    const double unlimited = predict(uniform_plan(1, 2), platform, problem).seconds;
    for (ProcessSpeed& process : platform.processes) {
      process.quota = {1e-6, 1e-6};
      process.gflops *= 1e-6;
    }
    BOOST_TEST(predict(uniform_plan(1, 2), platform, problem).seconds == 1e6 * unlimited,
               boost::test_tools::tolerance(0.1)); // what polls while it waits has less left
  }
}

/// Periods are followed as long as that takes no longer than a plan may; else this would run into the time limit of tests
/// (bench-plan prints the seconds).
BOOST_AUTO_TEST_CASE(many_processes_with_quotas_are_planned_soon) {
  std::vector<double> times;
  for (int k = 0; k < 256; ++k)
    times.push_back(1 + k * 37 % 256 / 64.0);
  Platform platform = platform_from_cycle_times(times);
  for (ProcessSpeed& process : platform.processes)
    process.quota = {0.012, 1 / process.cycle_time};
  validate(make_plan(platform, {.problem = {Operation::getrf, 250'000}}));
}

BOOST_AUTO_TEST_CASE(long_runs_end_and_grow_with_the_cube) {
  const Platform platform = platform_from_cycle_times(std::vector<double>{1, 2, 3, 5, 7, 9});
  for (const Operation operation : operations) {
    const Plan plan = plan_on(platform, 2, 3, {operation, 4000});
    // Nearly all of a large matrix is update, whether all steps of it are simulated or a few of a million.
    const double all = predict(plan, platform, {operation, 60'000}).seconds / std::pow(6e4, 3);
    for (const std::int64_t n : {400'000, 100'000'000})
      for (const int block_size : {1, 64, 1000}) {
        const Prediction prediction = predict(plan, platform, {operation, n, block_size});
        BOOST_TEST(prediction.seconds / std::pow(static_cast<double>(n), 3) == all,
                   boost::test_tools::tolerance(0.05));
        for (const ProcessPrediction& process : prediction.processes)
          BOOST_TEST(process.update + process.panel + process.communication + process.idle ==
                         prediction.seconds,
                     boost::test_tools::tolerance(1e-9));
      }
    const Distribution panel = distribution_of(plan);
    BOOST_TEST(predict(panel, platform, {operation, 100'000'000}).seconds / 1e24 == all,
               boost::test_tools::tolerance(0.1));
  }
}

BOOST_AUTO_TEST_CASE(memory_limits) {
  for (const Operation operation : operations) {
    const Problem problem{operation, 4000};
    Platform platform = platform_from_cycle_times(std::vector<double>{1, 1, 1, 1});
    const Plan plan = uniform_plan(2, 2);
    const Prediction unlimited = predict(plan, platform, problem);
    BOOST_TEST(unlimited.fits);
    for (const ProcessPrediction& process : unlimited.processes) {
      BOOST_TEST(process.memory > problem.matrix_bytes() / 4);
      BOOST_TEST(process.memory < 1.6 * problem.matrix_bytes() / 4);
    }
    platform.processes[3].memory = unlimited.processes[3].memory;
    BOOST_TEST(predict(plan, platform, problem).fits);
    platform.processes[3].memory *= 0.999;
    BOOST_TEST(!predict(plan, platform, problem).fits);
  }
}

BOOST_AUTO_TEST_CASE(precisions) {
  for (const Operation operation : operations) {
    const Platform platform = ideal({1, 2});
    const auto seconds = [&](int element_bytes) {
      return predict(uniform_plan(1, 2), platform, {operation, 2000, 64, element_bytes}).seconds;
    };
    BOOST_TEST(seconds(4) == seconds(8) / 2, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(seconds(16) == 4 * seconds(8), boost::test_tools::tolerance(1e-6));
  }
}

// A solver puts rows in order that the others have gathered: it copies them, nothing is interchanged in its local part.
BOOST_AUTO_TEST_CASE(who_solves_for_others_interchanges_no_rows) {
  const Problem lu{Operation::getrf, 4000};
  Platform platform = platform_from_cycle_times(std::vector<double>(4, 1.0));
  const auto seconds_of_solves = [&] { return predict(uniform_plan(2, 2), platform, lu).processes[0].panel; };
  const double usual = seconds_of_solves();
  for (ProcessSpeed& process : platform.processes)
    process.kernels.interchange /= 10;
  BOOST_TEST(seconds_of_solves() == usual, boost::test_tools::tolerance(1e-9));
  for (ProcessSpeed& process : platform.processes)
    process.kernels.copy /= 10;
  BOOST_TEST(seconds_of_solves() > 1.1 * usual);
}

BOOST_AUTO_TEST_CASE(parts_add_up) {
  for (const Operation operation : operations) {
    const Problem problem{operation, 3000};
    const Platform platform = platform_from_cycle_times(std::vector<double>{1, 2, 2, 3, 5, 9, 9});
    const Plan plan = plan_on(platform, 2, 3, problem);
    const Prediction prediction = predict(plan, platform, problem);
    BOOST_TEST(prediction.processes.size() == 7);
    double bytes = 0;
    for (const ProcessPrediction& process : prediction.processes) {
      bytes += process.bytes;
      BOOST_TEST(process.update + process.panel + process.communication + process.idle == prediction.seconds,
                 boost::test_tools::tolerance(1e-9));
      BOOST_TEST(process.idle > -1e-9);
    }
    BOOST_TEST(bytes == prediction.bytes, boost::test_tools::tolerance(1e-9));
    for (const int idle : plan.idle)
      BOOST_TEST(prediction.processes[static_cast<std::size_t>(idle)].idle == prediction.seconds);
  }
}

BOOST_AUTO_TEST_CASE(plan_and_its_distribution_agree) {
  std::mt19937_64 random = seeded();
  double differences = 0;
  int count = 0;
  for (int instance = 0; instance < 10; ++instance)
    for (const Operation operation : operations) {
      const int p = 1 + static_cast<int>(random() % 4), q = 1 + static_cast<int>(random() % 4);
      const Problem problem{operation, 2000 + static_cast<std::int64_t>(random() % 2000),
                            16 << static_cast<int>(random() % 4)};
      const Platform platform = platform_from_cycle_times(random_times(random, p * q));
      const Plan plan = plan_on(platform, p, q, problem);
      const Prediction of_plan = predict(plan, platform, problem),
                       of_distribution = predict(distribution_of(plan), platform, problem);
      BOOST_TEST_INFO("grid " << p << " x " << q << ", n = " << problem.n << ", r = " << problem.block_size);
      BOOST_TEST(of_distribution.seconds == of_plan.seconds, boost::test_tools::tolerance(0.15));
      differences += std::abs(of_distribution.seconds / of_plan.seconds - 1);
      ++count;
      // Who factors a panel, and so who receives it, may depend on how processes are counted.
      // On a grid, panels also go to those who own nothing, of whom a distribution does not know.
      if (operation == Operation::gemm && std::ranges::count(plan.rows.count, 0) == 0 &&
          std::ranges::count(plan.columns.count, 0) == 0)
        BOOST_TEST(of_distribution.bytes == of_plan.bytes, boost::test_tools::tolerance(1e-9));
    }
  BOOST_TEST(differences / count < 0.03);
}

BOOST_AUTO_TEST_CASE(distributions_that_are_no_grids) {
  // Columns of 1 and of 2 processes, all of the same speed and with equal parts.
  Distribution columns{"columns", 2, 3, {0, 1, 1, 0, 2, 2}};
  const Platform platform = ideal({1, 1, 1});
  const Problem problem{Operation::gemm, 64 * 12};
  const Prediction prediction = predict(columns, platform, problem);
  BOOST_TEST(prediction.efficiency == 1, boost::test_tools::tolerance(1e-9));
  for (const Operation operation : operations)
    BOOST_TEST(predict(columns, platform, {operation, 6000}).efficiency > 0.5);
  columns.owner[0] = 3;
  BOOST_TEST(message<ArgumentError>([&] { predict(columns, platform, problem); }) ==
             "distribution.owner: 3: expected 0 to 2, a process of the platform");
  columns.owner.pop_back();
  BOOST_TEST(message<ArgumentError>([&] { predict(columns, platform, problem); }).find("2 x 3") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(illegal_problems) {
  const Platform platform = ideal({1, 1});
  for (const auto& [problem, expected] : {std::pair{Problem{Operation::gemm, 0}, "n: 0"},
                                          {Problem{Operation::gemm, 1, 0}, "block_size: 0"},
                                          {Problem{Operation::gemm, 1, 1, 2}, "element_bytes: 2"}})
    BOOST_TEST(message<ArgumentError>([&] {
                 predict(uniform_plan(1, 2), platform, problem);
               }).starts_with(expected));
  BOOST_TEST(message<ArgumentError>([&] { predict(uniform_plan(2, 2), platform, Problem()); }) ==
             "plan: 4 processes: expected at most 2, as the platform has");
  // A plan for fewer processes leaves the others idle.
  BOOST_TEST(predict(uniform_plan(1, 1), platform, Problem()).processes[1].idle > 0);
}

} // namespace
