#include "measure/gemm_timer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "hetgrid/error.hpp"
#include "kernel/blas.hpp"

namespace hetgrid::measure {
namespace {

using kernel::Transpose;

constexpr int update_size = 768;
constexpr int panel_width = 192;
constexpr int widest_update = 2048; ///< what is wider runs at the same rate, and takes memory

} // namespace

GemmShape update_shape(int block_size) {
  return {update_size, update_size, std::clamp(block_size, panel_width, widest_update)};
}

template <typename T>
double gemm_flops(double m, double n, double k) {
  return (std::is_floating_point_v<T> ? 2 : 8) * m * n * k;
}

template <typename T>
GemmTimer<T>::GemmTimer(GemmShape shape) : shape_(shape) {
  const auto [m, n, k] = shape;
  if (!kernel::computes())
    return;
  // With A B of order 1, C grows so slowly that it may be repeated as often as one likes. A beta other than 1 would cost
  // one more pass over C, which no update makes.
  a_.assign(static_cast<std::size_t>(m) * k, T(1) / T(k));
  b_.assign(static_cast<std::size_t>(k) * n, T(1));
  c_.assign(static_cast<std::size_t>(m) * n, T(1));
  multiply();
}

template <typename T>
std::size_t GemmTimer<T>::memory(GemmShape shape) noexcept {
  const std::size_t m = static_cast<std::size_t>(shape.m), n = static_cast<std::size_t>(shape.n),
                    k = static_cast<std::size_t>(shape.k);
  return (m * k + k * n + m * n) * sizeof(T);
}

template <typename T>
void GemmTimer<T>::multiply() {
  const auto [m, n, k] = shape_;
  kernel::gemm(Transpose::no, Transpose::no, m, n, k, T(1), a_.data(), m, b_.data(), k, T(1), c_.data(), m);
}

template <typename T>
double GemmTimer<T>::run(double seconds) {
  const double work = gemm_flops<T>(shape_.m, shape_.n, shape_.k);
  if constexpr (kernel::simulated) // known without measuring
    return kernel::host_speed() * work / kernel::gemm_cost<T>(shape_.m, shape_.n, shape_.k);
  const double start = kernel::now();
  double elapsed = 0;
  long calls = 0;
  do {
    multiply();
    ++calls;
    elapsed = kernel::now() - start;
  } while (elapsed < seconds);
  return static_cast<double>(calls) * work / elapsed;
}

Sample summarize(std::vector<double> values) {
  if (values.empty())
    throw ArgumentError("values", "none", "at least one measurement");
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, median == 0 ? 0 : (values.back() - values.front()) / median};
}

template class GemmTimer<float>;
template class GemmTimer<double>;
template class GemmTimer<std::complex<float>>;
template class GemmTimer<std::complex<double>>;
template double gemm_flops<float>(double, double, double);
template double gemm_flops<double>(double, double, double);
template double gemm_flops<std::complex<float>>(double, double, double);
template double gemm_flops<std::complex<double>>(double, double, double);

} // namespace hetgrid::measure
