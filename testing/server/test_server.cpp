// Stars, products, transfers and what the simulation makes of them.
#define BOOST_TEST_MODULE server
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/server.hpp"
#include "hetgrid/server_bounds.hpp"
#include "server/links.hpp"
#include "server/wire.hpp"
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

namespace {

Star ahead(std::vector<Worker> workers, double wire = 1, bool both_ways = true) {
  return {plan::Port::one, std::move(workers), -1, 0, Posting::ahead, wire, both_ways};
}

} // namespace

// C, B and A share the link until 3, updates until 13 and 23. With room for one step only, the second pieces wait at their worker, from
// 13 to 15. With a latency of 1, what is announced at 0 begins at 2; the second pieces, announced at 5, are seen at 15, when the worker
// has computed, or, if it can look after its messages in between, at 10. The result has been asked for before it is complete, and is
// back at 27 then (one at a time: 28).
BOOST_AUTO_TEST_CASE(two_steps_posted_ahead) {
  const struct {
    Index q, buffers;
    double latency, seconds;
    Index held; // blocks
  } cases[] = {{1, 5, 0, 24, 5}, {1, 0, 0, 24, 5},   {1, 4, 0, 26, 3},  {1, 3, 0, 26, 3},
               {1, 5, 1, 30, 3}, {192, 5, 1, 27, 5}, {192, 3, 1, 30, 3}};
  for (const auto& [q, buffers, latency, expected, held] : cases) {
    const Product product{q, q, 2 * q, q};
    const Star one = ahead({{1, 10, buffers, latency}});
    Replay replay(one, product);
    Scripted policy(two_steps());
    const Outcome outcome = simulate(one, product, policy, replay.observer());
    BOOST_TEST(replay.verdict() == "");
    BOOST_TEST(outcome.seconds == expected, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(outcome.port_busy == 6, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(outcome.bytes == static_cast<double>(6 * 8 * q * q));
    BOOST_TEST(outcome.workers[0].computing == 20, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(outcome.workers[0].most_elements == held * q * q);
  }
}

// Slow links of two workers, 4 s a block, on a wire of 1 s: what one after the other takes 2 (1 + 2 + 1) 4 s and the updates of the
// second takes half of it. The core that packs for a second a block lets B of the second worker begin at 8, and A
// at 9.
BOOST_AUTO_TEST_CASE(slow_links_beside_each_other) {
  const Product product{1, 2, 1};
  std::vector<Transfer> transfers;
  for (const int stage : {0, 1, 2})
    for (const int worker : {0, 1}) {
      const Blocks column{worker, worker + 1};
      const Piece a{Operand::a, {0, 1}, {0, 1}}, b{Operand::b, {0, 1}, column}, c{Operand::c, {0, 1}, column};
      if (stage == 1)
        transfers.push_back({worker, false, {b, a}, {{{0, 1}, column, {0, 1}}}, {b, a}});
      else
        transfers.push_back({worker, stage == 2, {c}, {}, {}});
    }
  const auto seconds = [&](Star star, bool shares_memory = false) {
    star.workers = {{4, 1, 3}, {4, 1, 3}};
    for (Worker& worker : star.workers)
      worker.shares_memory = shares_memory;
    Scripted policy(transfers);
    return simulate(star, product, policy).seconds;
  };
  BOOST_TEST(seconds(star({})) == 32);
  BOOST_TEST(seconds(ahead({})) == 4 + 8 + 1 + 4);
  Star packing = ahead({});
  packing.pack_seconds_per_block = 1;
  BOOST_TEST(seconds(packing) == 8 + 8 + 1 + 4);
  BOOST_TEST(seconds(ahead({}), true) == 1); // nothing travels
}

BOOST_AUTO_TEST_CASE(shared_memory_has_no_bound_but_computing) {
  const Product product{8, 8, 8, 1, 8};
  Star star;
  star.workers = {{100, 1, 48}, {100, 1, 48}};
  for (Worker& worker : star.workers) {
    worker.copy_seconds_per_block = worker.seconds_per_block;
    worker.shares_memory = true;
  }
  star.posting = Posting::ahead;
  const Bounds none = bounds(star, product);
  BOOST_TEST(none.traffic == 0);
  BOOST_TEST(none.any() == 8 * 8 * 8 / 2.0, boost::test_tools::tolerance(1e-9));
  star.posting = Posting::one_at_a_time;
  BOOST_TEST(bounds(star, product).any() > none.any());
}

BOOST_AUTO_TEST_CASE(messages_share_wire_and_links) {
  const auto end = [](Wire& wire) {
    const double now = wire.next();
    return std::pair(now, wire.arrivals(now));
  };
  using Arrivals = std::pair<double, std::vector<Index>>;
  const Star star = ahead({{1, 1, 9}, {1, 1, 9}, {4, 1, 9}, {1, 1, 9, 0, 0, 1}});
  { // equal parts, and all of it to who is left
    Wire wire(star);
    wire.begin(0, 0, false, 2, 1);
    wire.begin(0, 1, false, 4, 2);
    BOOST_TEST((end(wire) == Arrivals{4, {1}}));
    BOOST_TEST((end(wire) == Arrivals{6, {2}}));
    BOOST_TEST(wire.idle());
  }
  { // a slow link leaves its part to the other: 1/4 and 3/4 of a block a second
    Wire wire(star);
    wire.begin(0, 2, false, 8, 1);
    wire.begin(0, 0, false, 3, 2);
    BOOST_TEST((end(wire) == Arrivals{4, {2}}));
    BOOST_TEST((end(wire) == Arrivals{8, {1}}));
  }
  { // results have a way of their own, or not
    Wire wire(star);
    wire.begin(0, 0, false, 2, 1);
    wire.begin(0, 0, true, 2, 2);
    BOOST_TEST((end(wire) == Arrivals{2, {1, 2}}));
    const Star bus = ahead(star.workers, 1, false);
    Wire shared(bus);
    shared.begin(0, 0, false, 2, 1);
    shared.begin(0, 1, true, 2, 2);
    BOOST_TEST((end(shared) == Arrivals{4, {1, 2}}));
  }
  { // two of a link; and a process of the server's host, which needs no wire
    Wire wire(star);
    wire.begin(0, 2, false, 4, 1);
    wire.begin(0, 2, false, 4, 2);
    wire.begin(0, 3, false, 4, 3);
    BOOST_TEST((end(wire) == Arrivals{4, {3}}));
    BOOST_TEST((end(wire) == Arrivals{8, {1, 2}}));
  }
  { // a wire slower than the link
    const Star slow = ahead({{1, 1, 9}}, 2);
    Wire wire(slow);
    wire.begin(1, 0, false, 3, 1);
    BOOST_TEST((end(wire) == Arrivals{7, {1}}));
  }
}

// C and the first step are under way; the second has no room until the first is done, is posted all the same, and keeps the link
// from nobody; the result would have to wait for more than that.
BOOST_AUTO_TEST_CASE(links_post_ahead) {
  const Product product{1, 1, 2};
  const Star one = ahead({{1, 10, 3}});
  Scripted policy(two_steps());
  double now = 0;
  Links links(one, product, policy, Posting::ahead, [&] { return now; });
  std::vector<Transfer> given;
  const auto ask = [&] {
    while (const auto transfer = links.next(0)) {
      BOOST_TEST(links.begin(*transfer) == std::ssize(given));
      given.push_back(*transfer);
    }
    return std::ssize(given);
  };
  BOOST_TEST(ask() == 2);
  BOOST_TEST(links.state(0).pending == 1);
  BOOST_TEST(links.state(0).free == 0);
  BOOST_TEST(links.state(0).ready == 12);
  now = 1;
  links.arrived(0, given[0]);
  BOOST_TEST(ask() == 3); // waits
  BOOST_TEST(links.state(0).pending == 1);
  BOOST_TEST(links.state(0).free == 0);
  BOOST_TEST(ask() == 3); // one that is under way leaves room, but the result is not complete then
  BOOST_TEST((links.held_up(0) && links.held_up(0)->to_server));
  now = 3;
  links.arrived(1, given[1]);
  BOOST_TEST(ask() == 3);
  now = 13;
  links.computed(0); // what has waited goes, the result may wait for the rest
  BOOST_TEST(links.state(0).ready == 23);
  BOOST_TEST(ask() == 4);
  BOOST_TEST(links.expects_room(0));
  links.arrived(2, given[2]);
  links.computed(0);
  links.arrived(3, given[3]);
  BOOST_TEST(links.state(0).free == 3);
  BOOST_TEST(!links.expects_room(0));

  Scripted again(two_steps());
  Links paper(one, product, again, Posting::one_at_a_time, [&] { return now; });
  const auto first = paper.next(0);
  BOOST_REQUIRE(first);
  paper.begin(*first);
  BOOST_TEST(!paper.next(0));
  paper.arrived(0, *first);
  const auto second = paper.next(0);
  BOOST_REQUIRE(second);
  paper.begin(*second);
  paper.arrived(1, *second);
  BOOST_TEST(!paper.next(0)); // no room
  BOOST_TEST((paper.held_up(0)->pieces == two_steps()[2].pieces));
}

// A worker that has to have enough to do is posted more, however much it waits for, as far as copies of that fit into its memory.
BOOST_AUTO_TEST_CASE(links_keep_busy) {
  const Product product{1, 1, 2};
  const Star one = ahead({{1, 10, 3}});
  const auto posted = [&](double seconds, bool arrive) {
    Scripted policy(two_steps());
    Links links(one, product, policy, Posting::ahead, [] { return 0; });
    links.keep_busy(seconds);
    std::ptrdiff_t count = 0;
    for (; const auto transfer = links.next(0); ++count) {
      const auto number = links.begin(*transfer);
      if (arrive || count < 2)
        links.arrived(number, *transfer);
    }
    return count;
  };
  BOOST_TEST(posted(0, true) == 3);
  BOOST_TEST(posted(22, true) == 3); // ready at 22 after the second step: not before
  BOOST_TEST(posted(23, true) == 4); // the result, too
  // The second step travels: two elements, and two that the first would make room for.
  BOOST_TEST(posted(23, false) == 3);
}

// Who is ready first is judged by how long updates take; a worker that needs nearly what is said of it is taken at its word.
BOOST_AUTO_TEST_CASE(links_learn_the_pace) {
  const Product product{1, 1, 2};
  const Star one = ahead({{1, 10, 3}});
  for (const auto& [seconds, ready] : {std::pair{40.0, 40.0}, {10.4, 10.0}, {2.5, 2.5}}) {
    Scripted policy(two_steps());
    Links links(one, product, policy, Posting::ahead, [] { return 0; });
    while (const auto transfer = links.next(0))
      links.begin(*transfer);
    links.arrived(0, two_steps()[0]);
    while (const auto transfer = links.next(0))
      links.begin(*transfer);
    links.computed(0, seconds);
    BOOST_TEST(links.state(0).ready == ready, boost::test_tools::tolerance(1e-12));
  }
}

// Others are sent to, whatever waits; a worker that is forgotten waits no more; what the server does itself needs no link.
BOOST_AUTO_TEST_CASE(links_forget) {
  const Product product{1, 2, 2};
  std::vector<Transfer> transfers = two_steps(0);
  for (Transfer transfer : two_steps(1))
    transfers.push_back(transfer);
  const Star two = ahead({{1, 10, 3}, {1, 10, 3}});
  Scripted policy(transfers);
  Links links(two, product, policy, Posting::ahead, [] { return 0; });
  std::vector<Transfer> given;
  const auto ask = [&] {
    while (const auto transfer = links.next(0)) {
      links.begin(*transfer);
      given.push_back(*transfer);
    }
    return std::ssize(given);
  };
  BOOST_TEST(ask() == 2);
  links.arrived(0, given[0]);
  links.arrived(1, given[1]);
  BOOST_TEST(ask() == 3); // the second step waits, its result holds the policy up
  links.forget(0);
  BOOST_TEST(links.state(0).free == 3);
  BOOST_TEST(links.state(0).pending == 0);
  BOOST_TEST(!links.held_up(0).has_value());
  BOOST_TEST(ask() == 5); // C and a step of the other
  links.set_here(1, true);
  links.leave(3, 1);
  links.leave(4, 1);
  BOOST_TEST(ask() == 5); // the server has no room for the second step before it has done the first
  links.arrived(3, given[3]);
  links.computed(1);
  BOOST_TEST(ask() == 6);
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
    BOOST_TEST(of_star(ahead({{1, 1, 1}}, value)).find("wire_seconds_per_block") == 0);
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
  plan::Platform curved = platform;
  curved.processes[2].curve = {{1e6, 10}, {2e6, 5}};
  for (const auto& [element_bytes, seconds] : {std::pair{4, 0.5 / 10e9}, {8, 1 / 10e9}, {16, 4 / 5e9}})
    BOOST_TEST(star_of(curved, {1000, 1000, 1000, 64, element_bytes}).workers[1].seconds_per_update ==
                   2 * 64 * 64 * 64 * seconds,
               boost::test_tools::tolerance(1e-12));
  BOOST_TEST(two.workers[1].process == 2);
  BOOST_TEST(two.workers[1].seconds_per_block == 1e-9 * bytes);
  BOOST_TEST(two.workers[1].buffers == 0);
  platform.server = {1, plan::Port::many, true};
  BOOST_TEST((two.posting == Posting::ahead));
  BOOST_TEST(two.wire_seconds_per_block == 1e-9 * bytes);
  BOOST_TEST(two.both_ways);
  const Star three = star_of(plan::platform_from_json(plan::to_json(platform)), product);
  BOOST_REQUIRE(three.workers.size() == 3);
  BOOST_TEST((three.port == plan::Port::many));
  BOOST_TEST(three.wire_seconds_per_block == 0);
  BOOST_TEST(three.workers[1].seconds_per_block == 0);
  BOOST_TEST(three.workers[1].latency == 0);
  BOOST_TEST(three.server == 1);
  BOOST_TEST(two.server == -1);
  BOOST_TEST(three.workers[0].copy_seconds_per_block == 0);
  platform.processes[0].host = platform.processes[1].host = "one";
  platform.network = {};
  platform.network.medium = plan::Medium::bus;
  BOOST_TEST(!star_of(platform, product).both_ways);
  platform.network.medium = plan::Medium::crossbar;
  platform.server.port = plan::Port::one;
  BOOST_TEST(star_of(platform, product).both_ways);
  BOOST_TEST(star_of(platform, product).wire_seconds_per_block ==
             platform.network.between_hosts.seconds_per_byte * bytes);
  const Star shared = star_of(platform, product);
  BOOST_TEST(shared.workers[0].copy_seconds_per_block == shared.workers[0].seconds_per_block);
  BOOST_TEST(shared.workers[2].copy_seconds_per_block == 0);
  BOOST_TEST(shared.workers[0].shares_memory);
  BOOST_TEST(!shared.workers[2].shares_memory);
  { // of a host some, by two at a time
    plan::Platform all = platform;
    for (plan::ProcessSpeed& process : all.processes)
      process.host = "one";
    const auto sharing = [&](int limit) {
      std::vector<bool> shares;
      for (const Worker& worker : star_of(all, product, limit).workers)
        shares.push_back(worker.shares_memory);
      return shares;
    };
    BOOST_TEST(sharing(3) == (std::vector{true, false, true}), boost::test_tools::per_element());
    BOOST_TEST(sharing(2) == (std::vector{true, false, false}), boost::test_tools::per_element());
    BOOST_TEST(sharing(1) == (std::vector{false, false, false}), boost::test_tools::per_element());
  }
  BOOST_TEST(shared.server_seconds_per_update ==
                 2.0 * static_cast<double>(product.block_size * product.block_size * product.block_size) /
                     25e9,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(shared.pack_seconds_per_block == bytes / (25e9 * platform.processes[1].kernels.copy),
             boost::test_tools::tolerance(1e-12));
  { // the server alone copies
    plan::Platform measured = platform;
    measured.processes[1].copy_alone = 2 * platform.processes[1].kernels.copy;
    const Star star = star_of(measured, product);
    BOOST_TEST(star.pack_seconds_per_block == shared.pack_seconds_per_block / 2,
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(star.kernels.copy == measured.processes[1].copy_alone);
  }
  { // what the server computes itself passes no wire
    plan::Platform slow = platform;
    slow.network.between_hosts.seconds_per_byte = 1;
    Star star = star_of(slow, product);
    star.workers.erase(star.workers.begin()); // on its host
    star.server = 0;
    BOOST_TEST(bounds(star, product).any() <= bounds({plan::Port::one, {star.workers[0]}}, product).any());
  }
  { // a star whose pairs have links of their own
    plan::Platform pairs = platform;
    pairs.network.medium = plan::Medium::star;
    pairs.network.pairs.assign(9, {0, 2e-9});
    BOOST_TEST(star_of(pairs, product).wire_seconds_per_block == 2e-9 * bytes);
  }
  platform.processes[2].memory = 100;
  BOOST_TEST(message<ArgumentError>([&] { star_of(platform, product); }) ==
             "processes[2].memory: 100: expected at least 32768, a block");
  const plan::Platform alone = plan::platform_from_cycle_times(std::vector<double>{1});
  BOOST_TEST(message<ArgumentError>([&] { star_of(alone, product); }).find("processes: the server alone") ==
             0);
}
