// Copies between local column-major arrays, as packing and unpacking of messages needs them. Sizes in elements.
#pragma once

#include <algorithm>
#include <cstdint>

namespace hetgrid::comm {

/// B = A, both m x n.
template <typename T>
void copy(std::int64_t m, std::int64_t n, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  if (lda == m && ldb == m)
    std::copy_n(a, m * n, b);
  else
    for (std::int64_t j = 0; j < n; ++j)
      std::copy_n(a + j * lda, m, b + j * ldb);
}

/// B = transpose of A; A is m x n, B is n x m. A strip of columns of A as wide as a cache line of B is read along
/// the columns, so that every line of B is written at once and the strip stays in the first-level cache.
template <typename T>
void transpose(std::int64_t m, std::int64_t n, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  constexpr std::int64_t strip = std::max<std::int64_t>(1, 64 / sizeof(T));
  std::int64_t j = 0;
  for (; j + strip <= n; j += strip)
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t s = 0; s < strip; ++s)
        b[i * ldb + j + s] = a[i + (j + s) * lda];
  for (; j < n; ++j)
    for (std::int64_t i = 0; i < m; ++i)
      b[i * ldb + j] = a[i + j * lda];
}

} // namespace hetgrid::comm
