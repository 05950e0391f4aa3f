// A = Q R.
#pragma once

#include "comm/submatrix.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Collective over the grid. R and, below the diagonal, the reflectors of Q = H(1) .. H(k), k = min(m, n), as
/// LAPACK has them take the place of A, m x n. tau: local array indexed by local column of the matrix, it gets the
/// factors of the reflectors, the same on all processes of a grid column.
///
/// Workspace in elements: as getrf, with p w (n / q) / 4 for a slot of the collection along a grid column.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void geqrf(Grid& grid, const Submatrix<T>& a, T* tau);

/// What geqrf takes of this process's memory at most, bytes. Local. \throws std::bad_alloc
template <typename T>
std::size_t geqrf_memory(const Grid& grid, const Submatrix<T>& a);

extern template void geqrf(Grid&, const Submatrix<float>&, float*);
extern template void geqrf(Grid&, const Submatrix<double>&, double*);
extern template void geqrf(Grid&, const Submatrix<std::complex<float>>&, std::complex<float>*);
extern template void geqrf(Grid&, const Submatrix<std::complex<double>>&, std::complex<double>*);

} // namespace hetgrid::linalg
