// What policies remember is within what is reserved for it, and not far below where nobody is sent tasks. Without MPI.
#define BOOST_TEST_MODULE policy_memory
#include <boost/test/unit_test.hpp>

#include "hetgrid/server_policies.hpp"
#include "linalg/server/room.hpp"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <string>

namespace {

std::size_t live = 0, peak = 0; // bytes

} // namespace

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  void* const memory = std::malloc(bytes);
  live += memory ? malloc_usable_size(memory) : 0;
  peak = std::max(peak, live);
  return memory;
}
void* operator new(std::size_t bytes) {
  void* const memory = operator new(bytes, std::nothrow);
  return memory ? memory : throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  live -= memory ? malloc_usable_size(memory) : 0;
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}

namespace {

using namespace hetgrid;

/// Of its policy, while everything is done that it says, bytes.
std::size_t remembered(const std::string& name, const server::Star& star, const server::Product& product) {
  const std::size_t before = live;
  peak = live;
  simulate(star, product, *server::make_policy(name, star, product));
  return peak - before;
}

BOOST_AUTO_TEST_CASE(within_what_is_reserved) {
  constexpr std::size_t lists = std::size_t{256} << 10; // of each worker
  server::Star star{plan::Port::one, {{1, 3, 400, 0, 1}, {1, 5, 400, 0, 2}, {2, 4, 400, 0, 3}}};
  star.posting = server::Posting::ahead;
  for (const std::string name :
       {"guided", "shared-chunks", "orroml", "greedy", "partition", "dynamic-2-phases"}) {
    const server::Product product = server::product_for(name, {400, 400, 2000, 10, 8, true, true});
    const std::size_t reserved = linalg::policy_memory(name, 3, product);
    BOOST_TEST_CONTEXT(name)
    BOOST_TEST(remembered(name, star, product) <= reserved + 3 * lists);
  }
}

// Chunks are remembered alike, whether results are added or not.
BOOST_AUTO_TEST_CASE(tasks_alone_need_memory_for_tasks) {
  const server::Product deep{1000, 1000, 1'000'000, 10, 8, true, true};
  BOOST_TEST(linalg::policy_memory("shared-chunks", 3, deep) == linalg::policy_memory("guided", 3, deep));
  BOOST_TEST(linalg::policy_memory("greedy", 3, deep) >= std::size_t{8} * 100 * 100 * 100'000);
}

} // namespace
