// A worker of a server takes no more memory than it is told, measured as the growth of the resident set's peak, whether it shares memory
// with the server or not. ranks: 2 3
// without sanitizers: they have memory of their own
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/blas.hpp"
#include "linalg/server/gemm.hpp"
#include "testing/support/peak_memory.hpp"

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
  server::Star star{plan::Port::one, {}};
  for (int rank = 1; rank < mpi_size(); ++rank)
    star.workers.push_back({1e-5, rank * 1e-4, static_cast<Index>(buffers), 0, rank});
  star.posting = server::Posting::ahead;
  linalg::serve_gemm(MPI_COMM_WORLD, served, star, *server::make_policy(policy, star, served.product));
  BOOST_TEST(c[n * n / 2] == static_cast<double>(n));
}

BOOST_AUTO_TEST_CASE(workers_keep_within_their_memory) {
  constexpr double told = buffers * q * q * sizeof(double), lists = 1 << 20;
  warm_up();
  multiply("orroml"); // what MPI keeps once messages of this length have passed
  if (!comm::all_reduced(std::int64_t{forget_peak_memory()}, MPI_MIN, MPI_COMM_WORLD))
    return;
  for (const char* const shared : {"on", "off"}) {
    setenv("HETGRID_SHARED_MEMORY", shared, 1);
    for (const std::string policy :
         {"orroml", "oddoml", "guided", "two-buffers", "shared-chunks", "partition", "greedy"}) {
      forget_peak_memory();
      const double before = peak_memory();
      multiply(policy);
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

} // namespace
