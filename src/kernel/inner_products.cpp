// Both matrices are read along their columns, so that vectors of both are multiplied as they lie, and lanes are added at the end:
//
//     for each `depth` rows of A and B
//         for each `block` columns of A, in strips of 4: copied, for the second-level cache
//             for each 6 columns of B: copied, for the first-level cache
//                 24 sums of vectors for each strip of A: a tile of C
//
// A matrix product that transposes one of them copies each element of B for no more operations than A has columns; that of
// OpenBLAS with AVX-512 runs at 0.78 of its rate where A has 128. Copies are aligned: unaligned vectors of 64 bytes, each of two
// lines, take a third of the speed.
#include "kernel/inner_products.hpp"

#include "kernel/blas_library.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hetgrid::kernel {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

bool has_inner_products() {
  static const bool faster =
      vector_units() == VectorUnits::avx512 && blas_library().is_openblas() && blas_library().threads == 1;
  return faster;
}

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,fma")

namespace {

using Lanes = double __attribute__((vector_size(64), may_alias));
using UnalignedLanes = double __attribute__((vector_size(64), aligned(alignof(double)), may_alias));

constexpr int lanes = 8;
constexpr int strip_of_a = 4, strip_of_b = 6; ///< columns
constexpr int depth = 512;                    ///< rows
constexpr int block = 128;                    ///< columns of A

/// Strips of columns, of each vector after vector. One set: of a process's threads one calls hetgrid.
alignas(64) double packed_a[depth * block], packed_b[depth * strip_of_b];

/// Rows in eights, of each of them `strip` columns; what is missing of either is zero. \param count  of columns, up to `strip`
template <int strip>
void pack(int k, int count, const double* from, std::ptrdiff_t ld, double* to) {
  for (int j = 0; j < strip; ++j) {
    double* out = to + j * lanes;
    const int rows = j < count ? k : 0;
    int l = 0;
    for (; l + lanes <= rows; l += lanes, out += strip * lanes)
      *reinterpret_cast<Lanes*>(out) = *reinterpret_cast<const UnalignedLanes*>(from + j * ld + l);
    for (; l < k; l += lanes, out += strip * lanes) {
      std::fill_n(out, lanes, 0.0);
      if (l < rows)
        std::copy(from + j * ld + l, from + j * ld + rows, out);
    }
  }
}

/// Of a shuffle of two vectors, the lane whose pair, `apart` lanes behind it, is added to it for this lane of the sum.
constexpr int first_of_pair(int lane, int apart) {
  return lane / apart % 2 * lanes + lane / (2 * apart) * 2 * apart + lane % apart;
}

/// (a0 + a1, b0 + b1, a2 + a3, b2 + b3, ...), the elements being `apart` lanes each.
template <int apart, int... lane>
[[gnu::always_inline]] inline Lanes add_pairs(Lanes a, Lanes b, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(a, b, first_of_pair(lane, apart)...) +
         __builtin_shufflevector(a, b, first_of_pair(lane, apart) + apart...);
}
template <int apart>
[[gnu::always_inline]] inline Lanes add_pairs(Lanes a, Lanes b) {
  return add_pairs<apart>(a, b, std::make_integer_sequence<int, lanes>());
}

/// out = A^H B of packed strips of so many vectors, column by column of B.
void multiply_strips(int vectors, const double* a, const double* b, double* out) {
  Lanes sums[strip_of_b][strip_of_a];
#pragma GCC unroll 6
  for (int j = 0; j < strip_of_b; ++j)
#pragma GCC unroll 4
    for (int i = 0; i < strip_of_a; ++i)
      sums[j][i] = Lanes{};
  const Lanes* x = reinterpret_cast<const Lanes*>(a);
  const Lanes* y = reinterpret_cast<const Lanes*>(b);
  for (int l = 0; l < vectors; ++l, x += strip_of_a, y += strip_of_b) {
    Lanes of_b[strip_of_b];
#pragma GCC unroll 6
    for (int j = 0; j < strip_of_b; ++j)
      of_b[j] = y[j];
#pragma GCC unroll 4
    for (int i = 0; i < strip_of_a; ++i) {
      const Lanes of_a = x[i];
#pragma GCC unroll 6
      for (int j = 0; j < strip_of_b; ++j)
        sums[j][i] += of_a * of_b[j];
    }
  }
#pragma GCC unroll 6
  for (int j = 0; j < strip_of_b; ++j) {
    const Lanes four =
        add_pairs<2>(add_pairs<1>(sums[j][0], sums[j][1]), add_pairs<1>(sums[j][2], sums[j][3]));
#pragma GCC unroll 4
    for (int i = 0; i < strip_of_a; ++i)
      out[j * strip_of_a + i] = four[i] + four[strip_of_a + i];
  }
}

/// Asks for part `part` of `parts` of a strip of B, `count` columns of `depth` rows, which is to be copied next.
void prefetch(const double* b, std::ptrdiff_t ldb, int count, int part, int parts) {
  constexpr int line = 64 / sizeof(double), lines = depth / line + 1;
  const int all = count * lines, share = all / parts + 1;
  for (int t = part * share; t < std::min(all, (part + 1) * share); ++t)
    __builtin_prefetch(b + t / lines * ldb + t % lines * line, 0, 2);
}

/// C = A^H B, or C += A^H B if `adds`, of up to `depth` rows and `block` columns of A.
void multiply_block(int m, int n, int k, const double* a, std::ptrdiff_t lda, const double* b,
                    std::ptrdiff_t ldb, double* c, std::ptrdiff_t ldc, bool adds) {
  const int vectors = (k + lanes - 1) / lanes, strips = (m + strip_of_a - 1) / strip_of_a;
  for (int i = 0; i < m; i += strip_of_a)
    pack<strip_of_a>(k, std::min(strip_of_a, m - i), a + i * lda, lda, packed_a + i * depth);
  for (int j = 0; j < n; j += strip_of_b) {
    const int width = std::min(strip_of_b, n - j);
    pack<strip_of_b>(k, width, b + j * ldb, ldb, packed_b);
    for (int strip = 0; strip < strips; ++strip) {
      const int i = strip * strip_of_a, height = std::min(strip_of_a, m - i);
      prefetch(b + (j + width) * ldb, ldb, std::min(strip_of_b, n - j - width), strip, strips);
      double tile[strip_of_a * strip_of_b];
      multiply_strips(vectors, packed_a + i * depth, packed_b, tile);
      for (int column = 0; column < width; ++column)
        for (int row = 0; row < height; ++row) {
          double& element = c[i + row + (j + column) * ldc];
          element = tile[column * strip_of_a + row] + (adds ? element : 0.0);
        }
    }
  }
}

} // namespace

void blocked_inner_products(int m, int n, int k, const double* a, int lda, const double* b, int ldb,
                            double* c, int ldc) {
  const std::ptrdiff_t ld_of_a = lda, ld_of_b = ldb, ld_of_c = ldc;
  for (int l = 0; l == 0 || l < k; l += depth) // once at least: C = 0 of no rows
    for (int i = 0; i < m; i += block)
      multiply_block(std::min(block, m - i), n, std::min(depth, k - l), a + l + i * ld_of_a, ld_of_a, b + l,
                     ld_of_b, c + i, ld_of_c, l > 0);
}

#pragma GCC pop_options

#else

bool has_inner_products() {
  return false;
}

void blocked_inner_products(int m, int n, int k, const double* a, int lda, const double* b, int ldb,
                            double* c, int ldc) {
  gemm(Transpose::transpose, Transpose::no, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
}

#endif

} // namespace hetgrid::kernel
