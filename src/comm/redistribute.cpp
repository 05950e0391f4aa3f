// One message per pair of processes. What process (fr, fc) of the source holds of process (tr, tc) of the
// destination is a tensor product: the rows that lie on source row fr and destination row tr, times the
// columns that lie on fc and tc. So it is enough to cut each dimension, separately, into runs with one owner
// on either side; a message is the dense matrix of these rows and columns, and packing copies whole tiles
// (run of rows x run of columns).
//
// Receives are posted first; messages are packed and sent in the order of ranks after one's own, so that not
// everyone sends to the same process; the local part is copied while they travel; messages are unpacked as
// they arrive.
#include "comm/redistribute.hpp"

#include "comm/blacs.hpp"
#include "comm/packing.hpp"
#include "comm/pending_messages.hpp"
#include "comm/wait.hpp"

#include <complex>
#include <numeric>

namespace hetgrid::comm {
namespace {

constexpr int message_tag = 0;

/// `length` consecutive indices, on their owner of the source and on their owner of the destination.
struct Run {
  layout::Index source;      ///< local index there
  layout::Index destination; ///< local index there
  layout::Index length;
};

/// The runs of one dimension, by owners.
class Runs {
public:
  Runs(const layout::Axis& from, layout::Index from_first, const layout::Axis& to, layout::Index to_first,
       layout::Index count)
      : destinations_(to.map.nprocs()),
        runs_(static_cast<std::size_t>(from.map.nprocs()) * static_cast<std::size_t>(to.map.nprocs())) {
    for (layout::Index k = 0; k < count;) {
      const layout::Index f = from_first + k, t = to_first + k;
      const layout::Index end = std::min(from.run_end(f, from_first + count) - from_first,
                                         to.run_end(t, to_first + count) - to_first);
      const int source = from.owner(f), destination = to.owner(t);
      runs_[index(source, destination)].push_back({from.local(f, source), to.local(t, destination), end - k});
      k = end;
    }
  }
  const std::vector<Run>& between(int source, int destination) const {
    return runs_[index(source, destination)];
  }

private:
  std::size_t index(int source, int destination) const {
    return static_cast<std::size_t>(source) * static_cast<std::size_t>(destinations_) +
           static_cast<std::size_t>(destination);
  }
  int destinations_;
  std::vector<std::vector<Run>> runs_;
};

layout::Index total(const std::vector<Run>& runs) {
  return std::accumulate(runs.begin(), runs.end(), layout::Index{0},
                         [](layout::Index sum, const Run& run) { return sum + run.length; });
}

/// B = A or its transpose (B is m x n), conjugated if asked.
template <typename T>
void copy_tile(layout::Index m, layout::Index n, const T* a, layout::Index lda, T* b, layout::Index ldb,
               bool transposed, bool conjugate) {
  if (transposed)
    transpose(n, m, a, lda, b, ldb);
  else
    copy(m, n, a, lda, b, ldb);
  if constexpr (!std::is_arithmetic_v<T>)
    if (conjugate)
      for (layout::Index j = 0; j < n; ++j)
        std::for_each_n(b + j * ldb, m, [](T& x) { x = std::conj(x); });
}

/// One exchange. Rows and columns below are those of the destination; if transposed, the rows of the
/// destination are the columns of the source.
template <typename T>
class Exchange {
public:
  Exchange(MPI_Comm comm, const Placement& source, const Submatrix<const T>& from,
           const Placement& destination, const Submatrix<T>& to, bool transposed, bool conjugate)
      : comm_(comm), source_(source), destination_(destination), from_(from), to_(to),
        transposed_(transposed), conjugate_(conjugate),
        rows_(transposed ? from.columns : from.rows, transposed ? from.j : from.i, to.rows, to.i, to.m),
        columns_(transposed ? from.rows : from.columns, transposed ? from.i : from.j, to.columns, to.j,
                 to.n) {}

  void run() {
    post_receives();
    send();
    copy_local();
    wait_until([this] {
      receives_.test_some([this](int slot) { unpack(slot); });
      sends_.test_some([](int) {});
      return receives_.empty() && sends_.empty();
    });
  }

private:
  struct Message {
    const std::vector<Run>* rows;
    const std::vector<Run>* columns;
    layout::Index m, n; ///< size of the dense matrix that travels
    std::vector<T> data;
  };

  bool sending() const { return source_.myrow >= 0; }
  bool receiving() const { return destination_.myrow >= 0; }

  /// What process (fr, fc) of the source holds of process (tr, tc) of the destination.
  Message message(int fr, int fc, int tr, int tc) const {
    const auto& rows = rows_.between(transposed_ ? fc : fr, tr);
    const auto& columns = columns_.between(transposed_ ? fr : fc, tc);
    return {&rows, &columns, total(rows), total(columns), {}};
  }

  /// Calls start(request) with the datatype of one column of the message.
  template <typename Start>
  MPI_Request transfer(const Message& message, Start&& start) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    HG_MPI(MPI_Type_contiguous(static_cast<int>(message.m * static_cast<layout::Index>(sizeof(T))), MPI_BYTE,
                               &column));
    HG_MPI(MPI_Type_commit(&column));
    MPI_Request request = MPI_REQUEST_NULL;
    start(static_cast<int>(message.n), column, &request);
    HG_MPI(MPI_Type_free(&column));
    return request;
  }

  void post_receives() {
    if (!receiving())
      return;
    const int me =
        destination_.rank[static_cast<std::size_t>(destination_.myrow * destination_.q + destination_.mycol)];
    for (int fr = 0; fr < source_.p; ++fr)
      for (int fc = 0; fc < source_.q; ++fc) {
        const int peer = source_.rank[static_cast<std::size_t>(fr * source_.q + fc)];
        Message part = message(fr, fc, destination_.myrow, destination_.mycol);
        if (peer == me || part.m * part.n == 0)
          continue;
        part.data.resize(static_cast<std::size_t>(part.m * part.n));
        incoming_.push_back(std::move(part));
        Message& stored = incoming_.back();
        receives_.add(
            transfer(stored,
                     [&](int count, MPI_Datatype type, MPI_Request* request) {
                       HG_MPI(MPI_Irecv(stored.data.data(), count, type, peer, message_tag, comm_, request));
                     }),
            static_cast<int>(incoming_.size()) - 1);
      }
  }

  void send() {
    if (!sending())
      return;
    const int cells = destination_.p * destination_.q;
    const int mine = source_.myrow * source_.q + source_.mycol;
    const int me = source_.rank[static_cast<std::size_t>(mine)];
    for (int step = 0; step < cells; ++step) {
      const int cell = (mine + 1 + step) % cells;
      const int peer = destination_.rank[static_cast<std::size_t>(cell)];
      Message part = message(source_.myrow, source_.mycol, cell / destination_.q, cell % destination_.q);
      if (peer == me || part.m * part.n == 0)
        continue;
      part.data.resize(static_cast<std::size_t>(part.m * part.n));
      pack(part);
      outgoing_.push_back(std::move(part));
      Message& stored = outgoing_.back();
      sends_.add(
          transfer(stored,
                   [&](int count, MPI_Datatype type, MPI_Request* request) {
                     HG_MPI(MPI_Isend(stored.data.data(), count, type, peer, message_tag, comm_, request));
                   }),
          static_cast<int>(outgoing_.size()) - 1);
      receives_.test_some([this](int slot) { unpack(slot); });
    }
  }

  const T* source_at(layout::Index row, layout::Index column) const {
    return transposed_ ? from_.data + column + row * from_.ld : from_.data + row + column * from_.ld;
  }

  void pack(Message& part) const {
    T* column_start = part.data.data();
    for (const Run& column : *part.columns) {
      T* tile = column_start;
      for (const Run& row : *part.rows) {
        copy_tile(row.length, column.length, source_at(row.source, column.source), from_.ld, tile, part.m,
                  transposed_, conjugate_);
        tile += row.length;
      }
      column_start += column.length * part.m;
    }
  }

  void unpack(int slot) {
    const Message& part = incoming_[static_cast<std::size_t>(slot)];
    const T* column_start = part.data.data();
    for (const Run& column : *part.columns) {
      const T* tile = column_start;
      for (const Run& row : *part.rows) {
        copy(row.length, column.length, tile, part.m,
             to_.data + row.destination + column.destination * to_.ld, to_.ld);
        tile += row.length;
      }
      column_start += column.length * part.m;
    }
  }

  void copy_local() {
    if (!sending() || !receiving())
      return;
    const Message part = message(source_.myrow, source_.mycol, destination_.myrow, destination_.mycol);
    for (const Run& column : *part.columns)
      for (const Run& row : *part.rows)
        copy_tile(row.length, column.length, source_at(row.source, column.source), from_.ld,
                  to_.data + row.destination + column.destination * to_.ld, to_.ld, transposed_, conjugate_);
  }

  MPI_Comm comm_;
  const Placement& source_;
  const Placement& destination_;
  const Submatrix<const T>& from_;
  const Submatrix<T>& to_;
  bool transposed_, conjugate_;
  Runs rows_, columns_;
  std::vector<Message> incoming_, outgoing_;
  PendingMessages<int> receives_, sends_; ///< by index into incoming_, outgoing_
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
