// Local matrix operations that the BLAS does not have. Column-major; sizes in elements.
#pragma once

#include "kernel/execution.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace hetgrid::kernel {

/// C = beta C, m x n. beta = 0 does not read C. A real beta for a complex C leaves the parts of an infinity apart.
template <typename T, typename Scalar>
void scale(std::int64_t m, std::int64_t n, Scalar beta, T* c, std::int64_t ldc) {
  if (beta == Scalar(1) || !computes())
    return;
  for (std::int64_t j = 0; j < n; ++j)
    if (beta == Scalar(0))
      std::fill_n(c + j * ldc, m, T(0));
    else
      std::for_each_n(c + j * ldc, m, [beta](T& x) { x *= beta; });
}

/// Accounts for packing or unpacking `count` elements. \return whether they have to be moved
template <typename T>
bool move_elements(std::int64_t count, Rate rate = &plan::KernelRates::copy) {
  owe_time(static_cast<double>(count) * sizeof(T), rate);
  return computes();
}

/// B = A, both m x n.
template <typename T>
void copy(std::int64_t m, std::int64_t n, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  if (!move_elements<T>(m * n))
    return;
  if (lda == m && ldb == m)
    std::copy_n(a, m * n, b);
  else
    for (std::int64_t j = 0; j < n; ++j)
      std::copy_n(a + j * lda, m, b + j * ldb);
}

/// x = its conjugate, n elements.
template <typename T>
void conjugate(T* x, std::int64_t n) {
  if constexpr (!std::is_floating_point_v<T>)
    if (computes())
      std::transform(x, x + n, x, [](const T& value) { return std::conj(value); });
}

/// y = y + x, n elements.
template <typename T>
void add(std::int64_t n, const T* x, T* y) {
  if (move_elements<T>(n))
    std::transform(x, x + n, y, y, [](const T& from, const T& sum) { return sum + from; });
}

/// B = transpose of A; A is m x n, B is n x m. A strip of columns of A as wide as a cache line of B is read along
/// the columns, so that every line of B is written at once and the strip stays in the first-level cache. Columns of both
/// are on pages of their own, where nothing but a request ahead brings the next lines: those of the next strip.
template <typename T>
void transpose(std::int64_t m, std::int64_t n, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  constexpr std::int64_t strip = std::max<std::int64_t>(1, 64 / sizeof(T));
  if (!move_elements<T>(m * n))
    return;
  std::int64_t j = 0;
  for (; j + strip <= n; j += strip)
    for (std::int64_t first = 0; first < m; first += strip) {
      const std::int64_t end = std::min(first + strip, m);
      if (j + 2 * strip <= n) {
        for (std::int64_t s = 0; s < strip; ++s)
          __builtin_prefetch(a + first + (j + strip + s) * lda);
        for (std::int64_t i = first; i < end; ++i)
          __builtin_prefetch(b + i * ldb + j + strip, 1);
      }
      for (std::int64_t i = first; i < end; ++i)
        for (std::int64_t s = 0; s < strip; ++s)
          b[i * ldb + j + s] = a[i + (j + s) * lda];
    }
  for (; j < n; ++j)
    for (std::int64_t i = 0; i < m; ++i)
      b[i * ldb + j] = a[i + j * lda];
}

} // namespace hetgrid::kernel
