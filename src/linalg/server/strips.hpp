// How often a process that computes looks after its messages.
#pragma once

#include "kernel/blas_library.hpp"
#include "kernel/execution.hpp"
#include "linalg/local_multiply.hpp"
#include "schedule/strips.hpp"

#include <algorithm>

namespace hetgrid::linalg {

/// Products are cut into strips of ten milliseconds, or less where others wait for the process and find nothing to do, by how long
/// they took lately.
class Strips {
public:
  /// \param others  so many processes wait for messages of this one
  explicit Strips(double others = 1) : strip_(others) {}

  /// One of them has done something. \param is_idle  and has nothing else to do
  void heard(bool is_idle) { strip_.heard(is_idle); }

  /// So many seconds of work they need ahead.
  double work_ahead() const { return strip_.work_ahead(); }

  /// Of a product of so many elements, before anything is known as many as make sense. \param in_a_hurry  false: nobody waits, and
  /// a tenth of them is enough, as each packs all of A again
  Index of(Index m, Index n, Index k, bool in_a_hurry = true) const {
    const double strip = std::max(least_operations, (in_a_hurry ? 1 : 10) * strip_.seconds() * rate_);
    return std::clamp<Index>(static_cast<Index>(operations(m, n, k) / strip), 1,
                             std::max<Index>(1, n / schedule::look_columns));
  }
  /// So many operations, 2 m n k, took so long.
  void took(double operations, double seconds) {
    constexpr double memory = 0.7; // of a few products: speeds change
    operations_ = memory * operations_ + operations;
    spent_ = memory * spent_ + seconds;
    rate_ = spent_ > 0 ? operations_ / spent_ : 0;
  }

  /// linalg::multiply in strips.
  template <typename T, typename Progress>
  void multiply(Index m, Index n, Index k, T alpha, const LocalFactor<T>& a, const LocalFactor<T>& b, T beta,
                T* c, Index ldc, Progress&& progress, bool in_a_hurry = true) {
    double begin = kernel::now(), computing = 0;
    linalg::multiply<T>(m, n, k, alpha, a, b, beta, c, ldc, of(m, n, k, in_a_hurry), [&] {
      computing += kernel::now() - begin;
      progress();
      begin = kernel::now();
    });
    took(operations(m, n, k), computing + kernel::now() - begin);
  }

private:
  /// Borders are where BLAS's kernels have them, so that a strip may have half of the mean: none is a small product.
  static constexpr double least_operations = 4 * kernel::small_product;

  static double operations(Index m, Index n, Index k) {
    return 2 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }

  schedule::StripSeconds strip_;
  double operations_ = 0, spent_ = 0, rate_ = 0;
};

} // namespace hetgrid::linalg
