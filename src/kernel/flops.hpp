// Floating-point operations of the local kernels as LAPACK counts them, in units of one of double precision: in single
// precision a processor does two of them in that time; a complex one stands for four pairs.
#pragma once

#include <complex>
#include <type_traits>

namespace hetgrid::kernel {

/// Time of a multiplication with its addition, relative to one operation of double precision.
template <typename T>
inline constexpr double pair_cost = std::is_same_v<T, float>                 ? 1
                                    : std::is_same_v<T, double>              ? 2
                                    : std::is_same_v<T, std::complex<float>> ? 4
                                                                             : 8;

template <typename T>
constexpr double gemm_cost(double m, double n, double k) {
  return pair_cost<T> * m * n * k;
}
/// Triangular A of order k, B with n columns (rows): TRSM and TRMM.
template <typename T>
constexpr double triangular_cost(double k, double n) {
  return pair_cost<T> / 2 * k * k * n;
}
/// A m x n, any of the two larger.
template <typename T>
constexpr double getrf_cost(double m, double n) {
  const double k = m < n ? m : n;
  return pair_cost<T> / 2 * (2 * m * n * k - (m + n) * k * k + 2 * k * k * k / 3);
}
/// A m x n, m >= n, with T.
template <typename T>
constexpr double geqrf_cost(double m, double n) {
  return pair_cost<T> * n * n * (m - n / 3);
}
template <typename T>
constexpr double potrf_cost(double n) {
  return pair_cost<T> / 2 * n * n * n / 3;
}

} // namespace hetgrid::kernel
