// Collective operations that wait politely give what MPI's own give, and refuse what MPI cannot count.
// ranks: 1 2 3 4
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/messages.hpp"
#include "hetgrid/error.hpp"

#include <limits>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// What rank `rank` has to give.
std::vector<std::int64_t> values_of(int rank, std::size_t count) {
  std::vector<std::int64_t> values(count);
  for (std::size_t k = 0; k < count; ++k)
    values[k] = 1000 * rank + static_cast<std::int64_t>(k);
  return values;
}

} // namespace

BOOST_AUTO_TEST_CASE(values_are_gathered_by_rank) {
  BOOST_TEST_CONTEXT(on_rank())
  for (const std::size_t count : {0u, 1u, 5u, 5000u}) {
    std::vector<std::int64_t> expected;
    for (int rank = 0; rank < mpi_size(); ++rank)
      for (const std::int64_t value : values_of(rank, count))
        expected.push_back(value);
    BOOST_TEST((comm::all_gather(values_of(mpi_rank(), count), MPI_COMM_WORLD) == expected));
    for (int root = 0; root < mpi_size(); ++root) {
      const auto gathered = comm::gather(values_of(mpi_rank(), count), root, MPI_COMM_WORLD);
      BOOST_TEST((gathered == (mpi_rank() == root ? expected : std::vector<std::int64_t>())));
    }
  }
}

BOOST_AUTO_TEST_CASE(single_values_are_reduced) {
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(comm::all_reduced(mpi_rank(), MPI_MAX, MPI_COMM_WORLD) == mpi_size() - 1);
    BOOST_TEST(comm::all_reduced(0.5 + mpi_rank(), MPI_MIN, MPI_COMM_WORLD) == 0.5);
  }
}

BOOST_AUTO_TEST_CASE(counts_beyond_int_are_refused) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  BOOST_TEST(comm::checked_count(most) == std::numeric_limits<int>::max());
  BOOST_CHECK_THROW(comm::checked_count(most + 1), SystemError);
  BOOST_CHECK_THROW(comm::checked_count((std::size_t{1} << 32) + 8), SystemError); // would be 8
  char nothing = 0;
  BOOST_CHECK_THROW(comm::send(&nothing, most + 1, mpi_rank(), 0, MPI_COMM_WORLD), SystemError);
  BOOST_CHECK_THROW(comm::receive(&nothing, most + 1, mpi_rank(), 0, MPI_COMM_WORLD), SystemError);
  BOOST_CHECK_THROW(comm::broadcast(&nothing, most + 1, 0, MPI_COMM_WORLD), SystemError);
}
