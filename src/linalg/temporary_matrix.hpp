// Temporary distributed matrices.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/workspace.hpp"

#include <algorithm>

namespace hetgrid::linalg {

/// A zero matrix laid out as a submatrix of a larger one of which nothing else is stored.
template <typename T>
class TemporaryMatrix {
public:
  /// Nothing yet.
  TemporaryMatrix() = default;
  /// Rows i .. i+m-1 of an axis over the grid rows, columns j .. j+n-1 of one over the grid columns. Local.
  /// \throws std::bad_alloc
  TemporaryMatrix(const comm::Grid& grid, const layout::Axis& rows, layout::Index i, layout::Index m,
                  const layout::Axis& columns, layout::Index j, layout::Index n)
      : submatrix_{rows, columns, i, j, m, n, nullptr, 1} {
    submatrix_.ld = std::max<layout::Index>(1, submatrix_.local_rows(grid));
    // Never nothing: an address is needed from which to count.
    storage_.resize(
        static_cast<std::size_t>(std::max<layout::Index>(1, submatrix_.ld * submatrix_.local_columns(grid))));
    // Where the local part of the whole matrix would begin.
    submatrix_.data =
        storage_.data() - rows.local(i, grid.myrow()) - columns.local(j, grid.mycol()) * submatrix_.ld;
  }
  TemporaryMatrix(TemporaryMatrix&&) = default;
  TemporaryMatrix& operator=(TemporaryMatrix&&) = default;

  const comm::Submatrix<T>& submatrix() const noexcept { return submatrix_; }

private:
  comm::Submatrix<T> submatrix_;
  kernel::Workspace<T> storage_;
};

} // namespace hetgrid::linalg
