// The policy shared-chunks by a replay of every block on random stars, and how well it uses workers whose speeds it is not told.
#define BOOST_TEST_MODULE shared_chunks
#include <boost/test/unit_test.hpp>

#include "hetgrid/server_policies.hpp"
#include "testing/server/replay.hpp"

#include <random>

using namespace hetgrid;
using namespace hetgrid::server;
using hetgrid::testing::Replay;

namespace {

Outcome run(const Star& star, const Product& product) {
  Replay replay(star, product);
  const auto policy = make_policy("shared-chunks", star, product);
  const Outcome outcome = simulate(star, product, *policy, replay.observer());
  BOOST_TEST(replay.verdict() == "");
  return outcome;
}

/// Seconds in which all workers together do all updates, nobody waiting.
double least_seconds(const Star& star, const Product& product) {
  double speed = 0;
  for (const Worker& worker : star.workers)
    speed += 1 / worker.seconds_per_update;
  return static_cast<double>(product.r() * product.s() * product.t()) / speed;
}

} // namespace

BOOST_AUTO_TEST_CASE(random_stars) {
  for (int seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto draw = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(random);
    };
    Star star{draw(0, 2) ? plan::Port::one : plan::Port::many, {}};
    for (int worker = draw(1, 6); worker > 0; --worker)
      star.workers.push_back({static_cast<double>(draw(0, 20)), static_cast<double>(draw(1, 20)),
                              draw(0, 4) ? draw(5, 90) : 0, draw(0, 1) * 0.5});
    Product product{draw(1, 60), draw(1, 60), draw(1, 40), draw(1, 3), 8};
    product.added = true;
    product.returned =
        draw(0, 4) > 0 || !std::ranges::all_of(star.workers, [](const Worker& w) { return w.buffers == 0; });
    BOOST_TEST_CONTEXT("seed " << seed << ", r s t " << product.r() << ' ' << product.s() << ' '
                               << product.t())
    run(star, product);
  }
}

/// Free links: what is lost is at the beginning and in the end.
BOOST_AUTO_TEST_CASE(nobody_waits) {
  const struct {
    std::vector<double> seconds_per_update;
    Index n, buffers;
    double most; ///< of the least time
  } cases[] = {
      {{1, 1}, 25, 93, 1.01},          {{1, 3}, 25, 93, 1.01},
      {{1, 10}, 25, 93, 1.04},         {{1, 1, 1, 1}, 25, 93, 1.03},
      {{3, 1, 7, 2, 5}, 30, 60, 1.04}, {{1, 1, 1, 1, 1, 1, 1, 1, 1}, 10, 45, 1.13},
  };
  for (const auto& [seconds, n, buffers, most] : cases) {
    Star star{plan::Port::one, {}};
    for (const double w : seconds)
      star.workers.push_back({1e-6, w, buffers});
    Product product{n, n, n, 1, 8, true};
    product.added = true;
    const double ratio = run(star, product).seconds / least_seconds(star, product);
    BOOST_TEST(ratio <= most, seconds.size() << " workers, n = " << n << ": " << ratio);
  }
}

/// Results leave and chunks begin while the worker computes: with a link fast enough it waits for neither.
BOOST_AUTO_TEST_CASE(results_leave_while_the_worker_computes) {
  Product product{28, 28, 25, 1, 8, true};
  product.added = true;
  const Star star{plan::Port::one, {{0.05, 1, 77}}}; // chunks of 7 x 7
  const Outcome outcome = run(star, product);
  BOOST_TEST(outcome.seconds <= 1.01 * least_seconds(star, product));
}
