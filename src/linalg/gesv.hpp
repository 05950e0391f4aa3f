// A X = B by LU with partial pivoting.
#pragma once

#include "comm/submatrix.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// L and U take the place of A, m x m, the pivots go to ipiv, as with getrf; X takes the place of B, m x
/// nrhs, in any layout. Collective over the grid.
/// \return 0, or k > 0 if U(k, k), counted from 1, is exactly zero: then A is factored and B is as it was;
/// the same everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index gesv(Grid& grid, const Submatrix<T>& a, int* ipiv, const Submatrix<T>& b);

#define HG_GESV(T) extern template Index gesv(Grid&, const Submatrix<T>&, int*, const Submatrix<T>&);
HG_GESV(float)
HG_GESV(double)
HG_GESV(std::complex<float>)
HG_GESV(std::complex<double>)
#undef HG_GESV

} // namespace hetgrid::linalg
