// A generalized Hermitian eigenproblem made a standard one.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// Where the matrices of a generalized eigenproblem stand; the numbers are IBTYPE.
enum class Problem {
  a_x = 1, ///< A x = lambda B x
  a_b_x,   ///< A B x = lambda x
  b_a_x    ///< B A x = lambda x
};

/// With Cholesky's factor of B, L L^H (uplo = lower) or U^H U (upper): A = L^-1 A L^-H or U^-H A U^-1 for a_x, else
/// A = L^H A L or U A U^H. Only the triangle `uplo` of A, n x n, is read and written; its diagonal is taken to be real. The
/// factor is the same triangle of `b`. Both may lie on different axis maps of the grid. Collective over the grid.
///
/// Workspace of a process that has m x n of A, in elements, with w <= 96: none alone but for LAPACK's, else 5 w (m + n) for panels,
/// shared on a node, 2 w (m + n) + 2 w max(m, n) + 4 w^2, and w max(m, n) where the factor lies otherwise than A.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void hegst(comm::Grid& grid, Problem problem, kernel::Uplo uplo, const Submatrix<T>& a,
           const Submatrix<const T>& b);

#define HG_HEGST(T)                                                                                          \
  extern template void hegst(comm::Grid&, Problem, kernel::Uplo, const Submatrix<T>&,                        \
                             const Submatrix<const T>&);
HG_HEGST(float)
HG_HEGST(double)
HG_HEGST(std::complex<float>)
HG_HEGST(std::complex<double>)
#undef HG_HEGST

} // namespace hetgrid::linalg
