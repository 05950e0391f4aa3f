// What process (fr, fc) of the source holds of process (tr, tc) of the destination is a tensor product: the
// rows that lie on source row fr and destination row tr, times the columns that lie on fc and tc. So it is
// enough to cut each dimension, separately, into runs with one owner on either side; a message is the dense
// matrix of these rows and columns, and packing copies whole runs.
//
// The columns are taken in strips, so that the buffers stay small, in cache and are used again. In a strip,
// one message for each pair of processes: receives are posted first; messages are packed and sent in the
// order of ranks after one's own, so that not everyone sends to the same process; the local part is copied
// while they travel; messages are unpacked as they arrive. Two strips are under way at a time. Nobody waits
// for a process it exchanges nothing with.
#include "comm/redistribute.hpp"

#include "comm/blacs.hpp"
#include "comm/mpi_type.hpp"
#include "comm/packing.hpp"
#include "comm/pending_messages.hpp"
#include "comm/wait.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <numeric>

namespace hetgrid::comm {
namespace {

constexpr int message_tag = 0;
constexpr Index strip_bytes = Index{4} << 20; ///< a process's share of a strip, on the average
constexpr Index smallest_message = Index{64}
                                   << 10; ///< below, latency would count: many processes, wider strips

/// `length` consecutive indices of one dimension, and where they start.
struct Run {
  Index source;      ///< local index on their owner of the source
  Index destination; ///< local index on their owner of the destination
  Index packed;      ///< index in the message
  Index length;
};
using Place = Index Run::*;

/// The indices of one dimension that one process sends to another.
struct RunList {
  std::vector<Run> runs;
  Index total = 0;

  void add(Index source, Index destination, Index length) {
    runs.push_back({source, destination, total, length});
    total += length;
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

/// The runs of k = first .. first + count - 1 that concern this process.
struct Runs {
  std::vector<RunList> sent;     ///< by grid coordinate of the destination
  std::vector<RunList> received; ///< by grid coordinate of the source

  Runs() = default;
  Runs(const Dimension& dim, Index first, Index count)
      : sent(static_cast<std::size_t>(dim.to.map.nprocs())),
        received(static_cast<std::size_t>(dim.from.map.nprocs())) {
    Index f = dim.from_first + first, t = dim.to_first + first;
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

/// The product of a list of rows and one of columns, of the destination.
struct Part {
  const RunList* rows;
  const RunList* columns;

  Index size() const { return rows->total * columns->total; }
};

/// A local array, or a message.
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

/// to(row, column) = from(row, column), or its conjugate, for all rows and columns of the part.
template <typename T>
void copy_part(const Part& part, const Array<const T>& from, const Array<T>& to, bool conjugate) {
  for (const Run& column : part.columns->runs)
    for (Index k = 0; k < column.length; ++k) {
      const T* const f = from.at(0, column.*from.place + k);
      T* const t = to.at(0, column.*to.place + k);
      for (const Run& row : part.rows->runs)
        if (conjugate)
          std::transform(f + row.*from.place, f + row.*from.place + row.length, t + row.*to.place,
                         conjugated<T>);
        else
          std::copy_n(f + row.*from.place, row.length, t + row.*to.place);
    }
}

/// to(row, column) = from(column, row), or its conjugate.
template <typename T>
void transpose_part(const Part& part, const Array<const T>& from, const Array<T>& to, bool conjugate) {
  for (const Run& column : part.columns->runs)
    for (const Run& row : part.rows->runs) {
      T* const tile = to.at(row.*to.place, column.*to.place);
      transpose(column.length, row.length, from.at(column.*from.place, row.*from.place), from.ld, tile,
                to.ld);
      for (Index k = 0; conjugate && k < column.length; ++k)
        std::transform(tile + k * to.ld, tile + k * to.ld + row.length, tile + k * to.ld, conjugated<T>);
    }
}

/// Memory that only grows and is not initialised.
template <typename T>
class Buffer {
public:
  T* reserve(Index size) {
    if (size > capacity_) {
      data_.reset(); // first, so that both are never there at a time
      data_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size) * sizeof(T));
      capacity_ = size;
    }
    return reinterpret_cast<T*>(data_.get());
  }

private:
  std::unique_ptr<std::byte[]> data_;
  Index capacity_ = 0;
};

/// One exchange. Rows and columns are those of the destination; if transposed, the rows of the destination
/// are the columns of the source.
template <typename T>
class Exchange {
public:
  Exchange(MPI_Comm comm, const Placement& source, const Submatrix<const T>& from,
           const Placement& destination, const Submatrix<T>& to, bool transposed, bool conjugate)
      : comm_(comm), source_(source), destination_(destination), from_(from), to_(to),
        transposed_(transposed),
        conjugate_(conjugate), row_dimension_{transposed ? from.columns : from.rows,
                                              transposed ? from.j : from.i,
                                              to.rows,
                                              to.i,
                                              transposed ? source.mycol : source.myrow,
                                              destination.myrow},
        column_dimension_{transposed ? from.rows : from.columns,
                          transposed ? from.i : from.j,
                          to.columns,
                          to.j,
                          transposed ? source.myrow : source.mycol,
                          destination.mycol},
        rows_(row_dimension_, 0, to.m) {}

  void run() {
    if (!sending() && !receiving())
      return;
    const Index width = strip_width();
    for (Index first = 0, number = 0; first < to_.n; first += width, ++number) {
      Strip& strip = strips_[static_cast<std::size_t>(number % 2)];
      finish(strip);
      strip.columns = Runs(column_dimension_, first, std::min(width, to_.n - first));
      post_receives(strip);
      send(strip);
      copy_local(strip);
    }
    for (Strip& strip : strips_)
      finish(strip);
  }

private:
  struct Message {
    Part part;
    T* data;
  };
  struct Strip {
    Runs columns;
    Buffer<T> receive_buffer, send_buffer;
    PendingMessages<Message> receives, sends;
  };

  bool sending() const { return source_.myrow >= 0; }
  bool receiving() const { return destination_.myrow >= 0; }

  /// The same on all processes. Strips narrower than a period of the column maps would leave some of the
  /// processes without work.
  Index strip_width() const {
    const Index processes = std::min(source_.p * source_.q, destination_.p * destination_.q);
    const Index bytes = std::max(strip_bytes, processes * smallest_message);
    const Index width = bytes * processes / std::max<Index>(1, to_.m * static_cast<Index>(sizeof(T)));
    const auto period = [](const layout::Axis& axis) { return axis.map.panel() * axis.nb; };
    return std::max({width, period(column_dimension_.from), period(column_dimension_.to)});
  }

  /// What process (fr, fc) of the source has for this process, and what this process has for (tr, tc).
  Part received_part(const Strip& strip, int fr, int fc) const {
    return {&rows_.received[static_cast<std::size_t>(transposed_ ? fc : fr)],
            &strip.columns.received[static_cast<std::size_t>(transposed_ ? fr : fc)]};
  }
  Part sent_part(const Strip& strip, int tr, int tc) const {
    return {&rows_.sent[static_cast<std::size_t>(tr)], &strip.columns.sent[static_cast<std::size_t>(tc)]};
  }

  /// Calls start(count, datatype, &request) for a message of whole columns, so that the count fits.
  template <typename Start>
  void transfer(PendingMessages<Message>& pending, const Message& message, Start&& start) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    HG_MPI(MPI_Type_contiguous(static_cast<int>(message.part.rows->total), mpi_type<T>(), &column));
    HG_MPI(MPI_Type_commit(&column));
    MPI_Request request = MPI_REQUEST_NULL;
    HG_MPI(start(static_cast<int>(message.part.columns->total), column, &request));
    HG_MPI(MPI_Type_free(&column));
    pending.add(request, message);
  }

  /// Calls visit(part, rank) for every other process of a p x q placement with a part that is not empty, in
  /// the order of cells after `start`.
  template <typename PartOf, typename Visit>
  void each_peer(const Placement& peers, int start, int me, PartOf&& part_of, Visit&& visit) const {
    const int cells = peers.p * peers.q;
    for (int step = 0; step < cells; ++step) {
      const int cell = (start + step) % cells;
      const int peer = peers.rank[static_cast<std::size_t>(cell)];
      const Part part = part_of(cell / peers.q, cell % peers.q);
      if (peer != me && part.size() > 0)
        visit(part, peer);
    }
  }

  void post_receives(Strip& strip) {
    if (!receiving())
      return;
    const int cell = destination_.myrow * destination_.q + destination_.mycol;
    const int me = destination_.rank[static_cast<std::size_t>(cell)];
    const auto part_of = [&](int fr, int fc) { return received_part(strip, fr, fc); };
    Index size = 0;
    each_peer(source_, 0, me, part_of, [&](const Part& part, int) { size += part.size(); });
    T* data = strip.receive_buffer.reserve(size);
    each_peer(source_, 0, me, part_of, [&](const Part& part, int peer) {
      transfer(strip.receives, {part, data}, [&](int count, MPI_Datatype type, MPI_Request* request) {
        return MPI_Irecv(data, count, type, peer, message_tag, comm_, request);
      });
      data += part.size();
    });
  }

  void send(Strip& strip) {
    if (!sending())
      return;
    const int cell = source_.myrow * source_.q + source_.mycol;
    const int me = source_.rank[static_cast<std::size_t>(cell)];
    const auto part_of = [&](int tr, int tc) { return sent_part(strip, tr, tc); };
    Index size = 0;
    each_peer(destination_, cell + 1, me, part_of, [&](const Part& part, int) { size += part.size(); });
    T* data = strip.send_buffer.reserve(size);
    each_peer(destination_, cell + 1, me, part_of, [&](const Part& part, int peer) {
      copy(part, local_source(), {data, part.rows->total, &Run::packed});
      transfer(strip.sends, {part, data}, [&](int count, MPI_Datatype type, MPI_Request* request) {
        return MPI_Isend(data, count, type, peer, message_tag, comm_, request);
      });
      data += part.size();
      progress();
    });
  }

  void copy_local(Strip& strip) {
    if (sending() && receiving())
      copy(sent_part(strip, destination_.myrow, destination_.mycol), local_source(), local_destination());
  }

  Array<const T> local_source() const { return {from_.data, from_.ld, &Run::source}; }
  Array<T> local_destination() const { return {to_.data, to_.ld, &Run::destination}; }

  void copy(const Part& part, const Array<const T>& from, const Array<T>& to) const {
    transposed_ ? transpose_part(part, from, to, conjugate_) : copy_part(part, from, to, conjugate_);
  }

  /// Unpacks what has arrived.
  void progress() {
    for (Strip& strip : strips_) {
      strip.receives.test_some([this](const Message& message) {
        const Array<const T> packed{message.data, message.part.rows->total, &Run::packed};
        copy_part(message.part, packed, local_destination(), false);
      });
      strip.sends.test_some([](const Message&) {});
    }
  }

  void finish(const Strip& strip) {
    wait_until([&] {
      progress();
      return strip.receives.empty() && strip.sends.empty();
    });
  }

  MPI_Comm comm_;
  const Placement& source_;
  const Placement& destination_;
  const Submatrix<const T>& from_;
  const Submatrix<T>& to_;
  bool transposed_, conjugate_;
  Dimension row_dimension_, column_dimension_;
  Runs rows_;
  std::array<Strip, 2> strips_;
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

template <typename T>
void redistribute(MPI_Comm exchange, const Placement& source, const Submatrix<const T>& from,
                  const Placement& destination, const Submatrix<T>& to, bool transpose, bool conjugate) {
  Exchange<T>(exchange, source, from, destination, to, transpose, conjugate).run();
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

} // namespace hetgrid::comm
