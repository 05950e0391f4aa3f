// A distributed matrix among the arguments of a routine: local storage, row, column and descriptor, which
// follow one another in every argument list.
#pragma once

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {

template <typename T>
struct Operand {
  int position; ///< of the local storage; then come row, column and descriptor
  T* data;
  int i, j;
  layout::Descriptor desc;

  Operand(int position_, T* data_, const int* i_, const int* j_, const int* desc_)
      : position(position_), data(data_), i(*i_), j(*j_), desc(layout::Descriptor::from(desc_)) {}

  /// Descriptor and place of an m x n submatrix.
  void check(ArgumentChecker& checker, const comm::Grid& grid, int m, int n) const {
    checker.descriptor(position + 3, desc, grid);
    checker.submatrix(position + 1, i, j, m, n, position + 3, desc);
  }
  /// The arguments are legal.
  comm::Submatrix<T> submatrix(const comm::Grid& grid, int m, int n) const {
    return submatrix_of(grid, desc, data, i, j, m, n);
  }
};

} // namespace hetgrid::api
