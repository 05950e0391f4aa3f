// Least squares and minimum norm solutions of full-rank systems.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Collective over the grid. For A, m x n, op(A) = A or A^H (kernel::Transpose::no or conjugate) with r rows and
/// c columns, and each of the right-hand sides in the first r rows of B, max(m, n) x nrhs: x, which takes the place
/// of the first c rows of B, minimises |b - op(A) x| if r >= c and has the smallest norm of all with op(A) x = b
/// otherwise. If r > c, rows c .. r-1 of B hold what has the norm of the residual. A is overwritten by its QR (m >= n)
/// or LQ factorization, in LAPACK's form. The layouts of A and B are independent.
///
/// \return 0, or k > 0, the same on every process, if element k (from 1) of the diagonal of the triangular factor is
/// zero: A has not full rank, and there is no solution
///
/// Workspace: as geqrf and unmqr; if m < n also a copy of A.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index gels(Grid& grid, kernel::Transpose trans, const Submatrix<T>& a, const Submatrix<T>& b);

#define HG_GELS(T)                                                                                           \
  extern template Index gels(Grid&, kernel::Transpose, const Submatrix<T>&, const Submatrix<T>&);
HG_GELS(float)
HG_GELS(double)
HG_GELS(std::complex<float>)
HG_GELS(std::complex<double>)
#undef HG_GELS

} // namespace hetgrid::linalg
