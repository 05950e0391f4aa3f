// The policy shared-chunks by a replay of every block on random stars, and how well it uses workers whose speeds it is not told.
#define BOOST_TEST_MODULE shared_chunks
#include <boost/test/unit_test.hpp>

#include "hetgrid/server_policies.hpp"
#include "testing/server/replay.hpp"

#include <random>
#include <utility>

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

/// A policy of a star one worker of which becomes slower at some time.
class SlowDown : public Policy {
public:
  SlowDown(std::unique_ptr<Policy> policy, Worker& worker, double time, double factor)
      : policy_(std::move(policy)), worker_(worker), time_(time), factor_(factor) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    look(view.now);
    return policy_->next(view, worker);
  }
  void progressed(const View& view, int worker) override {
    look(view.now);
    policy_->progressed(view, worker);
  }

private:
  void look(double now) {
    if (now >= time_)
      worker_.seconds_per_update *= std::exchange(factor_, 1.0);
  }

  std::unique_ptr<Policy> policy_;
  Worker& worker_;
  double time_, factor_;
};

/// It costs what power it loses, and little more: others take what it has not begun.
BOOST_AUTO_TEST_CASE(a_worker_slows_down) {
  const Index n = 25;
  Product product{n, n, n, 1, 8, true};
  product.added = true;
  const double all = static_cast<double>(n * n * n);
  for (double part = 0.05; part < 1; part += 0.05) { // of the time at equal speeds
    const double change = part * all / 2, ideal = change + (all - 2 * change) / (1 + 1.0 / 3);
    Star star{plan::Port::one, {{0, 1, 93}, {0, 1, 93}}};
    star.posting = Posting::ahead;
    star.server = 0;
    Replay replay(star, product);
    SlowDown policy(make_policy("shared-chunks", star, product), star.workers[1], change, 3);
    const double seconds = simulate(star, product, policy, replay.observer()).seconds;
    BOOST_TEST(replay.verdict() == "");
    BOOST_TEST(seconds <= 1.03 * ideal, "after " << part << ": " << seconds / ideal);
  }
}
