// linalg::gemm against a serial product: random grids, panels, block sizes, submatrices, transposes and
// scalars. ranks: 1 2 4 6
#include "testing/support/mpi_test.hpp"

#include "linalg/gemm.hpp"
#include "testing/support/random_grid.hpp"

#include <boost/mpl/list.hpp>
#include <cstdlib>
#include <limits>
#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using comm::Submatrix;
using kernel::Transpose;
using layout::Index;

/// A distributed matrix with a submatrix of it, every local element set; padding rows hold a marker.
template <typename T>
struct TestMatrix {
  int number;
  layout::Axis rows, columns;
  Index i, j, m, n;
  std::vector<T> data;
  Index ld, local_rows, local_columns;

  TestMatrix(Random& random, const comm::Grid& grid, int number_, Index m_, Index n_, T fill, bool hashed)
      : number(number_), m(m_), n(n_) {
    const bool uneven = uniform_int(random, 0, 3) > 0;
    i = uniform_int(random, 0, 5) * uniform_int(random, 0, 4);
    j = uniform_int(random, 0, 5) * uniform_int(random, 0, 4);
    rows = {uneven ? grid.row_map() : layout::AxisMap::uniform(grid.p()), i + m + uniform_int(random, 0, 7),
            uniform_int(random, 1, 9), uniform_int(random, 0, grid.p() - 1)};
    columns = {uneven ? grid.column_map() : layout::AxisMap::uniform(grid.q()),
               j + n + uniform_int(random, 0, 7), uniform_int(random, 1, 9),
               uniform_int(random, 0, grid.q() - 1)};
    const int padding = uniform_int(random, 0, 2);
    local_rows = rows.local(rows.n, grid.myrow());
    local_columns = columns.local(columns.n, grid.mycol());
    ld = std::max<Index>(1, local_rows + padding);
    data.assign(static_cast<std::size_t>(ld * local_columns + 1), fill);
    for (Index lj = 0; lj < local_columns && hashed; ++lj)
      for (Index li = 0; li < local_rows; ++li)
        at(li, lj) = global(rows.global(li, grid.myrow()), columns.global(lj, grid.mycol()));
  }

  T global(Index gi, Index gj) const { return element<T>(gi, gj, number); }
  T& at(Index li, Index lj) { return data[static_cast<std::size_t>(li + lj * ld)]; }
  /// op(submatrix)(k, l), from the generator.
  T op(Transpose trans, Index k, Index l) const {
    const T x = trans == Transpose::no ? global(i + k, j + l) : global(i + l, j + k);
    if constexpr (!std::is_floating_point_v<T>)
      return trans == Transpose::conjugate ? std::conj(x) : x;
    return x;
  }
  Submatrix<T> view() { return {rows, columns, i, j, m, n, data.data(), ld}; }
  Submatrix<const T> const_view() const { return {rows, columns, i, j, m, n, data.data(), ld}; }
};

template <typename T>
T random_scalar(Random& random) {
  const int choice = uniform_int(random, 0, 3);
  return choice == 0   ? T(0)
         : choice == 1 ? T(1)
         : choice == 2 ? T(-1)
                       : element<T>(choice, uniform_int(random, 0, 99), 9);
}

/// Compares the local part of c with the serial product. \return what is wrong, empty if nothing is.
template <typename T>
std::string difference(const comm::Grid& grid, Transpose ta, Transpose tb, T alpha, const TestMatrix<T>& a,
                       const TestMatrix<T>& b, T beta, TestMatrix<T>& c, Index k) {
  using Real = decltype(std::abs(T()));
  const Real tolerance = 30 * std::numeric_limits<Real>::epsilon() * static_cast<Real>(k + 3);
  std::ostringstream text;
  for (Index lj = 0; lj < c.local_columns; ++lj) {
    for (Index li = 0; li < c.local_rows; ++li) {
      const Index i = c.rows.global(li, grid.myrow()) - c.i, j = c.columns.global(lj, grid.mycol()) - c.j;
      const T computed = c.at(li, lj), before = c.global(i + c.i, j + c.j);
      if (i < 0 || i >= c.m || j < 0 || j >= c.n) {
        if (beta != T(0) && computed != before)
          text << "element (" << i << ", " << j << ") outside the submatrix changed";
      } else {
        T expected = beta == T(0) ? T(0) : beta * before;
        for (Index l = 0; l < k && alpha != T(0); ++l)
          expected += alpha * a.op(ta, i, l) * b.op(tb, l, j);
        if (!(std::abs(computed - expected) <= tolerance))
          text << "C(" << i << ", " << j << ") = " << computed << ", expected " << expected;
      }
      if (!text.str().empty())
        return text.str();
    }
    for (Index li = c.local_rows; li < c.ld; ++li)
      if (c.at(li, lj) == c.at(li, lj)) // was NaN
        return "padding below the local part changed";
  }
  return {};
}

template <typename T>
void check_random_product(Random& random, comm::Grid& grid, int size_limit) {
  const Transpose letters[] = {Transpose::no, Transpose::transpose, Transpose::conjugate};
  const Transpose ta = letters[uniform_int(random, 0, 2)], tb = letters[uniform_int(random, 0, 2)];
  const Index m = uniform_int(random, 0, size_limit), n = uniform_int(random, 0, size_limit);
  const Index k = uniform_int(random, 0, 9) == 0 ? 0 : uniform_int(random, 0, 6 * size_limit);
  const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
  const T nan(std::numeric_limits<float>::quiet_NaN());
  const TestMatrix<T> a(random, grid, 1, ta == Transpose::no ? m : k, ta == Transpose::no ? k : m, T(7),
                        true);
  const TestMatrix<T> b(random, grid, 2, tb == Transpose::no ? k : n, tb == Transpose::no ? n : k, T(7),
                        true);
  TestMatrix<T> c(random, grid, 3, m, n, nan, beta != T(0)); // beta = 0: C must not be read

  linalg::gemm(grid, ta, tb, alpha, a.const_view(), b.const_view(), beta, c.view());

  const std::string wrong = difference(grid, ta, tb, alpha, a, b, beta, c, k);
  BOOST_CHECK_MESSAGE(wrong.empty(), on_rank() << ": " << wrong << "; grid " << grid.p() << " x " << grid.q()
                                               << ", m n k " << m << ' ' << n << ' ' << k << ", op "
                                               << static_cast<char>(ta) << static_cast<char>(tb) << ", alpha "
                                               << alpha << ", beta " << beta);
}

using Scalars = boost::mpl::list<float, double, std::complex<float>, std::complex<double>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(random_products_on_random_grids, T, Scalars) {
  const bool thorough = std::getenv("HETGRID_CHECK_LONG") != nullptr;
  const std::uint64_t seed = 20'000 + sizeof(T) + 100 * static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed); // the same on every rank: so are all sizes and layouts
  for (const char* const sharing : {"on", "off", "2"}) {
    setenv("HETGRID_SHARED_MEMORY", sharing, 1);
    for (const auto& [p, q] : grid_shapes(mpi_size())) {
      const int context = make_context(random_plan(random, p, q));
      comm::Grid& grid = comm::Grid::of_context(context);
      for (int trial = 0; trial < (thorough ? 400 : 12); ++trial)
        check_random_product<T>(random, grid, trial % 6 == 5 ? 90 : 25);
      Cblacs_gridexit(context);
    }
  }
  unsetenv("HETGRID_SHARED_MEMORY");
  BOOST_TEST(true, on_rank());
}

BOOST_AUTO_TEST_CASE(same_input_gives_the_same_bits) {
  Random random(4711);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  comm::Grid& grid = comm::Grid::of_context(context);
  const TestMatrix<double> a(random, grid, 1, 70, 500, 0.0, true), b(random, grid, 2, 500, 60, 0.0, true);
  Random again = random;
  TestMatrix<double> first(random, grid, 3, 70, 60, 0.0, true), second(again, grid, 3, 70, 60, 0.0, true);
  linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, a.const_view(), b.const_view(), 0.5, first.view());
  linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, a.const_view(), b.const_view(), 0.5, second.view());
  BOOST_CHECK_MESSAGE(first.data == second.data, on_rank());
  Cblacs_gridexit(context);
}

} // namespace
