// Reciprocal condition number from P A = L U.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"
#include "linalg/lange.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// 1 / (|A| |A^-1|), |A^-1| estimated from below as by LAPACK's GECON; `lu`, n x n, is that of linalg::getrf
/// and `anorm` the norm of A, one or infinity. 0 if A is exactly singular or |A^-1| overflows; 1 if n = 0.
/// The same on every process. Collective over the grid. Workspace: that of solve_triangular.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
kernel::Real<T> gecon(Grid& grid, Norm norm, const Submatrix<const T>& lu, kernel::Real<T> anorm);

#define HG_GECON(T)                                                                                          \
  extern template kernel::Real<T> gecon(Grid&, Norm, const Submatrix<const T>&, kernel::Real<T>);
HG_GECON(float)
HG_GECON(double)
HG_GECON(std::complex<float>)
HG_GECON(std::complex<double>)
#undef HG_GECON

} // namespace hetgrid::linalg
