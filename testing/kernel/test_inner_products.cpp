// A^H B of tall matrices in own code: the sums of the BLAS but for rounding, each column as if it were alone, nothing written or
// read beside the matrices.
#define BOOST_TEST_MODULE inner_products
#include <boost/test/unit_test.hpp>

#include "kernel/blas_library.hpp"
#include "kernel/inner_products.hpp"
#include "testing/support/larger.hpp"
#include "testing/support/serial_matrix.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

struct Sizes {
  int m, n, k, gap; ///< gap: what a leading dimension is larger than the number of rows
};

/// k x n random elements and NaN below them.
SerialMatrix<double> random_columns(Index k, Index n, Index gap, int number) {
  SerialMatrix<double> a = random_matrix<double>(k + gap, n, number);
  for (Index j = 0; j < n; ++j)
    for (Index i = k; i < a.m; ++i)
      a(i, j) = not_a_number<double>();
  return a;
}

SerialMatrix<double> product(const Sizes& s, const SerialMatrix<double>& a, const SerialMatrix<double>& b) {
  SerialMatrix<double> c(s.m + s.gap, s.n, -7);
  kernel::blocked_inner_products(s.m, s.n, s.k, a.data.data(), a.ld(), b.data.data(), b.ld(), c.data.data(),
                                 c.ld());
  return c;
}

/// Largest |c - a^T b| / (|a|^T |b| k eps), and 1e9 if anything is written below C.
double error(const Sizes& s, const SerialMatrix<double>& a, const SerialMatrix<double>& b,
             const SerialMatrix<double>& c) {
  double largest = 0;
  for (Index j = 0; j < s.n; ++j) {
    for (Index i = 0; i < s.m; ++i) {
      long double sum = 0, size = 0;
      for (Index l = 0; l < s.k; ++l) {
        sum += static_cast<long double>(a(l, i)) * b(l, j);
        size += std::abs(a(l, i) * b(l, j));
      }
      largest = larger(largest, scaled<double>(static_cast<double>(std::abs(c(i, j) - sum)),
                                               static_cast<double>(size), s.k));
    }
    for (Index i = s.m; i < c.m; ++i)
      if (c(i, j) != -7)
        largest = 1e9;
  }
  return largest;
}

boost::test_tools::assertion_result runs_here(boost::unit_test::test_unit_id) {
  return kernel::vector_units() == kernel::VectorUnits::avx512;
}

} // namespace

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(runs_here))
BOOST_AUTO_TEST_CASE(sums_are_right) {
  for (const Sizes& s : {Sizes{1, 1, 1, 0}, Sizes{1, 1, 0, 3}, Sizes{4, 6, 8, 0}, Sizes{5, 7, 9, 1},
                         Sizes{3, 5, 7, 2}, Sizes{128, 12, 512, 0}, Sizes{129, 13, 513, 5},
                         Sizes{127, 11, 1031, 1}, Sizes{260, 31, 777, 3}, Sizes{64, 100, 2048, 0}}) {
    BOOST_TEST_CONTEXT(s.m << " x " << s.n << " from " << s.k) {
      const auto a = random_columns(s.k, s.m, s.gap, 1), b = random_columns(s.k, s.n, s.gap, 2);
      BOOST_CHECK_LT(error(s, a, b, product(s, a, b)), 1);
    }
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(runs_here))
BOOST_AUTO_TEST_CASE(a_column_does_not_depend_on_the_others) {
  const Sizes all{130, 20, 700, 1};
  const auto a = random_columns(all.k, all.m, all.gap, 3), b = random_columns(all.k, all.n, all.gap, 4);
  const auto c = product(all, a, b);
  for (Index first = 0; first < all.n; ++first) {
    const Sizes some{all.m, static_cast<int>(std::min<Index>(3, all.n - first)), all.k, all.gap};
    SerialMatrix<double> columns(b.m, some.n);
    std::copy_n(b.data.begin() + first * b.m, b.m * some.n, columns.data.begin());
    const auto alone = product(some, a, columns);
    BOOST_TEST(std::equal(alone.data.begin(), alone.data.end(), c.data.begin() + first * c.m),
               "columns from " << first << " on");
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(runs_here))
BOOST_AUTO_TEST_CASE(what_is_not_finite_stays_in_its_row_and_column) {
  const Sizes s{33, 17, 601, 0};
  auto a = random_columns(s.k, s.m, 0, 5), b = random_columns(s.k, s.n, 0, 6);
  a(600, 9) = not_a_number<double>();
  b(3, 16) = std::numeric_limits<double>::infinity();
  const auto c = product(s, a, b);
  for (Index j = 0; j < s.n; ++j)
    for (Index i = 0; i < s.m; ++i)
      BOOST_CHECK_EQUAL(std::isfinite(c(i, j)), i != 9 && j != 16);
}
