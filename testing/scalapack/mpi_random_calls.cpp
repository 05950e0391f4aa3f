// Random calls, one in three of them with an illegal argument, on all processes or on one: under ScaLAPACK's names with
// hetgrid in front, and ScaLAPACK alone. INFO, and everything that the call may write, must be the same.
// ranks: 2 3
// long-ranks: 4 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "scalapack/dispatch.hpp"
#include "testing/support/larger.hpp"
#include "testing/support/random_grid.hpp"
#include "testing/support/scalapack_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

extern "C" int HG_FC_GLOBAL(numroc, NUMROC)(const int* n, const int* nb, const int* iproc, const int* src,
                                            const int* nprocs);

namespace {

using namespace hetgrid::testing;
namespace names = hetgrid::testing::scalapack;

/// Two processes are of different speed, three of the same.
struct Environment {
  Environment() {
    std::string times = "3";
    for (int rank = 1; rank < mpi_size(); ++rank)
      times += mpi_size() == 3 ? ",3" : rank % 2 ? ",1" : ",2";
    setenv("HETGRID_CYCLE_TIMES", times.c_str(), 1);
    setenv("HETGRID_MIN_N", "0", 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Environment);

struct Context {
  Context(int p_, int q_) : p(p_), q(q_) {
    Cblacs_get(-1, 0, &number);
    Cblacs_gridinit(&number, "R", p, q);
    Cblacs_gridinfo(number, &p, &q, &row, &column);
  }
  ~Context() { Cblacs_gridexit(number); }
  int number = 0, p, q, row = 0, column = 0;
};

/// An m x n submatrix, the same random elements on every process count. Whole blocks lie before it.
struct Matrix {
  std::array<int, 9> desc;
  int i, j, rows, columns;
  std::vector<double> local;

  Matrix(Random& random, const Context& context, int m, int n, int nb) {
    i = 1 + nb * uniform_int(random, 0, 2);
    j = 1 + nb * uniform_int(random, 0, 2);
    desc = {1,
            context.number,
            i - 1 + m + uniform_int(random, 0, 3),
            j - 1 + n + uniform_int(random, 0, 3),
            nb,
            nb,
            uniform_int(random, 0, context.p - 1),
            uniform_int(random, 0, context.q - 1),
            0};
    store(context);
    std::uniform_real_distribution<double> values(-1, 1);
    Random mine(static_cast<unsigned>(uniform_int(random, 0, 1 << 30) + 1000 * context.row + context.column));
    for (double& x : local)
      x = values(mine);
  }
  /// Its first row to the process row of that of `a`.
  void align(const Matrix& a, const Context& context) {
    desc[6] = ((a.i - 1) / a.desc[4] + a.desc[6] + context.p * 8 - (i - 1) / desc[4]) % context.p;
    store(context);
  }
  void store(const Context& context) {
    rows = HG_FC_GLOBAL(numroc, NUMROC)(&desc[2], &desc[4], &context.row, &desc[6], &context.p);
    columns = HG_FC_GLOBAL(numroc, NUMROC)(&desc[3], &desc[5], &context.column, &desc[7], &context.q);
    desc[8] = std::max(1, rows);
    local.resize(static_cast<std::size_t>(desc[8]) * static_cast<std::size_t>(std::max(1, columns)), 0.25);
  }
  /// x more on the diagonal, that matrices be regular.
  void add_to_diagonal(const Context& context, int n, double x) {
    for (int k = 0; k < n; ++k) {
      const int gi = i - 1 + k, gj = j - 1 + k, nb = desc[4];
      if ((gi / nb + desc[6]) % context.p == context.row && (gj / nb + desc[7]) % context.q == context.column)
        local[static_cast<std::size_t>(gi / nb / context.p * nb + gi % nb) +
              static_cast<std::size_t>(gj / nb / context.q * nb + gj % nb) *
                  static_cast<std::size_t>(desc[8])] += x;
    }
  }
};

enum class Routine { gemm, trsm, getrf, gesv, geqrf, gels, potrf, posv };

struct Call {
  Routine routine;
  char letter;
  int m, n, nrhs, lwork;
  Matrix a, b, c;
  std::vector<int> ipiv;
  std::vector<double> tau, work;
  int info = -77;

  void make() {
    const double alpha = 0.7, beta = 0.3;
    const auto run = [](const names::Routine& which, const auto&... arguments) {
      names::call_with<void>(which.of<double>(), std::tuple_cat(names::pointers(arguments)...));
    };
    const auto run_on_a = [&](const names::Routine& which, const auto& before, const auto&... after) {
      std::apply(
          [&](const auto&... first) {
            run(which, first..., a.local.data(), a.i, a.j, a.desc.data() + 0, after...);
          },
          before);
    };
    double* const b_data = b.local.data();
    int *const b_desc = b.desc.data(), *const status = &info;
    switch (routine) {
    case Routine::gemm:
      return run_on_a(names::gemm, std::tuple('N', letter == 'L' ? 'N' : 'T', m, nrhs, n, alpha), b_data, b.i,
                      b.j, b_desc, beta, c.local.data(), c.i, c.j, c.desc.data() + 0);
    case Routine::trsm:
      return run_on_a(names::trsm, std::tuple('L', letter, 'N', 'N', n, nrhs, alpha), b_data, b.i, b.j,
                      b_desc);
    case Routine::getrf:
      return run_on_a(names::getrf, std::tuple(m, n), ipiv.data(), status);
    case Routine::gesv:
      return run_on_a(names::gesv, std::tuple(n, nrhs), ipiv.data(), b_data, b.i, b.j, b_desc, status);
    case Routine::geqrf:
      return run_on_a(names::geqrf, std::tuple(m, n), tau.data(), work.data(), lwork, status);
    case Routine::gels:
      return run_on_a(names::gels, std::tuple('N', m, n, nrhs), b_data, b.i, b.j, b_desc, work.data(), lwork,
                      status);
    case Routine::potrf:
      return run_on_a(names::potrf, std::tuple(letter, n), status);
    case Routine::posv:
      return run_on_a(names::posv, std::tuple(letter, n, nrhs), b_data, b.i, b.j, b_desc, status);
    }
  }
};

Call random_call(Random& random, const Context& context) {
  const auto routine = static_cast<Routine>(uniform_int(random, 0, 7));
  const bool square = routine != Routine::gemm && routine != Routine::getrf && routine != Routine::geqrf &&
                      routine != Routine::gels;
  const int n = uniform_int(random, 1, 70), m = square ? n : uniform_int(random, 1, 70),
            nrhs = uniform_int(random, 1, 9), nb = uniform_int(random, 1, 12);
  const char letter = "LU"[uniform_int(random, 0, 1)];
  const bool transposed = routine == Routine::gemm && letter == 'U';
  const int rows_of_b = routine == Routine::gels ? std::max(m, n) : n;
  Matrix a(random, context, m, n, nb),
      b(random, context, transposed ? nrhs : rows_of_b, transposed ? rows_of_b : nrhs, nb),
      c(random, context, m, nrhs, nb);
  if (routine != Routine::gemm)
    b.align(a, context);
  a.add_to_diagonal(context, std::min(m, n), 4 * std::max(m, n));
  return {routine,
          letter,
          m,
          n,
          nrhs,
          100000,
          a,
          b,
          c,
          std::vector<int>(300, -3),
          std::vector<double>(300, -3.0),
          std::vector<double>(100000)};
}

/// Makes an argument illegal, on this process. The PBLAS end the program then: they are left alone.
void spoil(Call& call, int what, const Context& context) {
  if (call.routine == Routine::gemm || call.routine == Routine::trsm)
    return;
  switch (what) {
  case 0:
    call.n = -1;
    break;
  case 1:
    call.a.i = 0;
    break;
  case 2:
    call.a.j += 200;
    break;
  case 3:
    call.a.desc[4] = 0;
    break;
  case 4:
    call.a.desc[6] = context.p;
    break;
  case 5:
    call.a.desc[8] = 0;
    break;
  case 6:
    call.a.desc[2] = -1;
    break;
  case 7:
    call.letter = 'X';
    break;
  case 8:
    call.nrhs = -1;
    break;
  case 9:
    call.lwork = 0;
    break;
  case 10:
    call.b.desc[6] = -1;
    break;
  case 11:
    call.a.desc[0] = 7;
    break;
  case 12:
    call.a.desc[4] = call.a.desc[5] = 0; // square blocks of nothing
    break;
  default:
    call.a.i += 1; // not at the beginning of a block
  }
}
constexpr int ways_to_spoil = 14;

double difference(const std::vector<double>& mine, const std::vector<double>& scalapack) {
  double largest = 1, differing = 0;
  for (std::size_t k = 0; k < mine.size(); ++k) {
    largest = std::max(largest, std::abs(scalapack[k]));
    if (!(mine[k] == scalapack[k]))
      differing = larger(differing, std::abs(mine[k] - scalapack[k]));
  }
  return differing / largest;
}

} // namespace

BOOST_AUTO_TEST_CASE(random_calls) {
  constexpr unsigned seed = 20261;
  constexpr double tolerance = 1e-11;
  const int calls = thorough() ? 3000 : 300;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  const auto shapes = grid_shapes(mpi_size());
  int illegal = 0;
  for (int k = 0; k < calls; ++k) {
    const auto& [p, q] =
        shapes[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(shapes.size()) - 1))];
    const Context context(p, q);
    Call mine = random_call(random, context);
    const int what = uniform_int(random, 0, 3 * ways_to_spoil - 1),
              victim = uniform_int(random, -1, mpi_size() - 1);
    if (what < ways_to_spoil && (victim < 0 || victim == mpi_rank()))
      spoil(mine, what, context);
    Call scalapack = mine;
    {
      const hetgrid::scalapack::ScalapackCall guard;
      scalapack.make();
    }
    mine.make();
    illegal += scalapack.info < 0 && scalapack.info != -77;
    BOOST_TEST_CONTEXT("call " << k << " of routine " << static_cast<int>(mine.routine) << ", spoilt " << what
                               << " on " << victim << ", m " << mine.m << " n " << mine.n << ' '
                               << on_rank()) {
      // With an argument that is illegal on one process ScaLAPACK compares what it has not set there: any of them is named.
      if (victim >= 0 && scalapack.info < 0)
        BOOST_TEST(mine.info < 0);
      else
        BOOST_TEST(mine.info == scalapack.info);
      BOOST_TEST(difference(mine.a.local, scalapack.a.local) < tolerance);
      BOOST_TEST(difference(mine.b.local, scalapack.b.local) < tolerance);
      BOOST_TEST(difference(mine.c.local, scalapack.c.local) < tolerance);
    }
  }
  BOOST_TEST(illegal > calls / 8);
}
