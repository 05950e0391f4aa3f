// Inverses of local triangles: the residual of LAPACK's, at orders where recursion begins, and those at which LAPACK's own may fail.
#define BOOST_TEST_MODULE trtri
#include <boost/test/unit_test.hpp>

#include "kernel/trtri.hpp"
#include "testing/support/serial_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Uplo;

/// |A X - I| / (|A| |X| n eps), both lower triangles or both upper ones.
template <typename T>
double residual(Uplo uplo, Diag diag, const SerialMatrix<T>& a, const SerialMatrix<T>& x, Index n) {
  const auto at = [&](const SerialMatrix<T>& matrix, Index i, Index j) {
    return i == j && diag == Diag::unit ? T(1) : matrix(i, j);
  };
  double rest = 0, norm_a = 0, norm_x = 0;
  for (Index j = 0; j < n; ++j) {
    const Index begin = uplo == Uplo::lower ? j : 0, end = uplo == Uplo::lower ? n : j + 1;
    double sum_a = 0, sum_x = 0;
    for (Index i = begin; i < end; ++i) {
      T sum = i == j ? T(-1) : T(0);
      for (Index k = std::min(i, j); k <= std::max(i, j); ++k)
        sum += at(a, i, k) * at(x, k, j);
      if (!(std::abs(sum) <= rest)) // NaN is the largest
        rest = std::abs(sum);
      sum_a += std::abs(at(a, i, j));
      sum_x += std::abs(at(x, i, j));
    }
    norm_a = std::max(norm_a, sum_a);
    norm_x = std::max(norm_x, sum_x);
  }
  return scaled<T>(rest, norm_a * norm_x, n);
}

template <typename T>
void check_inverses(const char* type) {
  for (const Uplo uplo : {Uplo::lower, Uplo::upper})
    for (const Diag diag : {Diag::non_unit, Diag::unit})
      for (const Index n : {1, 2, 63, 64, 65, 129, 131, 133, 196, 257}) {
        const auto random = random_matrix<T>(n, n, 1);
        SerialMatrix<T> a(n + 3, n, not_a_number<T>()); // what must not be read
        for (Index j = 0; j < n; ++j)
          for (Index i = 0; i < n; ++i)
            if (i == j ? diag == Diag::non_unit : (i > j) == (uplo == Uplo::lower))
              a(i, j) = i == j ? T(2) + random(i, j) : random(i, j) / T(Real<T>(n));
        SerialMatrix<T> x = a;
        kernel::trtri(uplo, diag, static_cast<int>(n), x.data.data(), x.ld());
        const double found = residual(uplo, diag, a, x, n);
        BOOST_TEST(found < residual_threshold, type << ", uplo " << static_cast<char>(uplo) << ", diag "
                                                    << static_cast<char>(diag) << ", order " << n << ": "
                                                    << found);
        BOOST_TEST(std::isnan(std::abs(x(n, 0))));
        if (n > 1)
          BOOST_TEST(std::isnan(std::abs(uplo == Uplo::lower ? x(0, n - 1) : x(n - 1, 0))));
      }
}

BOOST_AUTO_TEST_CASE(inverses_have_small_residuals) {
  check_inverses<float>("s");
  check_inverses<double>("d");
  check_inverses<std::complex<float>>("c");
  check_inverses<std::complex<double>>("z");
}

} // namespace
