// Stars, products, transfers and what the simulation makes of them.
#define BOOST_TEST_MODULE server
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/server.hpp"
#include "testing/server/replay.hpp"
#include "testing/support/exception_message.hpp"

#include <limits>

using namespace hetgrid;
using namespace hetgrid::server;
using hetgrid::testing::message;
using hetgrid::testing::Replay;

namespace {

/// Follows a list.
class Scripted : public Policy {
public:
  explicit Scripted(std::vector<Transfer> transfers) : transfers_(std::move(transfers)) {}
  std::optional<Transfer> next(const View&, int worker) override {
    for (auto& transfer : transfers_)
      if (transfer.worker != sent && (worker == any_worker || transfer.worker == worker)) {
        Transfer result = transfer;
        transfer.worker = sent;
        return result;
      }
    return {};
  }

private:
  static constexpr int sent = -2;
  std::vector<Transfer> transfers_;
};

const Piece a0{Operand::a, {0, 1}, {0, 1}}, a1{Operand::a, {0, 1}, {1, 2}}, b0{Operand::b, {0, 1}, {0, 1}},
    b1{Operand::b, {1, 2}, {0, 1}}, c0{Operand::c, {0, 1}, {0, 1}};
const Update u0{{0, 1}, {0, 1}, {0, 1}}, u1{{0, 1}, {0, 1}, {1, 2}};

/// One block of C, two steps, one worker.
std::vector<Transfer> two_steps(int worker = 0) {
  return {{worker, false, {c0}, {}, {}},
          {worker, false, {b0, a0}, {u0}, {b0, a0}},
          {worker, false, {b1, a1}, {u1}, {b1, a1}},
          {worker, true, {c0}, {}, {}}};
}

Star star(std::vector<Worker> workers, plan::Port port = plan::Port::one) {
  return {port, std::move(workers)};
}

} // namespace

// The server, worker 1, has room for one step; its updates take 10 s, those of worker 0 take 1 s. Worker 0 gets its steps from 0 to 2
// and from 2 to 4. Its core copies the second one for half a second, of one in which it computes; that of the server packs and
// copies both for two.
BOOST_AUTO_TEST_CASE(cores_that_copy) {
  const Product product{1, 2, 2, 1, 8, true};
  const auto of = [](int worker, Index j) {
    const Blocks columns{j, j + 1};
    const Piece c{Operand::c, {0, 1}, columns};
    std::vector<Transfer> transfers{{worker, false, {c}, {}, {}}};
    for (Index k = 0; k < 2; ++k) {
      const Piece b{Operand::b, {k, k + 1}, columns}, a{Operand::a, {0, 1}, {k, k + 1}};
      transfers.push_back({worker, false, {b, a}, {{{0, 1}, columns, {k, k + 1}}}, {b, a}});
    }
    transfers.push_back({worker, true, {c}, {}, {}});
    return transfers;
  };
  const auto computing = [&](const Star& star) {
    const std::vector<Transfer> own = of(1, 0), other = of(0, 1);
    Scripted policy({own[0], own[1], other[0], other[1], other[2], own[2], other[3], own[3]});
    const Outcome outcome = simulate(star, product, policy);
    return std::pair(outcome.workers[0].computing, outcome.workers[1].computing);
  };
  Star star{plan::Port::one, {{1, 1, 9, 0, 1}, {0, 10, 3, 0, 0}}};
  BOOST_TEST((computing(star) == std::pair(2.0, 20.0)));
  star.server = 1;
  star.pack_seconds_per_block = 0.25;
  star.workers[0].copy_seconds_per_block = 0.25;
  BOOST_TEST((computing(star) == std::pair(2.5, 22.0)));
}

// c = 1, w = 10: C arrives at 1, B and A at 3, computed until 13, the second pieces meanwhile; until 23; back at 24.
// With room for one step only, the second pieces come from 13 to 15: 26. A latency counts for each piece: 6 in all.
BOOST_AUTO_TEST_CASE(two_steps_by_hand) {
  const Product product{1, 1, 2};
  for (const auto& [buffers, latency, expected] : {std::tuple{Index{5}, 0.0, 24.0},
                                                   {Index{0}, 0.0, 24.0},
                                                   {Index{4}, 0.0, 26.0},
                                                   {Index{3}, 0.0, 26.0},
                                                   {Index{5}, 1.0, 28.0}}) {
    const Star one = star({{1, 10, buffers, latency}});
    Replay replay(one, product);
    Scripted policy(two_steps());
    const Outcome outcome = simulate(one, product, policy, replay.observer());
    BOOST_TEST(replay.verdict() == "");
    BOOST_TEST(outcome.seconds == expected);
    BOOST_TEST(outcome.port_busy == 6 + 6 * latency);
    BOOST_TEST(outcome.bytes == 6 * 8);
    BOOST_TEST(outcome.workers[0].bytes_returned == 8);
    BOOST_TEST(outcome.workers[0].computing == 20);
    BOOST_TEST(outcome.workers[0].waiting == expected - 20);
    BOOST_TEST(outcome.workers[0].most_elements == (buffers == 5 || buffers == 0 ? 5 : 3));
    BOOST_TEST(outcome.enrolled() == 1);
  }
}

BOOST_AUTO_TEST_CASE(zeros_do_not_travel) {
  Product product{1, 1, 2};
  product.zero_c = true;
  const Star one = star({{1, 10, 5, 1}});
  Scripted policy(two_steps());
  const Outcome outcome = simulate(one, product, policy);
  BOOST_TEST(outcome.bytes == 5 * 8);
  BOOST_TEST(outcome.seconds == 4 + 20 + 2); // two pieces, updates, result
}

// Blocks of 4 x 4 of a 5 x 3 x 6 product: the last ones have 1 row, 3 columns, 2 steps.
BOOST_AUTO_TEST_CASE(borders_keep_their_size) {
  const Product product{5, 3, 6, 4};
  BOOST_TEST(product.r() == 2);
  BOOST_TEST(product.s() == 1);
  BOOST_TEST(product.t() == 2);
  BOOST_TEST(elements(product, Piece{Operand::a, {0, 2}, {1, 2}}) == 5 * 2);
  BOOST_TEST(elements(product, Piece{Operand::b, {1, 2}, {0, 1}}) == 2 * 3);
  BOOST_TEST(elements(product, Piece{Operand::c, {1, 2}, {0, 1}}) == 1 * 3);
  const Worker worker{16, 64, 0, 0};
  BOOST_TEST(seconds(product, worker, Update{{0, 2}, {0, 1}, {0, 2}}) == 5 * 3 * 6);
  BOOST_TEST(seconds(product, worker, Transfer{0, true, {{Operand::c, {0, 2}, {0, 1}}}, {}, {}}) == 15);
}

BOOST_AUTO_TEST_CASE(two_links) {
  const Product product{1, 2, 2};
  std::vector<Transfer> transfers = two_steps(0);
  for (Transfer transfer : two_steps(1)) {
    const auto shift = [](std::vector<Piece>& pieces) {
      for (Piece& piece : pieces)
        if (piece.operand != Operand::a)
          piece.columns = {1, 2};
    };
    shift(transfer.pieces);
    shift(transfer.released);
    for (Update& update : transfer.updates)
      update.columns = {1, 2};
    transfers.push_back(transfer);
  }
  for (const auto& [port, expected] : {std::pair{plan::Port::one, 48.0}, {plan::Port::many, 24.0}}) {
    const Star two = star({{1, 10, 5}, {1, 10, 5}}, port);
    Replay replay(two, product);
    Scripted policy(transfers);
    BOOST_TEST(simulate(two, product, policy, replay.observer()).seconds == expected);
    BOOST_TEST(replay.verdict() == "");
  }
}

BOOST_AUTO_TEST_CASE(wrong_policies_are_errors) {
  const Product product{1, 1, 2};
  const auto outcome_of = [&](std::vector<Transfer> transfers, Index buffers = 5) {
    const Star one = star({{1, 10, buffers}});
    Scripted policy(std::move(transfers));
    return message<ArgumentError>([&] { simulate(one, product, policy); });
  };
  const std::vector<Transfer> good = two_steps();
  BOOST_TEST(outcome_of(good) == "no exception");
  BOOST_TEST(outcome_of(good, 2) ==
             "buffers of worker 0: 2: expected room for 2 elements more than the 1 that it holds");
  auto keeps = good; // what nobody releases
  keeps[1].released.clear();
  BOOST_TEST(outcome_of(keeps, 4) ==
             "buffers of worker 0: 4: expected room for 2 elements more than the 3 that it holds");
  BOOST_TEST(outcome_of({good[0], good[1], good[3]}) == "updates of a policy: 1: expected 2");
  BOOST_TEST(outcome_of({good[0], good[1], good[2]}) == "results of a policy: 0: expected 1");
  auto nobody = good;
  nobody[2].worker = 1;
  BOOST_TEST(outcome_of(nobody) == "worker of a transfer: 1: expected 0 to 0");
  auto outside = good;
  outside[1].pieces[0].columns = {0, 2};
  BOOST_TEST(outcome_of(outside) == "columns of a piece: 0 to 2: expected blocks within 0 to 1");
  outside = good;
  outside[1].updates[0].steps = {1, 1};
  BOOST_TEST(outcome_of(outside) == "steps of an update: 1 to 1: expected blocks within 0 to 2");
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const auto of_star = [](const Star& star) { return message<ArgumentError>([&] { validate(star); }); };
  BOOST_TEST(of_star(star({})) == "workers: (none): expected at least one");
  BOOST_TEST(of_star(star({{1, 1, 1}})) == "no exception");
  BOOST_TEST(of_star(star({{0, 1, 0}})) == "no exception");
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  for (const double value : {nan, infinity, -1.0, 1e30}) {
    BOOST_TEST(of_star(star({{1, 1, 1}, {value, 1, 1}})).find("workers[1].seconds_per_block") == 0);
    BOOST_TEST(of_star(star({{1, value, 1}})).find("workers[0].seconds_per_update") == 0);
    BOOST_TEST(of_star(star({{1, 1, 1, value}})).find("workers[0].latency") == 0);
  }
  BOOST_TEST(of_star(star({{1, 0, 1}})).find("workers[0].seconds_per_update: 0") == 0);
  BOOST_TEST(of_star(star({{1, 1, -1}})).find("workers[0].buffers: -1") == 0);
  const auto of_product = [](const Product& product) {
    return message<ArgumentError>([&] { validate(product); });
  };
  BOOST_TEST(of_product({1, 1, 1}) == "no exception");
  for (const Index value : {Index{0}, Index{-1}, Index{100'000'001}}) {
    BOOST_TEST(of_product({value, 1, 1}).find("m: ") == 0);
    BOOST_TEST(of_product({1, value, 1}).find("n: ") == 0);
    BOOST_TEST(of_product({1, 1, value}).find("k: ") == 0);
    BOOST_TEST(of_product({1, 1, 1, value}).find("block_size: ") == 0);
  }
  BOOST_TEST(of_product({1, 1, 1, 1, 7}) == "element_bytes: 7: expected 4, 8 or 16");
  BOOST_TEST(of_product({10'000'000, 10'000'000, 10'000'000}).find("block_size: 1: ") == 0);
  const Star huge = star({{1, 1, 1'000'000'000'000'000'000}});
  Scripted policy(two_steps());
  BOOST_TEST(message<ArgumentError>([&] {
               simulate(huge, {1, 1, 2, 100}, policy);
             }).find("workers[0].buffers") == 0);
}

BOOST_AUTO_TEST_CASE(stars_of_platforms) {
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>{1, 2, 4});
  platform.network.medium = plan::Medium::star;
  platform.network.links = {{1e-3, 1e-9}, {2e-3, 4e-9}, {0, 5e-10}};
  platform.processes[1].memory = 100 * 64 * 64 * 8 + 5;
  const Product product{1000, 1000, 1000, 64};
  const Star two = star_of(platform, product);
  BOOST_REQUIRE(two.workers.size() == 2);
  BOOST_TEST((two.port == plan::Port::one));
  const double bytes = 64 * 64 * 8;
  BOOST_TEST(two.workers[0].seconds_per_block == 4e-9 * bytes);
  BOOST_TEST(two.workers[0].latency == 3e-3);
  BOOST_TEST(two.workers[0].buffers == 100);
  BOOST_TEST(two.workers[0].seconds_per_update == 2 * 64 * 64 * 64.0 / 25e9,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(two.workers[1].process == 2);
  BOOST_TEST(two.workers[1].seconds_per_block == 1e-9 * bytes);
  BOOST_TEST(two.workers[1].buffers == 0);
  platform.server = {1, plan::Port::many, true};
  const Star three = star_of(plan::platform_from_json(plan::to_json(platform)), product);
  BOOST_REQUIRE(three.workers.size() == 3);
  BOOST_TEST((three.port == plan::Port::many));
  BOOST_TEST(three.workers[1].seconds_per_block == 0);
  BOOST_TEST(three.workers[1].latency == 0);
  BOOST_TEST(three.server == 1);
  BOOST_TEST(two.server == -1);
  BOOST_TEST(three.workers[0].copy_seconds_per_block == 0);
  platform.processes[0].host = platform.processes[1].host = "one";
  platform.network = {};
  const Star shared = star_of(platform, product);
  BOOST_TEST(shared.workers[0].copy_seconds_per_block == shared.workers[0].seconds_per_block);
  BOOST_TEST(shared.workers[2].copy_seconds_per_block == 0);
  BOOST_TEST(shared.pack_seconds_per_block == bytes / (25e9 * platform.processes[1].kernels.copy),
             boost::test_tools::tolerance(1e-12));
  platform.processes[2].memory = 100;
  BOOST_TEST(message<ArgumentError>([&] { star_of(platform, product); }) ==
             "processes[2].memory: 100: expected at least 32768, a block");
  const plan::Platform alone = plan::platform_from_cycle_times(std::vector<double>{1});
  BOOST_TEST(message<ArgumentError>([&] { star_of(alone, product); }).find("processes: the server alone") ==
             0);
}
