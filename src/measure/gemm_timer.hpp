// Speed of this process's own BLAS.
//
// Speed is throughput: work done over a window of time, divided by its length. The fastest single call would
// be the wrong measure for a process that is interrupted regularly, as one under a CPU quota or on a shared
// core.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace hetgrid::measure {

/// Sizes of a local multiply, C m x n += A m x k  B k x n.
struct GemmShape {
  int m = 0, n = 0, k = 0;
};

/// What a distributed multiply in blocks of `block_size` asks of a process: the rank-k update of a local
/// matrix that does not fit into the cache, k as wide as the panels of linalg::gemm, 2048 at
/// most.
GemmShape update_shape(int block_size);

/// Multiplies matrices of its own, as long as asked.
template <typename T>
class GemmTimer {
public:
  /// Allocates and runs one multiply, which touches the memory and wakes the core.
  explicit GemmTimer(GemmShape shape);
  /// Bytes that it allocates.
  static std::size_t memory(GemmShape shape) noexcept;
  /// Multiplies until at least `seconds` have passed. \return floating-point operations a second
  double run(double seconds);

private:
  void multiply();

  GemmShape shape_;
  std::vector<T> a_, b_, c_;
};

extern template class GemmTimer<float>;
extern template class GemmTimer<double>;
extern template class GemmTimer<std::complex<float>>;
extern template class GemmTimer<std::complex<double>>;

/// Floating-point operations of a multiply: 2 m n k real, 8 m n k complex.
template <typename T>
double gemm_flops(double m, double n, double k);
extern template double gemm_flops<float>(double, double, double);
extern template double gemm_flops<double>(double, double, double);
extern template double gemm_flops<std::complex<float>>(double, double, double);
extern template double gemm_flops<std::complex<double>>(double, double, double);

/// Repeated measurements of one quantity.
struct Sample {
  double median = 0;
  double spread = 0; ///< (max - min) / median
};

/// \throws ArgumentError if there are no values
Sample summarize(std::vector<double> values);

} // namespace hetgrid::measure
