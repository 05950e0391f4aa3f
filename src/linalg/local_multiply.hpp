// Products of local arrays, cut so that a process can do something else in between.
#pragma once

#include "hetgrid/layout.hpp"
#include "kernel/blas.hpp"

namespace hetgrid::linalg {

using layout::Index;

/// One factor of a local multiply: an array and how it is stored.
template <typename T>
struct LocalFactor {
  const T* data;
  Index ld;
  kernel::Transpose trans;
};

/// C = alpha A B + beta C on local arrays, in so many strips; between two of them progress() is called.
template <typename T, typename Progress>
void multiply(Index m, Index n, Index k, T alpha, const LocalFactor<T>& a, const LocalFactor<T>& b, T beta,
              T* c, Index ldc, Index strips, Progress&& progress) {
  const bool by_rows =
      m > n; // the BLAS packs the factor that is not cut once a strip: let it be the smaller one
  // Borders that the BLAS's kernels, up to 48 lines at a time, have anyhow: a cut does not change which of them computes
  // an element, nor how it rounds.
  constexpr Index unit = 48;
  const Index extent = by_rows ? m : n;
  const auto border = [&](Index s) { return s == strips ? extent : extent * s / strips / unit * unit; };
  for (Index s = 0; s < strips; ++s) {
    const Index begin = border(s), size = border(s + 1) - begin;
    const bool a_transposed = a.trans != kernel::Transpose::no,
               b_transposed = b.trans != kernel::Transpose::no;
    const T* const a_strip = by_rows ? a.data + begin * (a_transposed ? a.ld : 1) : a.data;
    const T* const b_strip = by_rows ? b.data : b.data + begin * (b_transposed ? 1 : b.ld);
    T* const c_strip = c + (by_rows ? begin : begin * ldc);
    kernel::gemm(a.trans, b.trans, static_cast<int>(by_rows ? size : m), static_cast<int>(by_rows ? n : size),
                 static_cast<int>(k), alpha, a_strip, static_cast<int>(a.ld), b_strip, static_cast<int>(b.ld),
                 beta, c_strip, static_cast<int>(ldc));
    if (s + 1 < strips)
      progress();
  }
}

} // namespace hetgrid::linalg
