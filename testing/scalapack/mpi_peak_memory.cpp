// The peak of the memory that intercepted calls take beside the program's matrices: one copy of the operands, in all, and what
// HETGRID_MEMORY allows, on every process. ranks: 2
// without sanitizers: they have memory of their own
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/support/peak_memory.hpp"

#include <cstdlib>

#include <malloc.h>

extern "C" {
void HG_FC_GLOBAL(pdgetrf, PDGETRF)(const int* m, const int* n, double* a, const int* ia, const int* ja,
                                    const int* desca, int* ipiv, int* info);
void HG_FC_GLOBAL(pdpotrf, PDPOTRF)(const char* uplo, const int* n, double* a, const int* ia, const int* ja,
                                    const int* desca, int* info);
}

namespace {

using namespace hetgrid::testing;

constexpr double most = 150e6; ///< of a process, HETGRID_MEMORY

struct Environment {
  Environment() {
    setenv("HETGRID_CYCLE_TIMES", "1,3", 1);
    setenv("HETGRID_MIN_N", "0", 1);
    setenv("HETGRID_MEMORY", "150M", 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Environment);

using Matrices = std::vector<SmallMatrix>;

void gemm(int n, Matrices& of) {
  const double alpha = 1, beta = 0;
  HG_FC_GLOBAL(pdgemm, PDGEMM)
  ("N", "N", &n, &n, &n, &alpha, of[0].local.data(), &one, &one, of[0].desc, of[1].local.data(), &one, &one,
   of[1].desc, &beta, of[2].local.data(), &one, &one, of[2].desc);
}

void getrf(int n, Matrices& of) {
  std::vector<int> ipiv(static_cast<std::size_t>(of[0].rows + 64));
  int info = -1;
  HG_FC_GLOBAL(pdgetrf, PDGETRF)
  (&n, &n, of[0].local.data(), &one, &one, of[0].desc, ipiv.data(), &info);
  BOOST_TEST(info == 0);
}

void potrf(int n, Matrices& of) {
  int info = -1;
  HG_FC_GLOBAL(pdpotrf, PDPOTRF)("L", &n, of[0].local.data(), &one, &one, of[0].desc, &info);
  BOOST_TEST(info == 0);
}

void geqrf(int n, Matrices& of) {
  std::vector<double> tau(static_cast<std::size_t>(of[0].columns + 64)), work(1);
  int info = -1, lwork = -1;
  for (int pass = 0; pass < 2; ++pass) {
    HG_FC_GLOBAL(pdgeqrf, PDGEQRF)
    (&n, &n, of[0].local.data(), &one, &one, of[0].desc, tau.data(), work.data(), &lwork, &info);
    lwork = static_cast<int>(work[0]);
    work.resize(static_cast<std::size_t>(lwork));
  }
  BOOST_TEST(info == 0);
}

void gesv(int n, Matrices& of) {
  std::vector<int> ipiv(static_cast<std::size_t>(of[0].rows + 64));
  int info = -1;
  HG_FC_GLOBAL(pdgesv, PDGESV)
  (&n, &n, of[0].local.data(), &one, &one, of[0].desc, ipiv.data(), of[1].local.data(), &one, &one,
   of[1].desc, &info);
  BOOST_TEST(info == 0);
}

struct Routine {
  const char* name;
  std::size_t operands;
  int n;
  void (*call)(int n, Matrices& of);
};
/// Of orders whose copies fit into HETGRID_MEMORY.
constexpr Routine routines[] = {{"PDGEMM", 3, 2000, gemm},
                                {"PDGETRF", 1, 3000, getrf},
                                {"PDPOTRF", 1, 3000, potrf},
                                {"PDGEQRF", 1, 3000, geqrf},
                                {"PDGESV", 2, 2000, gesv}};

/// By how much the peak of this process grows in a call, bytes, in a context of its own, which keeps nothing.
double growth(const Routine& routine, int n) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, 2);
  Matrices matrices;
  for (std::size_t k = 0; k < routine.operands; ++k) {
    matrices.emplace_back(Interface::scalapack, context, n, n, 64);
    matrices.back().each([&](int i, int j, double& x) { x = matrix_element(i, j, n); });
  }
  malloc_trim(0); // what is free would be used again, and nothing grow
  MPI_Barrier(MPI_COMM_WORLD);
  BOOST_REQUIRE(forget_peak_memory());
  const double before = peak_memory();
  routine.call(n, matrices);
  const double grown = peak_memory() - before;
  Cblacs_gridexit(context);
  return grown;
}

double together(double mine) {
  double sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

double bytes_of(const Routine& routine, double n) {
  return static_cast<double>(routine.operands) * n * n * sizeof(double);
}

} // namespace

BOOST_AUTO_TEST_CASE(one_copy_of_the_operands_in_all) {
  for (const Routine& routine : routines) {
    growth(routine, 500); // what MPI and the BLAS keep
    const double mine = growth(routine, routine.n), copies = together(mine) / bytes_of(routine, routine.n);
    BOOST_TEST_CONTEXT(routine.name << " on " << on_rank()) {
      BOOST_TEST_MESSAGE(routine.name << " on " << on_rank() << ": " << mine / 1e6 << " MB; together "
                                      << copies << " of the operands");
      BOOST_TEST(copies > 0.85); // computed on copies
      BOOST_TEST(copies < 1.3);  // they, panels, buffers of messages
      BOOST_TEST(mine < most);
    }
  }
}

BOOST_AUTO_TEST_CASE(next_to_nothing_where_copies_exceed_the_limit) {
  const double mine = growth(routines[0], 3500); // 220 MB on the fast process
  BOOST_TEST_MESSAGE("passed through on " << on_rank() << ": " << mine / 1e6 << " MB");
  BOOST_TEST(mine < 0.1 * most, on_rank());
}
