// What the pool of copies keeps for the next call, and what it asks the system for.
#define BOOST_TEST_MODULE memory_pool
#include "scalapack/transparent/memory_pool.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using hetgrid::scalapack::transparent::MemoryPool;

constexpr std::size_t page = std::size_t{2} << 20; // what blocks are whole numbers of

/// A call that has copies of so many pages each. \return pages that prepare() says are missing
std::size_t call(MemoryPool& pool, const std::vector<std::size_t>& pages) {
  std::vector<std::size_t> sizes;
  for (const std::size_t count : pages)
    sizes.push_back(count * page);
  const std::size_t missing = pool.prepare(sizes), kept = pool.bytes();
  std::vector<void*> taken;
  for (const std::size_t bytes : sizes)
    if (bytes > 0)
      taken.push_back(pool.take(bytes));
  BOOST_TEST(pool.bytes() == kept + missing);
  for (void* const memory : taken)
    pool.put_back(memory);
  return missing / page;
}

BOOST_AUTO_TEST_CASE(the_same_again_asks_for_nothing) {
  MemoryPool pool;
  BOOST_TEST(call(pool, {4, 100, 20}) == 124);
  BOOST_TEST(call(pool, {4, 100, 20}) == 0);
  BOOST_TEST(call(pool, {20, 4, 100}) == 0);
  BOOST_TEST(call(pool, {0, 96, 19}) == 0); // a little less
  BOOST_TEST(pool.bytes() == 120 * page);
}

BOOST_AUTO_TEST_CASE(a_small_copy_leaves_a_large_block_to_a_large_one) {
  MemoryPool pool;
  call(pool, {100, 10});
  BOOST_TEST(call(pool, {50, 100}) == 50);
  BOOST_TEST(pool.bytes() == 150 * page);
}

BOOST_AUTO_TEST_CASE(enough_in_sum_is_not_enough) {
  MemoryPool pool;
  call(pool, {60, 60});
  BOOST_TEST(call(pool, {120}) == 120);
  BOOST_TEST(pool.bytes() == 120 * page);
}

BOOST_AUTO_TEST_CASE(what_is_new_is_touched_once) {
  MemoryPool pool;
  const std::size_t bytes = 3 * page + 1000, system_page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const memory = static_cast<unsigned char*>(pool.take(bytes));
  pool.touch();
  std::vector<unsigned char> resident((bytes + system_page - 1) / system_page);
  BOOST_REQUIRE(mincore(memory, bytes, resident.data()) == 0);
  BOOST_TEST(std::ranges::count_if(resident, [](unsigned char flags) { return (flags & 1) == 0; }) == 0);
  memory[0] = memory[bytes - 1] = 7;
  pool.put_back(memory);
  BOOST_REQUIRE(pool.take(bytes) == memory);
  pool.touch();
  BOOST_TEST(static_cast<int>(memory[0]) == 7);
  BOOST_TEST(static_cast<int>(memory[bytes - 1]) == 7);
  pool.put_back(memory);
}

BOOST_AUTO_TEST_CASE(all_can_be_freed) {
  MemoryPool pool;
  call(pool, {3, 5});
  pool.trim();
  BOOST_TEST(pool.bytes() == 0);
}

} // namespace
