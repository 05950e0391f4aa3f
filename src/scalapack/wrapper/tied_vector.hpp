// Vectors of a wrapped call that are no matrices: TAU, IPIV, D, E, W ...
#pragma once

#include "scalapack/wrapper/matrix.hpp"

namespace hetgrid::scalapack::wrapper {

/// The lines (rows or columns) first .. first+count-1, from 0, of a submatrix.
struct Lines {
  const AnyMatrix* matrix;
  bool are_rows;
  Index first, count;

  /// Index of the first of them in the whole matrix of the caller.
  Index callers_first() const noexcept { return first + (are_rows ? matrix->i() : matrix->j()); }
};

inline Lines rows(const AnyMatrix& a, Index first, Index count) {
  return {&a, true, first, a.empty() ? 0 : max(count, 0)};
}
inline Lines columns(const AnyMatrix& a, Index first, Index count) {
  return {&a, false, first, a.empty() ? 0 : max(count, 0)};
}

/// One element for each of some lines of a matrix, on all processes that own a part of the line. Of a partitioned matrix every
/// process has those of all lines, in their order.
template <typename T>
class TiedVector : public Argument {
public:
  /// indices: the elements are indices, from 1, of such lines of the whole matrix.
  TiedVector(Call& call, Intent intent, const T* data, Lines lines, bool indices = false)
      : intent_(intent), callers_(const_cast<T*>(data)), lines_(lines), indices_(indices) {
    call.add(*this);
  }

  T* data() noexcept { return moved_.get(); }

  void allocate(const Call& call) override;
  std::size_t moving_memory(const Call& call) const override;
  bool is_read_by_queries() const override { return true; } // R and C of PxGESVX
  void move_in(const Call& call) override;
  void move_out(const Call& call) override;

private:
  layout::Axis uniform_axis(const Call& call) const;
  /// From the caller's storage to the moved one, or back.
  void move(const Call& call, bool inwards) const;
  /// The same where every process of the caller has all elements.
  void copy_mine(const Call& call) const;
  void collect(const Call& call) const;
  /// Adds to every index.
  void shift(const Call& call, Index lines);

  Intent intent_;
  T* callers_;
  Lines lines_;
  bool indices_;
  Zeroed<T> moved_;
};

/// The same `count` elements on every process. They are computed in place; in the end those of the first process count,
/// since PxSTEDC gives a small result to one process only.
template <typename T>
class ReplicatedVector : public Argument {
public:
  ReplicatedVector(Call& call, T* data, Index count, bool referenced = true)
      : data_(data), count_(referenced ? max(count, 0) : 0) {
    call.add(*this);
  }

  void move_out(const Call& call) override;

private:
  T* data_;
  Index count_;
};

} // namespace hetgrid::scalapack::wrapper
