// Panels of a product's one factor that are its other factor, too, as those of X^H X.
#pragma once

#include "linalg/axis_runs.hpp"
#include "linalg/outer_product.hpp"
#include "linalg/product_panels.hpp"

#include <array>
#include <numeric>
#include <vector>

namespace hetgrid::linalg {

/// Panels of a square matrix's rows that have come along the grid columns, factors B, on their way along the grid rows to those who
/// have the rows of the same indices, as factors A that are their conjugate transposes; or the other way round. Every process
/// passes on what it has of its grid row's share:
///
///     process (i, j) has Y(:, columns of j), passes on Y(:, rows of i that are columns of j), and gets Y(:, rows of i)
///
/// So nobody sends more than that, and those who own the panel send it no more than once.
template <typename T>
class CrossedPanels {
public:
  /// \param side  of the factors to be; they are panels of the other one when they come
  CrossedPanels(comm::Grid& grid, Operand side, const Submatrix<T>& a)
      : side_(side), mine_(side == Operand::a ? Dimension{a.rows, a.i, grid.myrow()}
                                              : Dimension{a.columns, a.j, grid.mycol()}),
        here_(side == Operand::a ? Dimension{a.columns, a.j, grid.mycol()}
                                 : Dimension{a.rows, a.i, grid.myrow()}) {
    if (members() > 1)
      stream_ = &grid.stream(side == Operand::a ? comm::Channel::row_panels : comm::Channel::column_panels);
  }

  /// Gets room for panels of so many elements; of those that are under way in the channel at a time, `panels`, others may be
  /// ProductPanels of the same side. Collective over the grid line.
  void reserve(runtime::Engine& engine, Index elements, int panels) {
    if (!stream_)
      return;
    stream_->use_slots(panels);
    stream_->reserve(runtime::bytes_of<T>(elements));
    engine.join(*stream_);
  }

  bool can_open() { return !stream_ || stream_->can_open(); }
  bool ready() { return !stream_ || stream_->ready(ticket(released_)); }

  /// Starts the next panel: passes on what I have of it. \param panel  w elements of each index of the range
  void open(const IndexRange& range, Index w, const LocalFactor<T>& panel) {
    if (!stream_)
      return;
    find_pieces(range);
    pieces_.clear();
    const auto bytes = [w](Index count) { return runtime::bytes_of<T>(w * count); };
    for (int member = 0; member < members(); ++member)
      pieces_.push_back({member, bytes(piece(member)), bytes(piece(member + 1) - piece(member)), everyone});
    const comm::PanelStream::Ticket next = stream_->open(pieces_);
    ticket(opened_++) = next;
    pack(range, w, panel, reinterpret_cast<T*>(stream_->panel(next)) + w * piece(here_.me), w);
    stream_->publish(next);
  }
  /// Copies the current panel, once it is ready, to w x my lines, whose leading dimension is ld. Arguments as when it was opened.
  LocalFactor<T> load(const IndexRange& range, Index w, const LocalFactor<T>& panel, T* to, Index ld) {
    if (stream_)
      unpack(range, w, reinterpret_cast<const T*>(stream_->panel(ticket(released_))), to, ld);
    else
      pack(range, w, panel, to, ld);
    return factor(to, ld);
  }
  /// What has been copied, from `to` on.
  LocalFactor<T> factor(const T* to, Index ld) const {
    return {to, ld, side_ == Operand::a ? kernel::Transpose::conjugate : kernel::Transpose::no};
  }
  /// The next panel becomes the current one.
  void release() {
    if (stream_)
      stream_->release(ticket(released_));
    ++released_;
  }

private:
  static constexpr int everyone = comm::PanelStream::everyone;

  /// Of a matrix, and my place along it.
  struct Dimension {
    layout::Axis axis;
    Index begin;
    int me;
  };

  int members() const { return here_.axis.map.nprocs(); }
  comm::PanelStream::Ticket& ticket(std::size_t panel) { return tickets_[panel % tickets_.size()]; }
  /// Where in a panel the lines begin that a member passes on.
  Index& piece(int member) { return pieces_begin_[static_cast<std::size_t>(member)]; }

  /// Calls visit(first, count, member) for the runs of my lines of a range, in order, counted from its begin, by the member that
  /// has them.
  template <typename Visit>
  void each_run(const IndexRange& range, Visit&& visit) const {
    const Index here = here_.begin + range.begin;
    for_each_run(mine_.axis, mine_.begin + range.begin, range.size(), mine_.me,
                 [&](Index first, Index count) {
                   for (Index g = first; g < first + count;) {
                     const Index end = here_.axis.run_end(here + g, here + first + count) - here;
                     visit(g, end - g, here_.axis.owner(here + g));
                     g = end;
                   }
                 });
  }
  void find_pieces(const IndexRange& range) {
    pieces_begin_.assign(static_cast<std::size_t>(members()) + 1, 0);
    each_run(range, [&](Index, Index count, int member) { piece(member + 1) += count; });
    std::partial_sum(pieces_begin_.begin(), pieces_begin_.end(), pieces_begin_.begin());
  }

  /// Those of my lines that I have, each as w elements; of a factor b that are conjugate, as gemm cannot conjugate alone.
  void pack(const IndexRange& range, Index w, const LocalFactor<T>& panel, T* to, Index ld) const {
    const bool lines_are_rows = (side_ == Operand::b) == (panel.trans == kernel::Transpose::no);
    each_run(range, [&](Index first, Index count, int member) {
      if (member != here_.me)
        return;
      const Index line = here_.axis.local_count(here_.begin + range.begin, first, here_.me);
      if (lines_are_rows)
        kernel::transpose(count, w, panel.data + line, panel.ld, to, ld);
      else
        kernel::copy(w, count, panel.data + line * panel.ld, panel.ld, to, ld);
      for (Index k = 0; side_ == Operand::b && k < count; ++k)
        kernel::conjugate(to + k * ld, w);
      to += count * ld;
    });
  }
  /// Into the order of my lines.
  void unpack(const IndexRange& range, Index w, const T* panel, T* to, Index ld) {
    find_pieces(range);
    each_run(range, [&](Index, Index count, int member) {
      kernel::copy(w, count, panel + w * piece(member), w, to, ld);
      piece(member) += count;
      to += count * ld;
    });
  }

  Operand side_;
  Dimension mine_; ///< whose lines are to come
  Dimension here_; ///< whose lines have come; its coordinates are the members of the grid line
  comm::PanelStream* stream_ = nullptr;
  std::size_t opened_ = 0, released_ = 0;              ///< panels
  std::array<comm::PanelStream::Ticket, 2> tickets_{}; ///< of those under way
  std::vector<comm::PanelStream::Piece> pieces_;
  std::vector<Index> pieces_begin_; ///< of each member, and the end
};

} // namespace hetgrid::linalg
