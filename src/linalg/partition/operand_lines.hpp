// One factor of a product on a partition, window by window: who sends which of its lines to whom, and where a process
// finds those that it multiplies with.
#pragma once

#include "comm/grid.hpp"
#include "comm/partitioned_submatrix.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/local_multiply.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

namespace hetgrid::linalg {

using comm::PartitionedSubmatrix;

/// Which operand: A, whose lines are the rows of C, or B, whose lines are the columns of C.
enum class Factor { a, b };

/// Lines of a local array of C and where those of the factor are: of op(A) as a matrix of count rows, of op(B) as one of
/// count columns.
template <typename T>
struct FactorLines {
  Index first; ///< in the array of C
  Index count;
  LocalFactor<T> factor;
  bool mine; ///< read where this process stores them: nobody has to send anything
};

/// Indices [first, last) of K, and where in the panel its pieces begin, bytes.
struct FactorWindow {
  Index first = 0, last = 0;
  std::size_t begin = 0;
};

/// A window K of the factor consists of runs of lines, each of one owner and needed by the same processes: those with an
/// element of C in the line. Of each run the owner writes a piece of the panel, line after line, each with the indices of K
/// one after the other; it travels to those that need it. A process takes lines of its own from where they are stored, if
/// the run is long, so that nothing is copied that only its owner needs.
template <typename T>
class OperandLines {
public:
  /// \param stream  among all processes of the grid, whose ranks are the processes of the partition. Local.
  OperandLines(const comm::Grid& grid, comm::PanelStream& stream, Factor which, kernel::Transpose trans,
               const PartitionedSubmatrix<const T>& x, const PartitionedSubmatrix<T>& c)
      : me_(grid.rank()), stream_(&stream), which_(which), trans_(trans), x_(x),
        lines_are_rows_((which == Factor::a) == (trans == kernel::Transpose::no)),
        arrays_(x.matrix.map.rectangles().size()) {
    for (const layout::RectangleArray& array : layout::arrays_of(x.matrix, me_))
      arrays_[static_cast<std::size_t>(array.rectangle)] = array;
    find_runs(c);
  }

  /// Processes that one line is needed by, at most.
  Index most_receivers() const noexcept { return most_receivers_; }

  /// First index of K behind those of the window that begins with `first`: all have the same owners in each line.
  Index window_end(Index first, Index limit) const {
    return k_axis().run_end(k_begin() + first, k_begin() + limit) - k_begin();
  }

  /// Adds the pieces of a window of K to a panel of which `bytes` are taken on this process's group: there they begin.
  void add_pieces(FactorWindow& window, std::vector<comm::PanelStream::Piece>& pieces,
                  std::size_t& bytes) const {
    bool adjacent = false;
    window.begin = bytes;
    bytes = for_each_run(window, [&](const Run& run, int owner, std::size_t offset, std::size_t size) {
      if (stays(run, owner)) {
        adjacent = false;
        return;
      }
      if (adjacent && pieces.back().owner == owner && pieces.back().audience == run.audience)
        pieces.back().bytes += size;
      else
        pieces.push_back({owner, offset, size, run.audience});
      adjacent = true;
    });
  }

  /// Writes my pieces of a window that add_pieces() has placed.
  void pack(const FactorWindow& window, std::byte* panel) const {
    const int k_band = band_of(window);
    for_each_run(window, [&](const Run& run, int owner, std::size_t offset, std::size_t) {
      if (owner == me_ && !stays(run, me_))
        pack(run, window, k_band, reinterpret_cast<T*>(panel + offset));
    });
  }

  /// Where the lines of one of my arrays of C are.
  std::vector<FactorLines<T>> lines_of(const layout::RectangleArray& array, const FactorWindow& window,
                                       std::byte* panel) const {
    const layout::Axis& axis = which_ == Factor::a ? array.rows : array.columns;
    const int k_band = band_of(window);
    std::vector<FactorLines<T>> lines;
    for_each_run(window, [&](const Run& run, int owner, std::size_t offset, std::size_t) {
      if (axis.owner(c_begin_ + run.first) != layout::RectangleArray::inside)
        return;
      const bool mine = owner == me_ && is_direct(run);
      const FactorLines<T> next{axis.local(c_begin_ + run.first, layout::RectangleArray::inside), run.count,
                                mine ? stored_factor(run, k_band, window.first)
                                     : packed_factor(panel + offset, window.last - window.first),
                                mine};
      if (!lines.empty() && continues(lines.back(), next))
        lines.back().count += next.count;
      else
        lines.push_back(next);
    });
    return lines;
  }

private:
  /// Shorter ones are copied to the panel even by their owner: the multiply would be cut to pieces.
  static constexpr Index shortest_direct = 256;
  static constexpr int several = -1;

  struct Run {
    Index first, count; ///< lines of C
    int band;           ///< of the operand's lines
    int audience;       ///< of the stream
    int only;           ///< the process that needs it, or `several`
  };
  bool is_direct(const Run& run) const { return run.count >= shortest_direct; }
  /// Its owner alone needs it, and reads it where it is stored.
  bool stays(const Run& run, int owner) const { return run.only == owner && is_direct(run); }
  layout::Axis line_axis() const {
    return lines_are_rows_ ? x_.matrix.row_bands() : x_.matrix.column_bands();
  }
  layout::Axis k_axis() const { return lines_are_rows_ ? x_.matrix.column_bands() : x_.matrix.row_bands(); }
  Index line_begin() const { return lines_are_rows_ ? x_.i : x_.j; }
  Index k_begin() const { return lines_are_rows_ ? x_.j : x_.i; }
  int rectangle_of(const Run& run, int k_band) const {
    return lines_are_rows_ ? x_.matrix.map.rectangle_at(run.band, k_band)
                           : x_.matrix.map.rectangle_at(k_band, run.band);
  }
  int owner_of(const Run& run, int k_band) const {
    return x_.matrix.map.rectangles()[static_cast<std::size_t>(rectangle_of(run, k_band))].owner;
  }

  int band_of(const FactorWindow& window) const { return k_axis().owner(k_begin() + window.first); }

  /// Calls visit(run, owner, offset, bytes) for all runs, with where they are in the panel on this process's group. \return
  /// where they end
  template <typename Visit>
  std::size_t for_each_run(const FactorWindow& window, Visit&& visit) const {
    const int k_band = band_of(window);
    std::size_t offset = window.begin;
    for (const Run& run : runs_) {
      const int owner = owner_of(run, k_band);
      const std::size_t bytes =
          static_cast<std::size_t>(run.count * (window.last - window.first)) * sizeof(T);
      visit(run, owner, offset, bytes);
      if (!stays(run, owner) && stream_->concerns_group(owner, run.audience))
        offset += bytes;
    }
    return offset;
  }

  /// Runs of lines, in the order of C.
  void find_runs(const PartitionedSubmatrix<T>& c) {
    const bool rows = which_ == Factor::a;
    const layout::Axis c_axis = rows ? c.matrix.row_bands() : c.matrix.column_bands();
    const std::vector<std::vector<int>> needed_by = owners_of_bands(c);
    std::vector<int> audiences(needed_by.size(), comm::PanelStream::everyone);
    c_begin_ = rows ? c.i : c.j;
    const Index count = rows ? c.m : c.n;
    const layout::Axis x_axis = line_axis();
    for (Index line = 0; line < count;) {
      const Index end = std::min(c_axis.run_end(c_begin_ + line, c_begin_ + count) - c_begin_,
                                 x_axis.run_end(line_begin() + line, line_begin() + count) - line_begin());
      const auto band = static_cast<std::size_t>(c_axis.owner(c_begin_ + line));
      const std::vector<int>& processes = needed_by[band];
      most_receivers_ = std::max(most_receivers_, static_cast<Index>(processes.size()));
      if (audiences[band] == comm::PanelStream::everyone)
        audiences[band] = stream_->audience_of(processes);
      runs_.push_back({line, end - line, x_axis.owner(line_begin() + line), audiences[band],
                       processes.size() == 1 ? processes[0] : several});
      line = end;
    }
  }

  /// For each band of rows (A) or columns (B) of C the processes that own elements of C in it.
  std::vector<std::vector<int>> owners_of_bands(const PartitionedSubmatrix<T>& c) const {
    const bool rows = which_ == Factor::a;
    const layout::OwnerMap& map = c.matrix.map;
    const layout::Axis across = rows ? c.matrix.column_bands() : c.matrix.row_bands();
    const Index begin = rows ? c.j : c.i, end = begin + (rows ? c.n : c.m);
    std::vector<char> touched(static_cast<std::size_t>(across.map.nprocs()), 0);
    for (Index g = begin; g < end; g = across.run_end(g, end))
      touched[static_cast<std::size_t>(across.owner(g))] = 1;
    std::vector<std::vector<int>> owners(
        static_cast<std::size_t>((rows ? map.row_bands() : map.column_bands()).nprocs()));
    for (std::size_t band = 0; band < owners.size(); ++band) {
      std::vector<int>& of_band = owners[band];
      for (std::size_t other = 0; other < touched.size(); ++other)
        if (touched[other]) {
          const int i = static_cast<int>(rows ? band : other), j = static_cast<int>(rows ? other : band);
          of_band.push_back(map.rectangles()[static_cast<std::size_t>(map.rectangle_at(i, j))].owner);
        }
      std::ranges::sort(of_band);
      const auto repeated = std::ranges::unique(of_band);
      of_band.erase(repeated.begin(), repeated.end());
    }
    return owners;
  }

  /// Where the first line of a run is in my storage, from an index of K on.
  struct Stored {
    const T* data;
    Index ld;
  };
  Stored stored(const Run& run, int k_band, Index k) const {
    const layout::RectangleArray& array = *arrays_[static_cast<std::size_t>(rectangle_of(run, k_band))];
    const Index line = line_begin() + run.first, inner = k_begin() + k;
    const Index row = array.rows.local(lines_are_rows_ ? line : inner, layout::RectangleArray::inside),
                column = array.columns.local(lines_are_rows_ ? inner : line, layout::RectangleArray::inside);
    return {x_.data + array.offset + row + column * array.ld, array.ld};
  }

  void pack(const Run& run, const FactorWindow& window, int k_band, T* to) const {
    const Index depth = window.last - window.first;
    const Stored from = stored(run, k_band, window.first);
    if (lines_are_rows_)
      kernel::transpose(run.count, depth, from.data, from.ld, to, depth);
    else
      kernel::copy(depth, run.count, from.data, from.ld, to, depth);
    if constexpr (!std::is_arithmetic_v<T>)
      if (trans_ == kernel::Transpose::conjugate && kernel::computes())
        std::transform(to, to + depth * run.count, to, [](const T& x) { return std::conj(x); });
  }

  LocalFactor<T> stored_factor(const Run& run, int k_band, Index first) const {
    const Stored from = stored(run, k_band, first);
    return {from.data, from.ld, trans_};
  }
  LocalFactor<T> packed_factor(std::byte* packed, Index depth) const {
    return {reinterpret_cast<const T*>(packed), depth,
            which_ == Factor::a ? kernel::Transpose::transpose : kernel::Transpose::no};
  }

  /// The lines of `next` follow those of `lines`, in C as in the factor.
  bool continues(const FactorLines<T>& lines, const FactorLines<T>& next) const {
    const LocalFactor<T>&a = lines.factor, &b = next.factor;
    const bool stride_is_one = (which_ == Factor::a) == (a.trans == kernel::Transpose::no);
    return lines.first + lines.count == next.first && a.ld == b.ld && a.trans == b.trans &&
           a.data + lines.count * (stride_is_one ? 1 : a.ld) == b.data;
  }

  int me_;
  comm::PanelStream* stream_;
  Factor which_;
  kernel::Transpose trans_;
  PartitionedSubmatrix<const T> x_;
  bool lines_are_rows_; ///< of the operand, K its columns
  Index most_receivers_ = 1;
  Index c_begin_ = 0;                                         ///< first line of C
  std::vector<std::optional<layout::RectangleArray>> arrays_; ///< mine, by rectangle
  std::vector<Run> runs_;
};

} // namespace hetgrid::linalg
