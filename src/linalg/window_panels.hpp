// The panels of a right-looking factorization: each is collected on one process, factored there and spread.
//
// Rationale. A panel that stays distributed over its grid column costs one exchange per matrix column, and on a
// machine of unequal speed every one of them may wait for the slowest process of that grid column, or for one that
// has just lost its core: n exchanges. Collected, it costs two per panel, 2 n / w, and it is factored by a serial
// recursive routine near the speed of the BLAS. The volume, (m - k) w elements to the process and back, is that of
// the panel broadcast. The arithmetic, n^2 w / 2 operations for LU, is small against the update as long as
// P w << n. Same pivots, same reflectors as the serial routine.
//
// A window [k, k + w) of columns (or of rows: upper Cholesky) defines a panel, rows k .. m-1 of these columns.
//
//     collect:  owners of parts of the panel -> the factoring process, which puts them into global order
//     factor:   serial
//     spread:   for each grid row i:  header | panel(rows of grid row i, window), column-major, to grid row i
//               for symmetric updates also, for each grid column j:  panel(rows that are columns of j), to j
//
// What is spread is at once an operand of the local multiplies and what the owners of the window store back.
#pragma once

#include "comm/collectives.hpp"
#include "comm/panel_stream.hpp"
#include "comm/submatrix.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/workspace.hpp"
#include "linalg/windows.hpp"

#include <algorithm>
#include <complex>
#include <utility>
#include <vector>

namespace hetgrid::linalg {

using comm::Grid;
using comm::PanelStream;
using comm::Submatrix;

/// x, or its conjugate if T is complex.
template <typename T>
void conjugate(T* x, Index count) {
  if constexpr (!std::is_floating_point_v<T>)
    if (kernel::computes())
      std::transform(x, x + count, x, [](const T& value) { return std::conj(value); });
}

template <typename T>
class WindowPanels {
public:
  /// What a window consists of. In `rows` panels all is conjugate-transposed: a panel has one column for each row of
  /// the window.
  enum class Kind { columns, rows };
  /// Who needs a panel: the grid lines its long side is distributed over, or these and the other ones.
  enum class Spread { along, both };

  /// \param header_bytes (width) -> bytes of the header
  template <typename HeaderBytes>
  WindowPanels(Grid& grid, const Submatrix<const T>& a, Kind kind, Spread spread,
               const std::vector<Window>& windows, HeaderBytes&& header_bytes)
      : grid_(grid), a_(a), kind_(kind), spread_kind_(spread), windows_(windows),
        along_(kind == Kind::columns ? Extent{a_.rows, a_.i} : Extent{a_.columns, a_.j}),
        across_(kind == Kind::columns ? Extent{a_.columns, a_.j} : Extent{a_.rows, a_.i}),
        length_(kind == Kind::columns ? a.m : a.n),
        my_line_(kind == Kind::columns ? grid.myrow() : grid.mycol()),
        my_place_(kind == Kind::columns ? grid.mycol() : grid.myrow()) {
    for (const Window& window : windows)
      header_bytes_.push_back(aligned_bytes(header_bytes(window.width)));
  }
  WindowPanels(const WindowPanels&) = delete;
  WindowPanels& operator=(const WindowPanels&) = delete;

  /// What it takes of this process's memory at most, bytes, for panels of up to `length` x `width`, and `tail` x `tail`
  /// at the end (make_windows). \param header  bytes of the largest. Local.
  static std::size_t memory(const Grid& grid, Index length, Index count, Index width, Index tail,
                            std::size_t header, Spread spread) {
    const auto lines = static_cast<std::size_t>(grid.p() + grid.q());
    tail = std::min(tail, length);
    const std::size_t panel = bytes(std::max(length * std::min(width, count), tail * std::min(tail, count)));
    const std::size_t slot = (spread == Spread::both ? 2 : 1) * panel + lines * (header + 256);
    const auto steps = static_cast<std::size_t>(count / std::max<Index>(1, width / 2) + 2);
    const std::size_t lists =
        8 * steps * sizeof(Window) + 64 * lines + 48 * static_cast<std::size_t>(grid.p() * grid.q());
    return PanelStream::memory(slot, Grid::collect_slots) + PanelStream::memory(slot, Grid::spread_slots) +
           panel + lists;
  }

  /// Gets the workspace. Collective over the grid.
  void reserve() {
    collect_ = &grid_.collect_stream();
    spread_ = &grid_.spread_stream();
    std::size_t collect_bytes = 0, spread_bytes = 0, panel_size = 0;
    for (Index s = 0; s < steps(); ++s) {
      collect_bytes = std::max(collect_bytes, sections(s, false).back().body);
      spread_bytes = std::max(spread_bytes, sections(s, true).back().body);
      panel_size = std::max(panel_size, static_cast<std::size_t>(panel_length(s) * window(s).width));
    }
    collect_->reserve(collect_bytes);
    spread_->reserve(spread_bytes);
    if (lines() > 1)
      panel_.resize(panel_size);
  }

  Index steps() const { return static_cast<Index>(windows_.size()); }
  const Window& window(Index s) const { return windows_[static_cast<std::size_t>(s)]; }

  /// Sends my part of panel s, all of whose updates are done, to the process that factors it. Every process calls it
  /// for every s in order. \return false if it is not possible yet
  bool contribute(Index s) {
    if (!collect_->can_open())
      return false;
    const std::vector<Section> parts = sections(s, false);
    const int target = window(s).process;
    pieces_.clear();
    each_part(s, [&](int line, int place, Index column, Index count) {
      const Section& part = parts[static_cast<std::size_t>(line)];
      if (rank_of(line, place) != target && part.length > 0)
        pieces_.push_back({rank_of(line, place), part.body + bytes(column * part.length),
                           bytes(count * part.length), 1 + target});
    });
    const auto ticket = collect_->open(pieces_);
    if (s == 0)
      first_collect_ = ticket;
    T* const mine = at(collect_->panel(ticket), parts[static_cast<std::size_t>(my_line_)].body);
    const Index length = my_length(s);
    if (grid_.rank() != target && length > 0)
      each_part(s, [&](int line, int place, Index column, Index count) {
        if (line == my_line_ && place == my_place_)
          load(s, column, count, 0, length, mine + column * length, length);
      });
    collect_->publish(ticket);
    if (grid_.rank() != target)
      collect_->release(ticket);
    return true;
  }

  /// Opens panel s for spreading; on the process that factors it, once all parts are here, calls
  /// factor(panel, ld, length, width, header), which factors the panel in place and fills in the header, and spreads
  /// the result. Every process calls it for every s in order, after contribute(s). \return false if not done yet
  template <typename Factor>
  bool factor(Index s, Factor&& factor) {
    if (opened_ == s) {
      if (!spread_->can_open())
        return false;
      open_spread(s);
      ++opened_;
    }
    const auto ticket = first_spread_ + s;
    if (grid_.rank() == window(s).process) {
      if (!collect_->ready(first_collect_ + s))
        return false;
      const std::vector<Section> parts = sections(s, true);
      std::byte* const slot = spread_->panel(ticket);
      const Index length = panel_length(s), width = window(s).width;
      T* const panel = lines() > 1 ? panel_.data() : at(slot, parts[0].body);
      assemble(s, panel, length);
      collect_->release(first_collect_ + s);
      factor(panel, length, length, width, slot + parts[0].header);
      scatter(s, parts, panel, slot);
    }
    spread_->publish(ticket);
    return true;
  }

  /// True if the factored panel s, opened by factor(s), is here.
  bool ready(Index s) { return s < opened_ && spread_->ready(first_spread_ + s); }
  void release(Index s) { spread_->release(first_spread_ + s); }
  /// Every wait has to call it.
  void progress() {
    collect_->progress();
    spread_->progress();
  }
  bool active() const { return collect_->active() || spread_->active(); }
  bool drained() { return collect_->drained() & spread_->drained(); }

  /// Of the factored panel s: header; the rows of my grid line, length(s) x width with leading dimension length(s).
  const std::byte* header(Index s) { return spread_->panel(first_spread_ + s) + my_section(s).header; }
  const T* body(Index s) { return at(spread_->panel(first_spread_ + s), my_section(s).body); }
  /// Local indices of my grid line from the first of window s on, and from the first after it on.
  Index my_length(Index s) const { return length(s, my_line_); }
  Index length(Index s, int line) const { return local_count(along_, line, window(s).first, length_); }
  Index my_length_after(Index s) const {
    return local_count(along_, my_line_, window(s).first + window(s).width, length_);
  }
  /// With Spread::both: panel rows whose indices belong to my line in the other dimension, those after the window,
  /// cross_length(s) x width.
  const T* cross_body(Index s) {
    const auto parts = sections(s, true);
    return at(spread_->panel(first_spread_ + s), parts[static_cast<std::size_t>(lines() + my_place_)].body);
  }
  Index cross_length(Index s) const { return cross_length(s, my_place_); }

  /// Calls visit(column of the window, count, local index of the first) for the indices of window s that I own.
  template <typename Visit>
  void each_own_column(Index s, Visit&& visit) const {
    each_run(across_, window(s).first, window(s).first + window(s).width,
             [&](int place, Index g, Index count) {
               if (place == my_place_)
                 visit(g - window(s).first, count, across_.axis.local(across_.begin + g, place));
             });
  }

  /// Stores the columns of window s that I own into `a`, the matrix the panels come from, as they are in body(s).
  void store(Index s, const Submatrix<T>& a) {
    const Index length = my_length(s);
    const T* const from = body(s);
    const Index row = along_.axis.local(along_.begin + window(s).first, my_line_);
    each_own_column(s, [&](Index column, Index count, Index local) {
      if (kind_ == Kind::columns)
        return kernel::copy(length, count, from + column * length, length, a.data + row + local * a.ld, a.ld);
      T* const to = a.data + local + row * a.ld;
      kernel::transpose(length, count, from + column * length, length, to, a.ld);
      for (Index l = 0; l < length; ++l)
        conjugate(to + l * a.ld, count);
    });
  }

private:
  /// One grid line's share of a slot, offsets in bytes.
  struct Section {
    std::size_t header, body;
    Index length;
  };

  static std::size_t aligned_bytes(std::size_t size) { return (size + 63) / 64 * 64; }
  static std::size_t bytes(Index elements) { return static_cast<std::size_t>(elements) * sizeof(T); }
  static T* at(std::byte* slot, std::size_t offset) { return reinterpret_cast<T*>(slot + offset); }

  int lines() const { return along_.axis.map.nprocs(); }
  int places() const { return across_.axis.map.nprocs(); }
  int rank_of(int line, int place) const {
    return kind_ == Kind::columns ? line * grid_.q() + place : place * grid_.q() + line;
  }
  static Index local_count(const Extent& extent, int coordinate, Index first, Index last) {
    return extent.axis.local_count(extent.begin + first, last - first, coordinate);
  }
  Index panel_length(Index s) const { return length_ - window(s).first; }
  Index cross_length(Index s, int place) const {
    return local_count(across_, place, window(s).first + window(s).width, length_);
  }

  /// Calls visit(owner, first index relative to the submatrix, count) for the runs of [first, last).
  template <typename Visit>
  static void each_run(const Extent& extent, Index first, Index last, Visit&& visit) {
    for (Index g = extent.begin + first; g < extent.begin + last;) {
      const Index end = extent.axis.run_end(g, extent.begin + last);
      visit(extent.axis.owner(g), g - extent.begin, end - g);
      g = end;
    }
  }
  /// Calls visit(line, place, first column of the window, count) for all parts of panel s.
  template <typename Visit>
  void each_part(Index s, Visit&& visit) const {
    for (int line = 0; line < lines(); ++line)
      each_run(across_, window(s).first, window(s).first + window(s).width,
               [&](int place, Index g, Index count) { visit(line, place, g - window(s).first, count); });
  }

  /// Layout of a slot: the sections, and behind the last one an empty section whose body is the end. Only what is
  /// spread has headers and cross sections.
  std::vector<Section> sections(Index s, bool spread) const {
    std::vector<Section> result;
    const Window& w = window(s);
    std::size_t end = 0;
    const auto add = [&](Index length, std::size_t header) {
      result.push_back({end, end + header, length});
      end = aligned_bytes(end + header + bytes(length * w.width));
    };
    for (int line = 0; line < lines(); ++line)
      add(local_count(along_, line, w.first, length_),
          spread ? header_bytes_[static_cast<std::size_t>(s)] : 0);
    for (int place = 0; place < places() && spread && spread_kind_ == Spread::both; ++place)
      add(cross_length(s, place), 0);
    result.push_back({end, end, 0});
    return result;
  }
  Section my_section(Index s) const { return sections(s, true)[static_cast<std::size_t>(my_line_)]; }

  void open_spread(Index s) {
    const std::vector<Section> parts = sections(s, true);
    const int p = grid_.p();
    pieces_.clear();
    for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
      const bool is_cross = static_cast<int>(k) >= lines();
      const int line = is_cross ? static_cast<int>(k) - lines() : static_cast<int>(k);
      const bool grid_row = (kind_ == Kind::columns) != is_cross;
      pieces_.push_back({window(s).process, parts[k].header,
                         parts[k].body - parts[k].header + bytes(parts[k].length * window(s).width),
                         1 + (grid_row ? line : p + line)});
    }
    std::erase_if(pieces_, [](const PanelStream::Piece& piece) { return piece.bytes == 0; });
    const auto ticket = spread_->open(pieces_);
    if (s == 0)
      first_spread_ = ticket;
  }

  /// Rows [row, row + length) (local, counted from the first of window s) of `count` columns of window s that I own.
  void load(Index s, Index column, Index count, Index row, Index length, T* to, Index ld) const {
    const Index first = window(s).first;
    const Index local_row = along_.axis.local(along_.begin + first, my_line_) + row;
    const Index local_column = across_.axis.local(across_.begin + first + column, my_place_);
    if (kind_ == Kind::columns)
      return kernel::copy(length, count, a_.data + local_row + local_column * a_.ld, a_.ld, to, ld);
    kernel::transpose(count, length, a_.data + local_column + local_row * a_.ld, a_.ld, to, ld);
    for (Index c = 0; c < count; ++c)
      conjugate(to + c * ld, length);
  }

  /// panel = all parts of panel s in global order: what was sent to me and what is mine.
  void assemble(Index s, T* panel, Index ld) {
    const std::vector<Section> parts = sections(s, false);
    std::byte* const slot = collect_->panel(first_collect_ + s);
    const Index first = window(s).first;
    each_run(along_, first, length_, [&](int line, Index g, Index length) {
      const Section& part = parts[static_cast<std::size_t>(line)];
      const Index row = local_count(along_, line, first, g);
      each_run(across_, first, first + window(s).width, [&](int place, Index h, Index count) {
        T* const to = panel + (g - first) + (h - first) * ld;
        if (rank_of(line, place) == grid_.rank())
          load(s, h - first, count, row, length, to, ld);
        else
          kernel::copy(length, count, at(slot, part.body) + row + (h - first) * part.length, part.length, to,
                       ld);
      });
    });
  }

  /// Fills the sections of a slot: the header, which the first line has already, and the rows.
  void scatter(Index s, const std::vector<Section>& parts, const T* panel, std::byte* slot) {
    const Index first = window(s).first, width = window(s).width, ld = panel_length(s);
    const auto spread_rows = [&](const Extent& extent, int offset, Index begin) {
      each_run(extent, begin, length_, [&](int line, Index g, Index length) {
        const Section& part = parts[static_cast<std::size_t>(offset + line)];
        kernel::copy(length, width, panel + (g - first), ld,
                     at(slot, part.body) + local_count(extent, line, begin, g), part.length);
      });
    };
    if (lines() > 1) {
      for (int line = 1; line < lines(); ++line)
        kernel::copy(static_cast<Index>(header_bytes_[static_cast<std::size_t>(s)]), 1,
                     slot + parts[0].header, 1, slot + parts[static_cast<std::size_t>(line)].header, 1);
      spread_rows(along_, 0, first);
    }
    if (spread_kind_ == Spread::both)
      spread_rows(across_, lines(), first + width);
  }

  Grid& grid_;
  Submatrix<const T> a_;
  Kind kind_;
  Spread spread_kind_;
  const std::vector<Window>& windows_;
  Extent along_, across_;
  Index length_; ///< of the long side of the first panel
  int my_line_, my_place_;
  std::vector<std::size_t> header_bytes_; ///< by step
  PanelStream* collect_ = nullptr;
  PanelStream* spread_ = nullptr;
  PanelStream::Ticket first_collect_ = 0, first_spread_ = 0;
  Index opened_ = 0;           ///< panels opened for spreading
  kernel::Workspace<T> panel_; ///< in global order, where the panel is factored if it has several sections
  std::vector<PanelStream::Piece> pieces_;
};

} // namespace hetgrid::linalg
