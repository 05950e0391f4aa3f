// LU from a server: the formulas of [Dongarra06] 7 against sums and brute force, plans against all widths.
#define BOOST_TEST_MODULE server_lu
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/server_lu.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace hetgrid;
using namespace hetgrid::server;
using namespace hetgrid::server::lu;

namespace {

constexpr unsigned seed = 1;
const auto within = boost::test_tools::tolerance(1e-9);

/// c and w in 1..20, room for a column of r blocks to more than all of them; sometimes a server that computes.
Star random_star(int workers, Index r, std::mt19937& random) {
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Star star;
  for (int k = 0; k < workers; ++k) {
    const double c = draw(0, 3) == 0 && k == 0 ? 0 : draw(1, 20), w = draw(1, 20);
    const int most = 2 * static_cast<int>(r * r);
    star.workers.push_back({c, w, draw(static_cast<int>(r) + 5, most + 5), 0, k});
  }
  return star;
}

/// All ways to write r as a sum.
std::vector<std::vector<Index>> compositions(Index r) {
  std::vector<std::vector<Index>> all;
  for (unsigned cuts = 0; cuts < 1U << (r - 1); ++cuts) {
    std::vector<Index> widths{1};
    for (Index k = 1; k < r; ++k)
      if (cuts >> (k - 1) & 1U)
        widths.push_back(1);
      else
        ++widths.back();
    all.push_back(std::move(widths));
  }
  return all;
}

double seconds_or_infinity(const Star& star, Index r, const std::vector<Index>& widths) {
  try {
    return predict(star, r, widths).seconds;
  } catch (const ArgumentError&) {
    return std::numeric_limits<double>::infinity();
  }
}

} // namespace

// The sums of 7.1, step by step.
BOOST_AUTO_TEST_CASE(one_worker_step_by_step) {
  for (const Index mu : {1, 2, 3, 5, 8})
    for (Index steps = 1; steps <= 12; ++steps) {
      double blocks = 0, updates = 0;
      const Index r = mu * steps;
      for (Index k = 1; k <= steps; ++k) {
        const Index rest = r - k * mu;
        blocks += static_cast<double>(2 * mu * mu + 4 * mu * rest + (steps - k) * (mu * mu + 3 * rest * mu));
        updates += static_cast<double>(mu * mu * mu + mu * mu * rest + (steps - k) * rest * mu * mu);
      }
      BOOST_TEST(one_worker(r, mu).blocks == blocks, within);
      BOOST_TEST(one_worker(r, mu).updates == updates, within);
    }
}

BOOST_AUTO_TEST_CASE(enrolment_of_clusters) {
  for (const auto& [c, w, mu, p, enrolled] : {std::tuple{2.0, 4.5, 4, 100, 3},
                                              {2.0, 4.5, 5, 100, 4},
                                              {2.0, 4.5, 4, 2, 2},
                                              {1.0, 0.1, 1, 9, 1},
                                              {0.0, 1.0, 1, 9, 9}})
    BOOST_TEST(enrolled_of_cluster({c, w}, mu, p) == enrolled);
}

// Square iff mu_i <= mu / 2: where both shapes have whole sides, the one of the paper has no more blocks per update.
BOOST_AUTO_TEST_CASE(chunks_of_the_paper) {
  int compared = 0;
  for (Index mu = 1; mu <= 60; ++mu)
    for (Index mu_i = 1; mu_i < mu; ++mu_i) {
      const Chunk chunk = chunk_of_paper(mu_i, mu);
      BOOST_TEST((chunk.height == chunk.width && chunk.height == mu_i) == (2 * mu_i <= mu));
      if (mu % mu_i != 0 || mu_i * mu_i % mu != 0)
        continue;
      ++compared;
      const double square = blocks_per_update({mu_i, mu_i}, mu),
                   columns = blocks_per_update({mu, mu_i * mu_i / mu}, mu);
      BOOST_TEST(square == 3.0 / static_cast<double>(mu_i), within);
      BOOST_TEST(blocks_per_update(chunk, mu) <= std::min(square, columns) * (1 + 1e-12));
    }
  BOOST_TEST(compared > 20);
  BOOST_TEST((chunk_of_paper(5, 10) == Chunk{5, 5}));
  BOOST_TEST((chunk_of_paper(6, 9) == Chunk{9, 4}));
}

BOOST_AUTO_TEST_CASE(best_chunks_against_all) {
  for (Index buffers = 1; buffers <= 120; buffers += 7)
    for (Index mu = 1; mu <= 12; ++mu) {
      const Index columns = 9;
      double best = std::numeric_limits<double>::infinity();
      for (Index height = 1; height <= mu; ++height)
        for (Index width = 1; width <= columns; ++width)
          if (height * width + 2 * (height + width) <= buffers)
            best = std::min(best, blocks_per_update({height, width}, mu));
      const Chunk chunk = best_chunk(buffers, mu, columns);
      if (chunk.width > 0)
        BOOST_TEST(chunk.height * chunk.width + 2 * (chunk.height + chunk.width) <= buffers);
      BOOST_TEST(chunk.width <= columns);
      BOOST_TEST(blocks_per_update(chunk, mu) == best);
    }
  BOOST_TEST((best_chunk(0, 4, 9) == Chunk{4, 9}));
}

BOOST_AUTO_TEST_CASE(plans_against_all_widths) {
  std::mt19937 random(seed);
  for (int k = 0; k < 24; ++k) {
    const Index r = 1 + k % 8;
    const Star star = random_star(1 + k % 3, r, random);
    double best = std::numeric_limits<double>::infinity(), best_equal = best;
    for (const std::vector<Index>& widths : compositions(r)) {
      const double seconds = seconds_or_infinity(star, r, widths);
      best = std::min(best, seconds);
      const auto last = widths.end() - 1;
      if (std::all_of(widths.begin(), last, [&](Index mu) { return mu == widths[0]; }) && *last <= widths[0])
        best_equal = std::min(best_equal, seconds);
    }
    const Plan plan = make_plan(star, r);
    BOOST_TEST_CONTEXT("seed " << seed << ", star " << k)
    BOOST_TEST(plan.seconds == best, within);
    BOOST_TEST(make_plan(star, r, Widths::equal).seconds == best_equal, within);
    double sum = 0, speed = 0;
    Index left = r;
    for (const lu::Step& step : plan.steps) {
      left -= step.mu;
      BOOST_TEST(step.n == left);
      const Worker& at = star.workers[static_cast<std::size_t>(step.panel_worker)];
      BOOST_TEST((at.seconds_per_block == 0 || (left + step.mu) * step.mu <= at.buffers));
      sum += step.seconds();
    }
    for (const Worker& worker : star.workers)
      speed += 1 / worker.seconds_per_update;
    const double n = static_cast<double>(r);
    BOOST_TEST(left == 0);
    BOOST_TEST(sum == plan.seconds, within);
    BOOST_TEST(plan.seconds >= n * n * n / 3 / speed * (1 - 1e-9));
  }
}

// The fastest place with room for whole columns.
BOOST_AUTO_TEST_CASE(where_panels_are_factored) {
  const Star star{plan::Port::one, {{0, 50, 0}, {1, 1, 40}, {0.01, 0.1, 9}}};
  const std::vector<Index> widths{2, 2, 2, 2, 2};
  const Plan plan = predict(star, 10, widths);
  std::vector<int> places;
  for (const lu::Step& step : plan.steps)
    places.push_back(step.panel_worker);
  // the last has room for panels of 4 blocks a column
  BOOST_TEST(places == (std::vector<int>{1, 1, 1, 2, 2}), boost::test_tools::per_element());
  const Star slow_link{plan::Port::one, {{0, 2, 0}, {100, 1, 1000}}};
  for (const lu::Step& step : predict(slow_link, 10, widths).steps)
    BOOST_TEST(step.panel_worker == 0);
}

// ---- with look-ahead

/// Bounded by the speed of all and by a port over which the core travels, both ways.
lu::Run core_run(const Star& star, const Product& core) {
  double speed = 0, slowest_link = 0;
  for (const Worker& worker : star.workers) {
    speed += 1 / worker.seconds_per_update;
    slowest_link = std::max(slowest_link, worker.seconds_per_block);
  }
  const double blocks = static_cast<double>(core.r() * core.s());
  return {std::max(blocks * static_cast<double>(core.t()) / speed, 2 * blocks * slowest_link),
          16.0 * static_cast<double>(core.m * core.n)};
}

Star server_and_workers(double server, double worker, double link, Index buffers) {
  Star star{plan::Port::one, {}};
  for (int process = 1; process <= 3; ++process)
    star.workers.push_back({link, worker, buffers, 0, process});
  star.server_seconds_per_update = server;
  return star;
}

Product square(Index n, Index q) {
  return {n, n, n, q, 8, false, true};
}

std::vector<int> processes_of(const std::vector<lu::Panel>& panels) {
  std::vector<int> processes;
  for (const lu::Panel& panel : panels)
    processes.push_back(panel.process);
  return processes;
}

// Faster workers factor panels if the link and their memory allow it.
BOOST_AUTO_TEST_CASE(where_panels_are_factored_with_look_ahead) {
  const Product matrix = square(960, 40);
  const auto places = [&](const Star& star) {
    return processes_of(lu::look_ahead_panels(star, matrix, core_run, core_run));
  };
  const auto by_workers = [](const std::vector<int>& processes) {
    return std::ranges::count_if(processes, [](int process) { return process != 0; });
  };
  BOOST_TEST(by_workers(places(server_and_workers(30, 1, 0.01, 0))) > 0);
  BOOST_TEST(by_workers(places(server_and_workers(1, 3, 0.01, 0))) == 0);
  BOOST_TEST(by_workers(places(server_and_workers(30, 1, 200, 0))) == 0);
  // A column of all rows has 24 blocks.
  BOOST_TEST(places(server_and_workers(30, 1, 0.01, 24)).front() != 0);
  BOOST_TEST(places(server_and_workers(30, 1, 0.01, 23)).front() == 0);
  const Star tight = server_and_workers(30, 1, 0.01, 60);
  Index rows = matrix.m;
  for (const lu::Panel& panel : lu::look_ahead_panels(tight, matrix, core_run, core_run)) {
    if (panel.process != 0)
      BOOST_TEST(rows * panel.width <= 60 * 40 * 40);
    rows -= panel.width;
  }
  BOOST_TEST(rows == 0);
}

// No width by the server alone is faster, and what is predicted is what was chosen by.
BOOST_AUTO_TEST_CASE(look_ahead_against_all_widths) {
  for (const Star& star : {server_and_workers(30, 1, 0.01, 0), server_and_workers(1, 3, 0.1, 100),
                           server_and_workers(3, 1, 0.3, 300)})
    for (const Index n : {40, 250, 320}) {
      const Product matrix = square(n, 40);
      const std::vector<lu::Panel> best = lu::look_ahead_panels(star, matrix, core_run, core_run);
      const double seconds = lu::predict(star, matrix, best, core_run).seconds;
      for (Index width = 40; width < n + 40; width += 40) {
        std::vector<lu::Panel> panels;
        for (Index left = n; left > 0; left -= panels.back().width)
          panels.push_back({std::min(left, width), 0});
        BOOST_TEST(seconds <= lu::predict(star, matrix, panels, core_run).seconds * (1 + 1e-12));
      }
    }
}

// A single panel has no core: LAPACK's operations at the rates of its kernels. A server that is one more worker shortens what is left.
BOOST_AUTO_TEST_CASE(time_with_look_ahead) {
  Star star = server_and_workers(8, 1, 0.01, 0); // for 2 * 40^3 operations
  star.kernels = {};
  star.kernels.getrf_panel = star.kernels.trsm = 1;
  star.kernels.interchange = 1e30;
  const double n = 640, operation = 8.0 / (2 * 40 * 40 * 40);
  const std::vector<lu::Panel> one{{640, 0}};
  const lu::Run alone = lu::predict(star, square(640, 40), one, core_run);
  BOOST_TEST(alone.seconds == 2 * n * n * n / 3 * operation, boost::test_tools::tolerance(0.02));
  BOOST_TEST(alone.bytes == 0);
  const std::vector<lu::Panel> two{{80, 0}, {560, 1}};
  BOOST_TEST(lu::predict(star, square(640, 40), two, core_run).bytes == 2 * 8.0 * 560 * 560);
  Star with_server = server_and_workers(1, 50, 0.01, 0);
  std::vector<lu::Panel> narrow(8, lu::Panel{80, 0});
  const double serving = lu::predict(with_server, square(640, 40), narrow, core_run).seconds;
  with_server.workers.insert(with_server.workers.begin(), Worker{0, 1});
  BOOST_TEST(lu::predict(with_server, square(640, 40), narrow, core_run).seconds < serving);
  for (const std::vector<lu::Panel>& wrong : {std::vector<lu::Panel>{},
                                              {{600, 0}},
                                              {{600, 0}, {80, 0}},
                                              {{640, 0}, {0, 0}},
                                              {{640, 4}},
                                              {{80, 0}, {560, -1}}})
    BOOST_CHECK_THROW(lu::predict(star, square(640, 40), wrong, core_run), ArgumentError);
}

// No policy factors faster than the one that is chosen; where speeds may be wrong it is one that these workers can follow.
BOOST_AUTO_TEST_CASE(policy_of_a_factorization) {
  const Product matrix = square(640, 40);
  for (const Star& star : {server_and_workers(30, 1, 0.01, 0), server_and_workers(1, 3, 0.1, 100),
                           server_and_workers(3, 1, 0.3, 300)}) {
    const std::string chosen = lu::choose_policy(star, matrix, {});
    const double seconds = lu::plan_look_ahead(star, matrix, chosen).predicted.seconds;
    for (const lu::JudgedLookAhead& judged : lu::compare_look_ahead(star, matrix))
      if (judged.obstacle.empty())
        BOOST_TEST(seconds <= lu::plan_look_ahead(star, matrix, judged.policy.name).predicted.seconds,
                   judged.policy.name);
    for (const Uncertainty& uncertainty : {Uncertainty{0.3, false}, Uncertainty{0, true}})
      BOOST_TEST(lu::plan_look_ahead(star, matrix, lu::choose_policy(star, matrix, uncertainty))
                     .predicted.seconds > 0);
  }
  const Star small = server_and_workers(1, 1, 0.1, 2);
  BOOST_CHECK_THROW(lu::choose_policy(small, matrix, {}), ArgumentError);
  BOOST_CHECK_THROW(lu::choose_policy(small, matrix, {0.3, false}), ArgumentError);
}

BOOST_AUTO_TEST_CASE(free_widths_are_no_slower) {
  std::mt19937 random(seed);
  for (int k = 0; k < 5; ++k) {
    const Star star = random_star(5, 40, random);
    BOOST_TEST(make_plan(star, 40).seconds <= make_plan(star, 40, Widths::equal).seconds * (1 + 1e-12));
  }
}

BOOST_AUTO_TEST_CASE(many_workers) {
  std::mt19937 random(seed);
  const Star star = random_star(1000, 200, random);
  BOOST_TEST(make_plan(star, 200).seconds > 0);
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const Star star{plan::Port::one, {{1, 1, 20}}}, small{plan::Port::one, {{1, 1, 9}}};
  BOOST_CHECK_THROW(one_worker(10, 3), ArgumentError);
  BOOST_CHECK_THROW(one_worker(0, 1), ArgumentError);
  BOOST_CHECK_THROW(enrolled_of_cluster({1, 1}, 0, 1), ArgumentError);
  BOOST_CHECK_THROW(enrolled_of_cluster({1, 0}, 1, 1), ArgumentError);
  BOOST_CHECK_THROW(make_plan(star, 0), ArgumentError);
  BOOST_CHECK_THROW(make_plan(small, 10), ArgumentError); // a column has 10 blocks
  for (const std::vector<Index>& widths : {std::vector<Index>{}, {1, 1}, {4, 0, 1}, {6}, {5, -1, 1}})
    BOOST_CHECK_THROW(predict(star, 5, widths), ArgumentError);
}
