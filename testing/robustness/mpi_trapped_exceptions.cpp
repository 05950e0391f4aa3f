// Programs that trap floating-point exceptions, as with gfortran's -ffpe-trap, or look for them afterwards: plans and predictions
// count on infinities and must not show it.
// ranks: 2 4
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/robustness/transparent_mode.hpp"

#include <cfenv>

namespace {

using namespace hetgrid::testing;

constexpr int trapped = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;

/// All calls are wanted, whatever they gain.
struct TransparentMode {
  TransparentMode() { set_transparent_mode(mpi_size()); }
};
BOOST_TEST_GLOBAL_FIXTURE(TransparentMode);

struct Trapping {
  Trapping() {
    std::feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(trapped);
  }
  ~Trapping() {
    fedisableexcept(trapped);
    BOOST_TEST(std::fetestexcept(trapped) == 0, on_rank());
  }
};

/// A context of all processes in one row: the BLACS's, or one with a plan.
int make_context(Interface interface) {
  int context = 0, info = 0;
  const int size = mpi_size();
  Cblacs_get(-1, 0, &context);
  if (interface == Interface::scalapack) {
    Cblacs_gridinit(&context, "R", 1, size);
  } else {
    const double cycle_times[] = {1, 3, 2, 5};
    HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, "R", &one, &size, cycle_times, &info);
  }
  BOOST_REQUIRE_EQUAL(info, 0);
  return context;
}

} // namespace

BOOST_AUTO_TEST_CASE(nothing_traps_and_no_flag_is_left) {
  for (const Interface interface : {Interface::scalapack, Interface::hg})
    BOOST_TEST_CONTEXT(on_rank() << (interface == Interface::hg ? ", hg_" : ", ScaLAPACK's names")) {
      const Trapping trapping;
      const int context = make_context(interface);
      BOOST_TEST(multiply(interface, context, 64, 4) == 0);
      BOOST_TEST(solve(interface, context, 64, 3, 4) < 1e-10);
      BOOST_TEST(factor_qr(interface, context, 64, 4) < 1e-10);
      Cblacs_gridexit(context);
    }
}

// The shape with the fastest products, for as many processes as shapes are known for.
BOOST_AUTO_TEST_CASE(grids_of_a_shape) {
  const Trapping trapping;
  int context = 0, info = 1;
  Cblacs_get(-1, 0, &context);
  const int n = 64, nb = 4;
  const double cycle_times[] = {1, 3, 2, 5};
  HG_FC_GLOBAL_(hg_gridinit_shape, HG_GRIDINIT_SHAPE)(&context, &n, &nb, cycle_times, &info);
  BOOST_TEST(info == 0, on_rank());
  Cblacs_gridexit(context);
}
