// Seeded random legal calls of the public routines, all four types, against serial LAPACK: 500, in `make check-long'
// 20 000. A failure names seed and case; HETGRID_RANDOM_CASE=N runs that case alone, HETGRID_RANDOM_SEED=S another
// sequence. ranks: 1 4 6
#include "testing/support/mpi_test.hpp"

#include "hetgrid.h"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// The public names of one type.
template <typename T>
struct Routines;

#define HG_ROUTINES(T, x, X)                                                                                 \
  template <>                                                                                                \
  struct Routines<T> {                                                                                       \
    static constexpr auto getrf = HG_FC_GLOBAL_(hg_p##x##getrf, HG_P##X##GETRF);                             \
    static constexpr auto geqrf = HG_FC_GLOBAL_(hg_p##x##geqrf, HG_P##X##GEQRF);                             \
    static constexpr auto potrf = HG_FC_GLOBAL_(hg_p##x##potrf, HG_P##X##POTRF);                             \
    static constexpr auto gesv = HG_FC_GLOBAL_(hg_p##x##gesv, HG_P##X##GESV);                                \
    static constexpr auto gels = HG_FC_GLOBAL_(hg_p##x##gels, HG_P##X##GELS);                                \
    static constexpr auto trsm = HG_FC_GLOBAL_(hg_p##x##trsm, HG_P##X##TRSM);                                \
  };
HG_ROUTINES(float, s, S)
HG_ROUTINES(double, d, D)
HG_ROUTINES(std::complex<float>, c, C)
HG_ROUTINES(std::complex<double>, z, Z)
#undef HG_ROUTINES

constexpr int largest_size = 45;

/// A matrix as the public routines take it: uneven or block-cyclic.
template <typename T>
struct Argument {
  DistributedMatrix<T> matrix;
  std::array<int, 9> desc;
  int i, j;
  T* data;

  Argument(Random& random, const comm::Grid& grid, const SerialMatrix<T>& a)
      : Argument(grid, uniform_int(random, 0, 2) > 0, random, a) {}
  Argument(const Argument&) = delete;

private:
  Argument(const comm::Grid& grid, bool uneven, Random& random, const SerialMatrix<T>& a)
      : matrix(grid, layout_of(random, grid, uneven, a), a), i(static_cast<int>(matrix.layout().i) + 1),
        j(static_cast<int>(matrix.layout().j) + 1), data(matrix.view().data) {
    const MatrixLayout& place = matrix.layout();
    const layout::Descriptor descriptor{uneven ? layout::dtype_uneven : layout::dtype_block_cyclic,
                                        grid.context(),
                                        static_cast<int>(place.rows.n),
                                        static_cast<int>(place.columns.n),
                                        static_cast<int>(place.rows.nb),
                                        static_cast<int>(place.columns.nb),
                                        place.rows.src,
                                        place.columns.src,
                                        static_cast<int>(matrix.view().ld)};
    descriptor.to(desc.data());
  }
  static MatrixLayout layout_of(Random& random, const comm::Grid& grid, bool uneven,
                                const SerialMatrix<T>& a) {
    MatrixLayout place = random_layout(random, grid, a.m, a.n, uniform_int(random, 0, 3) == 0 ? 70 : 9);
    const auto legal = [&](layout::Axis& axis, const layout::AxisMap& map, int processes) {
      axis.map = uneven ? map : layout::AxisMap::uniform(processes);
      axis.src = uniform_int(random, 0, std::min(processes, static_cast<int>(axis.map.panel())) - 1);
    };
    legal(place.rows, grid.row_map(), grid.p());
    legal(place.columns, grid.column_map(), grid.q());
    return place;
  }
};

/// |A - B| / (|A| k eps).
template <typename T>
double difference(const SerialMatrix<T>& a, SerialMatrix<T> b, Index k) {
  for (std::size_t e = 0; e < a.data.size(); ++e)
    b.data[e] -= a.data[e];
  return scaled<T>(one_norm(b), one_norm(a), k);
}

/// The leading m x n part of A.
template <typename T>
SerialMatrix<T> leading(const SerialMatrix<T>& a, Index m, Index n) {
  SerialMatrix<T> part(m, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      part(i, j) = a(i, j);
  return part;
}

int random_size(Random& random) {
  return uniform_int(random, 0, 9) == 0 ? uniform_int(random, 0, 2) : uniform_int(random, 0, largest_size);
}

template <typename T>
void make_column_zero(Random& random, SerialMatrix<T>& a) {
  const Index column = uniform_int(random, 0, a.columns() - 1);
  for (Index i = 0; i < a.m; ++i)
    a(i, column) = T(0);
}

template <typename T>
void check_getrf(Random& random, const comm::Grid& grid) {
  const int m = random_size(random), n = random_size(random);
  auto a = matrix_with_clear_pivots<T>(random, m, n, uniform_int(random, 0, 99));
  if (n > 0 && uniform_int(random, 0, 9) == 0)
    make_column_zero(random, a);
  Argument<T> arg(random, grid, a);
  std::vector<int> ipiv = arg.matrix.template row_vector<int>(), expected_ipiv;
  SerialMatrix<T> expected = a;
  const int expected_info = lapack::getrf(expected, expected_ipiv);
  int info = -77;
  Routines<T>::getrf(&m, &n, arg.data, &arg.i, &arg.j, arg.desc.data(), ipiv.data(), &info);
  BOOST_TEST(info == expected_info);
  BOOST_TEST(arg.matrix.gather_ipiv(ipiv, std::min(m, n)) == expected_ipiv, boost::test_tools::per_element());
  BOOST_TEST(lu_residual(a, arg.matrix.gather(), expected_ipiv) <= residual_threshold);
  BOOST_TEST(arg.matrix.surroundings_untouched());
}

template <typename T>
void check_geqrf(Random& random, const comm::Grid& grid) {
  const int m = random_size(random), n = random_size(random), lwork = 1;
  auto a = random_matrix<T>(m, n, uniform_int(random, 0, 99));
  if (uniform_int(random, 0, 3) == 0)
    grade(a, 1e-4);
  Argument<T> arg(random, grid, a);
  std::vector<T> tau = arg.matrix.template column_vector<T>(), work(1);
  int info = -77;
  Routines<T>::geqrf(&m, &n, arg.data, &arg.i, &arg.j, arg.desc.data(), tau.data(), work.data(), &lwork,
                     &info);
  BOOST_TEST(info == 0);
  const SerialMatrix<T> factors = arg.matrix.gather();
  const SerialMatrix<T> q =
      lapack::ungqr(factors, arg.matrix.gather_tau(tau, std::min(m, n)), std::min(m, n));
  BOOST_TEST(qr_residual(a, q, factors) <= residual_threshold);
  BOOST_TEST(orthogonality_residual(q) <= residual_threshold);
  BOOST_TEST(arg.matrix.surroundings_untouched());
}

template <typename T>
void check_potrf(Random& random, const comm::Grid& grid) {
  const int n = random_size(random);
  const Uplo uplo = uniform_int(random, 0, 1) ? Uplo::upper : Uplo::lower;
  auto a = positive_definite_matrix<T>(n, uniform_int(random, 0, 99));
  if (n > 0 && uniform_int(random, 0, 4) == 0)
    a(uniform_int(random, 0, n - 1), uniform_int(random, 0, n - 1)) =
        T(-9); // not definite if it is in the triangle used
  SerialMatrix<T> expected = a;
  const int expected_info = lapack::potrf(uplo, expected);
  Argument<T> arg(random, grid, a);
  const char letter = static_cast<char>(uplo);
  int info = -77;
  Routines<T>::potrf(&letter, &n, arg.data, &arg.i, &arg.j, arg.desc.data(), &info);
  BOOST_TEST(info == expected_info);
  if (info == 0) // the triangle that is not used has kept its values, too
    BOOST_TEST(difference(expected, arg.matrix.gather(), std::max(10, n)) <= residual_threshold);
  BOOST_TEST(arg.matrix.surroundings_untouched());
}

template <typename T>
void check_gesv(Random& random, const comm::Grid& grid) {
  const int n = random_size(random), nrhs = uniform_int(random, 0, 2) == 0 ? 1 : random_size(random);
  auto a = matrix_with_clear_pivots<T>(random, n, n, uniform_int(random, 0, 99));
  if (n > 0 && uniform_int(random, 0, 9) == 0)
    make_column_zero(random, a);
  auto b = random_matrix<T>(n, nrhs, uniform_int(random, 0, 99));
  Argument<T> arg_a(random, grid, a), arg_b(random, grid, b);
  std::vector<int> ipiv = arg_a.matrix.template row_vector<int>(), expected_ipiv;
  SerialMatrix<T> expected = a;
  const int expected_info = lapack::getrf(expected, expected_ipiv);
  int info = -77;
  Routines<T>::gesv(&n, &nrhs, arg_a.data, &arg_a.i, &arg_a.j, arg_a.desc.data(), ipiv.data(), arg_b.data,
                    &arg_b.i, &arg_b.j, arg_b.desc.data(), &info);
  BOOST_TEST(info == expected_info);
  const SerialMatrix<T> x = arg_b.matrix.gather();
  const SerialMatrix<T> factors = arg_a.matrix.gather();
  const double scale = one_norm(a) * one_norm(x);
  if (n > 0 && nrhs > 0)
    BOOST_TEST(lu_residual(a, factors, expected_ipiv) <= residual_threshold);
  if (info > 0)
    BOOST_TEST((x.data == b.data), "B changed though A is singular");
  else {
    add_product(T(-1), Transpose::no, a, Transpose::no, x, b);
    BOOST_TEST(scaled<T>(one_norm(b), scale, n) <= residual_threshold);
  }
  BOOST_TEST((arg_a.matrix.surroundings_untouched() && arg_b.matrix.surroundings_untouched()));
}

template <typename T>
void check_trsm(Random& random, const comm::Grid& grid) {
  const int m = random_size(random), n = random_size(random);
  const Side side = uniform_int(random, 0, 1) ? Side::left : Side::right;
  const Uplo uplo = uniform_int(random, 0, 1) ? Uplo::upper : Uplo::lower;
  const Diag diag = uniform_int(random, 0, 1) ? Diag::unit : Diag::non_unit;
  const Transpose trans =
      std::array{Transpose::no, Transpose::transpose,
                 Transpose::conjugate}[static_cast<std::size_t>(uniform_int(random, 0, 2))];
  const T alpha = element<T>(uniform_int(random, 0, 99), 0, 5);
  const int order = side == Side::left ? m : n;
  // Small off the diagonal: well conditioned. What must not be read is NaN.
  auto a = random_matrix<T>(order, order, uniform_int(random, 0, 99));
  for (Index j = 0; j < order; ++j)
    for (Index i = 0; i < order; ++i)
      if (i == j)
        a(i, j) = diag == Diag::unit ? T(std::numeric_limits<Real<T>>::quiet_NaN()) : a(i, j) + T(3);
      else if (uplo == Uplo::upper ? i > j : i < j)
        a(i, j) = T(std::numeric_limits<Real<T>>::quiet_NaN());
      else
        a(i, j) /= static_cast<Real<T>>(order);
  auto expected = random_matrix<T>(m, n, uniform_int(random, 0, 99));
  Argument<T> arg_a(random, grid, a), arg_b(random, grid, expected);
  const char letters[] = {static_cast<char>(side), static_cast<char>(uplo), static_cast<char>(trans),
                          static_cast<char>(diag)};
  Routines<T>::trsm(&letters[0], &letters[1], &letters[2], &letters[3], &m, &n, &alpha, arg_a.data, &arg_a.i,
                    &arg_a.j, arg_a.desc.data(), arg_b.data, &arg_b.i, &arg_b.j, arg_b.desc.data());
  BOOST_TEST(HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)() == 0);
  if (m > 0 && n > 0)
    kernel::blas_trsm(side, uplo, trans, diag, m, n, alpha, a.data.data(), a.ld(), expected.data.data(),
                      expected.ld());
  BOOST_TEST(difference(expected, arg_b.matrix.gather(), order) <= residual_threshold);
  BOOST_TEST((arg_a.matrix.surroundings_untouched() && arg_b.matrix.surroundings_untouched()));
}

template <typename T>
void check_gels(Random& random, const comm::Grid& grid) {
  // Far from square: well conditioned.
  const int narrow = uniform_int(random, 1, largest_size / 2), wide = 2 * narrow + 3;
  const bool tall = uniform_int(random, 0, 1);
  const int m = tall ? wide : narrow, n = tall ? narrow : wide, nrhs = uniform_int(random, 1, 12), lwork = 1;
  const char trans = uniform_int(random, 0, 1) ? 'N' : std::is_floating_point_v<T> ? 'T' : 'C';
  const auto a = random_matrix<T>(m, n, uniform_int(random, 0, 99));
  auto expected = random_matrix<T>(wide, nrhs, uniform_int(random, 0, 99));
  Argument<T> arg_a(random, grid, a), arg_b(random, grid, expected);
  std::vector<T> work(1);
  int info = -77;
  Routines<T>::gels(&trans, &m, &n, &nrhs, arg_a.data, &arg_a.i, &arg_a.j, arg_a.desc.data(), arg_b.data,
                    &arg_b.i, &arg_b.j, arg_b.desc.data(), work.data(), &lwork, &info);
  BOOST_TEST(info == 0);
  BOOST_TEST_REQUIRE(lapack::gels(trans, a, expected) == 0);
  const Index unknowns = trans == 'N' ? n : m;
  // Errors of the solution, not residuals: some 10 times the condition number.
  BOOST_TEST(difference(leading(expected, unknowns, nrhs), leading(arg_b.matrix.gather(), unknowns, nrhs),
                        100 * wide) <= residual_threshold);
  BOOST_TEST((arg_a.matrix.surroundings_untouched() && arg_b.matrix.surroundings_untouched()));
}

template <typename T>
void check_random_call(Random& random, const comm::Grid& grid) {
  constexpr std::array checks{check_getrf<T>, check_geqrf<T>, check_potrf<T>,
                              check_gesv<T>,  check_trsm<T>,  check_gels<T>};
  const auto which = static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(checks.size()) - 1));
  constexpr std::array names{"getrf", "geqrf", "potrf", "gesv", "trsm", "gels"};
  BOOST_TEST_CONTEXT(names[which] << ", " << sizeof(T) << " bytes an element, grid " << grid.p() << " x "
                                  << grid.q()) {
    checks[which](random, grid);
  }
}

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

BOOST_AUTO_TEST_CASE(random_calls_agree_with_lapack) {
  const std::uint64_t cases = thorough() ? 20'000 : 500;
  const std::uint64_t seed = number_from_environment("HETGRID_RANDOM_SEED", 90'000);
  const std::uint64_t first = number_from_environment("HETGRID_RANDOM_CASE", 0);
  const std::uint64_t last = std::getenv("HETGRID_RANDOM_CASE") ? first + 1 : cases;
  if (mpi_rank() == 0)
    std::cout << "seed " << seed << ", cases " << first << " to " << last - 1 << std::endl;
  const auto& grids = TestGrids::grids();
  for (std::uint64_t number = first; number < last; ++number)
    BOOST_TEST_CONTEXT(on_rank() << ", seed " << seed << ", case " << number) {
      Random random(seed + 1'000'003 * number); // the same on every rank: so are all arguments
      const comm::Grid& grid =
          *grids[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(grids.size()) - 1))];
      switch (uniform_int(random, 0, 3)) {
      case 0:
        check_random_call<float>(random, grid);
        break;
      case 1:
        check_random_call<double>(random, grid);
        break;
      case 2:
        check_random_call<std::complex<float>>(random, grid);
        break;
      default:
        check_random_call<std::complex<double>>(random, grid);
      }
    }
}

} // namespace
