// Calls that are made at the same time: each once, all over when they return, and what they throw.
#define BOOST_TEST_MODULE in_parallel
#include <boost/test/unit_test.hpp>

#include "plan/in_parallel.hpp"

#include "testing/support/exception_message.hpp"

#include <sched.h>

#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using hetgrid::plan::in_parallel;

BOOST_AUTO_TEST_CASE(each_is_called_once) {
  for (const std::size_t count : {0, 1, 2, 3, 1000}) {
    std::vector<int> calls(count);
    in_parallel(count, [&](std::size_t k) { ++calls[k]; });
    BOOST_TEST(calls == std::vector<int>(count, 1), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(the_first_exception_is_thrown_when_all_have_returned) {
  std::vector<int> calls(100);
  const auto call = [&](std::size_t k) {
    ++calls[k];
    if (k % 10 == 7)
      throw std::runtime_error(std::to_string(k));
  };
  BOOST_TEST(hetgrid::testing::message<std::runtime_error>([&] { in_parallel(calls.size(), call); }) == "7");
  BOOST_TEST(calls == std::vector<int>(calls.size(), 1), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_process_that_is_bound_to_one_core_has_one_thread) {
  cpu_set_t all, one;
  BOOST_REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  int core = 0;
  while (!CPU_ISSET(core, &all))
    ++core;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  BOOST_REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  std::set<std::thread::id> threads;
  in_parallel(20, [&](std::size_t) { threads.insert(std::this_thread::get_id()); });
  BOOST_TEST(threads.size() == 1);
  sched_setaffinity(0, sizeof all, &all);
}
