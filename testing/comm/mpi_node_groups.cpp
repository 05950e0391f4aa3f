// comm::NodeGroups, where processes have different environments: that of the first one counts, and nobody waits. ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "comm/node_groups.hpp"
#include "hetgrid/error.hpp"

#include <algorithm>
#include <cstdlib>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// Sizes of groups where the first process has one value of HETGRID_SHARED_MEMORY and the others another.
int most_in_a_group(const char* first, const char* others) {
  setenv("HETGRID_SHARED_MEMORY", mpi_rank() == 0 ? first : others, 1);
  return comm::NodeGroups(MPI_COMM_WORLD).node_size();
}

BOOST_AUTO_TEST_CASE(the_first_process_says) {
  BOOST_TEST(most_in_a_group("on", "off") == mpi_size(), on_rank());
  BOOST_TEST(most_in_a_group("off", "on") == 1, on_rank());
  BOOST_TEST(most_in_a_group("2", "off") == std::min(2, mpi_size()), on_rank());
  BOOST_TEST(most_in_a_group("on", "none") == mpi_size(), on_rank());
}

BOOST_AUTO_TEST_CASE(an_illegal_value_is_refused_by_all) {
  for (const char* const illegal : {"", "0", "-1", "2.5", "of", "99999999999999999999"})
    BOOST_CHECK_THROW(most_in_a_group(illegal, "on"), ArgumentError);
}

} // namespace
