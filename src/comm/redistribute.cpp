// What process (fr, fc) of the source holds of process (tr, tc) of the destination is a tensor product: the
// rows that lie on source row fr and destination row tr, times the columns that lie on fc and tc. So it is
// enough to cut each dimension, separately, into runs with one owner on either side; what one process sends to
// another is the dense matrix of these rows and columns, and packing copies whole runs.
//
// This matrix travels in tiles that fit a slot of a mailbox, so that they stay in cache and the buffers small.
// Every pair of processes goes at its own pace: a process unpacks what has arrived, packs where there is a free
// slot, starting with the process after itself, so that not everyone sends to the same one, and copies a tile
// of its local part when there is neither. Nobody waits for a process it exchanges nothing with.
#include "comm/redistribute.hpp"

#include "comm/agreement.hpp"
#include "comm/blacs.hpp"
#include "comm/mailboxes.hpp"
#include "comm/wait.hpp"
#include "kernel/matrix_ops.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <deque>
#include <numeric>

namespace hetgrid::comm {
namespace {

/// Smaller matrices do not pay for making memory that is shared.
constexpr Index smallest_shared = Index{1} << 20;

/// `length` consecutive indices of one dimension, and where they start.
struct Run {
  Index source;      ///< local index on their owner of the source
  Index destination; ///< local index on their owner of the destination
  Index packed;      ///< index among those that go from the one to the other
  Index length;
};
using Place = Index Run::*;

/// The indices of one dimension that one process sends to another.
struct RunList {
  std::vector<Run> runs;
  Index total = 0;

  void add(Index source, Index destination, Index length) {
    if (!runs.empty() && runs.back().source + runs.back().length == source &&
        runs.back().destination + runs.back().length == destination)
      runs.back().length += length;
    else
      runs.push_back({source, destination, total, length});
    total += length;
  }

  /// Calls visit(run) for the runs of packed indices first .. first + count - 1, packed counting from `first`.
  template <typename Visit>
  void each(Index first, Index count, Visit&& visit) const {
    const auto begins_after = [](Index index, const Run& run) { return index < run.packed; };
    auto run = std::upper_bound(runs.begin(), runs.end(), first, begins_after) - 1;
    for (Index done = 0; done < count; ++run) {
      const Index skipped = first + done - run->packed,
                  length = std::min(run->length - skipped, count - done);
      visit(Run{run->source + skipped, run->destination + skipped, done, length});
      done += length;
    }
  }
};

/// One dimension of an exchange: index from_first + k of `from` goes to index to_first + k of `to`.
struct Dimension {
  const layout::Axis& from;
  Index from_first;
  const layout::Axis& to;
  Index to_first;
  int my_source, my_destination; ///< grid coordinates of this process, or -1
};

/// The runs of k = 0 .. count - 1 that concern this process.
struct Runs {
  std::vector<RunList> sent;     ///< by grid coordinate of the destination
  std::vector<RunList> received; ///< by grid coordinate of the source

  Runs(const Dimension& dim, Index count)
      : sent(static_cast<std::size_t>(dim.to.map.nprocs())),
        received(static_cast<std::size_t>(dim.from.map.nprocs())) {
    Index f = dim.from_first, t = dim.to_first;
    for (const Index end = f + count; f < end;) {
      const Index run = std::min(dim.from.run_end(f, end) - f, dim.to.run_end(t, t + end - f) - t);
      const int source = dim.from.owner(f), destination = dim.to.owner(t);
      if (source == dim.my_source || destination == dim.my_destination) {
        const Index at_source = dim.from.local(f, source), at_destination = dim.to.local(t, destination);
        if (source == dim.my_source)
          sent[static_cast<std::size_t>(destination)].add(at_source, at_destination, run);
        if (destination == dim.my_destination)
          received[static_cast<std::size_t>(source)].add(at_source, at_destination, run);
      }
      f += run;
      t += run;
    }
  }
};

/// Rows and columns of what one process sends to another, by packed indices.
struct Tile {
  Index row, rows, column, columns;

  Index size() const { return rows * columns; }
};

/// What one process sends to another: the product of a list of rows and one of columns, of the destination, cut
/// into tiles of up to height x width.
struct Part {
  const RunList* rows;
  const RunList* columns;
  Index height = 1, width = 1;

  /// Tiles of up to `size` elements. Transposed, they are about square, so that reading along the one dimension
  /// and writing along the other uses whole cache lines.
  Part(const RunList& rows_, const RunList& columns_, Index size, bool transposed)
      : rows(&rows_), columns(&columns_) {
    if (empty())
      return;
    height = size;
    while (transposed && height * height > size)
      height /= 2;
    height = std::min(height, rows->total);
    width = std::min(size / height, columns->total);
  }

  bool empty() const { return rows->total == 0 || columns->total == 0; }
  Index tiles() const { return empty() ? 0 : tile_rows() * ((columns->total + width - 1) / width); }
  Index tile_rows() const { return (rows->total + height - 1) / height; }
  Tile tile(Index k) const {
    const Index row = k % tile_rows() * height, column = k / tile_rows() * width;
    return {row, std::min(height, rows->total - row), column, std::min(width, columns->total - column)};
  }
};

/// A local array, or a message of one tile.
template <typename T>
struct Array {
  T* data;
  Index ld;
  Place place; ///< which index of a run counts in it

  T* at(Index row, Index column) const { return data + row + column * ld; }
};

template <typename T>
T conjugated(const T& x) {
  if constexpr (std::is_arithmetic_v<T>)
    return x;
  else
    return std::conj(x);
}

/// to(row, column) = from(row, column), or its conjugate, for all rows and columns of the tile.
template <typename T>
void copy_tile(const Part& part, const Tile& tile, const Array<const T>& from, const Array<T>& to,
               bool conjugate) {
  if (!kernel::move_elements<T>(tile.size()))
    return;
  part.columns->each(tile.column, tile.columns, [&](const Run& column) {
    for (Index k = 0; k < column.length; ++k) {
      const T* const f = from.at(0, column.*from.place + k);
      T* const t = to.at(0, column.*to.place + k);
      part.rows->each(tile.row, tile.rows, [&](const Run& row) {
        if (conjugate)
          std::transform(f + row.*from.place, f + row.*from.place + row.length, t + row.*to.place,
                         conjugated<T>);
        else
          std::copy_n(f + row.*from.place, row.length, t + row.*to.place);
      });
    }
  });
}

/// to(row, column) = from(column, row), or its conjugate.
template <typename T>
void transpose_tile(const Part& part, const Tile& tile, const Array<const T>& from, const Array<T>& to,
                    bool conjugate) {
  part.columns->each(tile.column, tile.columns, [&](const Run& column) {
    part.rows->each(tile.row, tile.rows, [&](const Run& row) {
      T* const t = to.at(row.*to.place, column.*to.place);
      kernel::transpose(column.length, row.length, from.at(column.*from.place, row.*from.place), from.ld, t,
                        to.ld);
      for (Index k = 0; conjugate && kernel::computes() && k < column.length; ++k)
        std::transform(t + k * to.ld, t + k * to.ld + row.length, t + k * to.ld, conjugated<T>);
    });
  });
}

/// What one layout that is a product of two axes holds of another one. Rows and columns are those of the destination; if
/// transposed, the rows of the destination are the columns of the source.
template <typename T>
struct Overlap {
  Runs rows, columns;
  Array<const T> from;
  Array<T> to;

  Overlap(const Side<const T>& source, const Side<T>& destination, bool transposed)
      : Overlap(source.matrix, source.placement, destination.matrix, destination.placement, transposed) {}

private:
  Overlap(const Submatrix<const T>& a, const Placement& source, const Submatrix<T>& b,
          const Placement& destination, bool transposed)
      : rows({transposed ? a.columns : a.rows, transposed ? a.j : a.i, b.rows, b.i,
              transposed ? source.mycol : source.myrow, destination.myrow},
             b.m),
        columns({transposed ? a.rows : a.columns, transposed ? a.i : a.j, b.columns, b.j,
                 transposed ? source.myrow : source.mycol, destination.mycol},
                b.n),
        from{a.data, a.ld, &Run::source}, to{b.data, b.ld, &Run::destination} {}
};

/// One exchange.
template <typename T>
class Exchange {
public:
  /// Local.
  Exchange(Mailboxes& mailboxes, std::span<const Side<const T>> sources,
           std::span<const Side<T>> destinations, bool transposed, bool conjugate)
      : mailboxes_(mailboxes), transposed_(transposed), conjugate_(conjugate) {
    for (const Side<const T>& source : sources)
      for (const Side<T>& destination : destinations)
        if (source.placement.myrow >= 0 || destination.placement.myrow >= 0)
          add(source, destination);
  }

  void run() {
    for (Transfer& receive : receives_) {
      receive.expected = receive.left;
      for (int k = 0; k < Mailboxes::slots; ++k)
        expect_next(receive);
    }
    while (!finished())
      wait_until([this] { return step() || finished(); });
  }

private:
  /// A tile of an overlap.
  struct TileOfPart {
    const Overlap<T>* overlap;
    const Part* part;
    Tile tile;
  };
  /// Tiles of several parts, one after the other.
  class Tiles {
  public:
    void add(const Overlap<T>& overlap, const Part& part) {
      parts_.push_back({&overlap, part});
      left_ += part.tiles();
    }
    bool empty() const { return left_ == 0; }
    TileOfPart next() {
      const OverlapPart& current = parts_[part_];
      const TileOfPart tile{current.overlap, &current.part, current.part.tile(tile_)};
      --left_;
      if (++tile_ == current.part.tiles()) {
        tile_ = 0;
        ++part_;
      }
      return tile;
    }

  private:
    struct OverlapPart {
      const Overlap<T>* overlap;
      Part part;
    };
    std::vector<OverlapPart> parts_;
    std::size_t part_ = 0; ///< of the next tile
    Index tile_ = 0, left_ = 0;
  };
  /// What is on its way from or to another process.
  struct Transfer {
    int peer;
    Tiles expected; ///< not yet announced to the mailbox: of what is received
    Tiles left;     ///< not yet sent or received
  };

  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  static std::size_t bytes(const Tile& tile) { return static_cast<std::size_t>(tile.size()) * sizeof(T); }
  Array<T> message(std::byte* data, const Tile& tile) const {
    return {reinterpret_cast<T*>(data), tile.rows, &Run::packed};
  }

  /// Calls visit(rank, row, column) for every process of a placement, cell number `start` first.
  template <typename Visit>
  static void each_cell(const Placement& placement, int start, Visit&& visit) {
    const int cells = placement.p * placement.q;
    for (int step = 0; step < cells; ++step) {
      const int cell = (start + step) % cells, rank = placement.rank[at(cell)];
      if (rank != Placement::nowhere)
        visit(rank, cell / placement.q, cell % placement.q);
    }
  }

  void add(const Side<const T>& from, const Side<T>& to) {
    const Placement &source = from.placement, &destination = to.placement;
    const Overlap<T>& overlap = overlaps_.emplace_back(from, to, transposed_);
    if (source.myrow >= 0)
      each_cell(destination, source.myrow * source.q + source.mycol + 1, [&](int peer, int tr, int tc) {
        add(overlap, overlap.rows.sent[at(tr)], overlap.columns.sent[at(tc)],
            [&]() -> Tiles& { return peer == mailboxes_.rank() ? local_ : tiles_of(sends_, peer); });
      });
    if (destination.myrow >= 0)
      each_cell(source, 0, [&](int peer, int fr, int fc) {
        if (peer != mailboxes_.rank()) // that part is among the sent ones
          add(overlap, overlap.rows.received[at(transposed_ ? fc : fr)],
              overlap.columns.received[at(transposed_ ? fr : fc)],
              [&]() -> Tiles& { return tiles_of(receives_, peer); });
      });
  }
  template <typename ChooseTiles>
  void add(const Overlap<T>& overlap, const RunList& rows, const RunList& columns, ChooseTiles&& tiles) {
    const Part part(rows, columns, static_cast<Index>(mailboxes_.slot_bytes() / sizeof(T)), transposed_);
    if (!part.empty())
      tiles().add(overlap, part);
  }
  /// What is left of the transfer with a process; transfers are in the order in which they are first asked for.
  static Tiles& tiles_of(std::vector<Transfer>& transfers, int peer) {
    const auto found = std::ranges::find(transfers, peer, &Transfer::peer);
    return found != transfers.end() ? found->left : transfers.emplace_back(Transfer{peer, {}, {}}).left;
  }

  bool finished() {
    const auto complete = [](const Transfer& transfer) { return transfer.left.empty(); };
    return std::ranges::all_of(receives_, complete) && std::ranges::all_of(sends_, complete) &&
           local_.empty() && std::ranges::all_of(sends_, [this](const Transfer& send) {
             return mailboxes_.all_sent(send.peer);
           });
  }

  /// Unpacks and packs what can be, else copies a local tile. Returns whether there was anything to do.
  bool step() {
    bool moved = false;
    for (Transfer& receive : receives_)
      moved = unpack(receive) || moved;
    for (Transfer& send : sends_)
      moved = pack(send) || moved;
    return moved || copy_local();
  }

  void expect_next(Transfer& receive) {
    if (!receive.expected.empty())
      mailboxes_.expect(receive.peer, bytes(receive.expected.next().tile));
  }

  bool unpack(Transfer& receive) {
    std::byte* const data = mailboxes_.arrived(receive.peer);
    if (!data)
      return false;
    const TileOfPart next = receive.left.next();
    const Array<T> packed = message(data, next.tile);
    copy_tile<T>(*next.part, next.tile, {packed.data, packed.ld, packed.place}, next.overlap->to, false);
    mailboxes_.release(receive.peer);
    expect_next(receive);
    return true;
  }

  bool pack(Transfer& send) {
    std::byte* const data = send.left.empty() ? nullptr : mailboxes_.slot_for(send.peer);
    if (!data)
      return false;
    const TileOfPart next = send.left.next();
    copy(next, message(data, next.tile));
    mailboxes_.send(send.peer, bytes(next.tile));
    return true;
  }

  bool copy_local() {
    if (local_.empty())
      return false;
    const TileOfPart next = local_.next();
    copy(next, next.overlap->to);
    return true;
  }

  void copy(const TileOfPart& of, const Array<T>& to) const {
    transposed_ ? transpose_tile(*of.part, of.tile, of.overlap->from, to, conjugate_)
                : copy_tile(*of.part, of.tile, of.overlap->from, to, conjugate_);
  }

  Mailboxes& mailboxes_;
  bool transposed_, conjugate_;
  std::deque<Overlap<T>> overlaps_;
  std::vector<Transfer> receives_, sends_;
  Tiles local_;
};

} // namespace

Placement Placement::of_context(int context, MPI_Comm exchange) {
  Placement placement;
  if (!Grid::is_member(context))
    return placement;
  Cblacs_gridinfo(context, &placement.p, &placement.q, &placement.myrow, &placement.mycol);
  std::vector<int> ranks(static_cast<std::size_t>(placement.p * placement.q));
  std::iota(ranks.begin(), ranks.end(), 0);
  placement.rank.resize(ranks.size());
  MPI_Group grid_group = MPI_GROUP_NULL, exchange_group = MPI_GROUP_NULL;
  HG_MPI(MPI_Comm_group(Grid::communicator(context), &grid_group));
  HG_MPI(MPI_Comm_group(exchange, &exchange_group));
  HG_MPI(MPI_Group_translate_ranks(grid_group, static_cast<int>(ranks.size()), ranks.data(), exchange_group,
                                   placement.rank.data()));
  HG_MPI(MPI_Group_free(&grid_group));
  HG_MPI(MPI_Group_free(&exchange_group));
  std::ranges::replace(placement.rank, MPI_UNDEFINED, nowhere);
  return placement;
}

Placement Placement::of(const Grid& grid) {
  Placement placement{grid.p(), grid.q(), std::vector<int>(static_cast<std::size_t>(grid.p() * grid.q())),
                      grid.myrow(), grid.mycol()};
  std::iota(placement.rank.begin(), placement.rank.end(), 0);
  return placement;
}

namespace {

/// Parts and transfers of a process, its place in a placement.
constexpr std::size_t transfer_bytes = 4 * (sizeof(RunList) + 320);
/// A side and its share of a list of overlaps, which is made in pieces of 512 bytes.
constexpr std::size_t overlap_bytes = 2048;

/// Runs to send and to receive, `count` in both dimensions together, while a vector of them grows.
std::size_t runs_bytes(Index count) noexcept {
  return 6 * static_cast<std::size_t>(count) * sizeof(Run);
}

/// Runs of an overlap in both dimensions together at most: no more than indices, or than blocks of either side.
template <typename T>
Index runs_of(const Submatrix<const T>& from, const Submatrix<T>& to) noexcept {
  const auto blocks = [](const auto& a) { return a.m / a.rows.nb + a.n / a.columns.nb + 4; };
  return std::min(blocks(from) + blocks(to), to.m + to.n);
}

} // namespace

std::size_t redistribution_memory(Index m, Index n, int processes) noexcept {
  return Mailboxes::memory(processes) + runs_bytes(m + n) + overlap_bytes +
         static_cast<std::size_t>(processes) * transfer_bytes;
}

template <typename T>
std::size_t redistribution_memory(std::span<const Side<const T>> sources,
                                  std::span<const Side<T>> destinations, int processes) noexcept {
  std::size_t bytes = Mailboxes::memory(processes) + static_cast<std::size_t>(processes) * transfer_bytes;
  for (const Side<const T>& from : sources)
    for (const Side<T>& to : destinations)
      if (from.placement.myrow >= 0 || to.placement.myrow >= 0)
        bytes +=
            runs_bytes(runs_of(from.matrix, to.matrix)) + overlap_bytes +
            static_cast<std::size_t>(from.placement.p * from.placement.q + to.placement.p * to.placement.q) *
                transfer_bytes;
  return bytes;
}

template <typename T>
void redistribute(MPI_Comm exchange, std::span<const Side<const T>> sources,
                  std::span<const Side<T>> destinations, bool transpose, bool conjugate) {
  if (destinations.empty() || destinations[0].matrix.m == 0 || destinations[0].matrix.n == 0)
    return;
  const Index m = destinations[0].matrix.m, n = destinations[0].matrix.n;
  int processes = 0;
  HG_MPI(MPI_Comm_size(exchange, &processes));
  const Reservation memory(exchange, "moving a matrix",
                           redistribution_memory(sources, destinations, processes));
  const bool large = m * n * static_cast<Index>(sizeof(T)) >= smallest_shared;
  Mailboxes& mailboxes = Mailboxes::of(exchange, large);
  Exchange<T>(mailboxes, sources, destinations, transpose, conjugate).run();
}

template <typename T>
void redistribute(MPI_Comm exchange, const Placement& source, const Submatrix<const T>& from,
                  const Placement& destination, const Submatrix<T>& to, bool transpose, bool conjugate) {
  if (to.m == 0 || to.n == 0)
    return;
  const Reservation memory( // also of the sides
      exchange, "moving a matrix",
      redistribution_memory(to.m, to.n, source.p * source.q + destination.p * destination.q));
  const Side<const T> one{source, from};
  const Side<T> other{destination, to};
  redistribute<T>(exchange, {&one, 1}, {&other, 1}, transpose, conjugate);
}

template void redistribute(MPI_Comm, const Placement&, const Submatrix<const int>&, const Placement&,
                           const Submatrix<int>&, bool, bool);
template void redistribute(MPI_Comm, const Placement&, const Submatrix<const float>&, const Placement&,
                           const Submatrix<float>&, bool, bool);
template void redistribute(MPI_Comm, const Placement&, const Submatrix<const double>&, const Placement&,
                           const Submatrix<double>&, bool, bool);
template void redistribute(MPI_Comm, const Placement&, const Submatrix<const std::complex<float>>&,
                           const Placement&, const Submatrix<std::complex<float>>&, bool, bool);
template void redistribute(MPI_Comm, const Placement&, const Submatrix<const std::complex<double>>&,
                           const Placement&, const Submatrix<std::complex<double>>&, bool, bool);

template void redistribute(MPI_Comm, std::span<const Side<const int>>, std::span<const Side<int>>, bool,
                           bool);
template void redistribute(MPI_Comm, std::span<const Side<const float>>, std::span<const Side<float>>, bool,
                           bool);
template void redistribute(MPI_Comm, std::span<const Side<const double>>, std::span<const Side<double>>, bool,
                           bool);
template void redistribute(MPI_Comm, std::span<const Side<const std::complex<float>>>,
                           std::span<const Side<std::complex<float>>>, bool, bool);
template void redistribute(MPI_Comm, std::span<const Side<const std::complex<double>>>,
                           std::span<const Side<std::complex<double>>>, bool, bool);

template std::size_t redistribution_memory(std::span<const Side<const int>>, std::span<const Side<int>>,
                                           int) noexcept;
template std::size_t redistribution_memory(std::span<const Side<const float>>, std::span<const Side<float>>,
                                           int) noexcept;
template std::size_t redistribution_memory(std::span<const Side<const double>>, std::span<const Side<double>>,
                                           int) noexcept;
template std::size_t redistribution_memory(std::span<const Side<const std::complex<float>>>,
                                           std::span<const Side<std::complex<float>>>, int) noexcept;
template std::size_t redistribution_memory(std::span<const Side<const std::complex<double>>>,
                                           std::span<const Side<std::complex<double>>>, int) noexcept;

} // namespace hetgrid::comm
