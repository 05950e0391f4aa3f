// The inverse from P A = L U.
#pragma once

#include "comm/submatrix.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// A^-1 takes the place of L and U in `a`, n x n; `a` and the local array `ipiv` are those of linalg::getrf.
/// Collective over the grid. Workspace of a process that has m x n of it, in elements, with w <= 96: 3 w (m + n)
/// + 6 w^2, or that of laswp if that is more.
/// \return 0, or k > 0 if U(k, k), counted from 1, is the first that is exactly zero: then `a` is as it was;
/// the same everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index getri(Grid& grid, const Submatrix<T>& a, const int* ipiv);

#define HG_GETRI(T) extern template Index getri(Grid&, const Submatrix<T>&, const int*);
HG_GETRI(float)
HG_GETRI(double)
HG_GETRI(std::complex<float>)
HG_GETRI(std::complex<double>)
#undef HG_GETRI

} // namespace hetgrid::linalg
