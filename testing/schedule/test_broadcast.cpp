// schedule::broadcast_of: near the best of all trees and numbers of segments; broadcast_seconds: what an execution, message by
// message, takes at most.
#define BOOST_TEST_MODULE broadcast
#include <boost/test/unit_test.hpp>

#include "schedule/broadcast.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace hetgrid::schedule;

/// Message by message: a process sends each segment to its receivers in turns, as soon as it has it. When all have all.
double executed(const Broadcast& broadcast, double bytes, int receivers, const Machine& machine) {
  const double transfer = bytes / broadcast.segments * machine.seconds_per_byte;
  const auto count = static_cast<std::size_t>(receivers + 1),
             segments = static_cast<std::size_t>(broadcast.segments);
  std::vector<std::vector<double>> has(count, std::vector<double>(segments));
  double last = 0;
  for (std::size_t x = 0; x < count; ++x) {
    double link = 0;
    for (std::size_t s = 0; s < segments; ++s)
      for (std::size_t child = x * static_cast<std::size_t>(broadcast.fan_out) + 1;
           child <= (x + 1) * static_cast<std::size_t>(broadcast.fan_out) && child < count; ++child) {
        link = std::max(link, has[x][s]) + transfer;
        has[child][s] = link + machine.latency;
        last = std::max(last, has[child][s]);
      }
  }
  return last;
}

double seconds(const Broadcast& broadcast, double bytes, int receivers, const Machine& machine) {
  return broadcast_seconds(broadcast, bytes, receivers, machine.latency, machine.seconds_per_byte);
}

const Machine machines[] = {{50, 2e-6, 1e-10}, {50, 5e-5, 1e-8}, {50, 0, 1e-10}, {50, 1e-6, 0}, {50, 0, 0}};
const double sizes[] = {0, 1, 64, 4096, 32768, 131072, 1e6, 3e7, 3e9};

} // namespace

BOOST_AUTO_TEST_CASE(near_the_best_of_all) {
  for (const Machine& machine : machines)
    for (const double bytes : sizes)
      for (const int receivers : {1, 2, 3, 5, 7, 15, 31, 63, 200}) {
        const double chosen = seconds(broadcast_of(bytes, receivers, machine), bytes, receivers, machine);
        const int fewest = std::max(1, static_cast<int>(std::ceil(bytes / (1 << 30))));
        for (int fan_out = 1; fan_out <= std::min(8, receivers); ++fan_out)
          for (int segments = fewest; segments == fewest || (segments <= 64 && bytes / segments >= 4096);
               ++segments)
            BOOST_TEST(chosen <= 1.1 * seconds({fan_out, segments}, bytes, receivers, machine),
                       "bytes " << bytes << ", receivers " << receivers << ", fan-out " << fan_out
                                << ", segments " << segments);
      }
}

BOOST_AUTO_TEST_CASE(executed_as_predicted) {
  for (const Machine& machine : machines)
    for (const double bytes : sizes)
      for (const int receivers : {1, 2, 3, 5, 7, 15, 31, 63}) {
        const Broadcast broadcast = broadcast_of(bytes, receivers, machine);
        BOOST_TEST(broadcast.fan_out >= 1);
        BOOST_TEST(bytes / broadcast.segments <= 1 << 30);
        const double time = executed(broadcast, bytes, receivers, machine);
        BOOST_TEST(time <= 1.000001 * seconds(broadcast, bytes, receivers, machine));
        BOOST_TEST(seconds(broadcast, bytes, receivers, machine) <=
                   2 * time + machine.latency * broadcast.segments);
      }
}

BOOST_AUTO_TEST_CASE(the_first_receiver_is_served_first) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const double bytes = std::exp(std::uniform_real_distribution<double>(0, 20)(random));
    const int receivers = std::uniform_int_distribution<int>(1, 300)(random);
    const Broadcast broadcast = broadcast_of(bytes, receivers, machines[0]);
    double before = 0;
    for (int position = 0; position <= receivers; ++position) {
      const double time = seconds(broadcast, bytes, position, machines[0]);
      BOOST_TEST(time >= before);
      before = time;
    }
  }
}

// Nobody is asked to pass anything on who would do it later than the owner could send it himself.
BOOST_AUTO_TEST_CASE(delays_of_those_who_pass_on) {
  for (const int receivers : {2, 7, 15, 31}) {
    BOOST_TEST(broadcast_of(32768, receivers, machines[0], 1).fan_out == receivers);
    for (const double delay : {1e-6, 1e-5, 1e-4, 1e-3}) {
      const Broadcast one = broadcast_of(131072, receivers, machines[0], delay);
      const auto delayed = [&](const Broadcast& broadcast) {
        return broadcast_seconds(broadcast, 131072, receivers, 2e-6, 1e-10, delay);
      };
      BOOST_TEST(delayed(one) <= delayed({receivers, 1}));
      BOOST_TEST(delayed(one) <= delayed(broadcast_of(131072, receivers, machines[0])));
      BOOST_TEST(one.fan_out >= broadcast_of(131072, receivers, machines[0], delay / 10).fan_out);
    }
  }
  BOOST_TEST(passing_delay(1e6, 64, machines[0]) == 1e6 * 64 / 50e9 / 8);
}

BOOST_AUTO_TEST_CASE(short_messages_take_few_hops_and_long_ones_are_sent_once) {
  BOOST_TEST(broadcast_of(64, 63, machines[0]).fan_out > 2);
  BOOST_TEST(broadcast_of(64, 63, machines[0]).segments == 1);
  BOOST_TEST(broadcast_of(1e8, 15, machines[0]).fan_out == 1);
  BOOST_TEST(broadcast_of(1e8, 15, machines[0]).segments >= 64);
}

// Every receiver has one position, places follow each other from `begin` on, the owner has none.
BOOST_AUTO_TEST_CASE(receivers_on_a_ring) {
  for (int size = 1; size <= 6; ++size)
    for (int begin = 0; begin <= size; ++begin) // `size`: the one behind the last is the first
      for (int owner = -1; owner < size; ++owner) {
        const Ring ring{size, begin, owner};
        int position = 0;
        for (int step = 0; step < size; ++step)
          if (const int place = (begin + step) % size; place != owner) {
            BOOST_TEST(ring.position(place) == ++position);
            BOOST_TEST(ring.place(position) == place);
          }
      }
}

BOOST_AUTO_TEST_CASE(only_uniform_owners_go_round) {
  using hetgrid::layout::AxisMap;
  const auto map = [](int lines, std::vector<int> order) { return AxisMap(lines, order); };
  BOOST_TEST(goes_round(map(1, {0})));
  BOOST_TEST(goes_round(map(3, {0, 1, 2})));
  BOOST_TEST(goes_round(map(2, {0, 1, 0, 1})));
  BOOST_TEST(!goes_round(map(3, {0, 2, 1})));
  BOOST_TEST(!goes_round(map(2, {0, 1, 0})));
  BOOST_TEST(!goes_round(map(3, {0, 1})));
}
