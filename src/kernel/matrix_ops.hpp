// Local matrix operations that the BLAS does not have. Column-major; sizes in elements.
#pragma once

#include <algorithm>
#include <cstdint>

namespace hetgrid::kernel {

/// C = beta C, m x n. beta = 0 does not read C.
template <typename T>
void scale(std::int64_t m, std::int64_t n, T beta, T* c, std::int64_t ldc) {
  if (beta == T(1))
    return;
  for (std::int64_t j = 0; j < n; ++j)
    if (beta == T(0))
      std::fill_n(c + j * ldc, m, T(0));
    else
      std::for_each_n(c + j * ldc, m, [beta](T& x) { x *= beta; });
}

} // namespace hetgrid::kernel
