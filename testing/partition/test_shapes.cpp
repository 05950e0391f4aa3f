// The canonical shapes: volumes and times against the closed forms of [DeFlumere14], proportions against brute force.
#define BOOST_TEST_MODULE shapes
#include <boost/test/unit_test.hpp>

#include "partition/metrics.hpp"
#include "partition/model/model.hpp"
#include "partition/shape/canonical.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

using namespace hetgrid;
using namespace hetgrid::partition;
namespace tt = boost::test_tools;

namespace {

/// So many cells that rounding does not count.
constexpr std::int64_t fine = 1'000'000;
constexpr double rounding = 1e-5;

/// P : R : 1, or P : 1, with the quantities of the closed forms.
struct Ratio {
  double p, r = 0;

  double t() const { return p + r + 1; }
  std::vector<double> speeds() const { return r > 0 ? std::vector{p, r, 1.0} : std::vector{p, 1.0}; }
  std::vector<double> shares() const {
    std::vector<double> shares = speeds();
    for (double& share : shares)
      share /= t();
    return shares;
  }
};

constexpr Ratio ratios[] = {{1.5, 1.2}, {3, 2.5}, {3.2, 3}, {1, 1},  {2, 1},   {2, 2},
                            {3, 1},     {4, 2},   {5, 4},   {6, 5},  {10, 1},  {10, 3},
                            {12, 10},   {20, 5},  {25, 24}, {30, 2}, {100, 10}};

/// An element takes a second on any link.
plan::Platform machine(const Ratio& ratio, double gflops) {
  std::vector<double> cycle_times;
  for (const double speed : ratio.speeds())
    cycle_times.push_back(1 / speed);
  plan::Platform platform = plan::platform_from_cycle_times(cycle_times);
  for (plan::ProcessSpeed& process : platform.processes)
    process.gflops = gflops / ratio.p / process.cycle_time;
  platform.network.between_hosts = {0, 0.125};
  return platform;
}

plan::Problem product(std::int64_t n) {
  plan::Problem problem;
  problem.n = n;
  return problem;
}

Bands drawn(const CanonicalShape& shape, const Ratio& ratio) {
  const Drawn all = draw(shape, ratio.shares(), fine);
  BOOST_TEST_REQUIRE(all.obstacle == "");
  return all.ways.front();
}

/// 3.4 and 7.2, of what processes send each other: the largest sender, and in a star of three the longer of the two ways from
/// one outer process to the other, whose centre waits for all that it passes on. In cells.
double parallel_as_printed(const Bands& partition, Topology topology) {
  const int processes = partition.processes();
  const std::vector<std::int64_t> volumes = pair_volumes(partition);
  const auto volume = [&](int from, int to) {
    return static_cast<double>(volumes[static_cast<std::size_t>(from * processes + to)]);
  };
  double longest = 0;
  if (!topology.centre) {
    for (int from = 0; from < processes; ++from) {
      double sent = 0;
      for (int to = 0; to < processes; ++to)
        sent += volume(from, to);
      longest = std::max(longest, sent);
    }
    return longest;
  }
  const int c = *topology.centre;
  for (const auto& [x, y] : {std::pair{(c + 1) % 3, (c + 2) % 3}, std::pair{(c + 2) % 3, (c + 1) % 3}})
    longest = std::max(longest, std::max(volume(x, c) + volume(x, y), volume(c, y)) + volume(x, y));
  return longest;
}

/// Of all messages, in units of N^2 elements: by the model, which for PCB is that of the product, or as printed.
double communication(const CanonicalShape& shape, const Ratio& ratio, Algorithm algorithm,
                     Topology topology) {
  const plan::Platform platform = machine(ratio, 1);
  const plan::Problem problem = product(fine);
  const Bands partition = drawn(shape, ratio);
  const double cells = algorithm == Algorithm::pcb
                           ? parallel_as_printed(partition, topology)
                           : predict(partition, {platform, problem, algorithm, topology}).communication;
  return cells / std::pow(static_cast<double>(fine), 2);
}

struct ClosedForm {
  const char* equation;
  const CanonicalShape* shape;
  Algorithm algorithm;
  Topology topology;
  std::function<double(double p, double r, double t)> volume; ///< over N^2; S = 1
};

using std::max;
using std::sqrt;

/// With the corrections of the errata: 7.40.
const ClosedForm closed_forms[] = {
    // Two processes: 1 / T is x and s^2.
    {"5.3", &shape::straight_line, Algorithm::scb, {}, [](double, double, double) { return 1; }},
    {"5.4",
     &shape::square_corner_of_two,
     Algorithm::scb,
     {},
     [](double, double, double t) { return 2 / sqrt(t); }},
    {"5.5",
     &shape::straight_line,
     Algorithm::pcb,
     {},
     [](double, double, double t) { return max(1 - 1 / t, 1 / t); }},
    {"5.6",
     &shape::square_corner_of_two,
     Algorithm::pcb,
     {},
     [](double, double, double t) { return max(2 / sqrt(t) * (1 - 1 / sqrt(t)), 2 / t); }},
    // All connected.
    {"7.7",
     &shape::square_corner,
     Algorithm::scb,
     {},
     [](double, double r, double t) { return 2 * sqrt(r / t) + 2 * sqrt(1 / t); }},
    {"7.8",
     &shape::square_rectangle,
     Algorithm::scb,
     {},
     [](double, double, double t) { return 1 + 2 * sqrt(1 / t); }},
    {"7.9",
     &shape::block_rectangle,
     Algorithm::scb,
     {},
     [](double p, double, double t) { return 2 - p / t; }},
    {"7.3",
     &shape::rectangle_corner,
     Algorithm::scb,
     {},
     [](double, double r, double t) { return 1 + (r * (sqrt(r) + 1) / sqrt(r) + (sqrt(r) + 1)) / t; }},
    {"7.5", &shape::l_rectangle, Algorithm::scb, {}, [](double, double r, double t) { return 2 - r / t; }},
    {"7.6", &shape::traditional_rectangle, Algorithm::scb, {}, [](double, double, double) { return 2; }},
    {"7.10",
     &shape::square_corner,
     Algorithm::pcb,
     {},
     [](double, double r, double t) {
       return 2 * max({sqrt(r / t) - r / t + sqrt(1 / t) - 1 / t, r / t, 1 / t});
     }},
    {"7.11",
     &shape::square_rectangle,
     Algorithm::pcb,
     {},
     [](double, double r, double t) {
       return max({1 + 2 / sqrt(t) - r / t - r / t / sqrt(t) - 3 / t, r / t + r / t / sqrt(t), 3 / t});
     }},
    {"7.12",
     &shape::block_rectangle,
     Algorithm::pcb,
     {},
     [](double p, double r, double t) {
       return max({p / t, 2 * r / t, 2 / t});
     }},
    // P in the centre.
    {"7.18",
     &shape::square_corner,
     Algorithm::scb,
     {0},
     [](double, double r, double t) { return 2 * sqrt(r / t) + 2 * sqrt(1 / t); }},
    {"7.19",
     &shape::square_rectangle,
     Algorithm::scb,
     {0},
     [](double, double r, double t) { return 1 + 2 * sqrt(1 / t) + r / t * sqrt(1 / t) + 1 / t; }},
    {"7.20",
     &shape::rectangle_corner_of_equal_heights,
     Algorithm::scb,
     {0},
     [](double p, double r, double t) { return 2 * p / t + 4 * r / t + 4 / t - r / (t - p) - 1 / (t - p); }},
    {"7.21",
     &shape::l_rectangle,
     Algorithm::scb,
     {0},
     [](double p, double r, double t) { return 2 * p / t + 3 / t + r / t + r / (t * (t - r)); }},
    {"7.22",
     &shape::square_corner,
     Algorithm::pcb,
     {0},
     [](double, double r, double t) {
       return max({2 * sqrt(r / t) - 2 * r / t, 2 * sqrt(1 / t) - 2 / t, 2 * r / t});
     }},
    {"7.23",
     &shape::square_rectangle,
     Algorithm::pcb,
     {0},
     [](double p, double r, double t) {
       const double rs = r / t * sqrt(1 / t);
       return max(max(p / t, 3 / t) + 1 / t, max(2 * sqrt(1 / t) - 2 / t - rs, r / t + rs) + rs);
     }},
    {"7.24",
     &shape::block_rectangle,
     Algorithm::pcb,
     {0},
     [](double p, double r, double t) {
       return max(max(r / (t - p) - r / t, 2 / t) + 1 / t, max(1 / (t - p) - 1 / t, 2 * r / t) + r / t);
     }},
    {"7.25",
     &shape::l_rectangle,
     Algorithm::pcb,
     {0},
     [](double p, double r, double t) { return max(max(p / t, 2 / t) + 1 / t, p / t + r / (t * (t - r))); }},
    // R in the centre.
    {"7.26",
     &shape::square_corner,
     Algorithm::scb,
     {1},
     [](double, double r, double t) { return 2 * sqrt(r / t) + 4 * sqrt(1 / t); }},
    {"7.27",
     &shape::square_rectangle,
     Algorithm::scb,
     {1},
     [](double, double r, double t) { return 1 - r / t * sqrt(1 / t) + 4 * sqrt(1 / t); }},
    {"7.28",
     &shape::block_rectangle,
     Algorithm::scb,
     {1},
     [](double, double r, double t) { return 2 * r / t + 3 / t + (r + 2) / (r + 1) * (1 - (r + 1) / t); }},
    {"7.29",
     &shape::l_rectangle,
     Algorithm::scb,
     {1},
     [](double p, double r, double t) { return 3 * p / t + 3 / t + r / t; }},
    {"7.30",
     &shape::square_corner,
     Algorithm::pcb,
     {1},
     [](double, double r, double t) {
       return max(2 * r / t + 2 / t, 2 * sqrt(r / t) - 2 * r / t + 4 * sqrt(1 / t) - 4 / t);
     }},
    {"7.31",
     &shape::square_rectangle,
     Algorithm::pcb,
     {1},
     [](double p, double r, double t) {
       const double rs = r / t * sqrt(1 / t), ps = 2 * sqrt(1 / t) - 2 / t - rs;
       return max(max(r / t, 3 / t) + 2 / t, max(p / t + ps, rs) + ps);
     }},
    {"7.32",
     &shape::block_rectangle,
     Algorithm::pcb,
     {1},
     [](double p, double r, double t) {
       const double pr = r / (t - p) - r / t, ps = 1 / (t - p) - 1 / t;
       return max(max(r / t, 2 / t) + 1 / t, max(pr + ps, r / t) + ps);
     }},
    {"7.33",
     &shape::l_rectangle,
     Algorithm::pcb,
     {1},
     [](double p, double r, double t) {
       const double rs = r / (t * (t - r));
       return max(max(r / t - rs, 2 / t) + 1 / t, max(2 * p / t, rs) + p / t);
     }},
    // S in the centre.
    {"7.34",
     &shape::square_corner,
     Algorithm::scb,
     {2},
     [](double, double r, double t) { return 4 * sqrt(r / t) + 2 * sqrt(1 / t); }},
    {"7.35",
     &shape::square_rectangle,
     Algorithm::scb,
     {2},
     [](double p, double r, double t) { return 2 * p / t + 2 * r / t + 2 * sqrt(1 / t) + 1 / t; }},
    {"7.36",
     &shape::block_rectangle,
     Algorithm::scb,
     {2},
     [](double p, double r, double t) {
       return p / t + 3 * r / t + r / (r + 1) * (1 - (r + 1) / t) + 2 / t;
     }},
    {"7.37",
     &shape::l_rectangle,
     Algorithm::scb,
     {2},
     [](double p, double r, double t) { return 3 * p / t + 2 / t + r / t + r / t * (1 - 1 / (t - r)); }},
    {"7.38",
     &shape::square_corner,
     Algorithm::pcb,
     {2},
     [](double, double r, double t) {
       return max(4 * r / t, 2 * sqrt(1 / t) - 2 / t + 4 * sqrt(r / t) - 4 * r / t);
     }},
    {"7.39",
     &shape::square_rectangle,
     Algorithm::pcb,
     {2},
     [](double p, double r, double t) {
       const double rs = r / t * sqrt(1 / t), ps = 2 * sqrt(1 / t) - 2 / t - rs;
       return max(max(rs + r / t, 2 / t) + r / t, max(ps + p / t, 1 / t) + p / t);
     }},
    {"7.40",
     &shape::block_rectangle,
     Algorithm::pcb,
     {2},
     [](double p, double r, double t) {
       const double pr = r / (t - p) - r / t, ps = 1 / (t - p) - 1 / t;
       return max(3 * r / t, max(pr + ps, 1 / t) + pr);
     }},
    {"7.41", &shape::l_rectangle, Algorithm::pcb, {2}, [](double p, double, double t) { return 3 * p / t; }},
};

/// Does the shape exist for the ratio?
bool possible(const CanonicalShape& shape, const Ratio& ratio) {
  return shape.processes == ratio.shares().size() && shape.obstacle(ratio.shares()).empty();
}

} // namespace

BOOST_AUTO_TEST_CASE(communication_is_that_of_the_closed_forms) {
  std::map<std::string, int> checked;
  for (const ClosedForm& form : closed_forms)
    for (Ratio ratio : ratios) {
      if (form.shape->processes == 2)
        ratio.r = 0;
      if (possible(*form.shape, ratio)) {
        BOOST_TEST_CONTEXT(form.equation << " for " << ratio.p << " : " << ratio.r << " : 1")
        BOOST_TEST(communication(*form.shape, ratio, form.algorithm, form.topology) ==
                       form.volume(ratio.p, ratio.r, ratio.t()),
                   tt::tolerance(rounding));
        ++checked[form.equation];
      }
    }
  for (const ClosedForm& form : closed_forms)
    BOOST_TEST(checked[form.equation] >= 4, form.equation);
}

// (5.23), (5.24) and, with V_k = VoC / N in all of them, (7.15) to (7.17): send + (N - 1) max(V_k beta, compute) + compute,
// where messages of a step do not travel at once.
BOOST_AUTO_TEST_CASE(interleaved_time_is_that_of_the_closed_forms) {
  const double n = static_cast<double>(fine);
  for (const ClosedForm& form : closed_forms)
    if (form.algorithm == Algorithm::scb && !form.topology.centre)
      for (Ratio ratio : ratios)
        for (const double gflops : {1e2, 1e6}) { // either part is longer
          if (form.shape->processes == 2)
            ratio.r = 0;
          if (!possible(*form.shape, ratio))
            continue;
          plan::Platform platform = machine(ratio, gflops);
          platform.network.medium = plan::Medium::bus;
          const plan::Problem problem = product(fine);
          const double send = form.volume(ratio.p, ratio.r, ratio.t()) * n;
          const double compute = 2 * ratio.p / ratio.t() * n * n / (gflops * 1e9);
          BOOST_TEST_CONTEXT(form.equation << " for " << ratio.p << " : " << ratio.r << " : 1, " << gflops)
          BOOST_TEST(predict(drawn(*form.shape, ratio), {platform, problem, Algorithm::pio}).seconds ==
                         send + (n - 1) * max(send, compute) + compute,
                     tt::tolerance(ratio.t() * rounding));
        }
}

// Theorems 5.3.1, 5.3.2 and 5.3.5.
BOOST_AUTO_TEST_CASE(square_corner_beats_straight_line_from_a_ratio_on) {
  const struct {
    Algorithm algorithm;
    double gflops, threshold;
  } table[] = {{Algorithm::scb, 1e3, 3}, {Algorithm::pcb, 1e3, 2}, {Algorithm::pio, 1e4, 3}};
  for (const auto& [algorithm, gflops, threshold] : table) {
    const auto square_corner_is_faster = [&](double p) {
      const Ratio ratio{p};
      const plan::Platform platform = machine(ratio, gflops);
      const plan::Problem problem = product(fine);
      const auto seconds = [&](const CanonicalShape& shape) {
        double least = INFINITY;
        for (const Bands& way : draw(shape, ratio.shares(), fine).ways)
          least = std::min(least, predict(way, {platform, problem, algorithm}).seconds);
        return least;
      };
      return seconds(shape::square_corner_of_two) < seconds(shape::straight_line);
    };
    double low = 1, high = 10;
    BOOST_TEST(!square_corner_is_faster(low));
    BOOST_TEST(square_corner_is_faster(high));
    while (high - low > 1e-4)
      (square_corner_is_faster((low + high) / 2) ? high : low) = (low + high) / 2;
    BOOST_TEST(high == threshold, tt::tolerance(1e-3));
  }
}

BOOST_AUTO_TEST_CASE(shares_are_those_of_the_speeds_in_any_order) {
  for (const CanonicalShape* shape : canonical_shapes())
    for (Ratio ratio : ratios) {
      if (shape->processes == 2)
        ratio.r = 0;
      if (!possible(*shape, ratio))
        continue;
      std::vector<double> shares = ratio.shares();
      std::ranges::sort(shares);
      do {
        const Drawn all = draw(*shape, shares, 1000);
        BOOST_TEST_CONTEXT(shape->name << " for " << ratio.p << " : " << ratio.r << " : 1")
        for (const Bands& way : all.ways) {
          const std::vector<ProcessMetrics> found = metrics(way);
          for (std::size_t k = 0; k < shares.size(); ++k)
            BOOST_TEST(std::abs(static_cast<double>(found[k].cells) / 1e6 - shares[k]) < 3e-3);
        }
      } while (std::ranges::next_permutation(shares).found);
    }
}

BOOST_AUTO_TEST_CASE(some_shapes_do_not_exist_for_all_ratios) {
  const auto obstacle = [](const CanonicalShape& shape, Ratio ratio) {
    return draw(shape, ratio.shares(), 100).obstacle;
  };
  // Theorem 7.1.1: P > 2 sqrt(R).
  BOOST_TEST(obstacle(shape::square_corner, {4, 4}) ==
             "squares of 0.667 N and 0.333 N do not fit beside each other");
  BOOST_TEST(obstacle(shape::square_corner, {4.01, 4}) == "");
  BOOST_TEST(obstacle(shape::rectangle_corner, {4, 4}) == "");
  BOOST_TEST(obstacle(shape::rectangle_corner, {4.01, 4}) == "squares fit into the corners");
  for (const Ratio& ratio : ratios)
    for (const CanonicalShape* shape : {&shape::square_rectangle, &shape::block_rectangle,
                                        &shape::l_rectangle, &shape::traditional_rectangle})
      BOOST_TEST(obstacle(*shape, ratio) == "");
}

// 7.1.2: among all pairs of rectangles with so many cells, wherever they are, none has a smaller volume than the best shape.
BOOST_AUTO_TEST_CASE(canonical_shapes_have_the_least_volume_of_two_rectangles) {
  constexpr std::int64_t n = 12;
  const struct {
    std::int64_t r, s;
    const CanonicalShape* best;
  } table[] = {{16, 9, &shape::square_corner},    {9, 4, &shape::square_corner},
               {60, 4, &shape::square_rectangle}, {48, 4, &shape::square_rectangle},
               {24, 12, &shape::block_rectangle}, {36, 36, &shape::block_rectangle},
               {40, 20, &shape::block_rectangle}, {48, 48, &shape::block_rectangle}};
  const auto all_rectangles = [&](std::int64_t area, int owner) {
    std::vector<Rectangle> all;
    for (std::int64_t rows = 1; rows <= n; ++rows)
      if (area % rows == 0 && area / rows <= n)
        for (std::int64_t i = 0; i + rows <= n; ++i)
          for (std::int64_t j = 0; j + area / rows <= n; ++j)
            all.push_back({i, j, rows, area / rows, owner});
    return all;
  };
  const auto disjoint = [](const Rectangle& a, const Rectangle& b) {
    return a.row + a.rows <= b.row || b.row + b.rows <= a.row || a.column + a.columns <= b.column ||
           b.column + b.columns <= a.column;
  };
  for (const auto& [r, s, best] : table) {
    std::int64_t least = 2 * n * n * n;
    for (const Rectangle& of_r : all_rectangles(r, 1))
      // The upper left quarter is enough: the others are its reflections.
      if (2 * of_r.row <= n - of_r.rows && 2 * of_r.column <= n - of_r.columns)
        for (const Rectangle& of_s : all_rectangles(s, 2))
          if (disjoint(of_r, of_s))
            least = std::min(least, volume_of_communication(Bands(n, 3, std::array{of_r, of_s})));
    const double cells = static_cast<double>(n * n), share_r = static_cast<double>(r) / cells,
                 share_s = static_cast<double>(s) / cells;
    std::int64_t volume = 2 * n * n * n;
    for (const Bands& way : draw(*best, std::vector{1 - share_r - share_s, share_r, share_s}, n).ways)
      if (const auto found = metrics(way); found[1].cells == r && found[2].cells == s)
        volume = std::min(volume, volume_of_communication(way));
    BOOST_TEST_CONTEXT(best->name << ", " << r << " and " << s << " cells")
    BOOST_TEST(volume == least);
  }
}

// 5.1: all 2^16 partitions among two processes.
BOOST_AUTO_TEST_CASE(two_shapes_have_the_least_volume_of_all_partitions) {
  constexpr int n = 4;
  std::array<std::int64_t, n * n + 1> least;
  least.fill(2 * n * n);
  for (unsigned cells = 0; cells < 1u << (n * n); ++cells) {
    std::int64_t volume = 0;
    for (int k = 0; k < n; ++k) {
      const unsigned row = cells >> (n * k) & 0xF, column = cells >> k & 0x1111;
      volume += n * ((row != 0 && row != 0xF) + (column != 0 && column != 0x1111));
    }
    std::int64_t& of = least[static_cast<std::size_t>(__builtin_popcount(cells))];
    of = std::min(of, volume);
  }
  const struct {
    const CanonicalShape* shape;
    std::size_t cells;
  } table[] = {{&shape::square_corner_of_two, 1},
               {&shape::square_corner_of_two, 4},
               {&shape::straight_line, 4},
               {&shape::straight_line, 8}};
  for (const auto& [shape, cells] : table) {
    const double share = static_cast<double>(cells) / (n * n);
    const Drawn all = draw(*shape, std::vector{1 - share, share}, n);
    BOOST_TEST_REQUIRE(all.ways.size() >= 1);
    BOOST_TEST(volume_of_communication(all.ways.front()) == least[cells]);
  }
}
