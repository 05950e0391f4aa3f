// Copies a distributed submatrix or a triangle of it.
#pragma once

#include "comm/partitioned_submatrix.hpp"
#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

/// B = A, both m x n, in the triangle (trapezoid) `uplo` or everywhere; the rest of B is not touched. A and B
/// may lie on different axis maps of the grid; they must not overlap. Collective over the grid.
///
/// Workspace: for a triangle of a matrix that is not aligned with B as much as the local part of B, else that
/// of comm::redistribute.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void lacpy(const comm::Grid& grid, kernel::Uplo uplo, const comm::Submatrix<const T>& a,
           const comm::Submatrix<T>& b);
/// The same on partitions, which may differ. Workspace: for a triangle as much as this process's part of B's matrix.
template <typename T>
void lacpy(const comm::Grid& grid, kernel::Uplo uplo, const comm::PartitionedSubmatrix<const T>& a,
           const comm::PartitionedSubmatrix<T>& b);

#define HG_LACPY(T)                                                                                          \
  extern template void lacpy(const comm::Grid&, kernel::Uplo, const comm::Submatrix<const T>&,               \
                             const comm::Submatrix<T>&);                                                     \
  extern template void lacpy(const comm::Grid&, kernel::Uplo, const comm::PartitionedSubmatrix<const T>&,    \
                             const comm::PartitionedSubmatrix<T>&);
HG_LACPY(float)
HG_LACPY(double)
HG_LACPY(std::complex<float>)
HG_LACPY(std::complex<double>)
#undef HG_LACPY

} // namespace hetgrid::linalg
