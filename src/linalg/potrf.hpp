// A = L L^H or U^H U.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Collective over the grid. A, n x n, is Hermitian positive definite; the factor takes the place of its triangle
/// `uplo`. The other triangle is not used; its elements keep their values.
///
/// Workspace in elements: panels of twice n w a node, 3 of them and 2 more for their collection; on the process that
/// factors them another n w if the long side of a panel is distributed.
/// \return 0, or k > 0 if the leading minor of order k is not positive; the same everywhere. Then the windows of the
///         columns (rows) before it are done, the rest is undefined.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index potrf(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a);

/// What potrf takes of this process's memory at most, bytes. Local. \throws std::bad_alloc
template <typename T>
std::size_t potrf_memory(const Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a);

extern template Index potrf(Grid&, kernel::Uplo, const Submatrix<float>&);
extern template Index potrf(Grid&, kernel::Uplo, const Submatrix<double>&);
extern template Index potrf(Grid&, kernel::Uplo, const Submatrix<std::complex<float>>&);
extern template Index potrf(Grid&, kernel::Uplo, const Submatrix<std::complex<double>>&);

} // namespace hetgrid::linalg
