// linalg::gels against serial LAPACK: least squares and minimum norm solutions, A and A^H, tall and wide, elements
// near the ends of the range, rank-deficient matrices; operands of independent random layouts on every grid shape.
// ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9
#include "testing/support/mpi_test.hpp"

#include "linalg/gels.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;

template <typename T>
char letter(Transpose trans) {
  return trans == Transpose::no ? 'N' : std::is_floating_point_v<T> ? 'T' : 'C';
}

/// Random with a strong diagonal: well conditioned, so that solutions can be compared.
template <typename T>
SerialMatrix<T> well_conditioned(Index m, Index n, int number) {
  SerialMatrix<T> a = random_matrix<T>(m, n, number);
  for (Index k = 0; k < std::min(m, n); ++k)
    a(k, k) += T(Real<T>(4) * std::sqrt(static_cast<Real<T>>(std::max(m, n))));
  return a;
}

template <typename T>
void scale(SerialMatrix<T>& a, double factor) {
  for (T& x : a.data)
    x *= static_cast<Real<T>>(factor);
}

/// |X - Y| / (|X| k eps) in the first `rows` rows.
template <typename T>
double difference(const SerialMatrix<T>& x, const SerialMatrix<T>& y, Index rows, Index k) {
  SerialMatrix<T> first(rows, x.n), error(rows, x.n);
  for (Index j = 0; j < x.n; ++j)
    for (Index i = 0; i < rows; ++i) {
      first(i, j) = x(i, j);
      error(i, j) = x(i, j) - y(i, j);
    }
  return scaled<T>(one_norm(error), one_norm(first), k);
}

/// Norms of the columns of B from row `first` on.
template <typename T>
std::vector<double> column_norms(const SerialMatrix<T>& b, Index first) {
  std::vector<double> norms;
  for (Index j = 0; j < b.n; ++j) {
    double sum = 0;
    for (Index i = first; i < b.m; ++i)
      sum += std::norm(std::complex<double>(b(i, j)));
    norms.push_back(std::sqrt(sum));
  }
  return norms;
}

template <typename T>
void check_gels(Random& random, comm::Grid& grid, Transpose trans, Index m, Index n, Index nrhs,
                int largest_block, double a_scale = 1, double b_scale = 1) {
  SerialMatrix<T> matrix = well_conditioned<T>(m, n, 31),
                  expected = random_matrix<T>(std::max(m, n), nrhs, 32);
  scale(matrix, a_scale);
  scale(expected, b_scale);
  DistributedMatrix<T> a(grid, random_layout(random, grid, m, n, largest_block), matrix);
  DistributedMatrix<T> b(grid, random_layout(random, grid, std::max(m, n), nrhs, largest_block), expected);

  const Index info = linalg::gels(grid, trans, a.view(), b.view());

  BOOST_TEST(info == 0, on_rank());
  BOOST_TEST(a.surroundings_untouched(), on_rank());
  BOOST_TEST(b.surroundings_untouched(), on_rank());
  const SerialMatrix<T> result = b.gather();
  if (grid.rank() != 0 || nrhs == 0)
    return;
  lapack::gels(letter<T>(trans), matrix, expected);
  const Index rows = trans == Transpose::no ? m : n, columns = trans == Transpose::no ? n : m;
  std::ostringstream text;
  text << "grid " << grid.p() << " x " << grid.q() << ", " << letter<T>(trans) << ", m n nrhs " << m << ' '
       << n << ' ' << nrhs << ", scales " << a_scale << ' ' << b_scale << ", " << sizeof(T)
       << " bytes an element";
  BOOST_TEST_CONTEXT(text.str()) {
    BOOST_TEST(difference(expected, result, columns, std::max(m, n)) <= residual_threshold);
    if (rows > columns && a_scale == 1 && b_scale == 1) {
      const double tolerance = 1e3 * static_cast<double>(std::numeric_limits<Real<T>>::epsilon());
      const auto norms = column_norms(result, columns), right = column_norms(expected, columns);
      for (std::size_t j = 0; j < norms.size(); ++j)
        BOOST_TEST(std::abs(norms[j] - right[j]) <= tolerance * (1 + right[j]));
    }
  }
}

BOOST_AUTO_TEST_CASE(random_systems) {
  Random random(71'000 + static_cast<std::uint64_t>(mpi_size()));
  const int trials = random_cases(std::max(1, 4 / mpi_size()), 60);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials; ++trial)
        for (const Transpose trans : {Transpose::no, Transpose::conjugate})
          check_gels<T>(random, *grid, trans, uniform_int(random, 1, 60), uniform_int(random, 1, 60),
                        trial % 3 == 0 ? 1 : uniform_int(random, 0, 20), trial % 2 == 0 ? 9 : 40);
    });
}

BOOST_AUTO_TEST_CASE(systems_of_several_windows) {
  Random random(72'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for (const Transpose trans : {Transpose::no, Transpose::conjugate}) {
      check_gels<double>(random, *grid, trans, 400, 260, 30, 30);
      check_gels<std::complex<double>>(random, *grid, trans, 200, 330, 3, 70);
    }
}

BOOST_AUTO_TEST_CASE(elements_near_the_ends_of_the_range) {
  Random random(73'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for (const auto& [a_scale, b_scale] :
         {std::pair{1e-300, 1e-299}, {1e300, 1e299}, {1.0, 1e-304}, {1.0, 1e300}})
      for (const Transpose trans : {Transpose::no, Transpose::conjugate})
        check_gels<double>(random, *grid, trans, 30, 20, 3, 9, a_scale, b_scale);
}

/// A zero column leaves a zero on the diagonal of R.
BOOST_AUTO_TEST_CASE(rank_deficient) {
  Random random(74'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for (const Index k : {0, 7, 19})
      for (const bool wide : {false, true}) {
        SerialMatrix<double> matrix = well_conditioned<double>(wide ? 20 : 30, wide ? 30 : 20, 33);
        for (Index i = 0; i < 30; ++i)
          (wide ? matrix(k, i) : matrix(i, k)) = 0;
        DistributedMatrix<double> a(*grid, random_layout(random, *grid, matrix.m, matrix.n), matrix);
        DistributedMatrix<double> b(*grid, random_layout(random, *grid, 30, 4),
                                    random_matrix<double>(30, 4, 34));
        BOOST_TEST(linalg::gels(*grid, Transpose::no, a.view(), b.view()) == k + 1, on_rank());
      }
}

BOOST_AUTO_TEST_CASE(zero_matrix_has_the_solution_zero) {
  Random random(75'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids()) {
    DistributedMatrix<double> a(*grid, random_layout(random, *grid, 12, 9), SerialMatrix<double>(12, 9));
    DistributedMatrix<double> b(*grid, random_layout(random, *grid, 12, 2), random_matrix<double>(12, 2, 35));
    BOOST_TEST(linalg::gels(*grid, Transpose::no, a.view(), b.view()) == 0, on_rank());
    BOOST_TEST(one_norm(b.gather()) == 0, on_rank());
  }
}

} // namespace
