#include "kernel/blas_buffer.hpp"

#include "kernel/blas.hpp"
#include "kernel/blas_library.hpp"

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace hetgrid::kernel {
namespace {

/// Bytes of OpenBLAS's buffer on x86-64; elsewhere it is smaller.
constexpr std::size_t size_of_buffer = std::size_t{128} << 20;

void require_addresses(std::size_t bytes) {
  void* const addresses =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED)
    throw std::bad_alloc();
  munmap(addresses, bytes);
}

} // namespace

void take_blas_buffer() {
  static bool taken = simulated || !blas_library().is_openblas();
  if (taken)
    return;
  constexpr int n = 128;
  static_assert(double{n} * n * n > small_product);
  const std::vector<double> a(std::size_t{n} * n);
  std::vector<double> c(std::size_t{n} * n);
  require_addresses(size_of_buffer);
  gemm(Transpose::no, Transpose::no, n, n, n, 1.0, a.data(), n, a.data(), n, 0.0, c.data(), n);
  taken = true;
}

} // namespace hetgrid::kernel
