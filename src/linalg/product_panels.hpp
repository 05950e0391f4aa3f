// Panels of the factors of a distributed matrix product.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/local_multiply.hpp"
#include "runtime/engine.hpp"
#include "runtime/reservation.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace hetgrid::linalg {

using comm::Submatrix;

/// Which factor: A, whose inner index runs over the grid columns and whose panels travel along the grid rows, or B, whose
/// inner index runs over the grid rows and whose panels travel along the grid columns.
enum class Operand { a, b };

/// Of the two factors of a product: lines of A's are rows of the matrix, those of B's columns.
constexpr Operand other_side(Operand side) {
  return side == Operand::a ? Operand::b : Operand::a;
}

/// Panels of one factor, one after the other: each is some columns of A or some rows of B, and every process gets what belongs
/// to its rows or its columns, however few of them it owns. Panels of B are kept transposed: then an inner index is one
/// contiguous column of either panel, and the pieces of all owners are contiguous. Where nobody else has any of it the factor
/// stays where it is.
template <typename T>
class ProductPanels {
public:
  ProductPanels(comm::Grid& grid, Operand side) : grid_(grid), side_(side) {
    if (side == Operand::a && grid.q() > 1)
      stream_ = &grid.stream(comm::Channel::row_panels);
    if (side == Operand::b && grid.p() > 1)
      stream_ = &grid.stream(comm::Channel::column_panels);
  }

  /// Panels from now on go to these members of my grid line alone; they are the same on all of them.
  void send_to(std::span<const int> members) {
    if (stream_)
      audience_ = stream_->audience_of(members);
  }
  /// Gets room for panels of so many elements, as many at a time. Collective over the grid line.
  void reserve(runtime::Engine& engine, Index elements, int panels) {
    if (!stream_)
      return;
    stream_->use_slots(panels);
    stream_->reserve(runtime::bytes_of<T>(elements));
    engine.join(*stream_);
  }

  Operand side() const { return side_; }
  /// Panels so far.
  std::size_t opened() const { return opened_; }
  /// False if the factor stays where it is.
  bool travel() const { return stream_ != nullptr; }
  bool can_open() { return !stream_ || stream_->can_open(); }
  /// The current panel is there, or one that many behind it.
  bool ready(std::size_t behind = 0) { return !stream_ || stream_->ready(current(behind).ticket); }

  /// Starts the next panel, all of `part`: writes and sends my part of it.
  void open(const Submatrix<const T>& part) {
    Panel& next = under_way_[opened_++ % under_way_.size()];
    next.part = part;
    if (!stream_)
      return;
    const bool of_a = side_ == Operand::a;
    const layout::Axis& inner = of_a ? part.columns : part.rows;
    const Index first = of_a ? part.j : part.i, end = first + (of_a ? part.n : part.m),
                length = length_of(part);
    const auto bytes = [length](Index count) { return runtime::bytes_of<T>(count * length); };
    pieces_.clear();
    for (Index g = first; g < end;) {
      const Index run_end = inner.run_end(g, end);
      pieces_.push_back({inner.owner(g), bytes(g - first), bytes(run_end - g), audience_});
      g = run_end;
    }
    next.ticket = stream_->open(pieces_);
    std::byte* const panel = stream_->panel(next.ticket);
    const int me = of_a ? grid_.mycol() : grid_.myrow();
    const T* from = part.local_data(grid_); // my pieces follow one another in my storage
    for (const auto& piece : pieces_)
      if (piece.owner == me && piece.bytes > 0)
        from = pack(from, part.ld, static_cast<Index>(piece.bytes / bytes(1)), length,
                    reinterpret_cast<T*>(panel + piece.offset));
    stream_->publish(next.ticket);
  }
  /// That panel, once it is ready.
  LocalFactor<T> factor(std::size_t behind = 0) const {
    const auto& [part, ticket] = current(behind);
    if (stream_)
      return {reinterpret_cast<const T*>(stream_->panel(ticket)), std::max<Index>(1, length_of(part)),
              side_ == Operand::a ? kernel::Transpose::no : kernel::Transpose::transpose};
    return {part.local_data(grid_), part.ld, kernel::Transpose::no};
  }
  /// The next panel becomes the current one.
  void release() {
    if (stream_)
      stream_->release(current().ticket);
    ++released_;
  }

private:
  struct Panel {
    Submatrix<const T> part;
    comm::PanelStream::Ticket ticket = 0;
  };

  const Panel& current(std::size_t behind = 0) const {
    return under_way_[(released_ + behind) % under_way_.size()];
  }
  /// Local extent of the dimension that is not the inner one.
  Index length_of(const Submatrix<const T>& part) const {
    return side_ == Operand::a ? part.local_rows(grid_) : part.local_columns(grid_);
  }
  /// Writes `count` inner indices, stored from `from` on with leading dimension ld, as columns of the panel. \return where the
  /// next are stored
  const T* pack(const T* from, Index ld, Index count, Index length, T* to) const {
    if (side_ == Operand::a) {
      kernel::copy(length, count, from, ld, to, length);
      return from + count * ld;
    }
    kernel::transpose(count, length, from, ld, to, length);
    return from + count;
  }

  comm::Grid& grid_;
  Operand side_;
  comm::PanelStream* stream_ = nullptr;
  int audience_ = comm::PanelStream::everyone;
  std::size_t opened_ = 0, released_ = 0; ///< panels
  std::vector<comm::PanelStream::Piece> pieces_;
  std::array<Panel, schedule::most_windows_of_product> under_way_; ///< by number
};

} // namespace hetgrid::linalg
