// LU and solution by a server with workers: scaled residuals, pivots that bound L by 1, singular matrices; random stars, sizes, blocks;
// panels that workers factor, and one that stops meanwhile.
// ranks: 1 2 3 4
// simulated-ranks: 9
#include "testing/support/mpi_test.hpp"

#include "hetgrid/server_policies.hpp"
#include "linalg/server/getrf.hpp"
#include "linalg/server/transfer_message.hpp"
#include "testing/support/larger.hpp"
#include "testing/support/random_grid.hpp"

#include <algorithm>
#include <array>
#include <boost/mpl/list.hpp>
#include <chrono>
#include <limits>
#include <thread>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using layout::Index;

linalg::Service random_service(Random& random, int ranks) {
  linalg::Service service;
  service.star.port = uniform_int(random, 0, 2) ? plan::Port::one : plan::Port::many;
  const bool server_computes = ranks == 1 || uniform_int(random, 0, 1);
  for (int rank = server_computes ? 0 : 1; rank < ranks; ++rank)
    service.star.workers.push_back({rank == 0 ? 0.0 : uniform_int(random, 1, 20) * 1e-6,
                                    uniform_int(random, 1, 20) * 1e-6,
                                    uniform_int(random, 0, 5) ? uniform_int(random, 5, 60) : 0, 0, rank});
  constexpr std::array policies{"guided",           "orroml", "shared-chunks", "random",
                                "dynamic-2-phases", "greedy", "partition"};
  service.policy =
      policies[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(policies.size()) - 1))];
  // Blocks of one element would be a task each.
  service.block_size = uniform_int(random, server::product_for(service.policy, {}).added ? 8 : 1, 24);
  return service;
}

template <typename T>
struct Matrix {
  Index m, n, ld;
  std::vector<T> data;

  Matrix(Index m_, Index n_, Index more = 0)
      : m(m_), n(n_), ld(std::max<Index>(1, m + more)), data(static_cast<std::size_t>(ld * n), T(7)) {}
  T& operator()(Index i, Index j) { return data[static_cast<std::size_t>(i + j * ld)]; }
  const T& operator()(Index i, Index j) const { return data[static_cast<std::size_t>(i + j * ld)]; }
  linalg::ServedMatrix<T> served() { return {data.data(), ld}; }
  void randomize(Random& random) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) {
        if constexpr (std::is_floating_point_v<T>)
          (*this)(i, j) = static_cast<T>(uniform_int(random, -1000, 1000)) / 1000;
        else
          (*this)(i, j) = {static_cast<typename T::value_type>(uniform_int(random, -1000, 1000)) / 1000,
                           static_cast<typename T::value_type>(uniform_int(random, -1000, 1000)) / 1000};
      }
  }
};

/// max |P A - L U| / (max(m, n) eps), elements of A being at most about 1; infinite where rows were written outside.
template <typename T>
double factorization_error(const Matrix<T>& a, const Matrix<T>& lu, const std::vector<int>& ipiv) {
  Matrix<T> pa = a;
  if (std::ranges::any_of(ipiv, [&](int row) { return row < 1 || row > a.m; }))
    return std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < ipiv.size(); ++k)
    for (Index j = 0; j < a.n; ++j)
      std::swap(pa(static_cast<Index>(k), j), pa(ipiv[k] - 1, j));
  double error = 0;
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i) {
      T sum = i <= j ? lu(i, j) : T(0);
      for (Index l = 0; l < std::min({i, j + 1, std::min(a.m, a.n)}); ++l)
        sum += lu(i, l) * lu(l, j);
      error = larger<double>(error, std::abs(sum - pa(i, j)));
      if (i > j && !(std::abs(lu(i, j)) <= 1.5)) // sqrt(2) of complex elements
        return std::numeric_limits<double>::infinity();
    }
  for (Index j = 0; j < a.n; ++j)
    for (Index i = a.m; i < a.ld; ++i)
      if (lu(i, j) != T(7))
        return std::numeric_limits<double>::infinity();
  return error / (static_cast<double>(std::max(a.m, a.n)) * std::numeric_limits<kernel::Real<T>>::epsilon());
}

template <typename T>
double solution_error(const Matrix<T>& a, const Matrix<T>& x, const Matrix<T>& b) {
  double error = 0, largest = 1;
  for (Index j = 0; j < b.n; ++j)
    for (Index i = 0; i < b.m; ++i) {
      T sum(0);
      for (Index l = 0; l < a.n; ++l)
        sum += a(i, l) * x(l, j);
      error = larger<double>(error, std::abs(sum - b(i, j)));
      largest = std::max<double>(largest, std::abs(x(i, j)));
    }
  return error / (largest * static_cast<double>(a.n) * std::numeric_limits<kernel::Real<T>>::epsilon());
}

using Scalars = boost::mpl::list<float, double, std::complex<float>, std::complex<double>>;

template <typename T>
void check_random(Random& random, Index limit, int zero_columns) {
  const linalg::Service service = random_service(random, mpi_size());
  const Index m = uniform_int(random, 1, static_cast<int>(limit)),
              n = uniform_int(random, 0, 1) ? m : uniform_int(random, 1, static_cast<int>(limit)),
              nrhs = uniform_int(random, 0, 40);
  Matrix<T> a(m, n, uniform_int(random, 0, 3)), b(m, nrhs, uniform_int(random, 0, 3));
  a.randomize(random);
  b.randomize(random);
  const Index singular = zero_columns > 0 ? uniform_int(random, 0, static_cast<int>(n) - 1) : n;
  for (Index i = 0; i < m && singular < n; ++i)
    a(i, singular) = T(0);
  const Index expected_info = singular < std::min(m, n) ? singular + 1 : 0;
  if (mpi_rank() > 0) {
    BOOST_TEST(linalg::work_for_products<T>(MPI_COMM_WORLD) == expected_info, on_rank());
    return;
  }
  Matrix<T> lu = a, x = b;
  std::vector<int> ipiv(static_cast<std::size_t>(std::min(m, n)));
  linalg::Products<T> products(MPI_COMM_WORLD, service, linalg::largest_of_getrf(m, n, nrhs));
  const Index info = linalg::getrf(products, m, n, lu.served(), ipiv.data());
  if (m == n && info == 0)
    linalg::getrs<T>(products, n, nrhs, {lu.data.data(), lu.ld}, ipiv.data(), x.served());
  products.end(info);
  BOOST_TEST_CONTEXT("m " << m << ", n " << n << ", nrhs " << nrhs << ", q " << service.block_size) {
    BOOST_TEST(info == expected_info);
    BOOST_TEST(factorization_error(a, lu, ipiv) < 30);
    if (m == n && info == 0)
      BOOST_TEST(solution_error(a, x, b) < 30);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_systems, T, Scalars) {
  const std::uint64_t seed = 77'000 + sizeof(T) + 100 * static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  for (int trial = 0; trial < 12; ++trial)
    check_random<T>(random, trial % 4 == 1 ? 150 : 40, trial % 6 == 5);
  check_random<T>(random, 1, 0);
  BOOST_TEST(true, on_rank());
}

/// Triangles that are solved by halves.
BOOST_AUTO_TEST_CASE(many_right_hand_sides) {
  Random random(5);
  const Index n = 601, nrhs = 70;
  linalg::Service service = random_service(random, mpi_size());
  service.block_size = 32;
  for (server::Worker& worker : service.star.workers)
    worker.buffers = 40;
  Matrix<double> a(n, n), b(n, nrhs);
  a.randomize(random);
  b.randomize(random);
  if (mpi_rank() > 0) {
    BOOST_TEST(linalg::work_for_products<double>(MPI_COMM_WORLD) == 0, on_rank());
    return;
  }
  Matrix<double> lu = a, x = b;
  std::vector<int> ipiv(n);
  linalg::Products<double> products(MPI_COMM_WORLD, service, linalg::largest_of_getrf(n, n, nrhs));
  BOOST_TEST(linalg::getrf(products, n, n, lu.served(), ipiv.data()) == 0);
  linalg::getrs<double>(products, n, nrhs, {lu.data.data(), n}, ipiv.data(), x.served());
  products.end(0);
  BOOST_TEST(solution_error(a, x, b) < 30);
}

/// Links that cost next to nothing, room for two block columns of a matrix of order 400; the server, which serves only, takes so many
/// times as long as a worker.
linalg::Service service_with_slow_server(double slower) {
  linalg::Service service;
  service.block_size = 16;
  for (int rank = 1; rank < mpi_size(); ++rank)
    service.star.workers.push_back({1e-9, 1e-3, 60, 0, rank});
  service.star.server_seconds_per_update = slower * 1e-3;
  return service;
}

/// 1 = 1 * 1.
void multiply_ones(linalg::Products<double>& products, int without) {
  double c = 0;
  const double one = 1;
  linalg::ServedProduct<double> served;
  served.product.m = served.product.n = served.product.k = 1;
  served.a = served.b = {&one, 1};
  served.c = {&c, 1};
  products.multiply(std::move(served), without);
  BOOST_TEST(c == 1);
}

/// Who is to factor the panels of a matrix of order n.
std::vector<int> planned_processes(const linalg::Service& service, Index n) {
  std::vector<int> processes;
  for (const server::lu::Panel& panel : linalg::panels_of_getrf(service, n, n, sizeof(double)))
    processes.push_back(panel.process);
  return processes;
}

/// Of the server: a random matrix of order n is factored, and before the factors are judged then(products, planned) called, which ends
/// the products. `planned` tells who was to factor the panels.
template <typename Then>
void factor_as_planned(const linalg::Service& service, Index n, std::uint64_t seed, Then&& then) {
  Random random(seed);
  Matrix<double> a(n, n);
  a.randomize(random);
  Matrix<double> lu = a;
  std::vector<int> ipiv(static_cast<std::size_t>(n));
  const std::vector<int> planned = planned_processes(service, n);
  linalg::Products<double> products(MPI_COMM_WORLD, service, linalg::largest_of_getrf(n, n));
  BOOST_TEST(linalg::getrf(products, n, n, lu.served(), ipiv.data()) == 0);
  then(products, planned);
  BOOST_TEST(factorization_error(a, lu, ipiv) < 30);
}

/// What a worker does before it sends back a panel.
std::function<void()> before_panel;

} // namespace

extern "C" int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  if (before_panel && tag == hetgrid::linalg::server_message::panel)
    before_panel();
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

namespace {

// What is planned, and so predicted, is what is done: the same process for every panel.
BOOST_AUTO_TEST_CASE(panels_are_factored_where_planned) {
  if (mpi_size() == 1)
    return;
  const Index n = 400;
  for (const double slower : {0.2, 50.0}) {
    const linalg::Service service = service_with_slow_server(slower);
    if (mpi_rank() > 0) {
      BOOST_TEST(linalg::work_for_products<double>(MPI_COMM_WORLD) == 0, on_rank());
      continue;
    }
    factor_as_planned(service, n, 9, [&](auto& products, const std::vector<int>& planned) {
      products.end(0);
      BOOST_TEST(products.panel_processes() == planned, boost::test_tools::per_element());
      BOOST_TEST(std::ranges::any_of(planned, [](int process) { return process != 0; }) == (slower > 1));
    });
  }
}

// Who are left have no memory for any policy, or nobody is.
BOOST_AUTO_TEST_CASE(server_alone) {
  if (mpi_size() == 1)
    return;
  linalg::Service service = service_with_slow_server(1);
  for (server::Worker& worker : service.star.workers)
    worker.buffers = worker.process == 1 ? 60 : 3;
  service.policy = "bmm";
  if (mpi_rank() > 0) {
    BOOST_TEST(linalg::work_for_products<double>(MPI_COMM_WORLD) == 0, on_rank());
    return;
  }
  linalg::Products<double> products(MPI_COMM_WORLD, service, linalg::largest_of_getrf(400, 400));
  multiply_ones(products, 0);
  multiply_ones(products, 1);
  BOOST_TEST(products.end(0).empty());
}

// A worker that stops when it has factored a panel: the server does it again. What the worker says when it goes on is not mistaken.
BOOST_AUTO_TEST_CASE(worker_that_stops_with_a_panel) {
  if (mpi_size() < 3 || kernel::simulated) // of one worker the server does without
    return;
  const Index n = 400;
  const linalg::Service service = service_with_slow_server(50);
  MPI_Comm beside;
  MPI_Comm_dup(MPI_COMM_WORLD, &beside);
  if (mpi_rank() > 0) {
    int panels = 0;
    before_panel = [&] {
      if (++panels == 4) // messages, three a panel: in front of its second one
        MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, beside, MPI_STATUS_IGNORE);
    };
    BOOST_TEST(linalg::work_for_products<double>(MPI_COMM_WORLD) == 0, on_rank());
    before_panel = {};
    if (panels < 4) // it had no second one
      MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, beside, MPI_STATUS_IGNORE);
  } else {
    factor_as_planned(service, n, 10, [&](auto& products, const std::vector<int>& planned) {
      for (int rank = 1; rank < mpi_size(); ++rank)
        MPI_Send(nullptr, 0, MPI_BYTE, rank, 0, beside);
      BOOST_TEST(!products.silent_ranks().empty());
      for (int look = 0; look < 6000 && !products.silent_ranks().empty();
           ++look) { // until all are heard of again
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        multiply_ones(products, 0);
      }
      BOOST_TEST(products.end(0).empty());
      BOOST_TEST(planned.size() == products.panel_processes().size());
      BOOST_TEST(products.panel_processes() != planned);
    });
  }
  MPI_Comm_free(&beside);
}

} // namespace
