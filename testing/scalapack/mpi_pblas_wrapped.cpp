// The PBLAS that hetgrid has no own routine for, and the others under their standard names, on uneven operands.
// ranks: 1 2 4
#include "testing/support/against_scalapack.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using namespace hetgrid::testing::scalapack;

BOOST_AUTO_TEST_CASE(vectors) {
  Random random(71'000);
  for_each_type([&]<typename T>() {
    for (const int n : {0, 1, uniform_int(random, 2, 40)}) {
      const auto x0 = any_matrix<T>(random, n, 1), y0 = any_matrix<T>(random, n, 1);
      const T alpha = random_scalar<T>(random);
      const Real<T> beta = random_scalar<Real<T>>(random);
      compare_with_scalapack(random, [&](Run& run) {
        auto x = run.vector(x0), y = run.vector(y0), z = run.vector(y0, false);
        run.call<T>(swap, n, x, y);
        run.call<T>(axpy, n, alpha, x, y);
        run.call<T>(scal, n, alpha, x);
        run.call<T>(real_scal, n, beta, x);
        run.call<T>(copy, n, y, z);
        if constexpr (is_complex<T>)
          run.call<T>(lacgv, n, z);
      });
    }
  });
}

BOOST_AUTO_TEST_CASE(rows_and_columns_of_one_matrix) {
  Random random(72'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 4, 25);
    const auto a0 = any_matrix<T>(random, n, n);
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.mixed_matrix(a0);
      auto x = run.row_of(a, 0), y = run.row_of(a, n - 1), u = run.column_of(a, 1),
           v = run.column_of(a, n - 1);
      run.call<T>(swap, n, x, y);
      run.call<T>(axpy, n, T(2), u, v);
      run.call<T>(copy, n, y, x);
      if constexpr (is_complex<T>)
        run.call<T>(rot, n, u, v, Real<T>(0.6), T(Real<T>(0.48), Real<T>(0.64)));
      run.call<T>(copy, n - 1, y, v); // the last row without its last element to the last column
    });
  });
}

/// The value that a reduction left on the processes that own a vector.
template <typename T>
void check_value(const char* name, const T& computed, const T& expected, bool in_scope, int n) {
  const double bound = 50.0 * (n + 1) * static_cast<double>(std::numeric_limits<Real<T>>::epsilon());
  BOOST_TEST((!in_scope || std::abs(computed - expected) <= bound * (1 + std::abs(expected))),
             name << ": " << computed << " not " << expected);
}

template <typename T>
void check_reductions(Random& random, int n) {
  const auto x0 = any_matrix<T>(random, n, 1), y0 = any_matrix<T>(random, n, 1);
  T product(0), product_of_conjugate(0);
  Real<T> squares = 0, sum = 0;
  int largest = 0;
  for (int k = 0; k < n; ++k) {
    product += x0(k, 0) * y0(k, 0);
    product_of_conjugate += conjugate(x0(k, 0)) * y0(k, 0);
    squares += std::real(x0(k, 0) * conjugate(x0(k, 0)));
    sum += abs1(x0(k, 0));
    if (abs1(x0(k, 0)) > abs1(x0(largest, 0)))
      largest = k;
  }
  compare_with_scalapack(random, [&](Run& run) {
    auto x = run.vector(x0), y = run.vector(y0);
    const bool owns_x = run.in_scope(x), owns_y = run.in_scope(y);
    T value(-7);
    Real<T> real(-7);
    run.call<T>(dot, n, &value, x, y);
    check_value(dot.name, value, product, owns_x || owns_y, n);
    if constexpr (is_complex<T>) {
      run.call<T>(dotc, n, &value, x, y);
      check_value(dotc.name, value, product_of_conjugate, owns_x || owns_y, n);
    }
    run.call<T>(nrm2, n, &real, x);
    check_value(nrm2.name, real, std::sqrt(squares), owns_x, n);
    run.call<T>(asum, n, &real, x);
    check_value(asum.name, real, sum, owns_x, n);
    int index = -7;
    run.call<T>(amax, n, &value, &index, x);
    check_value(amax.name, value, n == 0 ? T(0) : x0(largest, 0), owns_x, n);
    if (owns_x)
      BOOST_TEST(index == (n == 0 ? 0 : largest + (x.increment == 1 ? x.i : x.j)));
    // On several processes ScaLAPACK's own PDLASSQ reads elements that are not of the vector.
    if (mpi_size() == 1) {
      Real<T> scale = 0, sumsq = 1;
      auto z = run.vector(x0, false);
      run.call<T>(lassq, n, z, &scale, &sumsq);
      check_value(lassq.name, scale * scale * sumsq, squares, true, n);
    }
  });
}

BOOST_AUTO_TEST_CASE(reductions) {
  Random random(73'000);
  for_each_type([&]<typename T>() {
    for (const int n : {0, 1, uniform_int(random, 2, 40)})
      check_reductions<T>(random, n);
  });
}

BOOST_AUTO_TEST_CASE(matrix_times_vector) {
  Random random(74'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 30), n = uniform_int(random, 1, 30);
    const auto a0 = any_matrix<T>(random, m, n), x0 = any_matrix<T>(random, n, 1),
               y0 = any_matrix<T>(random, m, 1);
    const auto u0 = any_matrix<Real<T>>(random, m, 1);
    const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
    const char trans = any_of(random, 'T', 't', 'C');
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.mixed_matrix(a0);
      auto x = run.vector(x0), y = run.vector(y0);
      auto u = run.vector(u0);
      run.call<T>(gemv, 'N', m, n, alpha, a, x, beta, y);
      run.call<T>(gemv, trans, m, n, alpha, a, y, T(1), x);
      run.call<T>(agemv, 'N', m, n, Real<T>(2), a, x, Real<T>(-1), u);
      run.call<T>(ger, m, n, alpha, y, x, a);
      if constexpr (is_complex<T>)
        run.call<T>(gerc, m, n, alpha, y, x, a);
    });
  });
}

BOOST_AUTO_TEST_CASE(symmetric_matrix_and_vector) {
  Random random(75'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 30);
    const auto a0 = any_matrix<T>(random, n, n), x0 = any_matrix<T>(random, n, 1),
               y0 = any_matrix<T>(random, n, 1);
    const auto u0 = any_matrix<Real<T>>(random, n, 1);
    const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
    const char uplo = any_of(random, 'U', 'u', 'L', 'l');
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.mixed_matrix(a0);
      auto x = run.vector(x0), y = run.vector(y0);
      auto u = run.vector(u0);
      run.call<T>(symv, uplo, n, alpha, a, x, beta, y);
      run.call<T>(asymv, uplo, n, Real<T>(3), a, x, Real<T>(1), u);
      run.call<T>(syr, uplo, n, Real<T>(2), x, a);
      run.call<T>(syr2, uplo, n, alpha, x, y, a);
    });
  });
}

BOOST_AUTO_TEST_CASE(triangular_matrix_and_vector) {
  Random random(76'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 30);
    const auto a0 = dominant_matrix<T>(random, n);
    const auto x0 = any_matrix<T>(random, n, 1);
    const auto u0 = any_matrix<Real<T>>(random, n, 1);
    const char uplo = any_of(random, 'U', 'L'), trans = any_of(random, 'N', 'T', 'C'),
               diag = any_of(random, 'N', 'U');
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.mixed_matrix(a0);
      auto x = run.vector(x0);
      auto u = run.vector(u0);
      run.call<T>(trmv, uplo, trans, diag, n, a, x);
      run.call<T>(atrmv, uplo, trans, diag, n, Real<T>(2), a, x, Real<T>(1), u);
      run.call<T>(trsv, uplo, trans, diag, n, a, x);
    });
  });
}

BOOST_AUTO_TEST_CASE(symmetric_matrices) {
  Random random(77'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 25), n = uniform_int(random, 1, 25), k = uniform_int(random, 1, 25);
    const char side = any_of(random, 'L', 'r'), uplo = any_of(random, 'U', 'L');
    const int order = side == 'L' ? m : n;
    const auto a0 = any_matrix<T>(random, order, order), b0 = any_matrix<T>(random, m, n),
               c0 = any_matrix<T>(random, m, n);
    const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.mixed_matrix(a0), &b = run.mixed_matrix(b0), &c = run.mixed_matrix(c0);
      run.call<T>(symm, side, uplo, m, n, alpha, a, b, beta, c);
      if constexpr (is_complex<T>)
        run.call<T>(hemm, side, uplo, m, n, alpha, a, b, beta, c);
    });
    const bool forward = uniform_int(random, 0, 1) == 0;
    const auto d0 = any_matrix<T>(random, forward ? n : k, forward ? k : n),
               e0 = any_matrix<T>(random, forward ? n : k, forward ? k : n), f0 = any_matrix<T>(random, n, n);
    compare_with_scalapack(random, [&](Run& run) {
      auto &d = run.mixed_matrix(d0), &e = run.mixed_matrix(e0), &f = run.mixed_matrix(f0);
      run.call<T>(syr2k, uplo, forward ? 'N' : 'T', n, k, alpha, d, e, beta, f);
      run.call<T>(syrk, uplo, forward ? 'n' : 't', n, k, alpha, d, T(1), f);
      if constexpr (is_complex<T>)
        run.call<T>(her2k, uplo, forward ? 'N' : 'C', n, k, alpha, d, e, Real<T>(1), f);
    });
  });
}

BOOST_AUTO_TEST_CASE(general_and_triangular_matrices) {
  Random random(78'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 25), n = uniform_int(random, 1, 25), k = uniform_int(random, 1, 25);
    const auto a0 = any_matrix<T>(random, m, k), b0 = any_matrix<T>(random, n, k),
               c0 = any_matrix<T>(random, m, n), d0 = any_matrix<T>(random, n, m),
               t0 = dominant_matrix<T>(random, m);
    const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
    const char uplo = any_of(random, 'U', 'l');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.mixed_matrix(a0), &b = run.mixed_matrix(b0), &c = run.mixed_matrix(c0),
           &d = run.mixed_matrix(d0), &t = run.mixed_matrix(t0);
      run.call<T>(gemm, 'N', 'T', m, n, k, alpha, a, b, beta, c);
      run.call<T>(trmm, 'L', uplo, 'N', 'N', m, n, T(1), t, c);
      run.call<T>(trsm, 'L', uplo, 'T', 'U', m, n, alpha, t, c);
      run.call<T>(geadd, 'T', m, n, alpha, d, beta, c);
      run.call<T>(tradd, uplo, 'T', m, n, alpha, d, T(2), c);
      run.call<T>(tran, n, m, T(1), c, beta, d);
    });
  });
}

BOOST_AUTO_TEST_CASE(nothing_to_do) {
  Random random(79'000);
  for_each_type([&]<typename T>() {
    const SerialMatrix<T> none(0, 7), empty(0, 0);
    const auto x0 = any_matrix<T>(random, 7, 1);
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.mixed_matrix(none), &b = run.mixed_matrix(empty);
      auto x = run.vector(x0), y = run.vector(SerialMatrix<T>(0, 1));
      run.call<T>(gemv, 'N', 0, 7, T(1), a, x, T(1), y);
      run.call<T>(gemv, 'T', 0, 7, T(1), a, y, T(2), x);
      run.call<T>(symv, 'U', 0, T(1), b, y, T(1), y);
      run.call<T>(syr2k, 'U', 'N', 0, 7, T(1), a, a, T(1), b);
      run.call<T>(symm, 'L', 'U', 0, 7, T(1), b, a, T(1), a);
    });
  });
}

} // namespace
