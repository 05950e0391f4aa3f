// HETGRID_PARAMETERS that cannot be read, where grids are made: an INFO on every process of the grid, and nothing is left
// behind. The variable of the first process counts.
// ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"

#include <cstdlib>

namespace {

using namespace hetgrid::testing;

constexpr int info_system = -9999;
constexpr const char* malformed[] = {"width",          "width=-1", "width=x",     "breadth=64",
                                     "panel=sideways", ",",        "gflops=1e400"};

void set_parameters(const char* text) {
  setenv("HETGRID_PARAMETERS", text, 1);
}

struct Made {
  int context, info;
};

/// A planned grid of the processes, which are equally fast: in the order of their ranks. Collective.
Made make_grid() {
  Made made{0, 1};
  Cblacs_get(-1, 0, &made.context);
  const int p = 1, q = mpi_size();
  const double cycle_times[] = {1, 1, 1, 1};
  HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&made.context, "R", &p, &q, cycle_times, &made.info);
  return made;
}

/// Likewise one of a shape of at most three processes.
Made make_shape() {
  Made made{0, 1};
  Cblacs_get(-1, 0, &made.context);
  const int n = 40, nb = 4;
  const double cycle_times[] = {1, 1, 1, 1};
  HG_FC_GLOBAL_(hg_gridinit_shape, HG_GRIDINIT_SHAPE)(&made.context, &n, &nb, cycle_times, &made.info);
  return made;
}

} // namespace

BOOST_AUTO_TEST_CASE(planned_grids) {
  set_parameters("");
  const Made before = make_grid();
  BOOST_REQUIRE_EQUAL(before.info, 0);
  Cblacs_gridexit(before.context);
  int system = 0;
  Cblacs_get(-1, 0, &system);
  for (const char* const text : malformed)
    BOOST_TEST_CONTEXT(on_rank() << ", " << text) {
      set_parameters(text);
      const Made refused = make_grid();
      BOOST_TEST(refused.info == info_system);
      BOOST_TEST(refused.context == system);
      set_parameters(mpi_rank() == 0 ? "width=32,panel=collected" : text);
      const Made made = make_grid();
      BOOST_TEST(made.info == 0);
      BOOST_TEST(made.context == before.context, "the refused one is free again");
      if (made.info == 0)
        Cblacs_gridexit(made.context);
    }
}

BOOST_AUTO_TEST_CASE(grids_of_a_shape) {
  for (const char* const text : malformed)
    BOOST_TEST_CONTEXT(on_rank() << ", " << text) {
      set_parameters(text);
      BOOST_TEST(make_shape().info == info_system);
      set_parameters("");
      const Made made = make_shape();
      BOOST_TEST(made.info == 0);
      if (made.info == 0)
        Cblacs_gridexit(made.context);
    }
}

// Of a context of the BLACS the first call of a routine makes a grid.
BOOST_AUTO_TEST_CASE(contexts_of_the_BLACS) {
  for (const char* const text : malformed)
    BOOST_TEST_CONTEXT(on_rank() << ", " << text) {
      int context = 0;
      Cblacs_get(-1, 0, &context);
      Cblacs_gridinit(&context, "R", 1, mpi_size());
      set_parameters(mpi_rank() == 0 ? text : "");
      BOOST_TEST(multiply_on(context) == info_system);
      set_parameters("");
      BOOST_TEST(multiply_on(context) == 0);
      Cblacs_gridexit(context);
    }
}
