// A distributed matrix among the arguments of a routine: local storage, row, column and descriptor, which
// follow one another in every argument list.
#pragma once

#include "api/border.hpp"
#include "api/check.hpp"
#include "comm/partitioned_submatrix.hpp"

namespace hetgrid::api {

template <typename T>
struct Operand {
  int position; ///< of the local storage; then come row, column and descriptor
  T* data;
  int i, j;
  layout::Descriptor desc;

  Operand(int position_, T* data_, const int* i_, const int* j_, const int* desc_)
      : position(position_), data(data_), i(*i_), j(*j_), desc(layout::Descriptor::from(desc_)) {}

  bool is_partitioned() const noexcept { return desc.dtype == layout::dtype_partitioned; }
  /// Descriptor and place of an m x n submatrix, which has to be partitioned or must not be.
  void check(ArgumentChecker& checker, const comm::Grid& grid, int m, int n, bool partitioned = false) const {
    if (partitioned)
      checker.partitioned_descriptor(position + 3, desc, grid);
    else
      checker.descriptor(position + 3, desc, grid);
    checker.submatrix(position + 1, i, j, m, n, position + 3, desc);
  }
  /// The arguments are legal.
  comm::Submatrix<T> submatrix(const comm::Grid& grid, int m, int n) const {
    return submatrix_of(grid, desc, data, i, j, m, n);
  }
  comm::PartitionedSubmatrix<T> partitioned(const comm::Grid& grid, int m, int n) const {
    return {grid.partitioned(desc), i - 1, j - 1, m, n, data};
  }
};

} // namespace hetgrid::api
