// P A = L U with partial pivoting.
#pragma once

#include "comm/submatrix.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Collective over the grid. L (unit lower) and U take the place of A, m x n. ipiv: the local IPIV array, indexed by
/// local row of the matrix; for rows a.i .. a.i + min(m, n) - 1 it gets the global row, counted from 1, that the row
/// was exchanged with: the same on all processes of a grid row, as ScaLAPACK has it. Pivots are those of LAPACK.
///
/// Workspace in elements: panels, 3 (m w) a node and 2 more for their collection, w about 64; on the process that
/// factors them another m w if p > 1; along a grid column of p > 1 processes 8 slots of 4 w (n / q) / 4.
/// \return 0, or k > 0 if U(k, k), counted from 1, is the first that is exactly zero; the same everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index getrf(Grid& grid, const Submatrix<T>& a, int* ipiv);

/// What getrf takes of this process's memory at most, bytes. Local. \throws std::bad_alloc
template <typename T>
std::size_t getrf_memory(const Grid& grid, const Submatrix<T>& a);

extern template Index getrf(Grid&, const Submatrix<float>&, int*);
extern template Index getrf(Grid&, const Submatrix<double>&, int*);
extern template Index getrf(Grid&, const Submatrix<std::complex<float>>&, int*);
extern template Index getrf(Grid&, const Submatrix<std::complex<double>>&, int*);

} // namespace hetgrid::linalg
