// Several contexts in use at once, of different shape and with different processes; contexts that leave processes out, and such
// with large numbers.
// ranks: 2 4
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/robustness/transparent_mode.hpp"

#include <array>
#include <dlfcn.h>

namespace {

using namespace hetgrid::testing;

constexpr double tolerance = 1e-11;

struct TransparentMode {
  TransparentMode() { set_transparent_mode(mpi_size()); }
};
BOOST_TEST_GLOBAL_FIXTURE(TransparentMode);

/// A context of the first, or the last, p q processes; < 0 on the others. Collective.
int make_context(int p, int q, bool last = false) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  std::vector<int> map(static_cast<std::size_t>(p * q));
  for (int k = 0; k < p * q; ++k)
    map[static_cast<std::size_t>(k % q * p + k / q)] = last ? mpi_size() - 1 - k : k;
  Cblacs_gridmap(&context, map.data(), p, p, q);
  return context;
}

void free_context(int context) {
  if (context >= 0)
    Cblacs_gridexit(context);
}

/// As if there were so many contexts before one, which hetgrid knows by a number that is as much larger: MPICH has not the
/// communicators for them.
constexpr int others = 1024;
int renumbered = -1; ///< none

/// What the BLACS call a context; -1: nothing.
int number_of(int context) {
  if (renumbered < 0 || (context != renumbered && context != renumbered + others))
    return context;
  return context == renumbered ? -1 : renumbered;
}

} // namespace

extern "C" void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol) {
  static const auto original =
      reinterpret_cast<decltype(&Cblacs_gridinfo)>(dlsym(RTLD_NEXT, "Cblacs_gridinfo"));
  original(number_of(context), nprow, npcol, myrow, mycol);
}

extern "C" void Cblacs_get(int context, int what, int* value) {
  static const auto original = reinterpret_cast<decltype(&Cblacs_get)>(dlsym(RTLD_NEXT, "Cblacs_get"));
  original(number_of(context), what, value);
}

BOOST_AUTO_TEST_CASE(large_numbers) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const int context = make_context(1, mpi_size()), n = 20, nb = 4;
    SmallMatrix a(Interface::scalapack, context, n, n, nb), c(a);
    for (SmallMatrix* const matrix : {&a, &c})
      matrix->desc[1] += others;
    renumbered = context;
    const double alpha = 1, beta = 0;
    HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)
    ("N", "N", &n, &n, &n, &alpha, a.local.data(), &one, &one, a.desc, a.local.data(), &one, &one, a.desc,
     &beta, c.local.data(), &one, &one, c.desc);
    BOOST_TEST(HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)() == 0);
    renumbered = -1;
    free_context(context);
  }
}

BOOST_AUTO_TEST_CASE(two_contexts_interleaved) {
  BOOST_TEST_CONTEXT(on_rank()) {
    // All processes in a row; all but one in a column, the last first: rank 0 is in the first only.
    const std::array contexts{make_context(1, mpi_size()), make_context(mpi_size() - 1, 1, true)};
    for (int round = 0; round < 3; ++round)
      for (const int context : contexts)
        if (context >= 0) {
          BOOST_TEST(solve(Interface::scalapack, context, 23 + round, 2, 3) < tolerance);
          BOOST_TEST(multiply(Interface::scalapack, context, 17 + round, 4) == 0);
          BOOST_TEST(solve(Interface::hg, context, 19 + round, 1, 2) < tolerance);
        }
    // The first ends, the second goes on; a new one gets the number of the first, and another shape.
    free_context(contexts[0]);
    if (contexts[1] >= 0)
      BOOST_TEST(solve(Interface::scalapack, contexts[1], 20, 2, 3) < tolerance);
    const int third = make_context(mpi_size(), 1);
    BOOST_TEST(third == contexts[0]);
    BOOST_TEST(solve(Interface::scalapack, third, 21, 3, 2) < tolerance);
    if (contexts[1] >= 0)
      BOOST_TEST(multiply(Interface::scalapack, contexts[1], 13, 2) == 0);
    free_context(third);
    free_context(contexts[1]);
  }
}

BOOST_AUTO_TEST_CASE(block_cyclic_and_planned_context) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const int plain = make_context(1, mpi_size());
    int planned = 0, info = -1;
    Cblacs_get(-1, 0, &planned);
    const int p = mpi_size() / 2, q = 2;
    const double cycle_times[] = {1, 2, 3, 6};
    HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&planned, "R", &p, &q, cycle_times, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    for (int round = 0; round < 3; ++round) {
      BOOST_TEST(solve(Interface::hg, planned, 18 + round, 2, 2) < tolerance);
      BOOST_TEST(solve(Interface::scalapack, plain, 22 + round, 2, 3) < tolerance);
      BOOST_TEST(solve(Interface::scalapack, planned, 15 + round, 1, 2) < tolerance);
      BOOST_TEST(multiply(Interface::hg, planned, 16 + round, 3) == 0);
    }
    free_context(planned);
    free_context(plain);
  }
}

BOOST_AUTO_TEST_CASE(processes_left_out) {
  BOOST_TEST_CONTEXT(on_rank()) {
    // What programs do: those left out skip the calls, or call with a descriptor whose context is -1.
    for (const bool last : {false, true}) {
      const int context = make_context(1, mpi_size() / 2, last);
      if (context >= 0) {
        BOOST_TEST(solve(Interface::scalapack, context, 25, 2, 4) < tolerance);
        BOOST_TEST(multiply(Interface::scalapack, context, 15, 4) == 0);
        BOOST_TEST(solve(Interface::hg, context, 25, 2, 4) < tolerance);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      free_context(context);
    }
  }
}
