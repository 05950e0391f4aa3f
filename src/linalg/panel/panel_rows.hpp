// The rows of a distributed panel that a process owns.
#pragma once

#include "comm/line_reduction.hpp"
#include "hetgrid/layout.hpp"

namespace hetgrid::linalg {

using layout::Index;

/// Panel rows are counted from the first of the window. Local rows are those of this process, in the same order.
class PanelRows {
public:
  PanelRows() = default;
  /// \param begin  global index of panel row 0; the panel has `length` rows
  PanelRows(const layout::Axis& axis, Index begin, Index length, int line)
      : axis_(&axis), begin_(begin), first_(axis.local(begin, line)),
        count_(axis.local(begin + length, line) - first_), line_(line) {}

  Index count() const { return count_; }
  /// Local rows before panel row `row`: the local row that it is, if it is mine.
  Index before(Index row) const { return axis_->local(begin_ + row, line_) - first_; }
  bool owns(Index row) const { return axis_->owner(begin_ + row) == line_; }
  Index global(Index local) const { return axis_->global(first_ + local, line_) - begin_; }

private:
  const layout::Axis* axis_ = nullptr;
  Index begin_ = 0, first_ = 0, count_ = 0;
  int line_ = 0;
};

/// A panel that is factored where it is. Of all its processes: rows, storage and the line along which they reduce.
template <typename T>
struct DistributedPanel {
  PanelRows rows;
  Index width = 0;
  T* data = nullptr; ///< rows.count() x width
  Index ld = 0;
  comm::LineReduction* line = nullptr;
  std::byte* header = nullptr; ///< of the panel that is spread
};

} // namespace hetgrid::linalg
