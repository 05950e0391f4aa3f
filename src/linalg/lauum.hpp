// The product of a triangular matrix and its conjugate transpose.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// L^H L (uplo = lower) or U U^H, one triangle of it, in the place of L or U, whose diagonal is real; the other
/// triangle of `a` keeps its values. Collective over the grid. Workspace: that of syrk and five diagonal blocks.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void lauum(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a);

#define HG_LAUUM(T) extern template void lauum(Grid&, kernel::Uplo, const Submatrix<T>&);
HG_LAUUM(float)
HG_LAUUM(double)
HG_LAUUM(std::complex<float>)
HG_LAUUM(std::complex<double>)
#undef HG_LAUUM

} // namespace hetgrid::linalg
