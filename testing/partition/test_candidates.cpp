// The choice of a shape: winners, best sizes under overlap, memory, and that rows are what they say.
#define BOOST_TEST_MODULE candidates
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/shape.hpp"
#include "partition/metrics.hpp"
#include "testing/support/exception_message.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace hetgrid;
using namespace hetgrid::partition;
using hetgrid::testing::message;
namespace tt = boost::test_tools;

namespace {

constexpr std::int64_t cells = 2000;

/// Elements take beta seconds, the fastest process makes c / beta multiplications and additions a second.
plan::Platform machine(const std::vector<double>& speeds, double c, double beta = 1e-9) {
  std::vector<double> cycle_times;
  for (const double speed : speeds)
    cycle_times.push_back(1 / speed);
  plan::Platform platform = plan::platform_from_cycle_times(cycle_times);
  for (plan::ProcessSpeed& process : platform.processes)
    process.gflops = 2e-9 * c / beta / (*std::ranges::max_element(speeds) * process.cycle_time);
  platform.network.between_hosts = {0, beta / 8};
  return platform;
}

plan::Problem product(std::int64_t n) {
  plan::Problem problem;
  problem.n = n;
  return problem;
}

/// With c = N, communication and computing take about the same time.
std::vector<Candidate> choose(const std::vector<double>& speeds, Algorithm algorithm, Topology topology = {},
                              double c = cells) {
  return candidates(machine(speeds, c), product(cells), algorithm, topology, cells);
}

Partition partition_of(const Candidate& candidate, std::int64_t n, int processes) {
  Partition partition(n, processes);
  for (const Rectangle& rectangle : candidate.rectangles)
    partition.assign(rectangle);
  return partition;
}

const Candidate& named(const std::vector<Candidate>& all, const std::string& name) {
  return *std::ranges::find(all, name, &Candidate::shape);
}

} // namespace

// By the closed forms: SCB 7.7 to 7.9 and 5.3, 5.4; PCB 7.10 to 7.12 and 5.5, 5.6; stars 7.18 to 7.41.
BOOST_AUTO_TEST_CASE(winners) {
  const struct {
    Algorithm algorithm;
    Topology topology;
    std::vector<double> speeds;
    const char* winner;
  } table[] = {
      {Algorithm::scb, {}, {2.5, 1}, "Straight Line"},
      {Algorithm::scb, {}, {3.5, 1}, "Square Corner"},
      {Algorithm::pcb, {}, {1.8, 1}, "Straight Line"},
      {Algorithm::pcb, {}, {2.2, 1}, "Square Corner"},
      {Algorithm::scb, {}, {20, 1, 1}, "Square Corner"},
      {Algorithm::scb, {}, {1, 20, 1}, "Square Corner"}, // in any order
      {Algorithm::scb, {}, {10, 9, 1}, "Square Rectangle"},
      {Algorithm::scb, {}, {2, 1, 1}, "Block Rectangle"},
      {Algorithm::scb, {}, {1, 1, 1}, "Block Rectangle"},
      {Algorithm::pcb, {}, {20, 1, 1}, "Square Corner"},
      {Algorithm::pcb, {}, {2, 1, 1}, "Block Rectangle"},
      {Algorithm::scb, {0}, {1, 1, 1}, "L Rectangle"},
      {Algorithm::scb, {0}, {10, 1, 1}, "Square Corner"},
      {Algorithm::scb, {0}, {10, 9, 1}, "Square Rectangle"},
      {Algorithm::scb, {1}, {3, 2, 1}, "Block Rectangle"},
      {Algorithm::scb, {1}, {60, 1, 1}, "Square Corner"},
      {Algorithm::scb, {1}, {30, 28, 1}, "Square Rectangle"},
      {Algorithm::scb, {2}, {4, 2, 1}, "Block Rectangle"},
      {Algorithm::pcb, {2}, {40, 1, 1}, "Square Corner"},
  };
  for (const auto& [algorithm, topology, speeds, winner] : table)
    BOOST_TEST_CONTEXT("algorithm " << static_cast<int>(algorithm) << ", centre "
                                    << topology.centre.value_or(-1) << ", speeds " << speeds[0] << " "
                                    << speeds[1])
  BOOST_TEST(choose(speeds, algorithm, topology).front().shape == winner);
}

BOOST_AUTO_TEST_CASE(a_star_is_about_the_process_that_needs_no_link) {
  plan::Platform platform = machine({3, 1, 1}, 1);
  const auto names = [](const std::vector<Candidate>& all) {
    std::vector<std::string> sorted;
    for (const Candidate& candidate : all)
      sorted.push_back(candidate.shape + " " + std::to_string(candidate.time.seconds));
    return sorted;
  };
  BOOST_TEST(!topology_of(platform.network).centre);
  platform.network.medium = plan::Medium::star;
  const plan::Link wire = platform.network.between_hosts;
  platform.network.links.assign(3, wire);
  BOOST_TEST(!topology_of(platform.network).centre);
  for (int centre = 0; centre < 3; ++centre) {
    platform.network.links.assign(3, wire);
    platform.network.links[static_cast<std::size_t>(centre)] = {};
    BOOST_TEST(topology_of(platform.network).centre.value() == centre);
    BOOST_TEST(names(candidates(platform, product(cells), Algorithm::scb, cells)) ==
                   names(candidates(platform, product(cells), Algorithm::scb, {centre}, cells)),
               tt::per_element());
  }
}

// On a bus PIO sends as SCB does in every step: where computing hides it, shapes differ by the rounding alone.
BOOST_AUTO_TEST_CASE(interleaving_has_the_winners_of_serial_communication) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<double> speeds{1};
    for (int k = 0; k < 2; ++k)
      speeds.push_back(speeds.back() * (1 + static_cast<double>(random() % 1000) / 300));
    // Communication is all that counts.
    plan::Platform platform = machine(speeds, 1e8);
    platform.network.medium = plan::Medium::bus;
    const auto winner = [&](Algorithm algorithm) {
      return candidates(platform, product(cells), algorithm, {}, cells).front().shape;
    };
    BOOST_TEST(winner(Algorithm::pio) == winner(Algorithm::scb));
  }
}

// (5.8) and (5.15), for all sizes of the square.
BOOST_AUTO_TEST_CASE(sizes_under_overlap_are_best_for_two) {
  for (const double r : {1.0, 1.5, 3.0, 10.0})
    for (const double c_over_n : {0.01, 0.1, 0.3, 1.0, 3.0})
      for (const Algorithm algorithm : {Algorithm::sco, Algorithm::pco}) {
        const double n = cells, c = c_over_n * n;
        double least = INFINITY;
        for (int k = 0; k <= cells; ++k) {
          const double s = k / n, communication = algorithm == Algorithm::sco
                                                      ? 2 * s / n
                                                      : std::max(2 * s - 2 * s * s, 2 * s * s) / n;
          least =
              std::min(least, std::max(std::max(communication, (1 - s) * (1 - s) / c) + 2 * (s - s * s) / c,
                                       communication + s * s * r / c));
        }
        const double found = named(choose({r, 1}, algorithm, {}, c), "Square Corner").time.seconds;
        BOOST_TEST_CONTEXT("r " << r << ", c/N " << c_over_n)
        BOOST_TEST(found == least * n * n * n * 1e-9, tt::tolerance(2e-3));
      }
}

// (3.10) and (3.11) with the communication of the squares that there are, s = r / sqrt(R).
BOOST_AUTO_TEST_CASE(sizes_under_overlap_are_best_for_three) {
  for (const auto& [p, r_r] : {std::pair{1.0, 1.0}, {4.0, 1.0}, {10.0, 4.0}, {30.0, 2.0}})
    for (const double c_over_n : {0.01, 0.1, 0.3, 1.0})
      for (const Algorithm algorithm : {Algorithm::sco, Algorithm::pco}) {
        const double n = cells, c = c_over_n * n;
        double least = INFINITY;
        for (int k = 0; k <= cells; ++k) {
          const double r = k / n, s = r / std::sqrt(r_r);
          if (r + s > 1)
            break;
          const double communication = algorithm == Algorithm::sco
                                           ? 2 * (r + s) / n
                                           : 2 * std::max({r - r * r + s - s * s, r * r, s * s}) / n;
          const double alone = (1 - r - s) * (1 - r - s) / c, of_p = (1 - r * r - s * s) / c;
          least = std::min(least, std::max(std::max(communication, alone) + of_p - alone,
                                           communication + r * r * p / (c * r_r)));
        }
        const double found = named(choose({p, r_r, 1}, algorithm, {}, c), "Square Corner").time.seconds;
        BOOST_TEST_CONTEXT(p << " : " << r_r << " : 1, c/N " << c_over_n)
        BOOST_TEST(found == least * n * n * n * 1e-9, tt::tolerance(3e-3));
      }
}

// Theorems 5.3.3 and 5.3.4 say Square Corner for all ratios. Near r = 1 the models say otherwise for some c / N.
BOOST_AUTO_TEST_CASE(straight_line_wins_under_overlap_for_equal_speeds) {
  const struct {
    Algorithm algorithm;
    double c_over_n;
    const char* winner;
  } table[] = {{Algorithm::sco, 0.1, "Square Corner"}, {Algorithm::sco, 0.2, "Straight Line"},
               {Algorithm::sco, 0.3, "Square Corner"}, {Algorithm::pco, 0.1, "Square Corner"},
               {Algorithm::pco, 0.3, "Straight Line"}, {Algorithm::pco, 0.6, "Square Corner"}};
  for (const auto& [algorithm, c_over_n, winner] : table)
    BOOST_TEST(choose({1, 1}, algorithm, {}, c_over_n * cells).front().shape == winner);
}

BOOST_AUTO_TEST_CASE(rows_are_what_they_say) {
  std::mt19937_64 random(9);
  for (const int processes : {2, 3, 4, 5, 6, 8, 12, 16}) {
    constexpr std::int64_t n = 96;
    std::vector<double> speeds;
    for (int k = 0; k < processes; ++k)
      speeds.push_back(1 + static_cast<double>(random() % 1000) / 200);
    const plan::Platform platform = machine(speeds, 300);
    const plan::Problem problem = product(5 * n);
    for (const Algorithm algorithm : {Algorithm::scb, Algorithm::pco, Algorithm::pio}) {
      const std::vector<Candidate> all = candidates(platform, problem, algorithm, {processes - 1}, n);
      BOOST_TEST_CONTEXT(processes << " processes, algorithm " << static_cast<int>(algorithm)) {
        BOOST_TEST(all.size() >= (processes == 2 ? 2u : 5u));
        BOOST_TEST(all.front().feasible());
        for (std::size_t k = 0; k < all.size(); ++k) {
          const Candidate& row = all[k];
          BOOST_TEST_INFO_SCOPE(row.shape);
          BOOST_TEST(std::ranges::count(all, row.shape, &Candidate::shape) == 1);
          if (k > 0) {
            BOOST_TEST(row.feasible() <= all[k - 1].feasible());
            BOOST_TEST(
                (!row.feasible() || row.time.seconds * (1 + no_difference) >= all[k - 1].time.seconds));
          }
          if (!row.feasible()) {
            BOOST_TEST(row.rectangles.empty());
            continue;
          }
          const Partition partition = partition_of(row, n, processes);
          BOOST_TEST((rectangles(partition) == row.rectangles));
          BOOST_TEST(volume_of_communication(partition) == row.volume);
          BOOST_TEST((predict(partition, platform, problem, algorithm, {processes - 1}) == row.time));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(memory_bounds_shares) {
  constexpr std::int64_t n = 400;
  const plan::Problem problem = product(4000);
  for (const Algorithm algorithm : {Algorithm::scb, Algorithm::pco, Algorithm::pio})
    for (const double gigabytes : {0.30, 0.20, 0.05}) {
      plan::Platform platform = machine({3, 2, 1}, 4000);
      platform.processes[1].memory =
          gigabytes * 1e9; // a third of A, B and C are 0.128 GB, what is received comes on top
      const std::vector<Candidate> all = candidates(platform, problem, algorithm, {}, n);
      BOOST_TEST(all.front().feasible());
      for (const Candidate& row : all)
        if (row.feasible()) {
          const ProcessMetrics of = metrics(partition_of(row, n, 3))[1];
          const double received = algorithm == Algorithm::pio ? 2.0 / n * static_cast<double>(of.received)
                                                              : static_cast<double>(of.received);
          const double needed = (3 * static_cast<double>(of.cells) + received) * 100 * 8;
          BOOST_TEST_CONTEXT(row.shape << ", " << gigabytes << " GB") {
            BOOST_TEST(needed <= gigabytes * 1e9);
            BOOST_TEST((of.cells > 0 || gigabytes < 0.1)); // whole columns may need more than there is
          }
        }
    }
  plan::Platform small = machine({3, 2, 1}, 4000);
  for (plan::ProcessSpeed& process : small.processes)
    process.memory = 1e8; // of 0.384 GB
  for (const Candidate& row : candidates(small, problem, Algorithm::scb, {}, n))
    BOOST_TEST(row.obstacle == "the matrices and what is received do not fit into the memory");
}

/// Where links are slow, about a process that is.
plan::Platform slow_star() {
  plan::Platform platform = machine({10, 1, 1}, 8000, 8 / 25e6); // 50 GF/s, 25 MB/s
  platform.network.between_hosts.latency = 50e-6;
  return platform;
}

std::vector<Candidate> about_star(const plan::Platform& platform, const schedule::Parameters& parameters,
                                  Topology topology = {1}) {
  return candidates(platform, product(4000), Schedule(parameters), topology, 200);
}

BOOST_AUTO_TEST_CASE(more_windows_are_sent_ahead_where_links_would_be_idle) {
  const auto own = about_star(slow_star(), {.gemm_depth = 40, .gemm_lookahead = 2});
  const auto chosen = about_star(slow_star(), {.gemm_depth = 40});
  BOOST_TEST(chosen.front().lookahead > 2);
  BOOST_TEST(chosen.front().time.seconds < 0.95 * own.front().time.seconds);
  for (const Candidate& one : chosen)
    if (one.feasible()) {
      BOOST_TEST_CONTEXT(one.shape << ", lookahead " << one.lookahead) {
        BOOST_TEST(one.time.seconds <= named(own, one.shape).time.seconds);
        Schedule schedule({.gemm_depth = 40, .gemm_lookahead = one.lookahead});
        const Partition partition = partition_of(one, 200, 3);
        BOOST_TEST((predict(partition, slow_star(), product(4000), schedule, {1}) == one.time));
      }
    }
  for (const Candidate& one : own) // as it was asked for
    BOOST_TEST((one.lookahead == 2 || !one.feasible()));
}

BOOST_AUTO_TEST_CASE(the_lookahead_is_as_it_was) {
  const schedule::Parameters parameters{.gemm_depth = 40};
  for (const Candidate& one : about_star(slow_star(), parameters, {})) // all connected
    BOOST_TEST(one.lookahead == 0);
  for (const Candidate& one : candidates(slow_star(), product(4000), Algorithm::pio, {1}, 200))
    BOOST_TEST(one.lookahead == 0); // nothing is known of the depth
  for (const Candidate& one :
       about_star(slow_star(), {.gemm_depth = 40, .product = schedule::ProductAlgorithm::pcb}))
    BOOST_TEST(one.lookahead == 0);
}

BOOST_AUTO_TEST_CASE(memory_bounds_the_lookahead) {
  const schedule::Parameters parameters{.gemm_depth = 40};
  const Candidate free = about_star(slow_star(), parameters).front();
  // Room for the windows that the product has on its own, and for one more.
  const auto lookahead_with_room_for = [&](int windows) {
    plan::Platform platform = slow_star();
    const std::vector<ProcessMetrics> owned = metrics(partition_of(free, 200, 3));
    for (std::size_t k = 0; k < 3; ++k)
      platform.processes[k].memory = (3 * static_cast<double>(owned[k].cells) +
                                      windows / 100.0 * static_cast<double>(owned[k].received)) *
                                     (400 * 8 * 1.0001);
    return named(about_star(platform, parameters), free.shape).lookahead;
  };
  BOOST_TEST(lookahead_with_room_for(3) == 0);
  BOOST_TEST(lookahead_with_room_for(4) <= 3);
  BOOST_TEST(lookahead_with_room_for(8) == free.lookahead);
}

BOOST_AUTO_TEST_CASE(speeds_are_those_of_the_shares) {
  plan::Platform platform = machine({1, 1}, 4000);
  const double gflops = platform.processes[0].gflops;
  platform.processes[1].curve = {{1e6, gflops}, {4e6, gflops / 3}, {8e6, gflops / 6}};
  // Process 1 has a third of the speed for a quarter of the matrix.
  const auto owned = [&](const plan::Problem& problem) {
    const Candidate best = named(candidates(platform, problem, Algorithm::scb, {}, 400), "Straight Line");
    return metrics(partition_of(best, 400, 2))[1].cells;
  };
  BOOST_TEST(owned(product(4000)) == 400 * 100);
  // Elements of double complex take the room of two doubles.
  plan::Problem complex = product(4000);
  complex.element_bytes = 16;
  BOOST_TEST(owned(complex) != 400 * 100);
  for (plan::SpeedPoint& point : platform.processes[1].curve)
    point.elements *= 2;
  BOOST_TEST(owned(complex) == 400 * 100);
}

BOOST_AUTO_TEST_CASE(shares_may_be_further_apart_than_speeds) {
  // The others get a smaller part than in proportion, of which the fastest computes while it waits.
  for (const double fast : {5000.0, 1e6})
    for (const Algorithm algorithm : {Algorithm::sco, Algorithm::pco})
      for (const Candidate& candidate :
           candidates(machine({fast, 1, 1, 1}, 100), product(100), algorithm, {}, 100))
        BOOST_TEST(candidate.feasible());
  // A process has hardly any memory.
  plan::Platform platform = machine({4, 3, 2, 1}, 4000);
  platform.processes[0].memory = 200;
  for (const Candidate& candidate : candidates(platform, product(40'000), Algorithm::pio, {}, 100))
    BOOST_TEST(candidate.rectangles.empty() != candidate.feasible());
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const plan::Platform platform = machine({2, 1}, 100);
  const auto refused = [&](const plan::Platform& machine, std::int64_t n, Topology topology = {}) {
    return message<ArgumentError>([&] { candidates(machine, product(100), Algorithm::scb, topology, n); });
  };
  BOOST_TEST(refused(machine({1}, 100), 10) == "processes: 1: expected 2 to 1024");
  BOOST_TEST(refused(machine(std::vector<double>(1025, 1), 100), 10) ==
             "processes: 1025: expected 2 to 1024");
  BOOST_TEST(refused(platform, 0) == "cells: 0: expected 1 to 8192");
  BOOST_TEST(refused(platform, 101) == "n: 100: expected at least the cells of a side, 101");
  BOOST_TEST(refused(platform, 10, {2}) == "centre: 2: expected 0 to 1");
  BOOST_TEST(refused({}, 10) == "processes: 0: expected 2 to 1024");
}
