// The BLAS that is called, which need not be the one that a program was linked with: distributions have alternatives, and a
// process may have loaded several.
#pragma once

#include <string>
#include <string_view>

namespace hetgrid::kernel {

struct BlasLibrary {
  std::string file;     ///< as it was loaded; empty: it is in the program itself
  std::string openblas; ///< version and build, as OpenBLAS tells them; empty: it is another BLAS
  std::string core;     ///< the kernels that OpenBLAS has chosen for this processor: Haswell, SkylakeX ...
  int threads = 0;      ///< that compute; 0: it does not tell

  bool is_openblas() const { return !openblas.empty(); }
};

/// Multiply-adds of a product up to which OpenBLAS, with AVX-512, has kernels that take no buffer, and round according to size and
/// transposition.
inline constexpr double small_product = 1e6;

/// What the first call found.
const BlasLibrary& blas_library();

/// Vector instructions of a processor for which OpenBLAS has kernels.
enum class VectorUnits { older, avx2, avx512 };
/// Of this processor.
VectorUnits vector_units();

/// The OPENBLAS_CORETYPE with which OpenBLAS is faster than with the kernels `core`; empty: none is known. Where it does not know a
/// processor, as each that is younger than OpenBLAS itself, it takes those of Prescott, without AVX: a sixth of the speed; or on AMD's
/// those of Haswell or Zen, without AVX-512: 0.6 of the speed on Zen 5.
std::string_view faster_core(std::string_view core, VectorUnits units);

} // namespace hetgrid::kernel
