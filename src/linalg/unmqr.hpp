// C := op(Q) C or C op(Q), Q from a QR factorization.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Collective over the grid. Q = H(1) .. H(k) of order m (side left) or n (right), where C is m x n; the k columns
/// of `a`, which has that many rows, and tau hold the reflectors as geqrf leaves them. tau: local array indexed by
/// local column of the matrix `a` is in. op(Q) = Q or Q^H: kernel::Transpose::no or conjugate. The layouts of A and
/// C are independent.
///
/// Workspace: as geqrf; besides, if the rows of A and C do not lie alike, a copy of A, and for side right a copy of
/// C.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void unmqr(Grid& grid, kernel::Side side, kernel::Transpose trans, const Submatrix<const T>& a, const T* tau,
           const Submatrix<T>& c);

/// What unmqr takes of this process's memory at most, bytes. Local. \throws std::bad_alloc
template <typename T>
std::size_t unmqr_memory(const Grid& grid, kernel::Side side, const Submatrix<const T>& a,
                         const Submatrix<T>& c);

#define HG_UNMQR(T)                                                                                          \
  extern template void unmqr(Grid&, kernel::Side, kernel::Transpose, const Submatrix<const T>&, const T*,    \
                             const Submatrix<T>&);
HG_UNMQR(float)
HG_UNMQR(double)
HG_UNMQR(std::complex<float>)
HG_UNMQR(std::complex<double>)
#undef HG_UNMQR

} // namespace hetgrid::linalg
