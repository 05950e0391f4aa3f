// Plans made before the run: what they do, and what is left of them when some results are there.
#define BOOST_TEST_MODULE static_plan
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_policies.hpp"
#include "server/static_plan.hpp"
#include "testing/server/replay.hpp"

#include <cmath>
#include <random>
#include <set>

using namespace hetgrid;
using namespace hetgrid::server;
using hetgrid::testing::Replay;

namespace {

constexpr unsigned seed = 2006;

Star random_star(std::mt19937_64& random, plan::Port port) {
  const auto draw = [&](Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(random);
  };
  Star star{port, {}};
  for (Index worker = draw(1, 4); worker > 0; --worker)
    star.workers.push_back({static_cast<double>(draw(1, 9)), static_cast<double>(draw(1, 9)), draw(5, 60)});
  return star;
}

Product random_product(std::mt19937_64& random) {
  const auto draw = [&] { return std::uniform_int_distribution<Index>(1, 20)(random); };
  return {draw(), draw(), draw(), std::uniform_int_distribution<Index>(1, 3)(random), 8, random() % 2 == 0,
          true};
}

/// For policies on random stars, of either port.
template <typename Check>
void for_all(Check&& check) {
  std::mt19937_64 random(seed);
  int checked = 0;
  for (int k = 0; k < 30; ++k)
    for (const plan::Port port : {plan::Port::one, plan::Port::many}) {
      const Star star = random_star(random, port);
      const Product product = random_product(random);
      for (const Judged& judged : compare_policies(star, product))
        if (judged.feasible()) {
          BOOST_TEST_CONTEXT("seed " << seed << ", star " << k << ", " << judged.policy.name) {
            check(star, product, static_plan(star, product, *make_policy(judged.policy.name, star, product)),
                  random);
          }
          ++checked;
        }
    }
  BOOST_TEST(checked > 300);
}

std::vector<Piece> results(const std::vector<Transfer>& transfers) {
  std::vector<Piece> pieces;
  for (const Transfer& transfer : transfers)
    if (transfer.to_server)
      pieces.insert(pieces.end(), transfer.pieces.begin(), transfer.pieces.end());
  return pieces;
}

} // namespace

BOOST_AUTO_TEST_CASE(plans_are_complete) {
  for_all([](const Star& star, const Product& product, const StaticPlan& plan, std::mt19937_64&) {
    Replay replay(star, product);
    const auto policy = follow(star, product, plan.transfers);
    const Outcome outcome = simulate(star, product, *policy, replay.observer());
    BOOST_TEST(replay.verdict() == "");
    BOOST_TEST(outcome.bytes == plan.predicted.bytes);
    BOOST_TEST(outcome.seconds <= 1.06 * plan.predicted.seconds);
  });
}

/// Workers are up to four times slower or faster than the plan believes.
BOOST_AUTO_TEST_CASE(speeds_are_others) {
  for_all([](const Star& star, const Product& product, const StaticPlan& plan, std::mt19937_64& random) {
    Star other = star;
    for (Worker& worker : other.workers)
      worker.seconds_per_update *= std::exp2(std::uniform_int_distribution<int>(-2, 2)(random));
    Replay replay(other, product);
    const auto policy = follow(star, product, plan.transfers);
    const Outcome outcome = simulate(other, product, *policy, replay.observer());
    BOOST_TEST(replay.verdict() == "");
    BOOST_TEST(outcome.bytes == plan.predicted.bytes);
  });
}

/// What a slow worker has not begun, others do.
BOOST_AUTO_TEST_CASE(a_worker_lags) {
  const Product product{60, 60, 30, 1, 8, true};
  const auto with_speeds = [](double first) {
    return Star{plan::Port::one, {{0.001, first, 45}, {0.001, 1, 45}, {0.001, 1, 45}}}; // chunks of 5 x 5
  };
  const Star believed = with_speeds(1);
  const StaticPlan plan = static_plan(believed, product, *make_policy("oddoml", believed, product));
  for (const double slow : {1.0, 3.0, 10.0}) {
    const Star star = with_speeds(slow);
    const auto policy = follow(believed, product, plan.transfers);
    const double least = 60 * 60 * 30 / (1 / slow + 2), chunk = 5 * 5 * 30;
    BOOST_TEST(simulate(star, product, *policy).seconds <= least + slow * chunk, slow << " times slower");
  }
}

/// What a worker that does not answer any more was given without result, and all that is left of its part, others get.
BOOST_AUTO_TEST_CASE(a_worker_is_lost) {
  const Product product{12, 12, 6, 1, 8, true};
  const Star star{plan::Port::many, {{0.001, 1, 45}, {0.001, 1, 45}, {0.001, 1, 45}}};
  const StaticPlan plan = static_plan(star, product, *make_policy("oddoml", star, product));
  for (const int given : {0, 1, 3, 7, 9, 14}) {
    const auto policy = follow(star, product, plan.transfers);
    const std::vector<WorkerState> states(3, {45, 0, 0});
    const View view{0, states};
    Index done = 0;
    std::vector<Update> undone;
    for (int k = 0; k < given; ++k) {
      const auto transfer = policy->next(view, 0);
      if (!transfer)
        break;
      undone.insert(undone.end(), transfer->updates.begin(), transfer->updates.end());
      if (transfer->to_server) // it is back
        for (; !undone.empty(); undone.pop_back())
          done += undone.back().rows.size() * undone.back().columns.size() * undone.back().steps.size();
    }
    BOOST_REQUIRE(policy->lost(view, 0, undone));
    BOOST_TEST(!policy->next(view, 0).has_value());
    for (const int worker : {1, 2})
      while (const auto transfer = policy->next(view, worker)) {
        BOOST_TEST(transfer->worker == worker);
        done += updates(*transfer);
      }
    BOOST_TEST(done == 12 * 12 * 6, given << " transfers given");
    BOOST_TEST(!policy->lost(view, 1, std::vector<Update>{{{0, 12}, {0, 12}, {0, 1}}})); // never given
  }
}

/// What is sent is not less than what has to be.
BOOST_AUTO_TEST_CASE(traffic) {
  for_all([](const Star& star, const Product& product, const StaticPlan& plan, std::mt19937_64&) {
    if (product.block_size > 1)
      return; // blocks at the borders are smaller
    std::vector<double> done(star.workers.size());
    for (const Transfer& transfer : plan.transfers)
      done[static_cast<std::size_t>(transfer.worker)] += static_cast<double>(updates(transfer));
    const double least = least_traffic(star, product, done);
    BOOST_TEST(least > 0);
    BOOST_TEST(plan.predicted.bytes >= product.element_bytes * least * (1 - 1e-12));
  });
  BOOST_CHECK_THROW(least_traffic({plan::Port::one, {Worker{1, 1, 5}}}, {1, 1, 1}, {}), ArgumentError);
}

/// Results that are there are not computed again, all others are; what is left of a worker's transfers is in order, begins and
/// ends with an empty memory.
BOOST_AUTO_TEST_CASE(what_is_left) {
  for_all([](const Star& star, const Product& product, const StaticPlan& plan, std::mt19937_64& random) {
    const std::vector<Piece> all = results(plan.transfers);
    std::vector<Piece> done;
    std::ranges::copy_if(all, std::back_inserter(done), [&](const Piece&) { return random() % 2 == 0; });
    const std::vector<Transfer> left = remaining(product, star.workers.size(), plan.transfers, done);
    const std::vector<Piece> again = results(left);
    BOOST_TEST(again.size() == all.size() - done.size());
    for (const Piece& piece : all)
      BOOST_TEST((std::ranges::count(again, piece) + std::ranges::count(done, piece)) == 1);
    Index updated = 0, expected = 0;
    for (const Transfer& transfer : left)
      updated += updates(transfer);
    for (const Piece& piece : again)
      expected += piece.rows.size() * piece.columns.size() * product.t();
    BOOST_TEST(updated == expected);
    auto next = plan.transfers.begin();
    for (const Transfer& transfer : left) {
      next = std::find(next, plan.transfers.end(), transfer);
      BOOST_REQUIRE((next != plan.transfers.end()));
      ++next;
    }
    BOOST_TEST(remaining(product, star.workers.size(), plan.transfers, all).empty());
    BOOST_TEST((remaining(product, star.workers.size(), plan.transfers, {}) == plan.transfers));
  });
}

BOOST_AUTO_TEST_CASE(fingerprints) {
  std::set<std::uint64_t> seen;
  const auto is_new = [&](const std::vector<Transfer>& transfers) {
    return seen.insert(fingerprint(transfers)).second;
  };
  const Transfer some{0, false, {{Operand::a, {0, 1}, {2, 3}}}, {{{0, 1}, {0, 1}, {2, 3}}}, {}};
  BOOST_TEST(is_new({}));
  BOOST_TEST(is_new({some}));
  BOOST_TEST(!is_new({some}));
  for (const auto change :
       {+[](Transfer& x) { x.worker = 1; }, +[](Transfer& x) { x.to_server = true; },
        +[](Transfer& x) { x.pieces[0].operand = Operand::b; },
        +[](Transfer& x) { x.pieces[0].columns.end = 4; }, +[](Transfer& x) { x.updates[0].steps.end = 4; },
        +[](Transfer& x) { x.released = x.pieces; }}) {
    Transfer other = some;
    change(other);
    BOOST_TEST(is_new({other}));
  }
}
