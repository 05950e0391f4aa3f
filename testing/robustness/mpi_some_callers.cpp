// Calls that only some processes of a context make: of the PBLAS those on which the operands lie, which is what programs
// do with a block that one process owns; ScaLAPACK computes and returns. And calls with an illegal argument on one process.
// ranks: 4
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/robustness/transparent_mode.hpp"
#include "testing/support/larger.hpp"

extern "C" {
void HG_FC_GLOBAL(pdtrsm, PDTRSM)(const char* side, const char* uplo, const char* transa, const char* diag,
                                  const int* m, const int* n, const double* alpha, const double* a,
                                  const int* ia, const int* ja, const int* desca, double* b, const int* ib,
                                  const int* jb, const int* descb);
void HG_FC_GLOBAL(pdtran, PDTRAN)(const int* m, const int* n, const double* alpha, const double* a,
                                  const int* ia, const int* ja, const int* desca, const double* beta,
                                  double* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL(pdpotrf, PDPOTRF)(const char* uplo, const int* n, double* a, const int* ia, const int* ja,
                                    const int* desca, int* info);
}

namespace {

using namespace hetgrid::testing;

constexpr int n = 600, nb = 300;

/// All calls are wanted, whatever they gain.
struct TransparentMode {
  TransparentMode() { set_transparent_mode(mpi_size()); }
};
BOOST_TEST_GLOBAL_FIXTURE(TransparentMode);

struct TwoByTwo {
  TwoByTwo() {
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "R", 2, 2);
    int p, q;
    Cblacs_gridinfo(context, &p, &q, &row, &column);
  }
  ~TwoByTwo() { Cblacs_gridexit(context); }
  int context = 0, row = 0, column = 0;
};

/// Lower triangular, 2 on the diagonal, -1 below it in the first column only: L x = (2, 1, 1 ...) for x = 1.
double triangle(int i, int j) {
  return i == j ? 2 : j % nb == 0 && i > j ? -1 : 0;
}

/// Solves L X = B for the block of order nb at (i, j), from 1, which the callers own. \return the greatest error
double solve_block(TwoByTwo& grid, int rows_of_b, int j) {
  SmallMatrix a(Interface::scalapack, grid.context, n, n, nb),
      b(Interface::scalapack, grid.context, n, n, nb);
  a.each([](int i, int k, double& x) { x = triangle(i, k); });
  b.each([](int i, int, double& x) { x = i % nb == 0 ? 2 : 1; });
  const int m = nb;
  const double alpha = 1;
  HG_FC_GLOBAL(pdtrsm, PDTRSM)
  ("L", "L", "N", "N", &m, &rows_of_b, &alpha, a.local.data(), &one, &one, a.desc, b.local.data(), &one, &j,
   b.desc);
  double error = 0;
  b.each([&](int i, int k, double& x) {
    if (i < nb && k >= j - 1 && k < j - 1 + rows_of_b)
      error = larger(error, std::abs(x - 1));
  });
  return error;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_owner_of_a_block_alone) {
  BOOST_TEST_CONTEXT(on_rank()) {
    TwoByTwo grid;
    if (grid.row == 0 && grid.column == 0)
      BOOST_TEST(solve_block(grid, nb, 1) < 1e-12);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

BOOST_AUTO_TEST_CASE(the_owners_of_a_block_row_alone) {
  BOOST_TEST_CONTEXT(on_rank()) {
    TwoByTwo grid;
    if (grid.row == 0)
      BOOST_TEST(solve_block(grid, n, 1) < 1e-12);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// Their rows and columns are all there are.
BOOST_AUTO_TEST_CASE(the_owners_of_blocks_in_all_rows_and_columns) {
  BOOST_TEST_CONTEXT(on_rank()) {
    TwoByTwo grid;
    const int m = nb, second = nb + 1;
    const double alpha = 1, beta = 0;
    SmallMatrix a(Interface::scalapack, grid.context, n, n, nb), c(a);
    a.each([](int i, int j, double& x) { x = (i + 2 * j) % 7; });
    if (grid.row == grid.column)
      HG_FC_GLOBAL(pdtran, PDTRAN)
    (&m, &m, &alpha, a.local.data(), &one, &one, a.desc, &beta, c.local.data(), &second, &second, c.desc);
    int wrong = 0;
    c.each([&](int i, int j, double& x) { wrong += i >= nb && j >= nb && x != (j - nb + 2 * (i - nb)) % 7; });
    BOOST_TEST(wrong == 0);
    if (grid.row == 0 || grid.column == 1)
      HG_FC_GLOBAL(pdgemm, PDGEMM)
    ("N", "N", &m, &m, &m, &alpha, a.local.data(), &one, &one, a.desc, a.local.data(), &second, &second,
     a.desc, &beta, c.local.data(), &one, &second, c.desc);
    c.each([&](int i, int j, double& x) {
      if (i < nb && j >= nb) {
        double expected = 0;
        for (int k = 0; k < nb; ++k)
          expected += (i + 2 * k) % 7 * ((nb + k + 2 * j) % 7);
        wrong += x != expected;
      }
    });
    BOOST_TEST(wrong == 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// ScaLAPACK compares the arguments of all processes: INFO is the same everywhere, and nobody waits for the one that is
// told of its own argument.
BOOST_AUTO_TEST_CASE(illegal_on_one_process) {
  BOOST_TEST_CONTEXT(on_rank()) {
    TwoByTwo grid;
    SmallMatrix a(Interface::scalapack, grid.context, n, n, nb);
    a.each([](int i, int j, double& x) { x = i == j ? 4 : 0; });
    const bool odd = mpi_rank() == mpi_size() - 1;
    const int order = odd ? -1 : n;
    int info = 77;
    HG_FC_GLOBAL(pdpotrf, PDPOTRF)("L", &order, a.local.data(), &one, &one, a.desc, &info);
    BOOST_TEST(info == -2);
    int longer = a.desc[8];
    if (odd)
      a.desc[8] = 0;
    HG_FC_GLOBAL(pdpotrf, PDPOTRF)("L", &n, a.local.data(), &one, &one, a.desc, &info);
    BOOST_TEST(info == -609);
    a.desc[8] = longer;
  }
}
