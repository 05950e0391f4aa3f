// The models of run times on partitions, against the messages and operations of a product counted one by one.
#define BOOST_TEST_MODULE models
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/shape.hpp"
#include "partition/bands.hpp"
#include "partition/metrics.hpp"
#include "testing/support/exception_message.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <tuple>

using namespace hetgrid;
using namespace hetgrid::partition;
using hetgrid::testing::message;
namespace tt = boost::test_tools;

namespace {

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

std::int64_t below(std::mt19937_64& random, std::int64_t count) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
}
double between(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() % 1000003) / 1000003;
}

Partition random_partition(std::mt19937_64& random, int processes) {
  const std::int64_t cells = 1 + below(random, 6);
  Partition partition(cells, processes);
  for (std::int64_t layer = below(random, 6); layer > 0; --layer) {
    const std::int64_t i = below(random, cells), j = below(random, cells);
    partition.assign({i, j, 1 + below(random, cells - i), 1 + below(random, cells - j),
                      static_cast<int>(below(random, processes))});
  }
  return partition;
}

/// Every pair of processes has a link of its own.
plan::Platform random_platform(std::mt19937_64& random, int processes) {
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>(at(processes), 1));
  for (plan::ProcessSpeed& process : platform.processes)
    process.gflops = 50 * between(random, 0.8, 1.2);
  for (int k = 0; k < processes * processes; ++k)
    platform.network.pairs.push_back({between(random, 0, 1e-7), between(random, 1e-10, 2e-9)});
  return platform;
}

/// A matrix element that one process sends to another.
struct Element {
  char matrix;
  std::int64_t row, column;
  auto operator<=>(const Element&) const = default;
};
using Messages = std::map<std::pair<int, int>, std::set<Element>>;

/// C(i, j) needs A(i, k) and B(k, j) for these k.
Messages messages(const Partition& partition, std::int64_t first_step, std::int64_t end_step) {
  Messages all;
  const auto need = [&](int by, char matrix, std::int64_t i, std::int64_t j) {
    if (partition.owner(i, j) != by)
      all[{partition.owner(i, j), by}].insert({matrix, i, j});
  };
  for (std::int64_t i = 0; i < partition.cells(); ++i)
    for (std::int64_t j = 0; j < partition.cells(); ++j)
      for (std::int64_t k = first_step; k < end_step; ++k) {
        need(partition.owner(i, j), 'A', i, k);
        need(partition.owner(i, j), 'B', k, j);
      }
  return all;
}

/// A case, and the quantities of [DeFlumere14] 3.4 by their definitions.
struct Case {
  Partition partition;
  plan::Platform platform;
  plan::Problem problem; ///< n is a multiple of the cells
  Topology topology;

  int processes() const { return partition.processes(); }
  double cell_bytes() const { return std::pow(cell_side(), 2) * problem.element_bytes; }
  double cell_side() const { return static_cast<double>(problem.n) / static_cast<double>(partition.cells()); }
  double link(int from, int to, double bytes) const { return platform.link(from, to).seconds(bytes); }
  double hops(int from, int to, double bytes) const {
    const int centre = topology.centre.value_or(from);
    return from == centre || to == centre ? link(from, to, bytes)
                                          : link(from, centre, bytes) + link(centre, to, bytes);
  }
  double serial() const {
    double seconds = 0;
    for (const auto& [pair, elements] : messages(partition, 0, partition.cells()))
      seconds += hops(pair.first, pair.second, static_cast<double>(elements.size()) * cell_bytes());
    return seconds;
  }
  double parallel() const {
    return platform.network.medium == plan::Medium::bus ? serial() : send_at_once(0, partition.cells());
  }
  double compute(int process, std::int64_t cells) const {
    return 2 * static_cast<double>(problem.n) * std::pow(cell_side(), 2) * static_cast<double>(cells) /
           (platform.processes[at(process)].gflops * 1e9);
  }
  /// Cells of a process, those that need nothing of others among them.
  std::pair<std::int64_t, std::int64_t> cells(int process) const {
    std::int64_t all = 0, alone = 0;
    for (std::int64_t i = 0; i < partition.cells(); ++i)
      for (std::int64_t j = 0; j < partition.cells(); ++j) {
        bool mine = partition.owner(i, j) == process;
        all += mine;
        for (std::int64_t k = 0; k < partition.cells(); ++k)
          mine = mine && partition.owner(i, k) == process && partition.owner(k, j) == process;
        alone += mine;
      }
    return {all, alone};
  }
  double bulk(double communication, bool overlap) const {
    double longest = 0;
    for (int x = 0; x < processes(); ++x) {
      const auto [all, alone] = cells(x);
      longest =
          std::max(longest, overlap ? std::max(communication, compute(x, alone)) + compute(x, all - alone)
                                    : communication + compute(x, all));
    }
    return longest;
  }
  /// Everyone sends what it owns to each that needs it, all at once. A star has a link for each outer process, and what one of
  /// them sends another takes both.
  double send_at_once(std::int64_t first_step, std::int64_t end_step) const {
    std::vector<double> sent(at(processes())), received(at(processes()));
    double latency = 0, passed_on = 0;
    for (const auto& [pair, elements] : messages(partition, first_step, end_step)) {
      const auto [from, to] = pair;
      latency = std::max(latency, hops(from, to, 0));
      const double bytes = static_cast<double>(elements.size()) * cell_bytes();
      const int c = topology.centre.value_or(-1);
      const auto transfer = [&](int a, int b) { return link(a, b, bytes) - link(a, b, 0); };
      if (from != c)
        sent[at(from)] += c < 0 ? transfer(from, to) : transfer(from, c);
      if (to != c)
        received[at(to)] += c < 0 ? transfer(from, to) : transfer(c, to);
      if (c >= 0 && from != c && to != c)
        passed_on = std::max(passed_on, transfer(from, c) + transfer(c, to));
    }
    return latency +
           std::max({*std::ranges::max_element(sent), *std::ranges::max_element(received), passed_on});
  }
  /// On a bus column k of A and row k of B are messages of their own.
  double send(std::int64_t step) const {
    if (platform.network.medium != plan::Medium::bus)
      return send_at_once(step, step + 1);
    double seconds = 0;
    for (const auto& [pair, elements] : messages(partition, step, step + 1))
      for (const char matrix : {'A', 'B'}) {
        const auto count = std::ranges::count(elements, matrix, &Element::matrix);
        if (count > 0)
          seconds += hops(pair.first, pair.second, static_cast<double>(count) * cell_bytes());
      }
    return seconds;
  }
  double interleaved() const {
    double step = 0;
    for (int x = 0; x < processes(); ++x)
      step = std::max(step, compute(x, cells(x).first) / static_cast<double>(partition.cells()));
    double seconds = send(0);
    for (std::int64_t k = 1; k < partition.cells(); ++k)
      seconds += std::max(send(k), step);
    return seconds + step;
  }
  /// No message beside another one, nor beside computing; each element with a latency of its own.
  double one_after_the_other() const {
    double seconds = 0;
    for (int x = 0; x < processes(); ++x)
      seconds += compute(x, cells(x).first);
    for (const auto& [pair, elements] : messages(partition, 0, partition.cells()))
      seconds += static_cast<double>(elements.size()) * hops(pair.first, pair.second, cell_bytes());
    return seconds;
  }
  /// No link and no process ever waits.
  double fastest_interleaved() const {
    double seconds = 0, latency = 0;
    for (int x = 0; x < processes(); ++x)
      seconds = std::max(seconds, compute(x, cells(x).first));
    for (const auto& [pair, elements] : messages(partition, 0, partition.cells()))
      latency = std::max(latency, hops(pair.first, pair.second, 0));
    return std::max(seconds, send_at_once(0, partition.cells()) - latency);
  }
  double with_lookahead(int windows) const {
    Schedule schedule(Algorithm::pio);
    schedule.lookahead = windows;
    return predict(partition, platform, problem, schedule, topology).seconds;
  }
  double expected(Algorithm algorithm) const {
    switch (algorithm) {
    case Algorithm::scb:
      return bulk(serial(), false);
    case Algorithm::pcb:
      return bulk(parallel(), false);
    case Algorithm::sco:
      return bulk(serial(), true);
    case Algorithm::pco:
      return bulk(parallel(), true);
    default:
      return interleaved();
    }
  }
};

constexpr Algorithm all_algorithms[] = {Algorithm::scb, Algorithm::pcb, Algorithm::sco, Algorithm::pco,
                                        Algorithm::pio};

plan::Problem product_of_order(std::int64_t n) {
  plan::Problem problem;
  problem.n = n;
  return problem;
}

} // namespace

BOOST_AUTO_TEST_CASE(times_are_those_of_messages_and_operations) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 600; ++trial) {
    const bool star = trial % 2 == 0;
    const int processes = star ? 3 : 1 + static_cast<int>(below(random, 4));
    Case the{random_partition(random, processes), random_platform(random, processes), {}, {}};
    // Sizes at which neither communication nor computing is all.
    the.problem.n = the.partition.cells() * (1 + below(random, 20));
    if (star)
      the.topology.centre = static_cast<int>(below(random, 3));
    else if (trial % 3 == 0)
      the.platform.network.medium = plan::Medium::bus;
    for (const Algorithm algorithm : all_algorithms) {
      const PredictedTime found = predict(the.partition, the.platform, the.problem, algorithm, the.topology);
      const bool overlap = algorithm == Algorithm::pco, parallel = overlap || algorithm == Algorithm::pcb;
      BOOST_TEST_CONTEXT("trial " << trial << ", algorithm " << static_cast<int>(algorithm) << ", n "
                                  << the.problem.n << " " << to_json(the.partition)) {
        if (star && algorithm == Algorithm::pio) { // windows share the links, as is tested below
          BOOST_TEST(found.seconds <= the.one_after_the_other() * (1 + 1e-12));
          BOOST_TEST(found.seconds >= the.fastest_interleaved() * (1 - 1e-12));
          const double with_lookahead = the.with_lookahead(1 + static_cast<int>(below(random, 7)));
          BOOST_TEST(with_lookahead <= the.one_after_the_other() * (1 + 1e-12));
          BOOST_TEST(with_lookahead >= the.fastest_interleaved() * (1 - 1e-12));
        } else if (star && parallel) { // how messages share links is tested below
          const double rounding = 1 + 1e-12;
          BOOST_TEST(found.communication * rounding >= the.parallel());
          BOOST_TEST(found.communication <= the.serial() * rounding);
          BOOST_TEST(found.seconds == the.bulk(found.communication, overlap), tt::tolerance(1e-12));
        } else {
          BOOST_TEST(found.seconds == the.expected(algorithm), tt::tolerance(1e-12));
        }
        if (algorithm != Algorithm::pio)
          BOOST_TEST(found.seconds == std::max(found.communication, found.overlapped) + found.remainder);
      }
    }
  }
}

// Links of the star of four: 1 s for a byte, no latency; cells of one byte as it were.
BOOST_AUTO_TEST_CASE(the_centre_of_a_star_passes_messages_on) {
  // Four quadrants: each process sends 4 cells to each of its two neighbours, twice as many bytes as elements are.
  Partition quadrants(4, 4);
  quadrants.assign({0, 2, 2, 2, 1});
  quadrants.assign({2, 0, 2, 2, 2});
  quadrants.assign({2, 2, 2, 2, 3});
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>(4, 1));
  platform.network.between_hosts = {0, 1e-3};
  plan::Problem problem = product_of_order(4);
  const double cell = 1e-3 * 8; // seconds
  const auto communication = [&](Algorithm algorithm, Topology topology) {
    return predict(quadrants, platform, problem, algorithm, topology).communication / cell;
  };
  BOOST_TEST(communication(Algorithm::scb, {}) == 32, tt::tolerance(1e-12));
  BOOST_TEST(communication(Algorithm::pcb, {}) == 8, tt::tolerance(1e-12));
  // Between 1 and 3, 2 and 3 there are two links.
  BOOST_TEST(communication(Algorithm::scb, {0}) == 48, tt::tolerance(1e-12));
  // 1 and 2 send 4 to the centre, at 2/3 of a link, and 4 to 3, at 1/3 and, when the others are there after 6, at 1/2.
  BOOST_TEST(communication(Algorithm::pcb, {0}) == 10, tt::tolerance(1e-12));
  platform.network.medium = plan::Medium::bus;
  BOOST_TEST(communication(Algorithm::pcb, {}) == 32, tt::tolerance(1e-12));
}

// 0 sends as much to the process in the centre as over it to the other one: to this at a third of its link until the former
// has all, then at half of it.
BOOST_AUTO_TEST_CASE(messages_share_the_links_of_a_star) {
  Partition corners(4, 3);
  corners.assign({0, 0, 1, 1, 1});
  corners.assign({3, 3, 1, 1, 2});
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>(3, 1));
  platform.network.between_hosts = {0, 1e-3};
  const double cell = 1e-3 * 8; // seconds
  const auto communication = [&](Topology topology) {
    return predict(corners, platform, product_of_order(4), Algorithm::pcb, topology).communication / cell;
  };
  // 0 sends 6 cells to each; 6 / (2/3) = 9, by then 3 of the others are there, the rest takes 3 / (1/2).
  BOOST_TEST(communication({1}) == 15, tt::tolerance(1e-12));
  BOOST_TEST(communication({2}) == 15, tt::tolerance(1e-12));
  // A link of its own for each.
  BOOST_TEST(communication({0}) == 6, tt::tolerance(1e-12));
  // All connected, 0 has one link.
  BOOST_TEST(communication({}) == 12, tt::tolerance(1e-12));
}

// Of nearly every row of B process 0 sends a half to each of the others. Three windows begin together: what goes to the centre
// has two thirds of the link, and is there when a half of the rest is, whose other half takes twice as long as on a link of its own.
BOOST_AUTO_TEST_CASE(windows_share_the_links_of_a_star) {
  constexpr std::int64_t cells = 300, half = cells / 2;
  Partition lowest_row(cells, 3);
  lowest_row.assign({cells - 1, 0, 1, half, 1});
  lowest_row.assign({cells - 1, half, 1, half, 2});
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>(3, 1));
  platform.network.between_hosts = {0, 1e-3};
  const auto cells_of_window = [&](Topology topology) {
    const double seconds =
        predict(lowest_row, platform, product_of_order(cells), Algorithm::pio, topology).seconds;
    return seconds / (8 * 1e-3) / cells;
  };
  BOOST_TEST(cells_of_window({0}) == half, tt::tolerance(0.02));
  BOOST_TEST(cells_of_window({1}) == 2.5 * half, tt::tolerance(0.02));
  BOOST_TEST(cells_of_window({2}) == 2.5 * half, tt::tolerance(0.02));
  BOOST_TEST(cells_of_window({}) == 2 * half, tt::tolerance(0.02));
}

/// Cells divided into 2 x 2.
Partition refined(const Partition& partition) {
  Partition fine(2 * partition.cells(), partition.processes());
  for (std::int64_t i = 0; i < fine.cells(); ++i)
    for (std::int64_t j = 0; j < fine.cells(); ++j)
      fine.assign(i, j, partition.owner(i / 2, j / 2));
  return fine;
}

// Windows are as deep as they are said to be, however small the cells.
BOOST_AUTO_TEST_CASE(windows_of_a_star_have_a_depth) {
  std::mt19937_64 random(17);
  for (int trial = 0; trial < 50; ++trial) {
    const Partition partition = random_partition(random, 3);
    const plan::Platform platform = random_platform(random, 3);
    const int rows = 2 * (1 + static_cast<int>(below(random, 20)));
    const plan::Problem problem = product_of_order(rows * partition.cells());
    const Topology topology{static_cast<int>(below(random, 3))};
    Schedule schedule(Algorithm::pio);
    schedule.lookahead = static_cast<int>(below(random, 8));
    const auto seconds = [&](const Partition& of, int depth) {
      schedule.depth = depth;
      return predict(of, platform, problem, schedule, topology).seconds;
    };
    BOOST_TEST(seconds(partition, rows) == seconds(partition, 0));
    BOOST_TEST(seconds(refined(partition), rows) == seconds(partition, rows), tt::tolerance(1e-9));
    BOOST_TEST(seconds(refined(partition), rows / 2) == seconds(partition, rows / 2), tt::tolerance(1e-9));
  }
}

// Rows of a process each: row k of B, which all need, passes from one to the next.
BOOST_AUTO_TEST_CASE(many_processes_pass_on_what_they_receive) {
  constexpr int processes = 16;
  Partition rows(processes, processes);
  for (int k = 0; k < processes; ++k)
    rows.assign({k, 0, 1, processes, k});
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>(processes, 1));
  platform.network.between_hosts = {0, 1e-9};
  const auto sent = [&](std::int64_t n) { // by a step, over its bytes
    const PredictedTime time = predict(rows, platform, product_of_order(n), Algorithm::pio);
    return time.communication / (8e-9 * static_cast<double>(n * n));
  };
  // A chain of 15 hops in 64 segments: without latency as many as there may be.
  BOOST_TEST(sent(1 << 16) == 1 + 14.0 / 64, tt::tolerance(1e-9));
  // Processes of one host send nothing.
  for (plan::ProcessSpeed& process : platform.processes)
    process.host = "one";
  BOOST_TEST(sent(1 << 16) == 0);
  platform.network.medium = plan::Medium::bus;
  BOOST_TEST(sent(1 << 16) > 0);
}

BOOST_AUTO_TEST_CASE(precisions) {
  // Without messages only operations take time: half in single precision, four times as long in double complex.
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>{1, 2});
  platform.network.between_hosts = {0, 0};
  Partition halves(4, 2);
  halves.assign({0, 2, 4, 2, 1});
  for (const Algorithm algorithm :
       {Algorithm::scb, Algorithm::pcb, Algorithm::sco, Algorithm::pco, Algorithm::pio}) {
    const auto seconds = [&](int element_bytes) {
      plan::Problem problem = product_of_order(400);
      problem.element_bytes = element_bytes;
      return predict(halves, platform, problem, algorithm).seconds;
    };
    BOOST_TEST(seconds(4) == seconds(8) / 2, tt::tolerance(1e-12));
    BOOST_TEST(seconds(16) == 4 * seconds(8), tt::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(speeds_are_those_of_the_cells_owned) {
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>{1, 1});
  platform.processes[1].curve = {{1, 100}, {8, 50}, {16, 25}};
  Partition halves(4, 2);
  halves.assign({0, 2, 4, 2, 1});
  const PredictedTime time = predict(halves, platform, product_of_order(4), Algorithm::scb);
  BOOST_TEST(time.remainder == 2.0 * 4 * 8 / 50e9, tt::tolerance(1e-12));
  // Eight elements of double complex take the room of 16 doubles.
  plan::Problem complex = product_of_order(4);
  complex.element_bytes = 16;
  BOOST_TEST(predict(halves, platform, complex, Algorithm::scb).remainder == 8.0 * 4 * 8 / 25e9,
             tt::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(messages_take_time_of_what_is_computed_beside_them) {
  // Process 1 has the lower right quarter of 4 x 4 cells, 2 x 2; it sends 8 cells and receives 8. On a fast network process 0,
  // twelve cells and as fast, is done last.
  Partition partition(4, 2, 0);
  partition.assign({2, 2, 2, 2, 1});
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>{1, 1});
  platform.network.between_hosts = {0, 0};
  const plan::Problem problem = product_of_order(400);
  const double bytes = 8 * 100 * 100 * 8.0;
  const auto more = [&](Algorithm algorithm, const plan::Overhead& overhead) {
    plan::Platform changed = platform;
    changed.processes[0].overhead = overhead;
    return predict(partition, changed, problem, algorithm).seconds -
           predict(partition, platform, problem, algorithm).seconds;
  };
  for (const Algorithm algorithm : {Algorithm::pio, Algorithm::sco, Algorithm::pco}) {
    BOOST_TEST(more(algorithm, {}) == 0);
    BOOST_TEST(more(algorithm, {1e-9, 0}) == bytes * 1e-9, tt::tolerance(1e-6));
    BOOST_TEST(more(algorithm, {0, 2e-9}) == bytes * 2e-9, tt::tolerance(1e-6));
  }
  for (const Algorithm algorithm : {Algorithm::scb, Algorithm::pcb}) // nothing is computed meanwhile
    BOOST_TEST(more(algorithm, {1e-9, 2e-9}) == 0);
  platform.processes[0].host = platform.processes[1].host = "one";
  BOOST_TEST(more(Algorithm::pio, {1e-9, 2e-9}) == 0);
}

BOOST_AUTO_TEST_CASE(processes_of_a_host_receive_once) {
  // Columns of 4 x 4 cells: two of process 0, one each of processes 1 and 2 of another host. Process 0 sends its 8 cells of A to
  // process 1 for both, which send it 4 each.
  Partition partition(4, 3, 0);
  partition.assign({0, 2, 4, 1, 1});
  partition.assign({0, 3, 4, 1, 2});
  const plan::Problem problem = product_of_order(400);
  const double bytes_of_cell = 100 * 100 * 8.0;
  const auto cells = [&](int process, double plan::Overhead::*direction) {
    std::vector<double> cycle_times(3, 1);
    cycle_times[at(process)] = 100; // it is done last
    plan::Platform platform = plan::platform_from_cycle_times(cycle_times);
    platform.network.between_hosts = {0, 0};
    platform.processes[1].host = platform.processes[2].host = "one";
    const double without = predict(partition, platform, problem, Algorithm::pio).seconds;
    platform.processes[at(process)].overhead.*direction = 1e-9;
    const double with = predict(partition, platform, problem, Algorithm::pio).seconds;
    return (with - without) / (1e-9 * bytes_of_cell);
  };
  const double sent[] = {8, 4, 4}, received[] = {8, 8, 0};
  for (int process = 0; process < 3; ++process) {
    BOOST_TEST(std::abs(cells(process, &plan::Overhead::send) - sent[process]) < 1e-3);
    BOOST_TEST(std::abs(cells(process, &plan::Overhead::receive) - received[process]) < 1e-3);
  }
}

BOOST_AUTO_TEST_CASE(bands_are_another_form_of_a_partition) {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 500; ++trial) {
    const int processes = 1 + static_cast<int>(below(random, 4));
    const std::int64_t cells = 1 + below(random, 9);
    std::vector<Rectangle> layers;
    for (std::int64_t k = below(random, 5); k > 0; --k) {
      const std::int64_t i = below(random, cells), j = below(random, cells);
      layers.push_back({i, j, below(random, cells - i + 1), below(random, cells - j + 1),
                        static_cast<int>(below(random, processes))});
    }
    Partition painted(cells, processes);
    for (const Rectangle& layer : layers)
      painted.assign(layer);
    const Bands bands(cells, processes, layers), joined(painted);
    BOOST_TEST((bands.partition() == painted));
    BOOST_TEST((joined.partition() == painted));
    BOOST_TEST(joined.rows() <= bands.rows());
    BOOST_TEST((metrics(bands) == metrics(painted)));
    BOOST_TEST(pair_volumes(bands) == pair_volumes(painted));
  }
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>{1, 2});
  const auto refused = [&](const Partition& partition, const plan::Platform& machine,
                           const plan::Problem& problem, Topology topology = {}) {
    return message<ArgumentError>([&] { predict(partition, machine, problem, Algorithm::pio, topology); });
  };
  BOOST_TEST(refused(Partition(4, 3), platform, {}) ==
             "processes: 3: expected at most those of the platform, 2");
  BOOST_TEST(refused(Partition(4, 2), platform, product_of_order(3)) ==
             "n: 3: expected at least the cells of a side, 4");
  BOOST_TEST(refused(Partition(4, 2), platform, {}, {2}) == "centre: 2: expected 0 to 1");
  BOOST_TEST(refused(Partition(4, 2), platform, {}, {-1}) == "centre: -1: expected 0 to 1");
  plan::Problem problem;
  problem.operation = plan::Operation::getrf;
  BOOST_TEST(refused(Partition(4, 2), platform, problem) == "operation: 1: expected gemm");
  problem = product_of_order(0);
  BOOST_TEST(refused(Partition(4, 2), platform, problem).starts_with("n: 0: "));
  Schedule schedule(Algorithm::pio);
  const auto refused_schedule = [&] {
    return message<ArgumentError>([&] { predict(Partition(4, 2), platform, product_of_order(4), schedule); });
  };
  schedule.lookahead = 8;
  BOOST_TEST(refused_schedule() == "lookahead: 8: expected 0 to 7");
  schedule = {Algorithm::pio};
  schedule.depth = -1;
  BOOST_TEST(refused_schedule() == "depth: -1: expected a number of rows");
  plan::Platform broken = platform;
  broken.processes[1].gflops = std::nan("");
  BOOST_TEST(refused(Partition(4, 2), broken, {}).starts_with("processes[1].gflops: nan: "));
  BOOST_TEST(message<ArgumentError>([&] {
               predict(Partition(4, 2), platform, {}, static_cast<Algorithm>(7));
             }) == "algorithm: 7: expected scb to pio");
}
