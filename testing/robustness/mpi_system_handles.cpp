// BLACS keeps one system handle for a communicator, whoever asks for it: that of a context, which a program got before a
// call of hetgrid, is valid after it. And the table of handles does not grow with the contexts that come and go.
// ranks: 2
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/robustness/transparent_mode.hpp"

namespace {

using namespace hetgrid::testing;

constexpr double tolerance = 1e-11;

struct TransparentMode {
  TransparentMode() { set_transparent_mode(mpi_size()); }
};
BOOST_TEST_GLOBAL_FIXTURE(TransparentMode);

int row_of_processes() {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, mpi_size());
  return context;
}

/// The system context behind a context: BLACS_GET with WHAT = 10.
int system_context_of(int context) {
  int handle = -1;
  Cblacs_get(context, 10, &handle);
  return handle;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_handle_outlives_calls) {
  BOOST_TEST_CONTEXT(on_rank()) {
    for (const Interface interface : {Interface::scalapack, Interface::hg}) {
      const int context = row_of_processes();
      const int before = system_context_of(context);
      BOOST_TEST(solve(interface, context, 20, 2, 3) < tolerance);
      BOOST_TEST(multiply(interface, context, 14, 3) == 0);
      int second = before; // as programs make contexts of another shape for the processes of a context
      Cblacs_gridinit(&second, "C", mpi_size(), 1);
      BOOST_REQUIRE(second >= 0);
      BOOST_TEST(solve(interface, second, 21, 1, 2) < tolerance);
      Cblacs_gridexit(second);
      Cblacs_gridexit(context);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_table_stays_small) {
  BOOST_TEST_CONTEXT(on_rank()) {
    int largest = 0;
    for (int round = 0; round < 300; ++round) {
      const int context = row_of_processes();
      BOOST_REQUIRE(multiply(Interface::scalapack, context, 8, 2) == 0);
      largest = std::max(largest, system_context_of(context));
      Cblacs_gridexit(context);
    }
    BOOST_TEST(largest < 100);
  }
}
