// linalg::unmqr and ungqr against serial LAPACK: both sides, Q and Q^H, fewer reflectors than rows, operands of
// independent random layouts on every grid shape. ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 12
#include "testing/support/mpi_test.hpp"

#include "linalg/ungqr.hpp"
#include "linalg/unmqr.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/late_updates.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Side;
using kernel::Transpose;

/// Reflectors as LAPACK's geqrf leaves them, order x k.
template <typename T>
struct Reflectors {
  SerialMatrix<T> v;
  std::vector<T> tau;

  Reflectors(Index order, Index k, int number) : v(random_matrix<T>(order, k, number)) {
    lapack::geqrf(v, tau);
  }
};

/// The local TAU of a matrix whose submatrix has the reflectors.
template <typename T>
std::vector<T> local_tau(const DistributedMatrix<T>& a, const std::vector<T>& tau) {
  std::vector<T> local = a.template column_vector<T>();
  const MatrixLayout& place = a.layout();
  const int me = a.grid().mycol();
  for (Index k = 0; k < static_cast<Index>(tau.size()); ++k)
    if (place.columns.owner(place.j + k) == me)
      local[static_cast<std::size_t>(place.columns.local(place.j + k, me))] =
          tau[static_cast<std::size_t>(k)];
  return local;
}

/// |A - B| / (|A| k eps).
template <typename T>
double difference(const SerialMatrix<T>& a, SerialMatrix<T> b, Index k) {
  for (std::size_t e = 0; e < a.data.size(); ++e)
    b.data[e] -= a.data[e];
  return scaled<T>(one_norm(b), one_norm(a), k);
}

template <typename T>
void check_unmqr(Random& random, comm::Grid& grid, Side side, Transpose trans, Index m, Index n, Index k,
                 int largest_block) {
  const Index order = side == Side::left ? m : n;
  const Reflectors<T> q(order, k, 21);
  SerialMatrix<T> expected = random_matrix<T>(m, n, 22);
  const DistributedMatrix<T> a(grid, random_layout(random, grid, order, k, largest_block), q.v);
  DistributedMatrix<T> c(grid, random_layout(random, grid, m, n, largest_block), expected);
  const std::vector<T> tau = local_tau(a, q.tau);

  const LateUpdates late(random);
  linalg::unmqr(grid, side, trans, a.const_view(), tau.data(), c.view());

  BOOST_TEST(c.surroundings_untouched(), on_rank());
  const SerialMatrix<T> result = c.gather();
  if (grid.rank() != 0)
    return;
  lapack::unmqr(static_cast<char>(side),
                trans == Transpose::conjugate && std::is_floating_point_v<T> ? 'T' : static_cast<char>(trans),
                q.v, q.tau, expected);
  std::ostringstream text;
  text << "grid " << grid.p() << " x " << grid.q() << ", " << static_cast<char>(side)
       << static_cast<char>(trans) << ", m n k " << m << ' ' << n << ' ' << k << ", " << sizeof(T)
       << " bytes an element";
  BOOST_TEST_CONTEXT(text.str()) {
    BOOST_TEST(difference(expected, result, order) <= residual_threshold);
  }
}

template <typename T>
void check_ungqr(Random& random, comm::Grid& grid, Index m, Index n, Index k, int largest_block) {
  const Reflectors<T> q(m, k, 23);
  SerialMatrix<T> input = random_matrix<T>(m, n, 24); // columns behind the reflectors must not matter
  std::copy(q.v.data.begin(), q.v.data.end(), input.data.begin());
  DistributedMatrix<T> a(grid, random_layout(random, grid, m, n, largest_block), input);
  const std::vector<T> tau = local_tau(a, q.tau);

  linalg::ungqr(grid, a.view(), k, tau.data());

  BOOST_TEST(a.surroundings_untouched(), on_rank());
  const SerialMatrix<T> result = a.gather();
  if (grid.rank() != 0)
    return;
  std::ostringstream text;
  text << "grid " << grid.p() << " x " << grid.q() << ", m n k " << m << ' ' << n << ' ' << k << ", "
       << sizeof(T) << " bytes an element";
  BOOST_TEST_CONTEXT(text.str()) {
    BOOST_TEST(difference(lapack::ungqr(q.v, q.tau, n), result, m) <= residual_threshold);
    BOOST_TEST(orthogonality_residual(result) <= residual_threshold);
  }
}

BOOST_AUTO_TEST_CASE(random_products_with_q) {
  Random random(61'000 + static_cast<std::uint64_t>(mpi_size()));
  const int trials = random_cases(std::max(1, 4 / mpi_size()), 60);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials; ++trial)
        for (const Side side : {Side::left, Side::right})
          for (const Transpose trans : {Transpose::no, Transpose::conjugate}) {
            const int m = uniform_int(random, 0, 50), n = uniform_int(random, 0, 50);
            const int k = uniform_int(random, 0, side == Side::left ? m : n);
            check_unmqr<T>(random, *grid, side, trans, m, n, k, trial % 2 == 0 ? 9 : 40);
          }
    });
}

BOOST_AUTO_TEST_CASE(products_of_several_windows) {
  Random random(62'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for (const Transpose trans : {Transpose::no, Transpose::conjugate}) {
      check_unmqr<double>(random, *grid, Side::left, trans, 300, 60, 170, 30);
      check_unmqr<double>(random, *grid, Side::right, trans, 70, 270, 180, 150);
      check_unmqr<std::complex<double>>(random, *grid, Side::left, trans, 200, 40, 130, 90);
    }
}

BOOST_AUTO_TEST_CASE(random_columns_of_q) {
  Random random(63'000 + static_cast<std::uint64_t>(mpi_size()));
  const int trials = random_cases(std::max(3, 12 / mpi_size()), 100);
  for (comm::Grid* grid : TestGrids::grids()) {
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials; ++trial) {
        const int m = uniform_int(random, 0, 60), n = uniform_int(random, 0, m),
                  k = uniform_int(random, 0, n);
        check_ungqr<T>(random, *grid, m, n, k, trial % 2 == 0 ? 9 : 40);
      }
    });
    check_ungqr<double>(random, *grid, 400, 260, 190, 30);
    check_ungqr<std::complex<float>>(random, *grid, 300, 170, 170, 100);
  }
}

} // namespace
