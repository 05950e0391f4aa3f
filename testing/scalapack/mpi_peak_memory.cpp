// The peak of the memory that intercepted calls take beside the program's matrices: one copy of the operands, in all, and what
// HETGRID_MEMORY allows, on every process. ranks: 2
// without sanitizers: they have memory of their own
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid/layout.hpp"
#include "testing/support/peak_memory.hpp"
#include "testing/support/scalapack_names.hpp"

#include <cstdlib>
#include <numeric>
#include <tuple>
#include <vector>

#include <malloc.h>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
namespace names = hetgrid::testing::scalapack;

constexpr double most = 160e6; ///< of a process, HETGRID_MEMORY

struct Environment {
  Environment() {
    setenv("HETGRID_CYCLE_TIMES", "1,3", 1);
    setenv("HETGRID_MIN_N", "0", 1);
    setenv("HETGRID_MEMORY", "160M", 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Environment);

constexpr int nb = 64, one = 1;

/// Of order n on a grid of 1 x 2, diagonally dominant.
struct Matrix {
  int desc[9];
  std::vector<double> local;

  Matrix(int context, int n) {
    int p, q, row, column;
    Cblacs_gridinfo(context, &p, &q, &row, &column);
    const layout::AxisMap columns = layout::AxisMap::uniform(q);
    layout::Descriptor{1, context, n, n, nb, nb, 0, 0, n}.to(desc);
    for (layout::Index l = 0; l < layout::numroc(n, nb, column, 0, columns); ++l)
      for (int i = 0; i < n; ++i)
        local.push_back(i == layout::indxl2g(l, nb, column, 0, columns) ? 2.0 * n : 1.0 / (i + 1));
  }
};

/// And what else the routines want.
struct Operands {
  std::vector<Matrix> matrices;
  std::vector<int> ipiv;
  std::vector<double> work; ///< for a panel of columns and one of rows
  std::vector<int> iwork;
  int info = 0, lwork, liwork;
  double scale = 0;

  Operands(int context, std::size_t count, int n)
      : matrices(count, Matrix(context, n)), ipiv(static_cast<std::size_t>(n + nb)),
        work(static_cast<std::size_t>(2 * nb * (n + nb))), iwork(work.size()),
        lwork(static_cast<int>(work.size())), liwork(static_cast<int>(iwork.size())) {
    std::iota(ipiv.begin(), ipiv.end(), 1); // no interchanges
  }
};

std::tuple<const double*, const int*, const int*, const int*> arguments(const Matrix& x) {
  return {x.local.data(), &one, &one, x.desc};
}
template <typename U>
auto arguments(const U& x) {
  return names::pointers(x);
}
template <typename... Arguments>
void call(const names::Routine& routine, const Arguments&... of_call) {
  names::call_with<void>(routine.of<double>(), std::tuple_cat(arguments(of_call)...));
}

struct Routine {
  const char* name;
  std::size_t operands;
  int n;
  void (*call)(int n, Matrix* x, Operands& of);
  double more = 0.4; ///< of the operands, beside a copy: panels, buffers of messages
};
/// Of orders whose copies fit into HETGRID_MEMORY.
constexpr Routine routines[] = {
    {"PDGEMM", 3, 2000,
     [](int n, Matrix* x, Operands&) { call(names::gemm, 'N', 'N', n, n, n, 1.0, x[0], x[1], 0.0, x[2]); }},
    {"PDGETRF", 1, 3000,
     [](int n, Matrix* x, Operands& of) { call(names::getrf, n, n, x[0], of.ipiv.data(), &of.info); }},
    {"PDPOTRF", 1, 3000, [](int n, Matrix* x, Operands& of) { call(names::potrf, 'L', n, x[0], &of.info); }},
    {"PDGEQRF", 1, 3000,
     [](int n, Matrix* x, Operands& of) {
       std::vector<double> tau(static_cast<std::size_t>(n));
       call(names::geqrf, n, n, x[0], tau.data(), of.work.data(), of.lwork, &of.info);
     }},
    {"PDGESV", 2, 2000,
     [](int n, Matrix* x, Operands& of) { call(names::gesv, n, n, x[0], of.ipiv.data(), x[1], &of.info); }},
    {"PDTRSM", 2, 2500,
     [](int n, Matrix* x, Operands&) { call(names::trsm, 'L', 'L', 'N', 'N', n, n, 1.0, x[0], x[1]); }},
    {"PDTRMM", 2, 2500,
     [](int n, Matrix* x, Operands&) { call(names::trmm, 'R', 'U', 'T', 'N', n, n, 1.0, x[0], x[1]); }},
    {"PDSYMM", 3, 2000,
     [](int n, Matrix* x, Operands&) { call(names::symm, 'L', 'L', n, n, 1.0, x[0], x[1], 0.0, x[2]); }},
    {"PDSYRK", 2, 2500,
     [](int n, Matrix* x, Operands&) { call(names::syrk, 'L', 'N', n, n, 1.0, x[0], 0.0, x[1]); }},
    {"PDSYR2K", 3, 2000,
     [](int n, Matrix* x, Operands&) { call(names::syr2k, 'U', 'T', n, n, 1.0, x[0], x[1], 0.0, x[2]); }},
    {"PDTRTRI", 1, 3000,
     [](int n, Matrix* x, Operands& of) { call(names::trtri, 'L', 'N', n, x[0], &of.info); }},
    {"PDPOTRI", 1, 3000, [](int n, Matrix* x, Operands& of) { call(names::potri, 'L', n, x[0], &of.info); },
     0.5},
    {"PDPOTRS", 2, 2500,
     [](int n, Matrix* x, Operands& of) { call(names::potrs, 'L', n, n, x[0], x[1], &of.info); }},
    {"PDGETRS", 2, 2500,
     [](int n, Matrix* x, Operands& of) {
       call(names::getrs, 'N', n, n, x[0], of.ipiv.data(), x[1], &of.info);
     }},
    {"PDGETRI", 1, 3000,
     [](int n, Matrix* x, Operands& of) {
       call(names::getri, n, x[0], of.ipiv.data(), of.work.data(), of.lwork, of.iwork.data(), of.liwork,
            &of.info);
     },
     0.5},
    {"PDSYGST", 2, 2800, [](int n, Matrix* x, Operands& of) {
       call(names::sygst, one, 'L', n, x[0], x[1], &of.scale, &of.info);
     }}};

/// By how much the peak of this process grows in a call, bytes, in a context of its own, which keeps nothing.
double growth(const Routine& routine, int n) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, 2);
  Operands operands(context, routine.operands, n);
  malloc_trim(0); // what is free would be used again, and nothing grow
  MPI_Barrier(MPI_COMM_WORLD);
  BOOST_REQUIRE(forget_peak_memory());
  const double before = peak_memory();
  routine.call(n, operands.matrices.data(), operands);
  const double grown = peak_memory() - before;
  BOOST_TEST(operands.info == 0, routine.name);
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
      BOOST_TEST(copies < 1 + routine.more);
      BOOST_TEST(mine < most);
    }
  }
}

BOOST_AUTO_TEST_CASE(next_to_nothing_where_copies_exceed_the_limit) {
  const double mine = growth(routines[0], 3500); // 220 MB on the fast process
  BOOST_TEST_MESSAGE("passed through on " << on_rank() << ": " << mine / 1e6 << " MB");
  BOOST_TEST(mine < 0.1 * most, on_rank());
}
