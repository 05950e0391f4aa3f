// A worker receives what it is sent as soon as it has room for it, and does the updates in the order in which they came.
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/pending_messages.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/shared_rooms.hpp"
#include "linalg/server/start.hpp"
#include "linalg/server/tiles.hpp"
#include "linalg/server/transfer_message.hpp"

#include <algorithm>
#include <deque>
#include <list>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace hetgrid::linalg {
namespace {

using server::Operand;
using server::Piece;
using server::Transfer;

template <typename T>
class GemmWorker {
public:
  /// \param room  elements of A, B and C \param shared  memory that the server shares with this process
  GemmWorker(MPI_Comm comm, const GemmStart<T>& start, Index room, MappedRoom& shared)
      : comm_(comm), product_(start.product), alpha_(start.alpha), room_(room), shared_(shared),
        tiles_(start.product), announcement_(server_message::longest_announcement) {
    listen();
  }

  void run() {
    for (;;) {
      comm::wait_until([&] {
        attend();
        return can_go_on() || is_over();
      });
      if (!can_go_on())
        return say_goodbye();
      carry_out(tasks_.front().transfer);
      tasks_.pop_front();
      ++first_task_;
    }
  }

  Index most_elements() const { return most_; }

private:
  struct Result {
    Transfer transfer;
    Index task; ///< number of the first that came later
  };
  struct Task {
    Transfer transfer;
    Index missing = 0; ///< messages of its pieces
  };

  bool can_go_on() const { return !tasks_.empty() && tasks_.front().missing == 0; }
  /// Messages are under way, or the next task is not here.
  bool has_to_attend() const {
    return tasks_.size() < 2 || tasks_[1].missing > 0 || !received_.empty() || !results_.empty() ||
           !sent_.empty();
  }
  bool is_over() const { return end_of_work_ && tasks_.empty() && results_.empty() && sent_.empty(); }

  /// The server waits for a last report.
  void say_goodbye() {
    report(0);
    comm::wait_until([&] {
      reports_.test_some([&](std::list<double>::iterator report) { report_.erase(report); });
      return reports_.empty();
    });
  }
  void report(double seconds) {
    const auto report = report_.insert(report_.end(), seconds);
    reports_.add(comm::send(&*report, sizeof *report, 0, server_message::report, comm_, comm::Content::facts),
                 report);
  }

  void listen() {
    announcements_.add(comm::receive(announcement_.data(), announcement_.size() * sizeof(Index), 0,
                                     server_message::announcement, comm_, comm::Content::facts),
                       0);
  }

  void attend() {
    // What the server has got makes room for what it announces next.
    sent_.test_some([&](typename std::list<Tile<T>>::iterator tile) {
      dropped(*tile);
      leaving_.erase(tile);
    });
    announcements_.test_some([&](int) {
      announced_ = server_message::decoded(announcement_);
      end_of_work_ = !announced_;
    });
    if (announced_ && has_room_for(announced_->transfer)) {
      accept(std::move(announced_->transfer), announced_->places);
      announced_.reset();
      listen();
    }
    give_back_what_is_done();
    received_.test_some([&](Index task) { --tasks_[static_cast<std::size_t>(task - first_task_)].missing; });
    reports_.test_some([&](std::list<double>::iterator report) { report_.erase(report); });
  }

  /// Without anything to do, waiting would make no room.
  bool has_room_for(const Transfer& transfer) const {
    return transfer.to_server || held_ + server::elements(product_, transfer.pieces) <= room_ ||
           (tasks_.empty() && results_.empty() && sent_.empty());
  }

  void accept(Transfer transfer, const std::vector<Index>& places) {
    const Index number = first_task_ + std::ssize(tasks_);
    if (transfer.to_server) {
      results_.push_back({std::move(transfer), number});
      return;
    }
    Task& task = tasks_.emplace_back(Task{std::move(transfer), 0});
    auto place = places.begin();
    for (const Piece& piece : task.transfer.pieces) {
      const Index where = *place++;
      Tile<T>& tile = tiles_.add(piece, where == server_message::nowhere ? nullptr : shared_.data() + where);
      keep(tile);
      if (piece.operand == Operand::c && product_.begins_with_zeros()) {
        std::fill_n(tile.data.get(), kernel::computes() ? tile.m * tile.n : 0, T(0));
        continue;
      }
      if (tile.is_shared()) // the server has packed it there
        continue;
      each_message(tile.bytes(), [&](std::size_t offset, std::size_t size) {
        ++task.missing;
        received_.add(comm::receive(reinterpret_cast<std::byte*>(tile.data.get()) + offset, size, 0,
                                    server_message::elements, comm_),
                      number);
      });
    }
    most_ = std::max(most_, held_);
  }

  void keep(const Tile<T>& tile) {
    held_ += tile.m * tile.n;
    if (tile.is_shared()) {
      return_freed_memory(tile.bytes());
      return shared_.use(place_of(tile), tile.bytes(), heap_bytes_);
    }
    own_bytes_ += tile.bytes();
    heap_bytes_ = std::max(heap_bytes_, own_bytes_);
    return_freed_memory(0);
    shared_.make_room(heap_bytes_);
  }
  /// The C library keeps what is freed, which counts where there has to be room for so many bytes more.
  void return_freed_memory(std::size_t more) {
#ifdef __GLIBC__
    if (heap_bytes_ > own_bytes_ && !shared_.has_room(heap_bytes_ + more)) {
      malloc_trim(0);
      heap_bytes_ = own_bytes_;
    }
#endif
  }
  void dropped(const Tile<T>& tile) {
    held_ -= tile.m * tile.n;
    if (tile.is_shared())
      shared_.leave(place_of(tile), tile.bytes());
    else
      own_bytes_ -= tile.bytes();
  }
  std::size_t place_of(const Tile<T>& tile) const {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(tile.data.get()) - shared_.data());
  }

  /// In their order, each before anything is added to a block of it again.
  void give_back_what_is_done() {
    const auto is_done = [&](const Result& result) {
      const auto later = tasks_.begin() + std::max<Index>(0, result.task - first_task_);
      return std::none_of(tasks_.begin(), later, [&](const Task& task) {
        return server::waits_for(result.transfer, task.transfer.updates);
      });
    };
    for (; !results_.empty() && is_done(results_.front()); results_.pop_front())
      give_back(results_.front().transfer);
  }

  /// The transfer is that of the first task, which stays there meanwhile.
  void carry_out(const Transfer& transfer) {
    const double begin = kernel::now();
    for (const server::Update& update : transfer.updates)
      tiles_.update(update, alpha_, has_to_attend(), [&] { attend(); });
    for (const Piece& piece : transfer.released)
      dropped(tiles_.take(piece));
    if (is_reported(transfer))
      report(kernel::now() - begin);
  }

  void give_back(const Transfer& transfer) {
    for (const Piece& piece : transfer.pieces) {
      const auto tile = leaving_.insert(leaving_.end(), tiles_.take(piece));
      const auto* const data = reinterpret_cast<const std::byte*>(tile->data.get());
      if (tile->is_shared()) { // the server takes it from there
        sent_.add(comm::send(nullptr, 0, 0, server_message::result, comm_), tile);
        continue;
      }
      std::size_t end = 0;
      each_message(tile->bytes(), [&](std::size_t offset, std::size_t size) {
        end = offset + size;
        if (end < tile->bytes())
          comm::wait(comm::send(data + offset, size, 0, server_message::result, comm_));
        else
          sent_.add(comm::send(data + offset, size, 0, server_message::result, comm_), tile);
      });
    }
  }

  MPI_Comm comm_;
  server::Product product_;
  T alpha_;
  Index room_; ///< elements
  MappedRoom& shared_;
  Tiles<T> tiles_;
  std::vector<Index> announcement_;
  std::optional<server_message::Announcement> announced_; ///< for which there is no room yet
  comm::PendingMessages<int> announcements_;
  bool end_of_work_ = false;
  std::deque<Task> tasks_;
  Index first_task_ = 0;                  ///< number of tasks_.front()
  std::deque<Result> results_;            ///< that are still to leave
  comm::PendingMessages<Index> received_; ///< number of their task
  std::list<Tile<T>> leaving_;
  comm::PendingMessages<typename std::list<Tile<T>>::iterator> sent_;
  std::list<double> report_;
  comm::PendingMessages<std::list<double>::iterator> reports_;
  Index held_ = 0, most_ = 0;  ///< elements, with those that are leaving
  std::size_t own_bytes_ = 0;  ///< of these, in memory that is not shared
  std::size_t heap_bytes_ = 0; ///< that are taken for such, also of those that have been freed
};

} // namespace

template <typename T>
Index work_for_gemm(MPI_Comm comm) {
  GemmStart<T> start;
  comm::broadcast(&start, 1, 0, comm);
  if (!start.begins)
    return 0;
  std::vector<Index> room = room_of_ranks(comm);
  comm::broadcast(room.data(), room.size(), 0, comm);
  const int rank = comm::rank_in(comm);
  const Index mine = room[static_cast<std::size_t>(rank)];
  const std::size_t bytes = static_cast<std::size_t>(mine) * sizeof(T);
  const comm::Reservation memory(comm, "a product with workers",
                                 small_memory + MappedRoom::memory(bytes) + bytes);
  const SharedRooms shared(comm, bytes_of<T>(room));
  if (mine == 0) // nobody's worker
    return 0;
  MappedRoom mapped(shared.of(rank), bytes);
  GemmWorker<T> worker(comm, start, mine, mapped);
  worker.run();
  return worker.most_elements();
}

template <typename T>
void work_for_told_gemm(MPI_Comm comm, const server::Product& product, T alpha, Index room,
                        MappedRoom& shared) {
  GemmWorker<T>(comm, {true, product, alpha}, room, shared).run();
}

#define HG_SERVER_WORKER(T)                                                                                  \
  template Index work_for_gemm<T>(MPI_Comm);                                                                 \
  template void work_for_told_gemm(MPI_Comm, const server::Product&, T, Index, MappedRoom&);
HG_SERVER_WORKER(float)
HG_SERVER_WORKER(double)
HG_SERVER_WORKER(std::complex<float>)
HG_SERVER_WORKER(std::complex<double>)
#undef HG_SERVER_WORKER

} // namespace hetgrid::linalg
