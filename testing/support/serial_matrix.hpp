// Matrices on one process, the other side of every comparison: test matrices, norms and the scaled residuals of
// LAPACK's testers.
#pragma once

#include "hetgrid/layout.hpp"
#include "kernel/blas.hpp"
#include "testing/support/random_grid.hpp"

#include <limits>

namespace hetgrid::testing {

using kernel::Real;
using layout::Index;

/// Residuals above it are errors, as in LAPACK's testers; usual are values below 1.
inline constexpr double residual_threshold = 30;

/// m x n, by columns without gaps.
template <typename T>
struct SerialMatrix {
  Index m = 0, n = 0;
  std::vector<T> data;

  SerialMatrix() = default;
  SerialMatrix(Index m_, Index n_, T value = T(0))
      : m(m_), n(n_), data(static_cast<std::size_t>(m_ * n_), value) {}

  T& operator()(Index i, Index j) { return data[static_cast<std::size_t>(i + j * m)]; }
  const T& operator()(Index i, Index j) const { return data[static_cast<std::size_t>(i + j * m)]; }
  int rows() const { return static_cast<int>(m); }
  int columns() const { return static_cast<int>(n); }
  int ld() const { return static_cast<int>(std::max<Index>(1, m)); }
};

template <typename T>
T conjugate(const T& x) {
  if constexpr (std::is_floating_point_v<T>)
    return x;
  else
    return std::conj(x);
}

/// |Re x| + |Im x|: what LAPACK compares when it looks for a pivot.
template <typename T>
Real<T> abs1(const T& x) {
  return std::abs(std::real(x)) + std::abs(std::imag(x));
}

template <typename T>
T not_a_number() {
  return T(std::numeric_limits<Real<T>>::quiet_NaN());
}

template <typename T>
bool is_nan(const T& x) {
  return x != x;
}

template <typename T>
bool has_nan(const SerialMatrix<T>& a) {
  return std::ranges::any_of(a.data, is_nan<T>);
}

/// Largest column sum; NaN if there is one in A.
template <typename T>
double one_norm(const SerialMatrix<T>& a) {
  double norm = 0;
  for (Index j = 0; j < a.n; ++j) {
    double sum = 0;
    for (Index i = 0; i < a.m; ++i)
      sum += static_cast<double>(std::abs(a(i, j)));
    if (sum > norm || is_nan(sum))
      norm = sum;
    if (is_nan(norm))
      break;
  }
  return norm;
}

/// |R| / (|A| k eps), or |R| / (k eps) if A = 0.
template <typename T>
double scaled(double residual, double norm, Index k) {
  const double eps = static_cast<double>(std::numeric_limits<Real<T>>::epsilon()) / 2;
  return residual / ((norm > 0 ? norm : 1) * static_cast<double>(std::max<Index>(1, k)) * eps);
}

/// C += alpha op(A) op(B).
template <typename T>
void add_product(T alpha, kernel::Transpose ta, const SerialMatrix<T>& a, kernel::Transpose tb,
                 const SerialMatrix<T>& b, SerialMatrix<T>& c) {
  const int k = ta == kernel::Transpose::no ? a.columns() : a.rows();
  if (c.m > 0 && c.n > 0 && k > 0)
    kernel::gemm(ta, tb, c.rows(), c.columns(), k, alpha, a.data.data(), a.ld(), b.data.data(), b.ld(), T(1),
                 c.data.data(), c.ld());
}

/// The m x n matrix of random elements, uniform in [-1, 1] (real and imaginary part).
template <typename T>
SerialMatrix<T> random_matrix(Index m, Index n, int number) {
  SerialMatrix<T> a(m, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      a(i, j) = element<T>(i, j, number);
  return a;
}

/// 1 / (i + j + 1): conditions grow like e^3.5n.
template <typename T>
SerialMatrix<T> hilbert_matrix(Index m, Index n) {
  SerialMatrix<T> a(m, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      a(i, j) = T(Real<T>(1) / static_cast<Real<T>>(i + j + 1));
  return a;
}

/// Multiplies row i by low^(i/m) and column j by low^(j/n), from 1 down to about low^2.
template <typename T>
void grade(SerialMatrix<T>& a, double low) {
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      a(i, j) *= static_cast<Real<T>>(std::pow(low, static_cast<double>(i) / static_cast<double>(a.m)) *
                                      std::pow(low, static_cast<double>(j) / static_cast<double>(a.n)));
}

/// P L U with |l_ij| <= 1/2 below the diagonal and 1 <= |u_ii|: in every column the pivot is twice as large as any
/// other candidate, so that rounding cannot change the pivots.
template <typename T>
SerialMatrix<T> matrix_with_clear_pivots(Random& random, Index m, Index n, int number) {
  const Index k = std::min(m, n);
  const T quarter(Real<T>(0.25));
  SerialMatrix<T> l(m, k), u(k, n), a(m, n);
  std::vector<Index> place(static_cast<std::size_t>(m));
  std::iota(place.begin(), place.end(), Index{0});
  std::shuffle(place.begin(), place.end(), random);
  for (Index j = 0; j < k; ++j)
    for (Index i = j; i < m; ++i)
      l(place[static_cast<std::size_t>(i)], j) = i == j ? T(1) : quarter * element<T>(i, j, number);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= std::min(j, k - 1); ++i)
      u(i, j) = i == j ? T(Real<T>(1.5)) + quarter * element<T>(i, j, number + 1)
                       : quarter * element<T>(i, j, number + 1);
  add_product(T(1), kernel::Transpose::no, l, kernel::Transpose::no, u, a);
  return a;
}

/// B B^H / k + I, B with k <= 16 columns: cheap also where every process makes a large one.
template <typename T>
SerialMatrix<T> positive_definite_matrix(Index n, int number) {
  const Index k = std::clamp<Index>(n, 1, 16);
  const SerialMatrix<T> b = random_matrix<T>(n, k, number);
  SerialMatrix<T> a(n, n);
  for (Index i = 0; i < n; ++i)
    a(i, i) = T(1);
  add_product(T(Real<T>(1) / static_cast<Real<T>>(k)), kernel::Transpose::no, b, kernel::Transpose::conjugate,
              b, a);
  for (Index j = 0; j < n; ++j) {
    a(j, j) = T(std::real(a(j, j)));
    for (Index i = 0; i < j; ++i)
      a(i, j) = conjugate(a(j, i));
  }
  return a;
}

/// |P A - L U| / (|A| n eps), L and U in `factors`, ipiv from 0.
template <typename T>
double lu_residual(SerialMatrix<T> a, const SerialMatrix<T>& factors, const std::vector<int>& ipiv) {
  const Index k = std::min(a.m, a.n);
  const double norm = one_norm(a);
  SerialMatrix<T> l(a.m, k), u(k, a.n);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      if (i <= j && i < k)
        u(i, j) = factors(i, j);
      else if (j < k)
        l(i, j) = factors(i, j);
  for (Index i = 0; i < k; ++i) {
    l(i, i) = T(1);
    const Index pivot = ipiv[static_cast<std::size_t>(i)];
    if (pivot < i || pivot >= a.m)
      return std::numeric_limits<double>::infinity();
    for (Index j = 0; j < a.n; ++j)
      std::swap(a(i, j), a(pivot, j));
  }
  add_product(T(-1), kernel::Transpose::no, l, kernel::Transpose::no, u, a);
  return scaled<T>(one_norm(a), norm, a.n);
}

/// |I - Q^H Q| / (m eps).
template <typename T>
double orthogonality_residual(const SerialMatrix<T>& q) {
  SerialMatrix<T> product(q.n, q.n);
  for (Index i = 0; i < q.n; ++i)
    product(i, i) = T(-1);
  add_product(T(1), kernel::Transpose::conjugate, q, kernel::Transpose::no, q, product);
  return scaled<T>(one_norm(product), 1, q.m);
}

/// |A - Q R| / (|A| m eps), R in the upper triangle (trapezoid) of `factors`.
template <typename T>
double qr_residual(SerialMatrix<T> a, const SerialMatrix<T>& q, const SerialMatrix<T>& factors) {
  const double norm = one_norm(a);
  SerialMatrix<T> r(q.n, a.n);
  for (Index j = 0; j < r.n; ++j)
    for (Index i = 0; i < std::min(j + 1, r.m); ++i)
      r(i, j) = factors(i, j);
  add_product(T(-1), kernel::Transpose::no, q, kernel::Transpose::no, r, a);
  return scaled<T>(one_norm(a), norm, a.m);
}

/// |A - L L^H| or |A - U^H U| / (|A| n eps); the factor is triangle `uplo` of `factors`.
template <typename T>
double cholesky_residual(SerialMatrix<T> a, kernel::Uplo uplo, const SerialMatrix<T>& factors) {
  using kernel::Transpose;
  const bool lower = uplo == kernel::Uplo::lower;
  const double norm = one_norm(a);
  SerialMatrix<T> factor(a.n, a.n);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = lower ? j : 0; i < (lower ? a.n : j + 1); ++i)
      factor(i, j) = factors(i, j);
  add_product(T(-1), lower ? Transpose::no : Transpose::conjugate, factor,
              lower ? Transpose::conjugate : Transpose::no, factor, a);
  return scaled<T>(one_norm(a), norm, a.n);
}

} // namespace hetgrid::testing
