// A product with workers where one allocation after the other fails on one rank: all learn of it, or it succeeds. ranks: 2
// without sanitizers: its allocator takes the place of theirs
#include "testing/support/mpi_test.hpp"

#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "linalg/server/gemm.hpp"
#include "testing/support/failing_allocator.hpp"

#include <new>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

struct Result {
  bool failed = false; ///< an allocation
  int outcome = 0;     ///< 0: done, 1: an error told
  std::vector<double> c;
};

/// The k-th allocation fails on `rank`.
Result run(int rank, long k) {
  const int n = 40;
  const std::vector<double> a(n * n, 2.0), b(n * n, 0.5);
  Result result{false, 0, std::vector<double>(n * n, -1.0)};
  server::Star star{plan::Port::one, {}};
  for (int worker = 0; worker < mpi_size(); ++worker)
    star.workers.push_back({1e-6, 1e-6, 30, 0, worker});
  linalg::ServedProduct<double> served;
  served.product = {n, n, n, 8, 8, false, true};
  served.a = {a.data(), n};
  served.b = {b.data(), n};
  served.beta = 3;
  served.c = {result.c.data(), n};
  const auto policy = server::make_policy("orroml", star, served.product);
  if (mpi_rank() == rank)
    FailingAllocator::instance().arm(k);
  try {
    if (mpi_rank() == 0)
      linalg::serve_gemm(MPI_COMM_WORLD, served, star, *policy);
    else
      linalg::work_for_gemm<double>(MPI_COMM_WORLD);
  } catch (const SystemError&) {
    result.outcome = 1;
  } catch (const std::bad_alloc&) {
    result.outcome = 1;
  }
  result.failed = FailingAllocator::instance().disarm();
  return result;
}

BOOST_AUTO_TEST_CASE(every_allocation) {
  int injected = 0;
  for (int rank = 0; rank < mpi_size(); ++rank)
    for (long k = 1;; ++k) {
      const Result result = run(rank, k);
      int failed = result.failed;
      MPI_Bcast(&failed, 1, MPI_INT, rank, MPI_COMM_WORLD);
      if (!failed)
        break;
      ++injected;
      int told = result.outcome;
      MPI_Bcast(&told, 1, MPI_INT, 0, MPI_COMM_WORLD);
      if (mpi_rank() == 0) {
        const double expected = told == 1 ? -1 : 40 * 2 * 0.5 - 3;
        const auto wrong = std::ranges::count_if(result.c, [&](double x) { return x != expected; });
        BOOST_CHECK_MESSAGE(wrong == 0, "allocation " << k << " on rank " << rank << ": " << wrong
                                                      << " elements are not " << expected);
      }
    }
  BOOST_TEST_MESSAGE(injected << " allocations failed");
  BOOST_TEST(injected > 4, on_rank());
}

} // namespace
