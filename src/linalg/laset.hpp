// Sets the elements of a distributed submatrix.
#pragma once

#include "comm/partitioned_submatrix.hpp"
#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

/// A = alpha outside and beta on its diagonal, in the triangle (trapezoid) `uplo` or everywhere. Local.
template <typename T>
void laset(const comm::Grid& grid, kernel::Uplo uplo, T alpha, T beta, const comm::Submatrix<T>& a);
/// The same on a partition. Collective over the grid. \throws SystemError, on every process, if one has no memory for lists
template <typename T>
void laset(const comm::Grid& grid, kernel::Uplo uplo, T alpha, T beta,
           const comm::PartitionedSubmatrix<T>& a);

#define HG_LASET(T)                                                                                          \
  extern template void laset(const comm::Grid&, kernel::Uplo, T, T, const comm::Submatrix<T>&);              \
  extern template void laset(const comm::Grid&, kernel::Uplo, T, T, const comm::PartitionedSubmatrix<T>&);
HG_LASET(float)
HG_LASET(double)
HG_LASET(std::complex<float>)
HG_LASET(std::complex<double>)
#undef HG_LASET

} // namespace hetgrid::linalg
