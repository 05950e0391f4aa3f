// The inverse of a triangular matrix.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// The inverse of the triangle `uplo` of `a`, square, in its place; the other triangle keeps its values, and the
/// diagonal if diag = unit, which is taken to be 1. Collective over the grid.
///
/// Workspace per process, in elements, with w = 96 and m x n the local part of `a`: at most 2 w (m + n) for panels, shared on
/// a node, w max(m, n) for one that is solved for, and 6 w^2.
/// \return 0, or k > 0 if element (k, k), counted from 1, is the first of the diagonal that is exactly zero: then `a` is
/// as it was; the same everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index trtri(Grid& grid, kernel::Uplo uplo, kernel::Diag diag, const Submatrix<T>& a);

#define HG_TRTRI(T) extern template Index trtri(Grid&, kernel::Uplo, kernel::Diag, const Submatrix<T>&);
HG_TRTRI(float)
HG_TRTRI(double)
HG_TRTRI(std::complex<float>)
HG_TRTRI(std::complex<double>)
#undef HG_TRTRI

} // namespace hetgrid::linalg
