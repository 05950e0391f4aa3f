// C = alpha op(A) op(B) + beta C on matrices that are distributed by owner maps.
#pragma once

#include "comm/partitioned_submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::PartitionedSubmatrix;

/// Collective over the grid, rank k of which is process k of the owner maps. op(A) is C.m x K, op(B) is K x C.n, K taken
/// from A; the operands may be distributed by different maps and be any submatrices. A and B must not overlap C. beta = 0
/// does not read C.
///
/// Every process receives those rows of op(A) and columns of op(B) in which it owns elements of C, and no others: what it
/// sends is v_X of [DeFlumere14] 3.1, where no line is needed by more than four nodes. Workspace per process, in elements,
/// with PIO: schedule::windows_of_product panels, each of the depth of the multiply times the rows and columns that the processes
/// of its node need or send; else one panel, as deep as K.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void gemm(comm::Grid& grid, kernel::Transpose trans_a, kernel::Transpose trans_b, T alpha,
          const PartitionedSubmatrix<const T>& a, const PartitionedSubmatrix<const T>& b, T beta,
          const PartitionedSubmatrix<T>& c);

} // namespace hetgrid::linalg
