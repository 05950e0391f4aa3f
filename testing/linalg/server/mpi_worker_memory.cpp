// A worker of a server takes no more memory than it is told, in a product, a factorization and a solution, measured as the growth of the
// resident set's peak, whether it shares memory with the server or not. ranks: 2 3
// without sanitizers: they have memory of their own
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/blas.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/getrf.hpp"
#include "testing/support/peak_memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using layout::Index;

constexpr Index n = 1600, q = 80;
constexpr double buffers = 160; ///< blocks, 8 MB

/// What the BLAS keeps.
void warm_up() {
  constexpr int order = 800;
  const std::vector<double> a(order * order, 1);
  std::vector<double> c(order * order);
  kernel::gemm(Transpose::no, Transpose::no, order, order, order, 1.0, a.data(), order, a.data(), order, 0.0,
               c.data(), order);
}

server::Star star_of_workers() {
  server::Star star{plan::Port::one, {}};
  for (int rank = 1; rank < mpi_size(); ++rank)
    star.workers.push_back({1e-5, rank * 1e-4, static_cast<Index>(buffers), 0, rank});
  star.posting = server::Posting::ahead;
  return star;
}

/// Of a product of order n. The first worker is the faster one.
void multiply(const std::string& policy) {
  if (mpi_rank() > 0) {
    linalg::work_for_gemm<double>(MPI_COMM_WORLD);
    return;
  }
  const std::vector<double> a(n * n, 1);
  std::vector<double> c(n * n);
  linalg::ServedProduct<double> served;
  served.product = server::product_for(policy, {n, n, n, q, sizeof(double), true, true});
  served.a = served.b = {a.data(), n};
  served.c = {c.data(), n};
  const server::Star star = star_of_workers();
  linalg::serve_gemm(MPI_COMM_WORLD, served, star, *server::make_policy(policy, star, served.product));
  BOOST_TEST(c[n * n / 2] == static_cast<double>(n));
}

/// A system of order n with as many right-hand sides. The server is so slow that workers get panels as well.
void solve(const std::string& policy) {
  if (mpi_rank() > 0) {
    BOOST_TEST(linalg::work_for_products<double>(MPI_COMM_WORLD) == 0, on_rank());
    return;
  }
  std::vector<double> a(n * n, 1), x(n * n, static_cast<double>(n) + 1);
  for (Index i = 0; i < n; ++i)
    a[static_cast<std::size_t>(i + i * n)] = 2;
  linalg::Service service{star_of_workers(), policy, q};
  service.star.server_seconds_per_update = 5e-3;
  std::vector<int> ipiv(n);
  linalg::Products<double> products(MPI_COMM_WORLD, service, linalg::largest_of_getrf(n, n, n));
  BOOST_TEST(linalg::getrf<double>(products, n, n, {a.data(), n}, ipiv.data()) == 0);
  linalg::getrs<double>(products, n, n, {a.data(), n}, ipiv.data(), {x.data(), n});
  BOOST_TEST(products.end(0).empty());
  BOOST_TEST(std::abs(x[n * n / 2] - 1) < 1e-9);
  BOOST_TEST(products.bytes_moved() > 0);
  if (policy == "guided")
    BOOST_TEST(std::ranges::any_of(products.panel_processes(), [](int process) { return process != 0; }));
}

/// \param run  of a policy, once before as much as MPI and BLAS keep once messages and kernels of this kind have been used
template <typename Run>
void check_memory(const std::vector<std::string>& policies, Run&& run) {
  constexpr double told = buffers * q * q * sizeof(double), lists = 1 << 20;
  warm_up();
  run(policies.front());
  if (!comm::all_reduced(std::int64_t{forget_peak_memory()}, MPI_MIN, MPI_COMM_WORLD))
    return;
  for (const char* const shared : {"on", "off"}) {
    setenv("HETGRID_SHARED_MEMORY", shared, 1);
    for (const std::string& policy : policies) {
      forget_peak_memory();
      const double before = peak_memory();
      run(policy);
      const double taken = peak_memory() - before;
      if (mpi_rank() == 0)
        continue;
      BOOST_TEST_MESSAGE(policy << ", shared memory " << shared << ": " << taken / 1e6 << " MB");
      BOOST_TEST(taken <= told + lists,
                 policy << ", shared memory " << shared << ": " << taken << " bytes of " << told);
    }
    unsetenv("HETGRID_SHARED_MEMORY");
  }
}

BOOST_AUTO_TEST_CASE(workers_keep_within_their_memory) {
  check_memory({"orroml", "oddoml", "guided", "two-buffers", "shared-chunks", "partition", "greedy"},
               multiply);
}

BOOST_AUTO_TEST_CASE(workers_of_systems_keep_within_their_memory) {
  check_memory({"guided", "orroml", "shared-chunks", "greedy"}, solve);
}

} // namespace
