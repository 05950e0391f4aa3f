// hg_p?gemm_server, hg_p?getrf_server, hg_p?gesv_server, hg_server_policy at the border: results, illegal arguments, no memory.
// ranks: 1 2
// without sanitizers: its allocator takes the place of theirs
#include "testing/support/mpi_test.hpp"

#include "api/server_policy.hpp"
#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "kernel/blas.hpp"
#include "testing/support/failing_allocator.hpp"
#include "testing/support/larger.hpp"
#include "testing/support/random_grid.hpp"

#include <array>
#include <boost/mpl/list.hpp>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// The context of all, and the server's own, which is -1 elsewhere. The server is the last process.
struct Contexts {
  int everyone = make_context(plan::uniform_plan(1, mpi_size())), server = -1;
  bool serves = mpi_rank() == mpi_size() - 1;

  Contexts() {
    Cblacs_get(-1, 0, &server);
    const int rows = 1;
    int processes[1] = {mpi_size() - 1};
    Cblacs_gridmap(&server, processes, rows, rows, rows);
    if (!serves)
      server = -1;
  }
  ~Contexts() {
    if (serves)
      Cblacs_gridexit(server);
    Cblacs_gridexit(everyone);
  }
};

template <typename T>
struct Routines;
#define HG_SERVER_ROUTINES(T, p, P)                                                                          \
  template <>                                                                                                \
  struct Routines<T> {                                                                                       \
    static constexpr auto gemm = HG_FC_GLOBAL_(hg_##p##gemm_server, HG_##P##GEMM_SERVER);                    \
    static constexpr auto getrf = HG_FC_GLOBAL_(hg_##p##getrf_server, HG_##P##GETRF_SERVER);                 \
    static constexpr auto gesv = HG_FC_GLOBAL_(hg_##p##gesv_server, HG_##P##GESV_SERVER);                    \
  };
HG_SERVER_ROUTINES(float, ps, PS)
HG_SERVER_ROUTINES(double, pd, PD)
HG_SERVER_ROUTINES(hg_complex8, pc, PC)
HG_SERVER_ROUTINES(hg_complex16, pz, PZ)

/// Elements from row i, column j (from 1) on are those of the operand.
template <typename T>
struct MatrixOf {
  static constexpr int ld = 90, columns = 80;
  std::array<int, 9> desc{};
  std::vector<T> data;
  int i = 3, j = 2;

  MatrixOf(const Contexts& contexts, double phase) : data(static_cast<std::size_t>(ld * columns)) {
    desc = contexts.serves ? std::array{1, contexts.server, ld, columns, 7, 5, 0, 0, ld}
                           : std::array{0, -1, 0, 0, 0, 0, 0, 0, 0};
    for (std::size_t k = 0; k < data.size(); ++k)
      data[k] = value(phase + 1.7 * static_cast<double>(k * k % 1013));
  }
  static T value(double angle) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(std::cos(angle));
    else
      return T(static_cast<kernel::Real<T>>(std::cos(angle)),
               static_cast<kernel::Real<T>>(std::sin(3 * angle)));
  }
  T& operator()(int row, int column) {
    return data[static_cast<std::size_t>(i - 1 + row + (j - 1 + column) * ld)];
  }
};

template <typename T>
struct CallOf {
  char transa = 'T', transb = 'N';
  int m = 45, n = 38, k = 51, nrhs = 6, workers;
  T alpha = T(1.5), beta = T(-2);
  MatrixOf<T> a, b, c;
  std::vector<int> ipiv = std::vector<int>(MatrixOf<T>::ld);

  explicit CallOf(const Contexts& contexts)
      : workers(contexts.everyone), a(contexts, 1), b(contexts, 2), c(contexts, 3) {}

  int gemm() {
    int info = 1;
    Routines<T>::gemm(&transa, &transb, &m, &n, &k, &alpha, a.data.data(), &a.i, &a.j, a.desc.data(),
                      b.data.data(), &b.i, &b.j, b.desc.data(), &beta, c.data.data(), &c.i, &c.j,
                      c.desc.data(), &workers, &info);
    return info;
  }
  int getrf() {
    int info = 1;
    Routines<T>::getrf(&m, &n, a.data.data(), &a.i, &a.j, a.desc.data(), ipiv.data(), &workers, &info);
    return info;
  }
  int gesv() {
    int info = 1;
    Routines<T>::gesv(&n, &nrhs, a.data.data(), &a.i, &a.j, a.desc.data(), ipiv.data(), b.data.data(), &b.i,
                      &b.j, b.desc.data(), &workers, &info);
    return info;
  }
};

using Call = CallOf<double>;

/// In units of the unit roundoff.
template <typename T>
double error_of_product(CallOf<T>& x, CallOf<T>& before) {
  double error = 0;
  for (int j = 0; j < x.n; ++j)
    for (int i = 0; i < x.m; ++i) {
      T sum = x.beta * before.c(i, j);
      for (int l = 0; l < x.k; ++l)
        sum += x.alpha * before.a(l, i) * before.b(l, j);
      error = larger<double>(error, std::abs(sum - x.c(i, j)));
      before.c(i, j) = x.c(i, j); // the rest has to be as it was
    }
  return before.c.data == x.c.data ? error / std::numeric_limits<kernel::Real<T>>::epsilon() : INFINITY;
}

template <typename T>
double error_of_solution(CallOf<T>& x, CallOf<T>& before) {
  double error = 0;
  for (int j = 0; j < x.nrhs; ++j)
    for (int i = 0; i < x.n; ++i) {
      T sum = -before.b(i, j);
      for (int l = 0; l < x.n; ++l)
        sum += before.a(i, l) * x.b(l, j);
      error = larger<double>(error, std::abs(sum));
    }
  return error / std::numeric_limits<kernel::Real<T>>::epsilon();
}

using Scalars = boost::mpl::list<float, double, hg_complex8, hg_complex16>;

// Sums of 51 numbers of the order of 1, and solutions of the order of 10.
constexpr double most_of_product = 500, most_of_solution = 50000;

BOOST_AUTO_TEST_CASE_TEMPLATE(results, T, Scalars) {
  const Contexts contexts;
  CallOf<T> product(contexts), factors(contexts), system(contexts), before(contexts);
  BOOST_TEST(product.gemm() == 0, on_rank());
  BOOST_TEST(factors.getrf() == 0, on_rank());
  BOOST_TEST(system.gesv() == 0, on_rank());
  if (!contexts.serves) {
    BOOST_TEST((product.c.data == before.c.data && factors.a.data == before.a.data), on_rank());
    return;
  }
  BOOST_TEST(error_of_product(product, before) < most_of_product);
  BOOST_TEST(error_of_solution(system, before) < most_of_solution);
  for (int k = 0; k < factors.n; ++k)
    BOOST_TEST((factors.ipiv[static_cast<std::size_t>(k + 2)] > k &&
                factors.ipiv[static_cast<std::size_t>(k + 2)] <= factors.m));
}

/// hg_server_policy. \return INFO
int set_policy(int context, const std::string& name, int length) {
  int info = 1;
  HG_FC_GLOBAL_(hg_server_policy, HG_SERVER_POLICY)(&context, name.c_str(), &length, &info);
  return info;
}
int set_policy(int context, const std::string& name) {
  return set_policy(context, name, static_cast<int>(name.size()));
}

BOOST_AUTO_TEST_CASE(policies_of_a_context) {
  const Contexts contexts;
  const comm::Grid& grid = comm::Grid::of_context(contexts.everyone);
  BOOST_TEST(api::server_policy(grid) == "guided");
  for (const char* const policy :
       {"auto", "shared-chunks", "dynamic-2-phases", "greedy", "partition", "holm"}) {
    BOOST_TEST_REQUIRE(set_policy(contexts.everyone, policy) == 0, on_rank());
    BOOST_TEST(api::server_policy(grid) == policy, on_rank());
    Call product(contexts), system(contexts), before(contexts);
    BOOST_TEST(product.gemm() == 0, on_rank() << ", " << policy);
    BOOST_TEST(system.gesv() == 0, on_rank() << ", " << policy);
    if (contexts.serves) {
      BOOST_TEST(error_of_product(product, before) < most_of_product, policy);
      BOOST_TEST(error_of_solution(system, before) < most_of_solution, policy);
    }
    const Contexts others;
    BOOST_TEST(api::server_policy(comm::Grid::of_context(others.everyone)) == "guided", on_rank());
  }
  for (const char* const name : {"Guided", "thrifty", "holm "}) // unknown, for memory without limit, unknown
    BOOST_TEST(set_policy(contexts.everyone, name) == -2, on_rank() << ", " << name);
  BOOST_TEST(set_policy(contexts.everyone, "holm", -1) == -3, on_rank());
  BOOST_TEST(set_policy(-1, "holm") == -1, on_rank());
  if (mpi_size() > 1)
    BOOST_TEST(set_policy(contexts.everyone, mpi_rank() == 0 ? "guided" : "greedy") == -2, on_rank());
  BOOST_TEST(api::server_policy(grid) == "holm", on_rank()); // still
  BOOST_TEST(set_policy(contexts.everyone, "greedy and more", 6) == 0, on_rank());
  BOOST_TEST(api::server_policy(grid) == "greedy", on_rank());
  BOOST_TEST(set_policy(contexts.everyone, "", 0) == 0, on_rank());
  BOOST_TEST(set_policy(contexts.everyone, "", 0) == 0, on_rank()); // there is none any more
  BOOST_TEST(api::server_policy(grid) == "guided", on_rank());
}

BOOST_AUTO_TEST_CASE(singular_and_empty) {
  const Contexts contexts;
  Call x(contexts);
  for (int i = 0; i < x.n; ++i)
    x.a(i, 4) = 0;
  const std::vector<double> b = x.b.data;
  BOOST_TEST(x.gesv() == 5, on_rank());
  BOOST_TEST(x.b.data == b);
  for (int Call::*const size : {&Call::m, &Call::n}) {
    Call empty(contexts), before(contexts);
    empty.*size = 0;
    BOOST_TEST((empty.gemm() == 0 && empty.getrf() == 0), on_rank());
    BOOST_TEST((empty.c.data == before.c.data && empty.a.data == before.a.data));
  }
  Call scaled(contexts), before(contexts);
  scaled.k = 0;
  BOOST_TEST(scaled.gemm() == 0, on_rank());
  BOOST_TEST((!contexts.serves || scaled.c(3, 3) == -2 * before.c(3, 3)));
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const Contexts contexts;
  const struct {
    int info;
    int (Call::*routine)();
    void (*spoil)(Call&);
  } cases[] = {
      {-1, &Call::gemm, [](Call& x) { x.transa = 'X'; }},
      {-3, &Call::gemm, [](Call& x) { x.m = -1; }},
      {-8, &Call::gemm, [](Call& x) { x.a.i = 0; }},
      {-1403, &Call::gemm, [](Call& x) { x.b.i = 60; }},
      {-1902, &Call::gemm, [](Call& x) { x.c.desc[1] = -1; }},
      {-1909, &Call::gemm, [](Call& x) { x.c.desc[8] = 3; }},
      {-2, &Call::getrf, [](Call& x) { x.n = -1; }},
      {-5, &Call::getrf, [](Call& x) { x.a.j = 0; }},
      {-603, &Call::getrf, [](Call& x) { x.m = 89; }},
      {-602, &Call::getrf, [](Call& x) { x.a.desc[0] = 1, x.a.desc[1] = x.workers; }},
      {-2, &Call::gesv, [](Call& x) { x.nrhs = -1; }},
      {-1104, &Call::gesv, [](Call& x) { x.nrhs = 80; }},
  };
  for (const auto& [info, routine, spoil] : cases) {
    Call x(contexts), before(contexts);
    spoil(x);
    const int expected =
        info == -602 && mpi_size() == 1 ? 0 : info; // the context of all is the server's, too
    BOOST_TEST((x.*routine)() == (info == -1902 ? -1002 : expected), on_rank() << ", expected " << expected);
    BOOST_TEST((expected == 0 ||
                (x.a.data == before.a.data && x.b.data == before.b.data && x.c.data == before.c.data)));
  }
}

// Of several processes, which nobody has called hetgrid with: nobody waits for the others of it.
BOOST_AUTO_TEST_CASE(context_of_the_server_has_others) {
  if (mpi_size() == 1)
    return;
  const Contexts contexts;
  int several = 0;
  Cblacs_get(-1, 0, &several);
  Cblacs_gridinit(&several, "R", 1, mpi_size());
  Call x(contexts);
  if (contexts.serves)
    x.a.desc[1] = x.b.desc[1] = x.c.desc[1] = several;
  BOOST_TEST(x.gemm() == -1002, on_rank());
  BOOST_TEST(x.getrf() == -602, on_rank());
  BOOST_TEST(x.gesv() == -602, on_rank());
  Cblacs_gridexit(several);
}

BOOST_AUTO_TEST_CASE(every_allocation_fails_once) {
  const Contexts contexts;
  int refused = 0;
  for (const auto routine : {&Call::gemm, &Call::gesv}) {
    const bool product = routine == &Call::gemm;
    for (int victim = 0; victim < mpi_size(); ++victim)
      for (long k = 1;; k += k < 15 || thorough() ? 1 : 23) {
        Call x(contexts), before(contexts);
        if (mpi_rank() == victim)
          FailingAllocator::instance().arm(k);
        const int info = (x.*routine)();
        int failed = mpi_rank() == victim && FailingAllocator::instance().disarm(), first = info;
        MPI_Bcast(&failed, 1, MPI_INT, victim, MPI_COMM_WORLD);
        MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
        BOOST_TEST_CONTEXT(on_rank() << ", request " << k << " of rank " << victim) {
          BOOST_TEST((info == first && (info == 0 || info == -9999)));
          if (info != 0)
            BOOST_TEST((x.a.data == before.a.data && x.b.data == before.b.data && x.c.data == before.c.data));
          else if (contexts.serves)
            BOOST_TEST((product ? error_of_product(x, before) < most_of_product
                                : error_of_solution(x, before) < most_of_solution));
        }
        refused += info != 0;
        if (!failed)
          break;
      }
  }
  BOOST_TEST(refused > 2, on_rank());
}

} // namespace
