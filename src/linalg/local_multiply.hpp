// Products of local arrays, cut so that a process can do something else in between.
#pragma once

#include "hetgrid/layout.hpp"
#include "kernel/blas.hpp"
#include "schedule/strips.hpp"

namespace hetgrid::linalg {

using layout::Index;

/// One factor of a local multiply: an array and how it is stored.
template <typename T>
struct LocalFactor {
  const T* data;
  Index ld;
  kernel::Transpose trans;

  /// Without the rows, or the columns, before this one.
  LocalFactor rows_from(Index row) const noexcept {
    return {data + (trans == kernel::Transpose::no ? row : row * ld), ld, trans};
  }
  LocalFactor columns_from(Index column) const noexcept {
    return {data + (trans == kernel::Transpose::no ? column * ld : column), ld, trans};
  }
};

/// C = alpha A B + beta C on local arrays, in at most so many strips; between two of them progress() is called. Bits do not
/// depend on how many.
template <typename T, typename Progress>
void multiply(Index m, Index n, Index k, T alpha, const LocalFactor<T>& a, const LocalFactor<T>& b, T beta,
              T* c, Index ldc, Index strips, Progress&& progress) {
  // Only between columns. Rows the BLAS tiles as their number says, so that a cut between them would show.
  const auto border = [&](Index s) { return schedule::strip_border(n, strips, s); };
  for (Index s = 0; s < strips; ++s) {
    const Index begin = border(s), size = border(s + 1) - begin;
    if (size == 0 && strips > 1)
      continue;
    const T* const b_strip = b.data + (b.trans == kernel::Transpose::no ? begin * b.ld : begin);
    kernel::gemm(a.trans, b.trans, static_cast<int>(m), static_cast<int>(size), static_cast<int>(k), alpha,
                 a.data, static_cast<int>(a.ld), b_strip, static_cast<int>(b.ld), beta, c + begin * ldc,
                 static_cast<int>(ldc));
    if (s + 1 < strips)
      progress();
  }
}

} // namespace hetgrid::linalg
