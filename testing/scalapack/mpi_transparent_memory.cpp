// What an intercepted PDGETRF takes beside the program's matrix, as doc/drop-in.md says: measured as the growth of the resident
// set's peak. ranks: 2
// without sanitizers: they have memory of their own
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/support/peak_memory.hpp"

#include <cstdlib>

extern "C" void HG_FC_GLOBAL(pdgetrf, PDGETRF)(const int* m, const int* n, double* a, const int* ia,
                                               const int* ja, const int* desca, int* ipiv, int* info);

namespace {

using namespace hetgrid::testing;

struct CycleTimes {
  CycleTimes() {
    setenv("HETGRID_CYCLE_TIMES", "1,3", 1);
    setenv("HETGRID_MIN_N", "0", 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(CycleTimes);

/// Parts of its local matrix by which the peak of this process grows when A of order n is factored.
double extra_memory(int context, int n) {
  SmallMatrix a(Interface::scalapack, context, n, n, 64);
  a.each([&](int i, int j, double& x) { x = matrix_element(i, j, n); });
  std::vector<int> ipiv(static_cast<std::size_t>(a.rows + 64));
  const double before = peak_memory();
  int info = -1;
  HG_FC_GLOBAL(pdgetrf, PDGETRF)
  (&n, &n, a.local.data(), &one, &one, a.desc, ipiv.data(), &info);
  BOOST_TEST(info == 0);
  return (peak_memory() - before) / static_cast<double>(a.local.size() * sizeof(double));
}

BOOST_AUTO_TEST_CASE(the_documented_parts_of_the_local_matrix) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, 2);
  extra_memory(context, 500); // what MPI and the BLAS keep
  const bool fast = mpi_rank() == 0;
  const double extra = extra_memory(context, 4000);
  BOOST_TEST_MESSAGE("extra memory of PDGETRF on " << on_rank() << ": " << extra << " of the local matrix");
  BOOST_TEST(extra > (fast ? 1.4 : 0.4), on_rank()); // computed on copies
  BOOST_TEST(extra < (fast ? 1.7 : 0.75), on_rank());
  Cblacs_gridexit(context);
}

} // namespace
