// The panels of a right-looking factorization: each is factored and spread to those who need it.
//
// Rationale. A panel that stays distributed over its grid column costs one exchange per matrix column (LU, QR), and on a
// machine of unequal speed every one of them may wait for the slowest process of that grid column, or for one that
// has just lost its core: n exchanges. Collected, it costs two per panel, 2 n / w, and it is factored by a serial
// recursive routine near the speed of the BLAS. But its arithmetic, n^2 w / 2 operations for LU, and its volume, (m - k) w
// elements to the process and back, are divided by nobody: with P processes it is the bottleneck where m < 100 P. So the
// way is chosen for every window (schedule/panel_cost.hpp). Same pivots, same reflectors as the serial routine.
//
// A window [k, k + w) of columns (or of rows: upper Cholesky) defines a panel, rows k .. m-1 of these columns.
//
//     collect:  owners of parts of the panel -> the factoring process, which puts them into global order
//     factor:   serial
// or
//     factor:   where the panel is, by the processes of its grid column: panel/
// then
//     spread:   for each grid row i:  header | panel(rows of grid row i, window), column-major, to grid row i
//               for symmetric updates also, for each grid column j:  panel(rows that are columns of j), to j
//
// What is spread is at once an operand of the local multiplies and what the owners of the window store back.
#pragma once

#include "comm/collectives.hpp"
#include "comm/panel_stream.hpp"
#include "comm/submatrix.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/rows.hpp"
#include "kernel/workspace.hpp"
#include "linalg/panel/panel_rows.hpp"
#include "measure/profile.hpp"
#include "runtime/engine.hpp"
#include "runtime/reservation.hpp"
#include "schedule/broadcast.hpp"
#include "schedule/windows.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace hetgrid::linalg {

using comm::Channel;
using comm::Grid;
using comm::PanelStream;
using comm::Submatrix;
using measure::Phase, measure::Profile;
using runtime::Outcome;
using schedule::Extent;
using schedule::PanelMethod;
using schedule::Window;

template <typename T>
class WindowPanels {
public:
  /// What a window consists of. In `rows` panels all is conjugate-transposed: a panel has one column for each row of
  /// the window.
  enum class Kind { columns, rows };
  /// Who needs a panel: the grid lines its long side is distributed over, or these and the other ones.
  enum class Spread { along, both };

  /// \param header_bytes (window) -> bytes of the header
  template <typename HeaderBytes>
  WindowPanels(Grid& grid, const Submatrix<const T>& a, Kind kind, Spread spread,
               const std::vector<Window>& windows, HeaderBytes&& header_bytes)
      : grid_(grid), a_(a), kind_(kind), spread_kind_(spread), windows_(windows),
        along_(kind == Kind::columns ? Extent{a_.rows, a_.i} : Extent{a_.columns, a_.j}),
        across_(kind == Kind::columns ? Extent{a_.columns, a_.j} : Extent{a_.rows, a_.i}),
        goes_round_(schedule::goes_round(across_.axis.map)), length_(kind == Kind::columns ? a.m : a.n),
        my_line_(kind == Kind::columns ? grid.myrow() : grid.mycol()),
        my_place_(kind == Kind::columns ? grid.mycol() : grid.myrow()) {
    for (const Window& window : windows)
      header_bytes_.push_back(aligned_bytes(header_bytes(window)));
  }
  WindowPanels(const WindowPanels&) = delete;
  WindowPanels& operator=(const WindowPanels&) = delete;

  /// What reserve() takes of a process's memory at most, bytes: of the process that needs the most, as those that share memory
  /// have equal parts of it. Parameters as above, exchange_bytes as of reserve(). Local. \throws std::bad_alloc
  template <typename HeaderBytes, typename ExchangeBytes>
  static std::size_t memory(const Submatrix<const T>& a, Kind kind, Spread spread,
                            const std::vector<Window>& windows, HeaderBytes&& header_bytes,
                            ExchangeBytes&& exchange_bytes) {
    const bool columns = kind == Kind::columns;
    const Extent along = columns ? Extent{a.rows, a.i} : Extent{a.columns, a.j},
                 across = columns ? Extent{a.columns, a.j} : Extent{a.rows, a.i};
    const Index length = columns ? a.m : a.n;
    const auto lines = static_cast<std::size_t>(along.axis.map.nprocs()),
               places = static_cast<std::size_t>(across.axis.map.nprocs());
    std::size_t collected = 0, spread_out = 0, panel = 0, crossed = 0, exchange = 0;
    for (const Window& window : windows) {
      const Index behind = window.first + window.width;
      const std::size_t header = aligned_bytes(header_bytes(window)), alignment = 64 * (lines + places);
      const std::size_t cross =
          spread == Spread::both ? bytes(longest(across, behind, length) * window.width) : 0;
      if (window.method == PanelMethod::distributed) {
        const std::size_t mine = bytes(longest(along, window.first, length) * window.width),
                          of_others = spread == Spread::both ? mine : 0;
        spread_out = std::max(spread_out, header + mine + of_others + cross + alignment);
        crossed = std::max(crossed, cross);
        exchange = std::max(exchange, exchange_bytes(window.width));
        continue;
      }
      const std::size_t whole = bytes((length - window.first) * window.width);
      panel = std::max(panel, whole);
      collected = std::max(collected, whole + alignment);
      spread_out =
          std::max(spread_out, lines * header + (spread == Spread::both ? 2 : 1) * whole + alignment);
    }
    const std::size_t lists = 8 * windows.size() * sizeof(Window) + 256 * (lines + places) +
                              (sizeof(PanelStream::Piece) + 8 * sizeof(Index)) * lines * places +
                              2 * static_cast<std::size_t>(length) * sizeof(kernel::RowRun);
    return runtime::stream_memory(collected, Channel::collected_panels) +
           runtime::stream_memory(spread_out, Channel::factored_panels) + panel + crossed +
           comm::LineReduction::memory(exchange) + lists;
  }

  /// Gets the workspace. Collective over the grid. \param engine  that moves the panels
  /// \param exchange_bytes (width) -> bytes of the exchanges of a distributed panel
  template <typename ExchangeBytes>
  void reserve(runtime::Engine& engine, ExchangeBytes&& exchange_bytes) {
    collect_ = &grid_.stream(Channel::collected_panels);
    spread_ = &grid_.stream(Channel::factored_panels);
    std::size_t collect_bytes = 0, spread_bytes = 0, panel_size = 0;
    std::size_t exchange = 0;
    for (Index s = 0; s < steps(); ++s) {
      spread_bytes = std::max(spread_bytes, sections(s, Stream::spread).of.back().end);
      if (is_distributed(s)) {
        exchange = std::max(exchange, exchange_bytes(window(s).width));
        continue;
      }
      collect_bytes = std::max(collect_bytes, sections(s, Stream::collect).of.back().end);
      if (window(s).process == grid_.rank())
        panel_size = std::max(panel_size, static_cast<std::size_t>(panel_length(s) * window(s).width));
    }
    collect_->reserve_for_group(collect_bytes);
    spread_->reserve_for_group(spread_bytes);
    if (exchange > 0)
      line_reduction().reserve(exchange);
    if (lines() > 1)
      panel_.resize(panel_size);
    engine.join(*collect_);
    engine.join(*spread_);
  }

  Index steps() const { return static_cast<Index>(windows_.size()); }
  const std::vector<Window>& windows() const { return windows_; }
  const Window& window(Index s) const { return windows_[static_cast<std::size_t>(s)]; }

  // Activities of the engine. Every process takes part in every panel, in order.

  /// Sends my part of the next panel to the process that factors it, if one does. \param is_current (s) -> all updates of panel
  /// s are done here
  template <typename IsCurrent>
  Outcome collect(IsCurrent&& is_current) {
    if (collected_ == steps() || !is_current(collected_))
      return Outcome::nothing;
    const Phase phase(&Profile::exchange, collected_);
    if (!contribute(collected_))
      return Outcome::nothing;
    ++collected_;
    return Outcome::done;
  }

  /// Of the panels collected opens the next one for spreading. Then either, on the process that factors it, once all parts are
  /// here, calls factor(s, panel, ld, length, width, header), which factors the panel in place and fills in the header; or, on
  /// those that own the panel, `distributed`, which does the same where the rows are: start(s, DistributedPanel) once, then
  /// advance() until it returns true. Spreads the result.
  /// \return holding while others who factor the panel wait for me
  template <typename Factor, typename Distributed>
  Outcome factor(Factor&& factor, Distributed&& distributed) {
    const Index s = factored_;
    if (s == collected_)
      return Outcome::nothing;
    const Phase phase(&Profile::exchange, s);
    if (opened_ == s) {
      if (!spread_->can_open())
        return Outcome::nothing;
      open_spread(s);
      ++opened_;
    }
    const auto ticket = first_spread_ + s;
    if (grid_.rank() == window(s).process) {
      if (!collect_->ready(ticket_of(s)))
        return Outcome::nothing;
      const Sections& parts = sections(s, Stream::spread);
      std::byte* const slot = spread_->panel(ticket);
      const Index length = panel_length(s), width = window(s).width;
      T* const panel = lines() > 1 ? panel_.data() : at(slot, parts.of[0].body);
      assemble(s, panel, length);
      collect_->release(ticket_of(s));
      factor(s, panel, length, length, width, slot + parts.of[0].header);
      scatter(s, parts, panel, slot);
    } else if (my_place_ == window(s).place && !factor_here(s, spread_->panel(ticket), distributed))
      return Outcome::holding;
    spread_->publish(ticket);
    ++factored_;
    return Outcome::done;
  }

  static constexpr int nobody = -1;
  /// Grid row of the process of my grid column that factors the collected panel s; or nobody.
  int factoring_row(Index s) const {
    if (s >= steps() || is_distributed(s) || window(s).process % grid_.q() != grid_.mycol())
      return nobody;
    return window(s).process / grid_.q();
  }

  /// Panels that are: a process has done its part of it.
  Index collected() const { return collected_; }
  Index factored() const { return factored_; }

  /// True if the factored panel s, opened by factor(), is here.
  bool ready(Index s) { return s < opened_ && spread_->ready(first_spread_ + s); }
  void release(Index s) { spread_->release(first_spread_ + s); }

  /// Seconds before a process that updates at step s passes on what has come, on average.
  double passing_delay(Index s) const {
    const double rows = static_cast<double>(panel_length(s)) / lines(),
                 columns = static_cast<double>(panel_length(s)) / places();
    return schedule::passing_delay(rows * columns, static_cast<double>(window(s).width),
                                   grid_.parameters().usual().machine);
  }

  /// Of the factored panel s: header; the rows of my grid line, length(s) x width with leading dimension length(s).
  const std::byte* header(Index s) { return slot(s) + my_section(s).header; }
  const T* body(Index s) { return at(slot(s), my_section(s).body); }
  /// Local indices of my grid line from the first of window s on, and from the first after it on.
  Index my_length(Index s) const { return length(s, my_line_); }
  Index length(Index s, int line) const { return local_count(along_, line, window(s).first, length_); }
  Index my_length_after(Index s) const {
    return local_count(along_, my_line_, window(s).first + window(s).width, length_);
  }
  /// With Spread::both: panel rows whose indices belong to my line in the other dimension, those after the window,
  /// cross_length(s) x width.
  const T* cross_body(Index s) {
    if (!is_distributed(s))
      return at(slot(s), my_cross_section(s).body);
    if (unpacked_ != s)
      unpack(s);
    return cross_.data();
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
        kernel::conjugate(to + l * a.ld, count);
    });
  }

private:
  /// One grid line's share of a slot, offsets in bytes.
  struct Section {
    std::size_t header, body;
    Index length;
    std::size_t end; ///< of what has room
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
  /// What any coordinate has at most.
  static Index longest(const Extent& extent, Index first, Index last) {
    Index result = 0;
    for (int coordinate = 0; coordinate < extent.axis.map.nprocs(); ++coordinate)
      result = std::max(result, local_count(extent, coordinate, first, last));
    return result;
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

  PanelStream::Ticket& ticket_of(Index s) {
    return collect_tickets_[static_cast<std::size_t>(s) % collect_tickets_.size()];
  }
  bool is_distributed(Index s) const { return window(s).method == PanelMethod::distributed; }
  std::byte* slot(Index s) { return spread_->panel(first_spread_ + s); }

  /// Layout of a slot: one section after the other. Only what is spread has headers and cross sections; those of a
  /// distributed panel consist of one part after the other for the lines that own the rows. Sections and parts that do not
  /// concern the processes I share memory with take no room: so it falls with the number of grid lines.
  enum class Stream { collect, spread };
  struct Sections {
    Index step = -1;
    std::vector<Section> of;
    // Of a distributed panel with Spread::both, by line and place: rows behind the window, and those of them that have room.
    std::vector<Index> cross_rows, cross_rows_here;
  };
  const Sections& sections(Index s, Stream stream) const {
    Sections& result =
        sections_[static_cast<std::size_t>(stream)][static_cast<std::size_t>(s) % sections_[0].size()];
    if (result.step != s) {
      result.of.clear();
      stream == Stream::collect ? lay_out_collected(s, result) : lay_out_spread(s, result);
      result.step = s;
    }
    return result;
  }
  /// Adds a section behind the others.
  static void add_section(Sections& sections, bool has_room, std::size_t header, Index length, Index rows,
                          Index width) {
    const std::size_t end = sections.of.empty() ? 0 : sections.of.back().end;
    sections.of.push_back(
        {end, end + header, length, has_room ? aligned_bytes(end + header + bytes(rows * width)) : end});
  }
  void lay_out_collected(Index s, Sections& sections) const {
    const Window& w = window(s);
    for (int line = 0; line < lines(); ++line) {
      bool concerned = false;
      each_run(across_, w.first, w.first + w.width, [&](int place, Index, Index) {
        concerned = concerned || collect_->concerns_group(rank_of(line, place), 1 + w.process);
      });
      const Index length = this->length(s, line);
      add_section(sections, concerned, 0, length, length, w.width);
    }
  }
  void lay_out_spread(Index s, Sections& sections) const {
    for (int line = 0; line < lines(); ++line) {
      const Index length = this->length(s, line);
      add_section(sections, concerns_group(s, line, audience(line, true)),
                  header_bytes_[static_cast<std::size_t>(s)], length, length, window(s).width);
    }
    if (spread_kind_ == Spread::along)
      return;
    if (is_distributed(s))
      count_cross_rows(s, sections);
    for (int place = 0; place < places(); ++place)
      add_section(sections, true, 0, cross_length(s, place), cross_room(s, sections, place), window(s).width);
  }
  /// Processes I share memory with write what a line sends of panel s, or are in its audience.
  bool concerns_group(Index s, int line, int audience) const {
    const Window& w = window(s);
    return spread_->concerns_group(is_distributed(s) ? rank_of(line, w.place) : w.process, audience);
  }
  const Section& my_section(Index s) const {
    return sections(s, Stream::spread).of[static_cast<std::size_t>(my_line_)];
  }
  const Section& my_cross_section(Index s) const {
    return sections(s, Stream::spread).of[static_cast<std::size_t>(lines() + my_place_)];
  }

  void open_spread(Index s) {
    const Sections& parts = sections(s, Stream::spread);
    const Window& w = window(s);
    const double delay = goes_round_ ? 0 : passing_delay(s);
    pieces_.clear();
    for (int line = 0; line < lines(); ++line) {
      const Section& part = parts.of[static_cast<std::size_t>(line)];
      pieces_.push_back({is_distributed(s) ? rank_of(line, w.place) : w.process, part.header,
                         part.body - part.header + bytes(part.length * w.width), audience(line, true), delay,
                         first_receiver(s, line)});
    }
    if (spread_kind_ == Spread::both)
      add_cross_pieces(s, parts);
    std::erase_if(pieces_, [](const PanelStream::Piece& piece) { return piece.bytes == 0; });
    const auto ticket = spread_->open(pieces_);
    if (s == 0)
      first_spread_ = ticket;
  }
  /// Who gets its rows of a panel first: the owner of the next panel, for which all others wait. Who factored a collected one
  /// goes on with the next one on the ring, since one process factors the next one, too, wherever its columns are.
  int first_receiver(Index s, int line) const {
    return is_distributed(s) && s + 1 < steps()
               ? rank_of(line, across_.axis.owner(across_.begin + window(s + 1).first))
               : PanelStream::none;
  }
  /// Of the spread stream: the processes of a line, or those at a place.
  int audience(int index, bool is_line) const {
    const bool grid_row = (kind_ == Kind::columns) == is_line;
    return 1 + (grid_row ? index : grid_.p() + index);
  }
  void add_cross_pieces(Index s, const Sections& parts) {
    const Window& w = window(s);
    // All of a place wait for it together: nobody is the last of a chain, as along the lines, who has time.
    const double delay = passing_delay(s);
    for (int place = 0; place < places(); ++place) {
      const Section& part = parts.of[static_cast<std::size_t>(lines() + place)];
      if (!is_distributed(s)) {
        pieces_.push_back({w.process, part.body, bytes(part.length * w.width), audience(place, false)});
        continue;
      }
      std::size_t offset = part.body;
      for (int line = 0; line < lines(); ++line) {
        pieces_.push_back({rank_of(line, w.place), offset, bytes(cross_rows(parts, line, place) * w.width),
                           audience(place, false), delay});
        offset += bytes(cross_rows_here(parts, line, place) * w.width);
      }
    }
  }

  // Cross sections of a distributed panel: what a process at a place needs comes from all lines.

  /// Calls visit(line, place, first index relative to the submatrix, count) for the runs of rows behind window s.
  template <typename Visit>
  void each_cross_run(Index s, Visit&& visit) const {
    each_run(along_, window(s).first + window(s).width, length_, [&](int line, Index g, Index count) {
      each_run(across_, g, g + count, [&](int place, Index h, Index n) { visit(line, place, h, n); });
    });
  }
  std::size_t cross_index(int line, int place) const {
    return static_cast<std::size_t>(line * places() + place);
  }
  Index cross_rows(const Sections& sections, int line, int place) const {
    return sections.cross_rows[cross_index(line, place)];
  }
  void count_cross_rows(Index s, Sections& sections) const {
    sections.cross_rows.assign(static_cast<std::size_t>(lines() * places()), 0);
    each_cross_run(s, [&](int line, int place, Index, Index count) {
      sections.cross_rows[cross_index(line, place)] += count;
    });
    sections.cross_rows_here = sections.cross_rows;
    for (int place = 0; place < places(); ++place)
      for (int line = 0; line < lines(); ++line)
        if (!concerns_group(s, line, audience(place, false)))
          sections.cross_rows_here[cross_index(line, place)] = 0;
  }
  /// Rows of the part of a cross section that a line owns, if it has room.
  Index cross_rows_here(const Sections& sections, int line, int place) const {
    return sections.cross_rows_here[cross_index(line, place)];
  }
  /// Rows of the cross section of a place that have room.
  Index cross_room(Index s, const Sections& sections, int place) const {
    if (!is_distributed(s))
      return concerns_group(s, 0, audience(place, false)) ? cross_length(s, place) : 0;
    Index rows = 0;
    for (int line = 0; line < lines(); ++line)
      rows += cross_rows_here(sections, line, place);
    return rows;
  }
  /// Where in the slot the part of a cross section begins that a line owns, bytes.
  std::size_t cross_offset(Index s, const Sections& sections, int line, int place) const {
    Index before = 0;
    for (int i = 0; i < line; ++i)
      before += cross_rows_here(sections, i, place);
    return sections.of[static_cast<std::size_t>(lines() + place)].body + bytes(before * window(s).width);
  }
  /// Copies my rows of a factored panel to the cross sections.
  void pack_cross(Index s, const T* panel, Index ld, std::byte* slot) {
    const Sections& parts = sections(s, Stream::spread);
    std::vector<std::size_t>& next = cross_next_;
    next.clear();
    for (int place = 0; place < places(); ++place)
      next.push_back(cross_offset(s, parts, my_line_, place));
    each_cross_run(s, [&](int line, int place, Index g, Index count) {
      if (line != my_line_)
        return;
      std::size_t& to = next[static_cast<std::size_t>(place)];
      kernel::copy(count, window(s).width, panel + local_count(along_, my_line_, window(s).first, g), ld,
                   at(slot, to), cross_rows(parts, line, place));
      to += bytes(count);
    });
  }
  /// Puts the parts of my cross section into global order.
  void unpack(Index s) {
    unpacked_ = s;
    const Sections& parts = sections(s, Stream::spread);
    const Index width = window(s).width, length = cross_length(s);
    kernel::make_room(cross_, static_cast<std::size_t>(length * width));
    std::vector<std::size_t>& next = cross_next_;
    next.clear();
    for (int line = 0; line < lines(); ++line)
      next.push_back(cross_offset(s, parts, line, my_place_));
    Index row = 0;
    each_cross_run(s, [&](int line, int place, Index, Index count) {
      if (place != my_place_)
        return;
      std::size_t& from = next[static_cast<std::size_t>(line)];
      kernel::copy(count, width, at(slot(s), from), cross_rows(parts, line, place), cross_.data() + row,
                   length);
      from += bytes(count);
      row += count;
    });
  }

  /// \return false if it is not possible yet
  bool contribute(Index s) {
    if (is_distributed(s))
      return true;
    if (!collect_->can_open())
      return false;
    const Sections& parts = sections(s, Stream::collect);
    const int target = window(s).process;
    pieces_.clear();
    each_part(s, [&](int line, int place, Index column, Index count) {
      const Section& part = parts.of[static_cast<std::size_t>(line)];
      if (rank_of(line, place) != target && part.length > 0)
        pieces_.push_back({rank_of(line, place), part.body + bytes(column * part.length),
                           bytes(count * part.length), 1 + target});
    });
    const auto ticket = collect_->open(pieces_);
    T* const mine = at(collect_->panel(ticket), parts.of[static_cast<std::size_t>(my_line_)].body);
    const Index length = my_length(s);
    if (grid_.rank() != target && length > 0)
      each_part(s, [&](int line, int place, Index column, Index count) {
        if (line == my_line_ && place == my_place_)
          load(s, column, count, 0, length, mine + column * length, length);
      });
    collect_->publish(ticket);
    if (grid_.rank() != target)
      collect_->release(ticket);
    else
      ticket_of(s) = ticket;
    return true;
  }

  /// My part of the factorization of panel s where it is. \return true once it is done
  template <typename Distributed>
  bool factor_here(Index s, std::byte* slot, Distributed&& distributed) {
    const Section& part = my_section(s);
    T* const panel = at(slot, part.body);
    if (!under_way_) {
      under_way_ = true;
      load(s, 0, window(s).width, 0, part.length, panel, part.length);
      distributed.start(s, DistributedPanel<T>{PanelRows(along_.axis, along_.begin + window(s).first,
                                                         panel_length(s), my_line_),
                                               window(s).width, panel, std::max<Index>(1, part.length),
                                               &line_reduction(), slot + part.header});
    }
    if (!distributed.advance())
      return false;
    under_way_ = false;
    if (spread_kind_ == Spread::both)
      pack_cross(s, panel, part.length, slot);
    return true;
  }
  /// Along the lines of the rows of a panel.
  comm::LineReduction& line_reduction() {
    return grid_.reduction(kind_ == Kind::columns ? comm::Line::column : comm::Line::row);
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
      kernel::conjugate(to + c * ld, length);
  }

  /// runs_ = the rows of panel s from `begin` on, by owner: local ones, counted from the first of them, to where they are in the
  /// panel.
  void find_runs(Index s, const Extent& extent, Index begin) {
    runs_.resize(std::max(runs_.size(), static_cast<std::size_t>(extent.axis.map.nprocs())));
    for (std::vector<kernel::RowRun>& runs : runs_)
      runs.clear();
    each_run(extent, begin, length_, [&](int owner, Index g, Index count) {
      std::vector<kernel::RowRun>& runs = runs_of(owner);
      const Index from = runs.empty() ? 0 : runs.back().from + runs.back().count;
      runs.push_back({from, g - window(s).first, count});
    });
  }
  std::vector<kernel::RowRun>& runs_of(int owner) { return runs_[static_cast<std::size_t>(owner)]; }

  /// panel = all parts of panel s in global order: what was sent to me and what is mine.
  void assemble(Index s, T* panel, Index ld) {
    const Sections& parts = sections(s, Stream::collect);
    std::byte* const slot = collect_->panel(ticket_of(s));
    const Index first = window(s).first;
    find_runs(s, along_, first);
    for (int line = 0; line < lines(); ++line) {
      const Section& part = parts.of[static_cast<std::size_t>(line)];
      each_run(across_, first, first + window(s).width, [&](int place, Index h, Index count) {
        T* const to = panel + (h - first) * ld;
        if (rank_of(line, place) == grid_.rank())
          load_runs(s, h - first, count, to, ld);
        else
          kernel::copy_runs<T>(runs_of(line), count, at(slot, part.body) + (h - first) * part.length,
                               part.length, to, ld);
      });
    }
  }
  /// My rows of `count` columns of window s that I own.
  void load_runs(Index s, Index column, Index count, T* to, Index ld) {
    if (kind_ == Kind::rows) {
      for (const kernel::RowRun& run : runs_of(my_line_))
        load(s, column, count, run.from, run.count, to + run.to, ld);
      return;
    }
    const Index first = window(s).first;
    kernel::copy_runs<T>(runs_of(my_line_), count,
                         a_.data + along_.axis.local(along_.begin + first, my_line_) +
                             across_.axis.local(across_.begin + first + column, my_place_) * a_.ld,
                         a_.ld, to, ld);
  }

  /// Fills the sections of a slot: the header, which the first line has already, and the rows.
  void scatter(Index s, const Sections& parts, const T* panel, std::byte* slot) {
    const Index first = window(s).first, width = window(s).width, ld = panel_length(s);
    const auto spread_rows = [&](const Extent& extent, int lines, int offset, Index begin) {
      find_runs(s, extent, begin);
      for (int line = 0; line < lines; ++line) {
        const Section& part = parts.of[static_cast<std::size_t>(offset + line)];
        for (kernel::RowRun& run : runs_of(line))
          std::swap(run.from, run.to);
        kernel::copy_runs<T>(runs_of(line), width, panel, ld, at(slot, part.body), part.length);
      }
    };
    if (lines() > 1) {
      for (int line = 1; line < lines(); ++line)
        kernel::copy(static_cast<Index>(header_bytes_[static_cast<std::size_t>(s)]), 1,
                     slot + parts.of[0].header, 1, slot + parts.of[static_cast<std::size_t>(line)].header, 1);
      spread_rows(along_, lines(), 0, first);
    }
    if (spread_kind_ == Spread::both)
      spread_rows(across_, places(), lines(), first + width);
  }

  Grid& grid_;
  Submatrix<const T> a_;
  Kind kind_;
  Spread spread_kind_;
  const std::vector<Window>& windows_;
  Extent along_, across_;
  bool goes_round_;
  Index length_; ///< of the long side of the first panel
  int my_line_, my_place_;
  std::vector<std::size_t> header_bytes_; ///< by step
  PanelStream* collect_ = nullptr;
  PanelStream* spread_ = nullptr;
  std::array<PanelStream::Ticket, 4>
      collect_tickets_{}; ///< of the panels that I am to factor, more than there are slots
  PanelStream::Ticket first_spread_ = 0;
  Index collected_ = 0, factored_ = 0;
  Index opened_ = 0;                                        ///< panels opened for spreading
  bool under_way_ = false;                                  ///< I factor my part of panel opened_ - 1
  mutable std::array<std::array<Sections, 4>, 2> sections_; ///< of the steps under way, by stream
  std::vector<std::size_t> cross_next_;                     ///< where the next rows of each part are
  std::vector<T> cross_;
  Index unpacked_ = -1;        ///< step of cross_
  kernel::Workspace<T> panel_; ///< in global order, where the panel is factored if it has several sections
  std::vector<PanelStream::Piece> pieces_;
  std::vector<std::vector<kernel::RowRun>> runs_; ///< of the panel under way, by owner
};

} // namespace hetgrid::linalg
