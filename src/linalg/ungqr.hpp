// The first columns of Q from a QR factorization.
#pragma once

#include "comm/submatrix.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Collective over the grid. The first n columns of Q = H(1) .. H(k), k <= n <= m, of order m take the place of A,
/// m x n, whose first k columns and tau hold the reflectors as geqrf leaves them. tau: local array indexed by local
/// column of the matrix.
///
/// Workspace: as geqrf, and a copy of the reflectors.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void ungqr(Grid& grid, const Submatrix<T>& a, Index k, const T* tau);

extern template void ungqr(Grid&, const Submatrix<float>&, Index, const float*);
extern template void ungqr(Grid&, const Submatrix<double>&, Index, const double*);
extern template void ungqr(Grid&, const Submatrix<std::complex<float>>&, Index, const std::complex<float>*);
extern template void ungqr(Grid&, const Submatrix<std::complex<double>>&, Index, const std::complex<double>*);

} // namespace hetgrid::linalg
