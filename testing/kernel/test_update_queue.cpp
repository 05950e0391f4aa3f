// kernel::UpdateQueue: updates in their order, at once or as late as a device has them, and done only when asked for.
#define BOOST_TEST_MODULE update_queue
#include <boost/test/unit_test.hpp>

#include "kernel/update_queue.hpp"

#include <string>

namespace {

using hetgrid::kernel::update_delay;
using hetgrid::kernel::UpdateQueue;

struct Delay {
  explicit Delay(int questions) { update_delay() = questions; }
  ~Delay() { update_delay() = 0; }
};

} // namespace

BOOST_AUTO_TEST_CASE(a_core_updates_at_once) {
  UpdateQueue queue;
  std::string log;
  BOOST_TEST(queue.done(queue.submitted()));
  const auto first = queue.submit([&] { log += 'a'; });
  BOOST_TEST(log == "a");
  BOOST_TEST(queue.done(first));
  const auto second = queue.submit([&] { log += 'b'; });
  BOOST_TEST(log == "ab");
  BOOST_TEST(second > first);
  BOOST_TEST(queue.done(second));
}

BOOST_AUTO_TEST_CASE(late_updates_are_done_in_their_order) {
  const Delay delay(3);
  UpdateQueue queue;
  std::string log;
  const auto first = queue.submit([&] { log += 'a'; }), second = queue.submit([&] { log += 'b'; });
  BOOST_TEST(log == "");
  int questions = 0;
  while (!queue.done(first))
    ++questions;
  BOOST_TEST(questions == 2);
  BOOST_TEST(log == "a");
  BOOST_TEST(queue.done(first));
  while (!queue.done(second))
    ++questions;
  BOOST_TEST(questions == 4);
  BOOST_TEST(log == "ab");
}

BOOST_AUTO_TEST_CASE(an_update_may_ask_for_those_before_it_and_for_itself) {
  const Delay delay(1);
  UpdateQueue queue;
  const auto first = queue.submit([] {});
  bool before = false, itself = true;
  const auto second = queue.submit([&] {
    before = queue.done(first);
    itself = queue.done(first + 1);
  });
  queue.submit([] {});
  while (!queue.done(second)) {
  }
  BOOST_TEST(before);
  BOOST_TEST(!itself);
}

BOOST_AUTO_TEST_CASE(what_is_late_stays_before_what_is_not) {
  UpdateQueue queue;
  std::string log;
  {
    const Delay delay(5);
    queue.submit([&] { log += 'a'; });
  }
  const auto second = queue.submit([&] { log += 'b'; });
  BOOST_TEST(log == "");
  while (!queue.done(second)) {
  }
  BOOST_TEST(log == "ab");
}
