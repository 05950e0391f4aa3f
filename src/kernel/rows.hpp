// Rows of column-major matrices, moved. Rows far apart share no cache line and the hardware does not guess the next one, so
// every loop fetches the lines of a later column while it moves those of this one.
#pragma once

#include "kernel/matrix_ops.hpp"

#include <span>
#include <utility>

namespace hetgrid::kernel {

/// Columns from the one whose rows are moved to the one whose lines are fetched: enough lines under way to hide the latency
/// of memory, few enough to be there still when their turn comes.
inline std::int64_t fetched_ahead(std::size_t rows) noexcept {
  constexpr std::size_t lines = 128;
  return static_cast<std::int64_t>(1 + lines / std::max<std::size_t>(1, rows));
}

/// `count` rows of A from row `from` on, which become those of B from row `to` on.
struct RowRun {
  std::int64_t from, to, count;
};

/// Copies runs of rows in n columns. Column by column: run by run, in which the rows of a block are, would be steps as long as a
/// column, of which hardware guesses none.
template <typename T>
void copy_runs(std::span<const RowRun> runs, std::int64_t n, const T* a, std::int64_t lda, T* b,
               std::int64_t ldb) {
  std::int64_t rows = 0;
  for (const RowRun& run : runs)
    rows += run.count;
  if (!move_elements<T>(rows * n))
    return;
  for (std::int64_t j = 0; j < n; ++j)
    for (const RowRun& run : runs)
      std::copy_n(a + run.from + j * lda, run.count, b + run.to + j * ldb);
}

/// B(place(k), :) = A(rows[k], :), n columns. \param rate  permutation, if these are most rows of A
template <typename T, typename Place>
void move_rows(std::span<const std::int64_t> rows, Place&& place, std::int64_t n, const T* a,
               std::int64_t lda, T* b, std::int64_t ldb, Rate rate = &plan::KernelRates::interchange) {
  if (!move_elements<T>(std::ssize(rows) * n, rate))
    return;
  const std::int64_t ahead = fetched_ahead(rows.size());
  for (std::int64_t j = 0; j < n; ++j) {
    const T *const column = a + j * lda, *const later = a + std::min(j + ahead, n - 1) * lda;
    T* const out = b + j * ldb;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      __builtin_prefetch(later + rows[k], 0);
      out[place(k)] = column[rows[k]];
    }
  }
}

/// B(k, :) = A(rows[k], :), likewise.
template <typename T>
void gather_rows(std::span<const std::int64_t> rows, std::int64_t n, const T* a, std::int64_t lda, T* b,
                 std::int64_t ldb, Rate rate = &plan::KernelRates::interchange) {
  move_rows<T>(
      rows, [](std::size_t k) { return k; }, n, a, lda, b, ldb, rate);
}

/// B(rows[k], :) = A(k, :), n columns. \param rate  as of gather_rows
template <typename T>
void scatter_rows(std::span<const std::int64_t> rows, std::int64_t n, const T* a, std::int64_t lda, T* b,
                  std::int64_t ldb, Rate rate = &plan::KernelRates::interchange) {
  if (!move_elements<T>(std::ssize(rows) * n, rate))
    return;
  const std::int64_t ahead = fetched_ahead(rows.size());
  for (std::int64_t j = 0; j < n; ++j) {
    T *const column = b + j * ldb, *const later = b + std::min(j + ahead, n - 1) * ldb;
    const T* const in = a + j * lda;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      __builtin_prefetch(later + rows[k], 1);
      column[rows[k]] = in[k];
    }
  }
}

/// B(place(k), :) = A(rows[k], :), A(rows[k], :) = A(sources[k], :), n columns, while the lines are there. No row is in both
/// lists.
template <typename T, typename Place>
void replace_rows(std::span<const std::int64_t> rows, std::span<const std::int64_t> sources, Place&& place,
                  std::int64_t n, T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  if (!move_elements<T>(std::ssize(rows) * n, &plan::KernelRates::interchange))
    return;
  const std::int64_t ahead = fetched_ahead(rows.size());
  for (std::int64_t j = 0; j < n; ++j) {
    T *const column = a + j * lda, *const later = a + std::min(j + ahead, n - 1) * lda;
    T* const out = b + j * ldb;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      __builtin_prefetch(later + rows[k], 1);
      out[place(k)] = column[rows[k]];
      column[rows[k]] = column[sources[k]];
    }
  }
}

/// Rows k and pivots[k] of A change places, k = 0, 1, .., in n columns.
template <typename T>
void interchange_rows(std::span<const std::int64_t> pivots, std::int64_t n, T* a, std::int64_t lda) {
  if (!move_elements<T>(2 * std::ssize(pivots) * n, &plan::KernelRates::interchange))
    return;
  const std::int64_t ahead = fetched_ahead(pivots.size());
  for (std::int64_t j = 0; j < n; ++j) {
    T *const column = a + j * lda, *const later = a + std::min(j + ahead, n - 1) * lda;
    for (std::size_t k = 0; k < pivots.size(); ++k) {
      __builtin_prefetch(later + pivots[k], 1);
      std::swap(column[k], column[pivots[k]]);
    }
  }
}

} // namespace hetgrid::kernel
