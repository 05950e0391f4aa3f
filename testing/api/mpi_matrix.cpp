// The C++ interface, hetgrid.hpp: results against plain loops on one process, parts, transposes, and what is thrown.
// ranks: 1 2 3 4
#define BOOST_TEST_MODULE matrix
#include "testing/support/larger.hpp"
#include "testing/support/mpi_test.hpp"
#include "testing/support/partition_program.hpp"

#include <hetgrid.hpp>

#include <boost/mpl/list.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace hetgrid;
using hetgrid::testing::mpi_rank;
using hetgrid::testing::mpi_size;
using hetgrid::testing::on_rank;

using Scalars = boost::mpl::list<float, double, std::complex<float>, std::complex<double>>;

constexpr int block = 3;

/// Unequal speeds; of three processes one is left out.
ProcessGrid grid() {
  std::vector<double> cycle_times(static_cast<std::size_t>(mpi_size()));
  std::iota(cycle_times.begin(), cycle_times.end(), 1.0);
  return mpi_size() == 3 ? ProcessGrid(cycle_times, 2, 1) : ProcessGrid(cycle_times);
}

/// From -1 to 1, without a pattern.
double scattered(int i, int j, int seed) {
  std::uint64_t x = static_cast<std::uint64_t>(i) * 1'000'003 + static_cast<std::uint64_t>(j) * 7919 +
                    static_cast<std::uint64_t>(seed) * 104'729 + 1;
  for (int round = 0; round < 3; ++round)
    x = (x ^ x >> 29) * 0x9e3779b97f4a7c15;
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

template <typename T>
T element(int i, int j, int seed) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(scattered(i, j, seed));
  else
    return {static_cast<typename T::value_type>(scattered(i, j, seed)),
            static_cast<typename T::value_type>(scattered(j, i, seed + 100))};
}

template <typename T>
T conjugate(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return x;
  else
    return std::conj(x);
}

template <typename T>
Matrix<T> matrix(const ProcessGrid& grid, int m, int n, int seed, int nb = block) {
  Matrix<T> a(grid, m, n, nb);
  a.fill([seed](int i, int j) { return element<T>(i, j, seed); });
  return a;
}

/// All of a matrix, on every process, by columns.
template <typename T>
struct Whole {
  int m, n;
  std::vector<T> elements;

  explicit Whole(const Matrix<T>& a)
      : m(a.rows()), n(a.columns()), elements(static_cast<std::size_t>(m) * static_cast<std::size_t>(n)) {
    for (int j = 0; j < a.local_columns(); ++j)
      for (int i = 0; i < a.local_rows(); ++i)
        (*this)(a.global_row(i), a.global_column(j)) =
            a.data()[static_cast<std::size_t>(i) +
                     static_cast<std::size_t>(j) * static_cast<std::size_t>(a.leading_dimension())];
    MPI_Allreduce(MPI_IN_PLACE, elements.data(), static_cast<int>(elements.size() * sizeof(T) / sizeof(Real)),
                  sizeof(Real) == 4 ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  T& operator()(int i, int j) {
    return elements[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * static_cast<std::size_t>(m)];
  }
  T operator()(int i, int j) const { return const_cast<Whole&>(*this)(i, j); }

  using Real = decltype(std::abs(T()));
};

/// |X - Y| in units of the rounding errors that `operations` of order 1 make.
template <typename T, typename Expected>
double error(const Whole<T>& x, double operations, Expected&& expected) {
  double largest = 0;
  for (int j = 0; j < x.n; ++j)
    for (int i = 0; i < x.m; ++i)
      largest = testing::larger(largest, static_cast<double>(std::abs(x(i, j) - expected(i, j))));
  return largest / (operations * std::numeric_limits<typename Whole<T>::Real>::epsilon());
}

/// (A X)(i, j)
template <typename T>
T product(const Whole<T>& a, const Whole<T>& x, int i, int j) {
  T sum{};
  for (int k = 0; k < a.n; ++k)
    sum += a(i, k) * x(k, j);
  return sum;
}

/// op(X)(i, j)
template <typename T>
T operated(char op, const Whole<T>& x, int i, int j) {
  return op == 'N' ? x(i, j) : op == 'T' ? x(j, i) : conjugate(x(j, i));
}

/// (op(A) op(B))(i, j), a sum of k products
template <typename T>
T product(char op_a, const Whole<T>& a, char op_b, const Whole<T>& b, int k, int i, int j) {
  T sum{};
  for (int l = 0; l < k; ++l)
    sum += operated(op_a, a, i, l) * operated(op_b, b, l, j);
  return sum;
}

bool is_within(Triangle triangle, int i, int j) {
  return triangle == Triangle::lower ? i >= j : i <= j;
}

/// The matrix of which a routine reads one triangle, made whole by f(A, i, j) for elements of the other one.
template <typename T, typename Function>
Whole<T> completed(const Whole<T>& a, Triangle triangle, Function&& f) {
  Whole<T> whole(a);
  for (int j = 0; j < a.n; ++j)
    for (int i = 0; i < a.m; ++i)
      if (!is_within(triangle, i, j))
        whole(i, j) = f(a, i, j);
  return whole;
}
template <typename T>
Whole<T> triangular(const Whole<T>& a, Triangle triangle, Diagonal diagonal = Diagonal::stored) {
  Whole<T> whole = completed(a, triangle, [](const Whole<T>&, int, int) { return T(0); });
  for (int i = 0; i < a.n && diagonal == Diagonal::ones; ++i)
    whole(i, i) = T(1);
  return whole;
}
template <typename T>
Whole<T> symmetric(const Whole<T>& a, Triangle triangle) {
  return completed(a, triangle, [](const Whole<T>& x, int i, int j) { return x(j, i); });
}
template <typename T>
Whole<T> hermitian(const Whole<T>& a, Triangle triangle) {
  Whole<T> whole = completed(a, triangle, [](const Whole<T>& x, int i, int j) { return conjugate(x(j, i)); });
  for (int i = 0; i < a.n; ++i)
    whole(i, i) = T(std::real(a(i, i)));
  return whole;
}

/// An n x n matrix whose triangles are well conditioned, also with a diagonal of ones.
template <typename T>
Matrix<T> dominant(const ProcessGrid& grid, int n, int seed) {
  Matrix<T> a(grid, n, n, block);
  a.fill([&](int i, int j) {
    const T x = element<T>(i, j, seed) * T(1.0f / static_cast<float>(n));
    return i == j ? T(2) + x : x;
  });
  return a;
}

constexpr Triangle triangles[] = {Triangle::lower, Triangle::upper};

constexpr double threshold = 30;

template <typename Call>
std::string argument_of(Call&& call) {
  try {
    call();
  } catch (const ArgumentError& error) {
    return error.argument();
  }
  return "";
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(products_of_parts, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 23, n = 17, k = 19;
  const Matrix<T> a = matrix<T>(g, k + 4, m + 5, 1), b = matrix<T>(g, n + 2, k, 2, 4);
  Matrix<T> c = matrix<T>(g, m + 1, n + 3, 3);
  const Whole<T> at(a), bt(b), before(c);
  multiply(T(2), adjoint(a(4, 2, k, m)), transposed(b(2, 0, n, k)), T(-1), c(1, 3, m, n));
  const Whole<T> after(c);
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(error(after, k, [&](int i, int j) {
                 if (i < 1 || j < 3)
                   return before(i, j);
                 T sum{};
                 for (int l = 0; l < k; ++l)
                   sum += conjugate(at(4 + l, 2 + i - 1)) * bt(2 + j - 3, l);
                 return T(2) * sum - before(i, j);
               }) < threshold);
    multiply(T(1), a(0, 0, 5, 5), a(1, 1, 5, 5), T(0), c(0, 0, 5, 5));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(triangular_operands, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 17, n = 11;
  for (const Triangle triangle : triangles)
    for (const Diagonal diagonal : {Diagonal::stored, Diagonal::ones})
      for (const Side side : {Side::left, Side::right}) {
        const bool left = side == Side::left;
        const int order = left ? m : n;
        const Matrix<T> a = dominant<T>(g, order + 1, 12);
        Matrix<T> b = matrix<T>(g, m + 2, n, 13, 4);
        const Whole<T> at = triangular(Whole<T>(a), triangle, diagonal), before(b);
        const Part<const T> square = a(0, 0, order, order);
        multiply_triangular(side, triangle, T(2), adjoint(square), b(0, 0, m, n), diagonal);
        const Whole<T> multiplied(b);
        solve_triangular(side, triangle, T(0.5f), adjoint(square), b(0, 0, m, n), diagonal);
        const Whole<T> back(b);
        BOOST_TEST_CONTEXT(on_rank()) {
          BOOST_TEST(error(multiplied, order, [&](int i, int j) {
                       return i >= m ? before(i, j)
                              : left ? T(2) * product('C', at, 'N', before, order, i, j)
                                     : T(2) * product('N', before, 'C', at, order, i, j);
                     }) < threshold);
          BOOST_TEST(error(back, order, [&](int i, int j) { return before(i, j); }) < threshold);
        }
        // The inverse, and the other triangle as it was.
        Matrix<T> inverse = dominant<T>(g, order + 1, 12);
        const Whole<T> original(inverse);
        invert_triangular(triangle, inverse(1, 1, order, order), diagonal);
        const Whole<T> inverted(inverse);
        BOOST_TEST_CONTEXT(on_rank())
        BOOST_TEST(error(inverted, order, [&](int i, int j) {
                     if (!is_within(triangle, i, j) || i < 1 || j < 1 ||
                         (i == j && diagonal == Diagonal::ones))
                       return original(i, j);
                     T sum = i == j ? T(1) : T(0);
                     const auto of = [&](const Whole<T>& x, int k, int l) {
                       return k == l && diagonal == Diagonal::ones ? T(1) : x(k, l);
                     };
                     for (int k = std::min(i, j); k <= std::max(i, j); ++k)
                       if (k != i)
                         sum -= of(original, i, k) * of(inverted, k, j);
                     return sum / of(original, i, i);
                   }) < threshold);
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(symmetric_operands, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 13, n = 10;
  for (const Triangle triangle : triangles)
    for (const Side side : {Side::left, Side::right})
      for (const bool conjugated : {false, true}) {
        const bool left = side == Side::left;
        const int order = left ? m : n;
        const Matrix<T> a = matrix<T>(g, order, order, 14), b = matrix<T>(g, m, n + 1, 15, 5);
        Matrix<T> c = matrix<T>(g, m + 1, n, 16);
        const Whole<T> at = conjugated ? hermitian(Whole<T>(a), triangle) : symmetric(Whole<T>(a), triangle);
        Matrix<T> part(g, m, n, block);
        copy(b(0, 1, m, n), part);
        const Whole<T> bt(part), before(c);
        if (conjugated)
          multiply_hermitian(side, triangle, T(2), a, b(0, 1, m, n), T(-1), c(1, 0, m, n));
        else
          multiply_symmetric(side, triangle, T(2), a, b(0, 1, m, n), T(-1), c(1, 0, m, n));
        const Whole<T> after(c);
        BOOST_TEST_CONTEXT(on_rank())
        BOOST_TEST(error(after, order, [&](int i, int j) {
                     return i < 1 ? before(i, j)
                                  : T(2) * (left ? product('N', at, 'N', bt, order, i - 1, j)
                                                 : product('N', bt, 'N', at, order, i - 1, j)) -
                                        before(i, j);
                   }) < threshold);
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(updates_of_symmetric_matrices, T, Scalars) {
  const ProcessGrid g = grid();
  const int n = 14, k = 9;
  const Matrix<T> upright_a = matrix<T>(g, n, k, 17), upright_b = matrix<T>(g, n, k, 18, 4),
                  lying_a = matrix<T>(g, k, n, 19), lying_b = matrix<T>(g, k, n, 20, 4);
  for (const Triangle triangle : triangles)
    for (const bool conjugated : {false, true})
      for (const bool upright : {false, true}) {
        const Matrix<T>&a = upright ? upright_a : lying_a, &b = upright ? upright_b : lying_b;
        const char other = conjugated ? 'C' : 'T', first = upright ? 'N' : other,
                   second = upright ? other : 'N';
        Matrix<T> c = matrix<T>(g, n, n, 21), d = matrix<T>(g, n, n, 21);
        const T alpha = conjugated ? element<T>(1, 2, 22) : T(2);
        if (conjugated && upright) {
          update_hermitian(triangle, 2, a, -1, c);
          update_hermitian(triangle, alpha, a, b, -1, d);
        } else if (conjugated) {
          update_hermitian(triangle, 2, adjoint(a), -1, c);
          update_hermitian(triangle, alpha, adjoint(a), adjoint(b), -1, d);
        } else if (upright) {
          update_symmetric(triangle, 2, a, -1, c);
          update_symmetric(triangle, alpha, a, b, -1, d);
        } else {
          update_symmetric(triangle, 2, transposed(a), -1, c);
          update_symmetric(triangle, alpha, transposed(a), transposed(b), -1, d);
        }
        const Whole<T> at(a), bt(b), before(matrix<T>(g, n, n, 21)), once(c), twice(d);
        const auto expected = [&](int i, int j, const T& sum) {
          if (!is_within(triangle, i, j))
            return before(i, j);
          const T x = sum - before(i, j);
          return conjugated && i == j ? T(std::real(x)) : x;
        };
        BOOST_TEST_CONTEXT(on_rank()) {
          BOOST_TEST(error(once, k, [&](int i, int j) {
                       return expected(i, j, T(2) * product(first, at, second, at, k, i, j));
                     }) < threshold);
          BOOST_TEST(error(twice, k, [&](int i, int j) {
                       return expected(i, j,
                                       alpha * product(first, at, second, bt, k, i, j) +
                                           (conjugated ? conjugate(alpha) : alpha) *
                                               product(first, bt, second, at, k, i, j));
                     }) < threshold);
        }
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_and_copies_of_parts, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 12, n = 7;
  const Matrix<T> a = matrix<T>(g, n + 1, m, 23), b = matrix<T>(g, m, n, 24, 4);
  Matrix<T> c = matrix<T>(g, m, n, 25), d = matrix<T>(g, m, n, 25), e = matrix<T>(g, m, n, 25);
  add(T(2), adjoint(a(1, 0, n, m)), T(-1), c);
  add(T(1), transposed(a(1, 0, n, m)), T(0), d);
  add(T(3), b, T(1), e);
  const Whole<T> at(a), bt(b), before(matrix<T>(g, m, n, 25)), conjugated(c), turned(d), straight(e);
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(error(conjugated, 1, [&](int i, int j) {
                 return T(2) * conjugate(at(j + 1, i)) - before(i, j);
               }) < threshold);
    BOOST_TEST(error(turned, 1, [&](int i, int j) { return at(j + 1, i); }) == 0);
    BOOST_TEST(error(straight, 1, [&](int i, int j) { return T(3) * bt(i, j) + before(i, j); }) < threshold);
  }
  for (const Triangle triangle : triangles) {
    Matrix<T> f = matrix<T>(g, m, n, 25);
    copy(triangle, b, f);
    const Whole<T> copied(f);
    set(triangle, T(4), T(5), f(2, 0, m - 2, n));
    const Whole<T> partly_set(f);
    set(T(6), T(7), f);
    const Whole<T> wholly_set(f);
    BOOST_TEST_CONTEXT(on_rank()) {
      BOOST_TEST(error(copied, 1, [&](int i, int j) {
                   return is_within(triangle, i, j) ? bt(i, j) : before(i, j);
                 }) == 0);
      BOOST_TEST(error(partly_set, 1, [&](int i, int j) {
                   return i < 2 || !is_within(triangle, i - 2, j) ? copied(i, j) : i - 2 == j ? T(5) : T(4);
                 }) == 0);
      BOOST_TEST(error(wholly_set, 1, [](int i, int j) { return i == j ? T(7) : T(6); }) == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(inverses, T, Scalars) {
  const ProcessGrid g = grid();
  const int n = 20;
  const Whole<T> a(dominant<T>(g, n, 26));
  Matrix<T> lu = dominant<T>(g, n, 26);
  invert_lu(lu, factor_lu(lu));
  const Whole<T> inverse(lu);
  const auto identity = [](int i, int j) { return i == j ? T(1) : T(0); };
  const auto check = [&](const Whole<T>& x, const Whole<T>& y) {
    Whole<T> both(x);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        both(i, j) = product(x, y, i, j);
    BOOST_TEST_CONTEXT(on_rank())
    BOOST_TEST(error(both, n, identity) < threshold);
  };
  check(a, inverse);
  for (const Triangle triangle : triangles) {
    Matrix<T> factor = dominant<T>(g, n, 26);
    const Whole<T> positive = hermitian(a, triangle);
    factor_cholesky(triangle, factor);
    invert_cholesky(triangle, factor);
    check(positive, hermitian(Whole<T>(factor), triangle));
  }
}

/// Ones on the diagonal and in the first row: the inverse has the same with another sign.
BOOST_AUTO_TEST_CASE_TEMPLATE(condition_numbers, T, Scalars) {
  const ProcessGrid g = grid();
  const int n = 20;
  Matrix<T> a(g, n, n, block);
  a.fill([](int i, int j) { return i == j || i == 0 ? T(1) : T(0); });
  factor_lu(a);
  if (g.is_inside()) {
    BOOST_TEST(reciprocal_condition(Norm::one, a, 2) == 1.0 / 4);
    BOOST_TEST(static_cast<float>(reciprocal_condition(Norm::infinity, a, n)) == 1.0f / (n * n));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(standard_eigenproblems, T, Scalars) {
  const ProcessGrid g = grid();
  const int n = 15;
  for (const Triangle triangle : triangles) {
    const bool lower = triangle == Triangle::lower;
    Matrix<T> factor(g, n, n, block), square(g, n, n, block);
    const auto with_real_diagonal = [](int i, int j) {
      return i == j ? T(2.0f + static_cast<float>(i % 3)) : element<T>(i, j, 27) * T(0.1f);
    };
    factor.fill(with_real_diagonal);
    square.fill(with_real_diagonal);
    const Whole<T> before(factor), l = triangular(before, triangle);
    multiply_by_adjoint(triangle, square);
    const Whole<T> squared(square);
    BOOST_TEST_CONTEXT(on_rank())
    BOOST_TEST(error(squared, n, [&](int i, int j) {
                 return !is_within(triangle, i, j) ? before(i, j)
                        : lower                    ? product('C', l, 'N', l, n, i, j)
                                                   : product('N', l, 'C', l, n, i, j);
               }) < 10 * threshold);
    for (const int type : {1, 2, 3}) {
      Matrix<T> a = matrix<T>(g, n, n, 28);
      const Whole<T> original = hermitian(Whole<T>(a), triangle);
      // Hermitian, so with a real diagonal.
      a.fill([&](int i, int j) { return original(i, j); });
      reduce_to_standard(type, triangle, a, factor);
      const Whole<T> reduced = hermitian(Whole<T>(a), triangle);
      // Type 1: L C L^H or U^H C U is A; the others: L^H A L or U A U^H is C.
      const Whole<T>& from = type == 1 ? reduced : original;
      const Whole<T>& to = type == 1 ? original : reduced;
      const bool starts_with_factor = lower == (type == 1);
      BOOST_TEST_CONTEXT(on_rank())
      BOOST_TEST(error(to, n, [&](int i, int j) {
                   const char first = starts_with_factor ? 'N' : 'C', second = starts_with_factor ? 'C' : 'N';
                   T sum{};
                   for (int k = 0; k < n; ++k)
                     sum += operated(first, l, i, k) * product('N', from, second, l, n, k, j);
                   return sum;
                 }) < 100 * threshold);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(systems_by_lu, T, Scalars) {
  const ProcessGrid g = grid();
  const int n = 31, nrhs = 4;
  const Matrix<T> original = matrix<T>(g, n, n, 4), right = matrix<T>(g, n, nrhs, 5);
  const Whole<T> a(original), b(right);
  Matrix<T> lu(g, n, n, block), x(g, n, nrhs, block), y(g, n, nrhs, block);
  copy(original, lu);
  copy(right, x);
  copy(right, y);
  const Pivots pivots = solve(lu, x);
  solve_lu(transposed(lu), pivots, y);
  const Whole<T> solution(x), transposed_solution(y);
  const double scale = static_cast<double>(norm(Norm::largest, x)) * n;
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(pivots.zero_pivot == -1);
    double residual = 0, transposed_residual = 0, largest = 0;
    for (int j = 0; j < nrhs; ++j)
      for (int i = 0; i < n; ++i) {
        T sum{};
        for (int k = 0; k < n; ++k)
          sum += a(k, i) * transposed_solution(k, j);
        residual =
            testing::larger(residual, static_cast<double>(std::abs(product(a, solution, i, j) - b(i, j))));
        transposed_residual =
            testing::larger(transposed_residual, static_cast<double>(std::abs(sum - b(i, j))));
        largest = std::max({largest, static_cast<double>(std::abs(solution(i, j))),
                            static_cast<double>(std::abs(transposed_solution(i, j)))});
      }
    const double unit = n * largest * std::numeric_limits<typename Whole<T>::Real>::epsilon();
    BOOST_TEST(residual < threshold * unit);
    BOOST_TEST(transposed_residual < threshold * unit);
    if (g.is_inside())
      BOOST_TEST(scale > 0);
  }
}

/// P A = L U, and the other three products with P from what they do to the identity; a tall part of A.
BOOST_AUTO_TEST_CASE_TEMPLATE(interchanges_of_lu, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 23, n = 14;
  Matrix<T> lu = matrix<T>(g, m + 3, n + 3, 6), rows = matrix<T>(g, m, n, 7), columns = matrix<T>(g, n, m, 8),
            identity(g, m, m, 5);
  const Whole<T> r(rows), c(columns);
  Matrix<T> permuted = matrix<T>(g, m + 3, n + 3, 6);
  const auto part = lu(3, 3, m, n);
  const Pivots pivots = factor_lu(part);
  set(T(0), T(1), identity);
  multiply_by_p(Side::left, part, pivots, permuted(3, 3, m, n));
  multiply_by_p(Side::left, part, pivots, identity);
  const Whole<T> pa(permuted), factors(lu), p(identity);
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(error(pa, n, [&](int i, int j) {
                 if (i < 3 || j < 3)
                   return element<T>(i, j, 6);
                 T sum{};
                 for (int k = 3; k <= std::min(i, j); ++k)
                   sum += (i == k ? T(1) : factors(i, k)) * factors(k, j);
                 return sum;
               }) < threshold);
  }
  for (const char op : {'N', 'T'}) {
    multiply_by_p(Side::left, part, pivots, rows, op == 'T');
    multiply_by_p(Side::right, part, pivots, columns, op == 'T');
    const Whole<T> by_rows(rows), by_columns(columns);
    BOOST_TEST_CONTEXT(on_rank() << ", " << op) {
      BOOST_TEST(error(by_rows, 1, [&](int i, int j) { return product(op, p, 'N', r, m, i, j); }) == 0);
      BOOST_TEST(error(by_columns, 1, [&](int i, int j) { return product('N', c, op, p, m, i, j); }) == 0);
    }
    rows = matrix<T>(g, m, n, 7);
    columns = matrix<T>(g, n, m, 8);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(positive_definite_systems, T, Scalars) {
  const ProcessGrid g = grid();
  const int n = 26, nrhs = 2;
  const auto hermitian = [](int i, int j) {
    const T x = i >= j ? element<T>(i, j, 6) : conjugate(element<T>(j, i, 6));
    return i == j ? T(2.0f * n) : x;
  };
  for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
    Matrix<T> a(g, n, n, block), x = matrix<T>(g, n, nrhs, 7), y = matrix<T>(g, n, nrhs, 7);
    a.fill(hermitian);
    const Whole<T> whole(a), b(x);
    solve_positive_definite(triangle, a, x);
    solve_cholesky(triangle, a, y);
    const Whole<T> solution(x), again(y);
    BOOST_TEST_CONTEXT(on_rank()) {
      BOOST_TEST(error(b, n, [&](int i, int j) { return product(whole, solution, i, j); }) < threshold);
      BOOST_TEST(error(solution, n, [&](int i, int j) { return again(i, j); }) < threshold);
    }
    Matrix<T> negative(g, n, n, block);
    negative.fill([&](int i, int j) { return i == j && i == 11 ? T(-1) : hermitian(i, j); });
    if (g.is_inside())
      BOOST_CHECK_EXCEPTION(factor_cholesky(triangle, negative), NumericalError,
                            [](const NumericalError& error) { return error.index() == 11; });
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(orthogonal_factorizations, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 29, n = 13;
  const Matrix<T> original = matrix<T>(g, m, n, 8);
  Matrix<T> qr = matrix<T>(g, m, n, 8), r(g, m, n, block);
  const std::vector<T> tau = factor_qr(qr);
  const Whole<T> a(original), factors(qr);
  r.fill([&](int i, int j) { return i <= j ? factors(i, j) : T(0); });
  multiply_by_q(qr, tau, r);
  const Whole<T> product_qr(r);
  multiply_by_q(qr, tau, r, true);
  const Whole<T> back(r);
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(error(product_qr, m, [&](int i, int j) { return a(i, j); }) < threshold);
    BOOST_TEST(error(back, m, [&](int i, int j) { return i <= j ? factors(i, j) : T(0); }) < threshold);
  }
  form_q(qr, tau);
  const Whole<T> q(qr);
  BOOST_TEST_CONTEXT(on_rank())
  BOOST_TEST(error(a, m, [&](int i, int j) {
               T sum{};
               for (int k = 0; k <= j; ++k)
                 sum += q(i, k) * factors(k, j);
               return sum;
             }) < threshold);
  // The residual is orthogonal to all columns.
  Matrix<T> tall = matrix<T>(g, m, n, 8), x = matrix<T>(g, m, 2, 9);
  const Whole<T> b(x);
  least_squares(tall, x);
  Matrix<T> residual = matrix<T>(g, m, 2, 9), angles(g, n, 2, block);
  multiply(T(-1), original, x(0, 0, n, 2), T(1), residual);
  multiply(T(1), adjoint(original), residual, T(0), angles);
  const Whole<T> zero(angles);
  BOOST_TEST_CONTEXT(on_rank())
  BOOST_TEST(error(zero, m * n, [](int, int) { return T(0); }) < threshold);
}

/// C Q and C Q^H.
BOOST_AUTO_TEST_CASE_TEMPLATE(q_on_the_right, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 19, n = 8, rows = 7;
  Matrix<T> qr = matrix<T>(g, m, n, 29), c = matrix<T>(g, rows, m, 30), adjoint_c(g, m, rows, block);
  const Whole<T> before(c);
  const std::vector<T> tau = factor_qr(qr);
  add(T(1), adjoint(c), T(0), adjoint_c);
  multiply_by_q(qr, tau, adjoint_c, true);
  multiply_by_q(Side::right, qr, tau, c);
  const Whole<T> left(adjoint_c), right(c);
  multiply_by_q(Side::right, qr, tau, c, true);
  const Whole<T> back(c);
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(error(right, m, [&](int i, int j) { return conjugate(left(j, i)); }) < threshold);
    BOOST_TEST(error(back, m, [&](int i, int j) { return before(i, j); }) < threshold);
  }
}

/// Matrices of one process, which the others help.
BOOST_AUTO_TEST_CASE_TEMPLATE(matrices_of_a_server, T, Scalars) {
  std::vector<double> cycle_times(static_cast<std::size_t>(mpi_size()), 1.0);
  const ProcessGrid workers = grid(), server(cycle_times, 1, 1);
  const int m = 21, n = 16, nrhs = 3;
  set_server_policy(workers, "greedy");
  const Matrix<T> a = matrix<T>(server, n + 1, m, 31), b = matrix<T>(server, n, nrhs, 32);
  Matrix<T> c = matrix<T>(server, m, nrhs + 1, 33), lu = dominant<T>(server, n, 34),
            x = matrix<T>(server, n, nrhs, 35);
  const Whole<T> at(a), bt(b), before(c), matrix_of_system(lu), right(x);
  multiply(workers, T(2), adjoint(a(1, 0, n, m)), b, T(-1), c(0, 1, m, nrhs));
  const Whole<T> after(c);
  const Pivots pivots = factor_lu(workers, lu);
  if (server.is_inside())
    solve_lu(lu, pivots, x);
  const Whole<T> by_factors(x);
  set_server_policy(workers, "");
  lu = dominant<T>(server, n, 34);
  x = matrix<T>(server, n, nrhs, 35);
  BOOST_TEST(solve(workers, lu, x).zero_pivot == -1);
  const Whole<T> solution(x);
  BOOST_TEST_CONTEXT(on_rank()) {
    BOOST_TEST(pivots.zero_pivot == -1);
    BOOST_TEST(error(after, n, [&](int i, int j) {
                 if (j < 1)
                   return before(i, j);
                 T sum{};
                 for (int k = 0; k < n; ++k)
                   sum += conjugate(at(k + 1, i)) * bt(k, j - 1);
                 return T(2) * sum - before(i, j);
               }) < threshold);
    for (const Whole<T>& each : {by_factors, solution})
      BOOST_TEST(error(right, n, [&](int i, int j) { return product(matrix_of_system, each, i, j); }) <
                 threshold);
  }
  Matrix<T> singular(server, n, n, block), y = matrix<T>(server, n, 1, 36);
  if (!workers.is_inside())
    return;
  BOOST_CHECK_EXCEPTION(solve(workers, singular, y), NumericalError,
                        [](const NumericalError& e) { return e.index() == 0; });
  BOOST_TEST(factor_lu(workers, singular).zero_pivot == 0);
  BOOST_TEST(argument_of([&] { multiply(workers, T(1), a, b, T(0), c); }) == "rows of B");
  BOOST_TEST(argument_of([&] { solve(workers, singular, c); }) == "rows of B");
  BOOST_TEST(argument_of([&] { set_server_policy(workers, "none"); }) == "argument 2 of HG_SERVER_POLICY");
}

/// Products and copies on a partition that the planner chooses, and on one of a file; between partition and grid.
BOOST_AUTO_TEST_CASE_TEMPLATE(matrices_on_a_partition, T, Scalars) {
  std::vector<double> cycle_times(static_cast<std::size_t>(mpi_size()));
  std::iota(cycle_times.begin(), cycle_times.end(), 1.0);
  const hetgrid::testing::PartitionFile file(partition::to_json(hetgrid::testing::square_corner()));
  const ProcessGrid g = grid(), chosen = ProcessGrid::for_products(40, 4, cycle_times),
                    stored = ProcessGrid::from_partition(file.name());
  const int m = 37, n = 40, k = 33;
  for (const ProcessGrid* const each : {&chosen, &stored}) {
    PartitionedMatrix<T> a(*each, m, k, 4, 4), b(*each, n, k, 4, 4), c(*each, m + 1, n, 4, 4);
    a.fill([](int i, int j) { return element<T>(i, j, 41); });
    b.fill([](int i, int j) { return element<T>(i, j, 42); });
    c.fill([](int i, int j) { return element<T>(i, j, 43); });
    b.set(2, 3, T(100));
    multiply(T(2), a, adjoint(b), T(-1), c(1, 0, m, n));
    Matrix<T> on_grid(g, m + 1, n, block), factor(g, n, k, block);
    copy(c, on_grid);
    copy(b, factor);
    const Whole<T> result(on_grid), right(factor);
    BOOST_TEST_CONTEXT(on_rank()) {
      BOOST_TEST(std::abs(right(2, 3) - T(100)) == 0);
      BOOST_TEST(error(result, 100 * k, [&](int i, int j) {
                   if (i == 0)
                     return element<T>(i, j, 43);
                   T sum{};
                   for (int l = 0; l < k; ++l)
                     sum += element<T>(i - 1, l, 41) * conjugate(right(j, l));
                   return T(2) * sum - element<T>(i, j, 43);
                 }) < threshold);
      if (each->is_inside()) {
        BOOST_TEST(norm(Norm::largest, b) == 100);
        BOOST_TEST(std::abs(b.get(2, 3) - T(100)) == 0);
        BOOST_TEST(argument_of([&] { multiply(T(1), a, a, T(0), c); }) == "rows of B");
        BOOST_TEST(argument_of([&] { factor_lu(a); }).substr(0, 8) == "argument");
      }
    }
  }
  BOOST_TEST(argument_of([&] { PartitionedMatrix<T>(chosen, m, n, 0, 4); }) == "mb");
  BOOST_TEST(argument_of([&] { PartitionedMatrix<T>(chosen, m, -1, 4, 4); }) == "n");
  BOOST_TEST(argument_of([&] { ProcessGrid::from_partition("no such file"); }) ==
             "argument 2 of HG_GRIDINIT_PARTITION");
  BOOST_TEST(argument_of([&] { ProcessGrid::for_products(0, 4, cycle_times); }) ==
             "argument 2 of HG_GRIDINIT_SHAPE");
  BOOST_TEST(argument_of([&] { ProcessGrid::for_products(40, 4, std::vector<double>(17, 1.0)); }) ==
             "cycle_times");
}

/// Elements, norms, and ScaLAPACK's own layout.
BOOST_AUTO_TEST_CASE_TEMPLATE(elements_and_layouts, T, Scalars) {
  const ProcessGrid g = grid();
  const int m = 11, n = 14;
  Matrix<T> a = matrix<T>(g, m, n, 10);
  a.set(3, 5, T(100));
  if (g.is_inside()) {
    BOOST_TEST(std::abs(a.get(3, 5) - T(100)) == 0);
    BOOST_TEST(std::abs(a.get(10, 13) - element<T>(10, 13, 10)) == 0);
    BOOST_TEST(norm(Norm::largest, a) == 100);
    BOOST_TEST(norm(Norm::one, a(3, 5, 1, 1)) == 100);
    const ProcessGrid same = ProcessGrid::of_context(g.context());
    BOOST_TEST(same.rows() * same.columns() == g.rows() * g.columns());
    // One process row owns everything in blocks of the whole matrix.
    const bool mine = g.my_row() == 0 && g.my_column() == 0;
    std::vector<T> local(mine ? static_cast<std::size_t>(m * n) : 1);
    const int desc[9] = {1, g.context(), m, n, m, n, 0, 0, m};
    Part<T> block_cyclic(local.data(), desc);
    copy(a, block_cyclic);
    if (mine)
      BOOST_TEST(std::abs(local[3 + 5 * m] - T(100)) == 0);
    Matrix<T> b(g, m, n, 5);
    copy(block_cyclic, b);
    BOOST_TEST(norm(Norm::frobenius, b) > 100);
    const std::vector<T> tau = factor_qr(block_cyclic);
    BOOST_TEST(tau.size() == (g.my_column() == 0 ? static_cast<std::size_t>(m) : 1));
  }
}

/// Between grids of which processes are in both, in one or in neither.
BOOST_AUTO_TEST_CASE(copies_between_small_grids) {
  if (mpi_size() < 2)
    return;
  const std::vector<double> equal(static_cast<std::size_t>(mpi_size()), 1.0);
  std::vector<double> first_is_slow(equal);
  first_is_slow.front() = 100; // others are left out than before
  const ProcessGrid one_row(equal, 1, 2), one_column(first_is_slow, 2, 1), all = grid();
  const int m = 11, n = 7;
  const Matrix<double> a = matrix<double>(one_row, m, n, 12), original = matrix<double>(all, m, n, 12);
  Matrix<double> b(one_column, m, n, 2), c(one_row, m, n, 4), result(all, m, n, block);
  copy(a, b);
  copy(b, c);
  copy(c(1, 2, 3, 4), b(1, 2, 3, 4));
  copy(b, result);
  const Whole<double> expected(original), moved(result);
  BOOST_TEST(error(moved, 1, [&](int i, int j) { return expected(i, j); }) == 0);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_named) {
  const ProcessGrid g = grid();
  const int n = 9;
  Matrix<double> a(g, n, n, block), b(g, n, 2, block), c(g, n, n, block);
  const Matrix<double>& constant = a;
  BOOST_TEST(argument_of([&] { multiply(1, a, transposed(b), 0, c); }) == "rows of B");
  BOOST_TEST(argument_of([&] { multiply(1, a, b, 0, c); }) == "columns of C");
  BOOST_TEST(argument_of([&] { multiply(1, transposed(b), b, 0, c); }) == "rows of C");
  BOOST_TEST(argument_of([&] { solve(b, a); }) == "columns of A");
  BOOST_TEST(argument_of([&] { solve(a, b(0, 0, 3, 2)); }) == "rows of B");
  BOOST_TEST(argument_of([&] { copy(constant, b); }) == "columns of B");
  BOOST_TEST(argument_of([&] { least_squares(a, b(1, 0, 3, 1)); }) == "rows of B");
  const Triangle lower = Triangle::lower;
  const Side left = Side::left, right = Side::right;
  BOOST_TEST(argument_of([&] { solve_triangular(left, lower, 1, b, a); }) == "columns of A");
  BOOST_TEST(argument_of([&] { solve_triangular(right, lower, 1, a, b); }) == "rows of A");
  BOOST_TEST(argument_of([&] { multiply_triangular(left, lower, 1, a, b(0, 0, 3, 2)); }) == "rows of A");
  BOOST_TEST(argument_of([&] { multiply_symmetric(left, lower, 1, a, b, 0, c); }) == "columns of C");
  BOOST_TEST(argument_of([&] { multiply_hermitian(right, lower, 1, a, b, 0, c); }) == "rows of A");
  BOOST_TEST(argument_of([&] { update_symmetric(lower, 1, transposed(b), 0, c); }) == "rows of C");
  BOOST_TEST(argument_of([&] { update_symmetric(lower, 1, a, 0, b); }) == "columns of C");
  BOOST_TEST(argument_of([&] { update_hermitian(lower, 1, a, b, 0, c); }) == "columns of B");
  BOOST_TEST(argument_of([&] { update_hermitian(lower, 1, a, transposed(a), 0, c); }) == "B");
  BOOST_TEST(argument_of([&] { add(1, transposed(b), 0, b); }) == "rows of C");
  BOOST_TEST(argument_of([&] { copy(lower, b, c); }) == "columns of B");
  BOOST_TEST(argument_of([&] { invert_lu(b, Pivots()); }) == "columns of A");
  BOOST_TEST(argument_of([&] { invert_cholesky(lower, b); }) == "columns of A");
  BOOST_TEST(argument_of([&] { invert_triangular(lower, b); }) == "columns of A");
  BOOST_TEST(argument_of([&] { multiply_by_adjoint(lower, b); }) == "columns of A");
  BOOST_TEST(argument_of([&] { reciprocal_condition(Norm::frobenius, a, 1); }) == "which");
  BOOST_TEST(argument_of([&] { reduce_to_standard(4, lower, a, c); }) == "type");
  BOOST_TEST(argument_of([&] { reduce_to_standard(1, lower, a, b); }) == "columns of B");
  BOOST_TEST(argument_of([&] { form_q(b(0, 0, 1, 2), {}); }) == "columns of A");
  BOOST_TEST(argument_of([&] { multiply_by_q(right, b, {}, b); }) == "columns of C");
  BOOST_TEST(argument_of([&] { multiply_by_p(left, b(0, 0, 3, 2), Pivots(), b); }) == "rows of C");
  BOOST_TEST(argument_of([&] { multiply_by_p(right, b, Pivots(), b); }) == "columns of C");
  if (g.is_inside()) { // what looks at elements has no INFO
    const int without_blocks[9] = {1, g.context(), n, n, 0, 0, 0, 0, n};
    const Part<double> part(a.data(), without_blocks);
    BOOST_TEST(argument_of([&] { part.get(0, 0); }) == "argument 7 of HG_PDELGET");
    BOOST_TEST(argument_of([&] { part.set(0, 0, 1.0); }) == "argument 4 of HG_PDELSET");
    BOOST_TEST(argument_of([&] { norm(Norm::one, part); }) == "argument 7 of HG_PDLANGE");
  }
  Matrix<std::complex<float>> x(g, n, n, block), y(g, n, n, block);
  BOOST_TEST(argument_of([&] { update_symmetric(lower, 1, adjoint(x), 0, y); }) == "A");
  BOOST_TEST(argument_of([&] { update_hermitian(lower, 1, transposed(x), 0, y); }) == "A");
  BOOST_TEST(argument_of([&] { a(0, 0, n + 1, 1); }) == "m");
  BOOST_TEST(argument_of([&] { a(n, 1, 1, 1); }) == "m");
  BOOST_TEST(argument_of([&] { constant(-1, 1, 1, 1); }) == "i");
  BOOST_TEST(argument_of([&] { constant.get(0, n); }) == "j");
  BOOST_TEST(argument_of([&] { Matrix<double>(g, -1, 1, 1); }) == "m");
  BOOST_TEST(argument_of([&] { Matrix<double>(g, 1, 1, 0); }) == "block_size");
  BOOST_TEST(argument_of([&] { ProcessGrid(std::vector<double>(17, 1.0)); }) == "cycle_times");
  BOOST_TEST(argument_of([&] {
               ProcessGrid(std::vector<double>(static_cast<std::size_t>(mpi_size()), 1.0), 9, 9);
             }) == "argument 3 of HG_GRIDINIT");
  BOOST_TEST(argument_of([&] { ProcessGrid::from_plan("no such file"); }) ==
             "argument 2 of HG_GRIDINIT_PLAN");
  if (!g.is_inside())
    return;
  // A zero column: LU is there, and cannot solve.
  a.fill([](int i, int j) { return j == 4 ? 0.0 : element<double>(i, j, 11); });
  b.fill([](int, int) { return 1.0; });
  BOOST_TEST(factor_lu(a).zero_pivot == 4);
  a.fill([](int i, int j) { return j == 4 ? 0.0 : element<double>(i, j, 11); });
  BOOST_CHECK_EXCEPTION(solve(a, b), NumericalError, [](const NumericalError& e) { return e.index() == 4; });
  BOOST_TEST(b.get(n - 1, 1) == 1);
  const Pivots pivots{{}, 4};
  BOOST_CHECK_THROW(solve_lu(a, pivots, b), NumericalError);
  BOOST_CHECK_THROW(invert_lu(a, pivots), NumericalError);
  const auto is_of_4 = [](const NumericalError& e) { return e.index() == 4; };
  a.fill([](int i, int j) { return i == j && i != 4 ? 1.0 : 0.0; });
  BOOST_CHECK_EXCEPTION(invert_triangular(lower, a), NumericalError, is_of_4);
  BOOST_CHECK_EXCEPTION(invert_cholesky(lower, a), NumericalError, is_of_4);
  BOOST_TEST(reciprocal_condition(Norm::one, a, 1) == 0);
  int desc[9];
  std::copy_n(a.descriptor(), 9, desc);
  desc[4] = 0;
  BOOST_TEST(argument_of([&] { factor_cholesky(Triangle::lower, Part<double>(a.data(), desc)); }) ==
             "argument 6 of HG_PDPOTRF");
}
