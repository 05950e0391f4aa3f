// Norms of distributed submatrices.
#pragma once

#include "comm/partitioned_submatrix.hpp"
#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

/// max: largest absolute value (no matrix norm); one: largest column sum; infinity: largest row sum;
/// frobenius: root of the sum of squares.
enum class Norm : char { max = 'M', one = '1', infinity = 'I', frobenius = 'F' };

/// The same bits on every process; 0 for an empty matrix, NaN if an element is NaN. No overflow or harmful
/// underflow in the Frobenius norm unless the norm itself over- or underflows. Collective over the grid.
/// \throws SystemError, on every process of the grid, if the workspace, a number for each local row or
/// column, cannot be had
template <typename T>
kernel::Real<T> lange(const comm::Grid& grid, Norm norm, const comm::Submatrix<const T>& a);
/// The same on a partition; the workspace is a number for each row or column of the matrix.
template <typename T>
kernel::Real<T> lange(const comm::Grid& grid, Norm norm, const comm::PartitionedSubmatrix<const T>& a);

#define HG_LANGE(T)                                                                                          \
  extern template kernel::Real<T> lange(const comm::Grid&, Norm, const comm::Submatrix<const T>&);           \
  extern template kernel::Real<T> lange(const comm::Grid&, Norm, const comm::PartitionedSubmatrix<const T>&);
HG_LANGE(float)
HG_LANGE(double)
HG_LANGE(std::complex<float>)
HG_LANGE(std::complex<double>)
#undef HG_LANGE

} // namespace hetgrid::linalg
