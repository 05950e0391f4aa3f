// The server's loop: hear what workers have done, ask the policy, post ahead (server::Links), compute a strip, and again.
//
// A worker that is late is replaced. Either the policy sends to others what it has not returned; or the server does that again, in
// place, and whatever the policy sends it meanwhile. The worker is told to drop what it holds; what it still says is drained. Once its
// part of the server's is complete and it has answered, it is sent to again.
#include "linalg/server/gemm.hpp"

#include "comm/collectives.hpp"
#include "comm/pending_messages.hpp"
#include "hetgrid/error.hpp"
#include "kernel/blas_library.hpp"
#include "linalg/server/held_pieces.hpp"
#include "linalg/server/liveness.hpp"
#include "linalg/server/room.hpp"
#include "linalg/server/served_operands.hpp"
#include "linalg/server/start.hpp"
#include "linalg/server/strips.hpp"
#include "linalg/server/tiles.hpp"
#include "linalg/server/transfer_message.hpp"
#include "server/links.hpp"
#include "server/unreturned.hpp"

#include <deque>
#include <utility>

namespace hetgrid::linalg {
namespace {

using server::Occurrence;
using server::Piece;
using server::Star;
using server::Transfer;
using server::Update;
using server::WorkerOutcome;

template <typename T>
class GemmServer : public UnfinishedMessages {
public:
  GemmServer(MPI_Comm comm, const ServedProduct<T>& served, const Star& star, server::Policy& policy,
             const server::Observer& observer, SharedRooms& shared)
      : comm_(comm), served_(served), product_(served.product), star_(star), policy_(policy),
        observer_(observer), start_(kernel::now()),
        links_(star_, product_, policy, server::Posting::ahead, [this] { return now(); }),
        idle_since_(links_.count()), pending_(star.workers.size()), reports_(star.workers.size()),
        remotes_(star.workers.size()), liveness_(star.workers.size(), served.patience),
        strips_(static_cast<double>(others(star))), operands_(served_), updated_(served.done * product_.t()),
        returned_(served.done) {
    outcome_.workers.resize(star.workers.size());
    outcome_.stalls.resize(star.workers.size());
    bool computes = static_cast<bool>(served.meanwhile);
    for (std::size_t k = 0; k < remotes_.size(); ++k)
      if (const int worker = static_cast<int>(k); is_local(worker)) {
        links_.set_here(worker, true);
        computes = true;
      } else {
        remotes_[k].held.share(SharedRoom(shared, rank_of(worker)));
        listen(worker);
      }
    if (computes)
      links_.keep_busy(strips_.work_ahead());
  }

  /// \throws SystemError if the policy ends before all is done
  ServedOutcome run() {
    if (served_.meanwhile) {
      attend();
      served_.meanwhile([&] { attend(); });
    }
    for (;;) {
      comm::wait_until([&] {
        attend();
        return !own_.empty() || posted_.empty();
      });
      if (own_.empty())
        break;
      compute();
    }
    dismiss();
    if (!is_complete())
      throw SystemError("a policy that leaves " +
                        std::to_string(product_.r() * product_.s() * product_.t() - updated_) +
                        " updates undone, or asks for more room than a worker has");
    outcome_.seconds = now();
    for (WorkerOutcome& worker : outcome_.workers)
      worker.waiting = worker.end - worker.computing;
    return std::move(outcome_);
  }

  /// Of every worker.
  Liveness& liveness() { return liveness_; }

  bool are_over() override {
    hear();
    announced_.test_some([](auto) {});
    return have_left();
  }

private:
  /// A transfer that was posted.
  struct Posted {
    Transfer transfer;
    Index number; ///< of links_
    Occurrence when;
    Index missing = 0;         ///< messages
    std::list<Tile<T>> pieces; ///< what travels
    bool arrived = false, computed = false;
    bool abandoned = false;                   ///< its worker was replaced while it travelled
    Index updates_before = 0;                 ///< that its worker had been sent: a result holds no later ones
    std::vector<HeldPieces::Part> parts = {}; ///< where its pieces are, each
    bool travels = false;                     ///< some do, as messages
  };
  using Handle = typename std::list<Posted>::iterator;
  /// What a process other than the server has, and whether it can be relied on.
  struct Remote {
    HeldPieces held;
    server::Unreturned unreturned;
    bool replaced = false;  ///< the server does what it is sent
    bool away = false;      ///< it is sent nothing
    Index void_reports = 0; ///< that it owes from before
    bool dismissed = false; ///< its last report is there
  };
  /// Work of the server's.
  struct Own {
    int worker;
    std::vector<Update> updates; ///< that are left
    Handle posted;               ///< that it is the work of; none: the updates are counted already
  };

  /// Who wait for messages of the server.
  static std::ptrdiff_t others(const Star& star) {
    return std::max<std::ptrdiff_t>(1, std::ranges::count_if(star.workers, [](const server::Worker& worker) {
                                      return worker.process != 0;
                                    }));
  }
  static std::size_t at(int worker) { return static_cast<std::size_t>(worker); }
  double now() const { return kernel::now() - start_; }
  bool is_local(int worker) const { return star_.workers[at(worker)].process == 0; }
  int rank_of(int worker) const { return star_.workers[at(worker)].process; }
  Index capacity(int worker) const { return server::capacity(product_, star_.workers[at(worker)]); }
  bool is_complete() const {
    const Index blocks = product_.r() * product_.s();
    return updated_ == blocks * product_.t() && (product_.added ? returned_ >= blocks : returned_ == blocks);
  }

  // ---- what happens

  void attend() {
    liveness_.tick(now());
    hear();
    for (std::size_t k = 0; k < remotes_.size(); ++k)
      if (liveness_.is_late(static_cast<int>(k)))
        replace(static_cast<int>(k));
      else if (remotes_[k].away)
        find_again(static_cast<int>(k));
    for (std::size_t link = 0; link < links_.count(); ++link)
      ask(link);
  }

  void hear() {
    sent_.test_some([&](Handle posted) { message_done(posted); });
    received_.test_some([&](Handle posted) { message_done(posted); });
    done_.clear();
    heard_.test_some([&](int worker) { done_.push_back(worker); });
    for (const int worker : done_) {
      Remote& remote = remotes_[at(worker)];
      remote.held.reported();
      if (remote.void_reports > 0) {
        --remote.void_reports;
        liveness_.sign(worker);
      } else if (dismissing_) {
        remote.dismissed = true;
        continue;
      } else {
        const Transfer& transfer = pending_[at(worker)].front()->transfer;
        liveness_.heard(worker, update_seconds(transfer));
        computed(worker, reports_[at(worker)]);
      }
      listen(worker);
    }
  }

  double update_seconds(const Transfer& transfer) const {
    return server::update_seconds(product_, star_.workers[at(transfer.worker)], transfer);
  }
  double link_seconds(const Transfer& transfer) const {
    return server::seconds(product_, star_.workers[at(transfer.worker)], transfer);
  }

  void listen(int worker) {
    heard_.add(comm::receive(&reports_[at(worker)], sizeof(double), rank_of(worker), server_message::report,
                             comm_, comm::Content::facts),
               worker);
  }

  void message_done(Handle posted) {
    if (posted->abandoned)
      liveness_.sign(posted->transfer.worker);
    if (--posted->missing > 0)
      return;
    if (posted->abandoned)
      return late(posted);
    if (posted->travels)
      liveness_.heard(posted->transfer.worker, link_seconds(posted->transfer));
    arrived(posted);
  }

  void arrived(Handle posted) {
    const Transfer& transfer = posted->transfer;
    double& idle_since = idle_since_[links_.link_of(transfer.worker)];
    WorkerOutcome& record = outcome_.workers[at(transfer.worker)];
    for (const Tile<T>& tile : posted->pieces)
      if (transfer.to_server)
        operands_.put(tile);
    posted->when.end = now();
    posted->when.begin = std::max(posted->when.begin, idle_since);
    idle_since = posted->when.end;
    record.transferring += posted->when.end - posted->when.begin;
    outcome_.port_busy += posted->when.end - posted->when.begin;
    record.end = posted->when.end;
    if (transfer.to_server) {
      Remote& remote = remotes_[at(transfer.worker)];
      for (const Piece& piece : transfer.pieces) {
        returned_ += piece.rows.size() * piece.columns.size();
        remote.unreturned.returned(piece, posted->updates_before);
      }
      remote.held.give_back(posted->parts);
    }
    posted->pieces.clear();
    posted->arrived = true;
    links_.arrived(posted->number, transfer);
    forget_if_over(posted);
  }

  /// The worker's oldest transfer with updates.
  void computed(int worker, double seconds) {
    WorkerOutcome& record = outcome_.workers[at(worker)];
    const Handle posted = pending_[at(worker)].front();
    pending_[at(worker)].pop_front();
    posted->when.update_end = now();
    posted->when.update_begin = posted->when.update_end - seconds;
    posted->computed = true;
    record.computing += seconds;
    record.end = now();
    updated_ += server::updates(posted->transfer);
    links_.computed(worker, seconds);
    if (!links_.is_here(worker))
      strips_.heard(pending_[at(worker)].empty() || !pending_[at(worker)].front()->arrived);
    forget_if_over(posted);
  }

  void forget_if_over(Handle posted) {
    if (!posted->arrived || !posted->computed)
      return;
    if (!is_reported(posted->transfer))
      posted->when.update_begin = posted->when.update_end = posted->when.end;
    if (observer_)
      observer_(posted->transfer, posted->when);
    posted_.erase(posted);
  }

  // ---- workers that are late

  void replace(int worker) {
    liveness_.excuse(worker);
    ++outcome_.stalls[at(worker)];
    if (!leave_to_policy(worker))
      take_place(worker);
  }

  /// \return whether others get what it has not returned
  bool leave_to_policy(int worker) {
    if (product_.added) // what is back of a part cannot be told from the rest
      return false;
    Remote& remote = remotes_[at(worker)];
    const std::optional<Transfer>& held_up = links_.held_up(links_.link_of(worker));
    std::vector<Update> undone = remote.unreturned.of_first();
    Index counted = 0; // as done
    for (const Update& update : undone)
      counted += update.rows.size() * update.columns.size() * update.steps.size();
    for (const Handle posted : pending_[at(worker)])
      counted -= server::updates(posted->transfer);
    if (held_up && held_up->worker == worker)
      undone.insert(undone.end(), held_up->updates.begin(), held_up->updates.end());
    if (!policy_.lost(links_.view(), worker, undone))
      return false;
    updated_ -= counted;
    remote.away = true;
    remote.void_reports = std::ssize(pending_[at(worker)]);
    remote.unreturned.clear();
    links_.forget(worker);
    for (Handle next = posted_.begin(); next != posted_.end();)
      if (const Handle posted = next++; posted->transfer.worker == worker) {
        if (posted->arrived)
          posted_.erase(posted);
        else
          abandon(posted);
      }
    pending_[at(worker)].clear();
    empty(worker);
    return true;
  }
  void abandon(Handle travelling) {
    travelling->abandoned = true;
    abandoned_.splice(abandoned_.end(), posted_, travelling);
    links_.leave(travelling->number, travelling->transfer.worker);
  }
  bool has_answered(int worker) const {
    return remotes_[at(worker)].void_reports == 0 &&
           std::ranges::none_of(abandoned_,
                                [&](const Posted& posted) { return posted.transfer.worker == worker; });
  }
  void find_again(int worker) {
    if (!has_answered(worker))
      return;
    remotes_[at(worker)].away = false;
    policy_.found(links_.view(), worker);
  }

  /// From now on the server does what the policy sends to the worker.
  void take_place(int worker) {
    Remote& remote = remotes_[at(worker)];
    remote.replaced = true;
    links_.set_here(worker, true);
    remote.void_reports = std::ssize(pending_[at(worker)]);
    for (const Piece& piece : remote.held.pieces())
      operands_.begin_result(piece);
    const Index reported = pending_[at(worker)].empty() ? remote.unreturned.count()
                                                        : pending_[at(worker)].front()->updates_before;
    own_.push_back({worker, remote.unreturned.of_first(reported), posted_.end()});
    remote.unreturned.clear();
    for (Handle next = posted_.begin(); next != posted_.end();)
      if (const Handle posted = next++; posted->transfer.worker == worker)
        take_over(posted);
    empty(worker);
  }

  /// A transfer of a worker that is being replaced. What travels is abandoned, and is where it is wanted already.
  void take_over(Handle travelling) {
    Handle posted = travelling;
    const int worker = travelling->transfer.worker;
    if (!travelling->arrived) {
      posted = posted_.insert(travelling, Posted{travelling->transfer,
                                                 travelling->number,
                                                 travelling->when,
                                                 0,
                                                 {},
                                                 false,
                                                 travelling->computed});
      std::ranges::replace(pending_[at(worker)], travelling, posted);
      abandon(travelling);
    }
    if (posted->transfer.to_server)
      for (const Piece& piece : posted->transfer.pieces)
        operands_.begin_result(piece);
    if (posted->transfer.to_server || !posted->computed)
      own_.push_back({worker, posted->transfer.updates, posted});
    if (!posted->transfer.to_server && !posted->arrived)
      arrived(posted);
  }

  /// What the worker sends or has got since then. A result counts if the server has not got it itself.
  void late(Handle travelling) {
    const Transfer& transfer = travelling->transfer;
    const auto own = std::ranges::find_if(own_, [&](const Own& mine) {
      return mine.posted != posted_.end() && mine.posted->transfer == transfer;
    });
    if (transfer.to_server && own != own_.end() && !product_.added)
      answers_.splice(answers_.end(), abandoned_, travelling);
    else {
      if (transfer.to_server)
        remotes_[at(transfer.worker)].held.give_back(travelling->parts);
      abandoned_.erase(travelling);
    }
  }

  /// Between two updates of the server's. A result has all updates that its worker was sent, those as well that it had not reported
  /// when it was replaced.
  void take_answers() {
    for (const Posted& answer : std::exchange(answers_, {})) {
      for (const Tile<T>& tile : answer.pieces) {
        operands_.put(tile);
        for (Own& own : own_)
          if (own.worker == answer.transfer.worker) {
            std::vector<Update> left;
            for (const Update& update : own.updates)
              std::ranges::copy(server::outside(tile.piece, update), std::back_inserter(left));
            own.updates = std::move(left);
          }
      }
      remotes_[at(answer.transfer.worker)].held.give_back(answer.parts);
    }
  }

  /// The worker shall hold nothing: it drops pieces as it drops those of A and B, and reports.
  void empty(int worker) {
    constexpr std::ptrdiff_t most_pieces = 100; ///< of an announcement
    Remote& remote = remotes_[at(worker)];
    const std::vector<Piece> held = remote.held.pieces();
    for (auto next = held.begin(); next != held.end();) {
      Transfer drop{worker, false, {}, {}, {}};
      const auto end = next + std::min(most_pieces, held.end() - next);
      drop.released.assign(next, end);
      next = end;
      remote.held.drop(drop.released);
      announce(drop, {});
      ++remote.void_reports;
    }
  }

  /// A replaced worker that has answered and whose part is complete can be sent to again.
  void welcome_back(int worker) {
    Remote& remote = remotes_[at(worker)];
    if (remote.replaced && pending_[at(worker)].empty() && links_.state(worker).free == capacity(worker) &&
        has_answered(worker)) {
      remote.replaced = false;
      links_.set_here(worker, false);
    }
  }

  // ---- what is sent

  void ask(std::size_t link) {
    while (const std::optional<Transfer> transfer = links_.next(link))
      begin(*transfer);
  }

  void begin(const Transfer& transfer) {
    welcome_back(transfer.worker);
    const Handle posted = posted_.insert(posted_.end(), Posted{transfer, links_.begin(transfer), {}, 0, {}});
    WorkerOutcome& record = outcome_.workers[at(transfer.worker)];
    const double bytes = static_cast<double>(server::elements_sent(product_, transfer)) * sizeof(T);
    posted->when.begin = now();
    posted->computed = !is_reported(transfer);
    ++record.transfers;
    if (!transfer.to_server)
      record.most_elements =
          std::max(record.most_elements, capacity(transfer.worker) - links_.state(transfer.worker).free);
    if (is_reported(transfer))
      pending_[at(transfer.worker)].push_back(posted);
    if (links_.is_here(transfer.worker))
      return begin_here(posted);
    if (!transfer.to_server)
      find_parts(*posted);
    note(posted);
    (transfer.to_server ? record.bytes_returned : record.bytes_sent) += bytes;
    outcome_.bytes += bytes;
    post(posted);
  }

  /// Of what becomes of a worker that is sent this.
  void note(Handle posted) {
    const Transfer& transfer = posted->transfer;
    Remote& remote = remotes_[at(transfer.worker)];
    posted->updates_before = remote.unreturned.count();
    posted->travels = transfer.to_server;
    for (std::size_t k = 0; k < posted->parts.size(); ++k)
      posted->travels |= is_message(*posted, k);
    if (posted->travels)
      liveness_.expect(transfer.worker, link_seconds(transfer));
    if (is_reported(transfer))
      liveness_.expect(transfer.worker, update_seconds(transfer));
    if (transfer.to_server) {
      posted->parts = remote.held.remove(transfer.pieces);
      return;
    }
    remote.held.add(transfer.pieces, posted->parts);
    remote.unreturned.sent(transfer.updates);
    if (is_reported(transfer))
      remote.held.drop(transfer.released);
  }

  // ---- memory that a worker shares with the server

  /// For what the worker is sent.
  void find_parts(Posted& posted) {
    HeldPieces& held = remotes_[at(posted.transfer.worker)].held;
    for (const Piece& piece : posted.transfer.pieces)
      posted.parts.push_back(
          held.take(static_cast<std::size_t>(server::elements(product_, piece)) * sizeof(T)));
  }
  /// Whether that piece goes to the worker as one.
  bool is_message(const Posted& posted, std::size_t piece) const {
    return !posted.parts[piece] && server::travels(product_, posted.transfer, posted.transfer.pieces[piece]);
  }
  std::byte* address(int worker, const HeldPieces::Part& part) const {
    return remotes_[at(worker)].held.address(part);
  }
  std::vector<Index> places(const std::vector<HeldPieces::Part>& parts) const {
    std::vector<Index> places;
    for (const HeldPieces::Part& part : parts)
      places.push_back(part ? static_cast<Index>(part->begin) : server_message::nowhere);
    return places;
  }

  /// The server's own part: its matrices are where they are.
  void begin_here(Handle posted) {
    if (!posted->transfer.to_server)
      for (const Piece& piece : posted->transfer.pieces)
        operands_.begin_result(piece);
    if (is_reported(posted->transfer))
      own_.push_back({posted->transfer.worker, posted->transfer.updates, posted});
    arrived(posted);
  }

  void announce(const Transfer& transfer, const std::vector<Index>& places) {
    const auto announcement =
        announcements_.insert(announcements_.end(), server_message::encoded(transfer, places));
    announced_.test_some([&](auto sent) { announcements_.erase(sent); });
    announced_.add(comm::send(announcement->data(), announcement->size() * sizeof(Index),
                              rank_of(transfer.worker), server_message::announcement, comm_,
                              comm::Content::facts),
                   announcement);
  }

  void post(Handle posted) {
    const Transfer& transfer = posted->transfer;
    ++posted->missing; // until all is posted
    if (transfer.to_server) {
      announce(transfer, {});
      take_result(posted);
    } else {
      for (std::size_t k = 0; k < transfer.pieces.size(); ++k) // before the worker hears of it
        if (posted->parts[k] && server::travels(product_, transfer, transfer.pieces[k]))
          operands_.packed(transfer.pieces[k], true, address(transfer.worker, posted->parts[k]));
      announce(transfer, places(posted->parts));
      send_messages(posted);
    }
    message_done(posted);
  }
  void take_result(Handle posted) {
    const int worker = posted->transfer.worker;
    for (std::size_t k = 0; k < posted->parts.size(); ++k) {
      Tile<T>& tile = posted->pieces.emplace_back(
          operands_.packed(posted->transfer.pieces[k], false, address(worker, posted->parts[k])));
      const auto take = [&](std::size_t offset, std::size_t size) {
        ++posted->missing;
        received_.add(comm::receive(reinterpret_cast<std::byte*>(tile.data.get()) + offset, size,
                                    rank_of(worker), server_message::result, comm_),
                      posted);
      };
      if (tile.is_shared())
        take(0, 0);
      else
        each_message(tile.bytes(), take);
    }
  }
  void send_messages(Handle posted) {
    for (std::size_t k = 0; k < posted->parts.size(); ++k)
      if (is_message(*posted, k)) {
        Tile<T>& tile = posted->pieces.emplace_back(operands_.packed(posted->transfer.pieces[k], true));
        each_message(tile.bytes(), [&](std::size_t offset, std::size_t size) {
          ++posted->missing;
          sent_.add(comm::send(reinterpret_cast<std::byte*>(tile.data.get()) + offset, size,
                               rank_of(posted->transfer.worker), server_message::elements, comm_),
                    posted);
        });
      }
  }

  /// The server's oldest work; messages in between.
  void compute() {
    Own& own = own_.front();
    const double begin = kernel::now();
    for (take_answers(); !own.updates.empty(); take_answers()) {
      const Update update = own.updates.front();
      own.updates.erase(own.updates.begin());
      operands_.update(update, strips_, [&] { attend(); });
      attend();
    }
    const auto [worker, nothing, posted] = std::move(own);
    own_.pop_front();
    if (posted == posted_.end())
      return;
    if (posted->transfer.to_server)
      arrived(posted);
    else
      computed(worker, kernel::now() - begin);
  }

  /// There is no more to do: each worker answers with a last report.
  void dismiss() {
    const std::vector<Index> end = server_message::end_of_work();
    dismissing_ = true;
    for (std::size_t k = 0; k < star_.workers.size(); ++k)
      if (!is_local(static_cast<int>(k)))
        announced_.add(comm::send(end.data(), end.size() * sizeof(Index), star_.workers[k].process,
                                  server_message::announcement, comm_, comm::Content::facts),
                       announcements_.end());
    for (std::size_t k = 0; k < star_.workers.size(); ++k)
      if (!is_local(static_cast<int>(k)))
        liveness_.expect(static_cast<int>(k), 0);
    comm::wait_until([&] {
      liveness_.tick(now());
      hear();
      announced_.test_some([](auto) {});
      return have_left() || (served_.gives_up && nobody_answers());
    });
    for (std::size_t k = 0; k < star_.workers.size(); ++k)
      if (!is_local(static_cast<int>(k)) && !remotes_[k].dismissed)
        outcome_.silent.push_back(star_.workers[k].process);
  }

  bool have_left() const { return heard_.empty() && announced_.empty() && abandoned_.empty(); }
  /// Of those who have not taken their leave.
  bool nobody_answers() const {
    for (std::size_t k = 0; k < star_.workers.size(); ++k)
      if (const int worker = static_cast<int>(k); !is_local(worker) && !remotes_[k].dismissed &&
                                                  liveness_.waited(worker) < liveness_.patience().farewell)
        return false;
    return true;
  }

  MPI_Comm comm_;
  ServedProduct<T> served_;
  server::Product product_;
  Star star_;
  server::Policy& policy_;
  server::Observer observer_;
  double start_;
  server::Links links_;
  std::vector<double> idle_since_;          ///< of every link: the end of its last transfer
  std::vector<std::deque<Handle>> pending_; ///< by worker, those that it reports
  std::vector<double> reports_;             ///< by worker: where the next one is received
  std::vector<Remote> remotes_;             ///< by worker
  Liveness liveness_;
  Strips strips_;
  ServedOperands<T> operands_;

  std::list<Posted> posted_;
  std::list<Posted> abandoned_; ///< still on their way
  std::list<Posted> answers_;   ///< late, but the first
  std::deque<Own> own_;
  bool dismissing_ = false;
  std::list<std::vector<Index>> announcements_;
  comm::PendingMessages<std::list<std::vector<Index>>::iterator> announced_;
  comm::PendingMessages<Handle> sent_, received_;
  comm::PendingMessages<int> heard_; ///< workers' reports
  std::vector<int> done_;
  Index updated_, returned_; ///< blocks
  ServedOutcome outcome_;
};

/// Elements of A, B and C that every rank may hold; of the server, copies on their way and what is packed for a small product.
template <typename T>
void find_room(const Star& star, const ServedProduct<T>& served, std::vector<Index>& room) {
  const server::Product& product = served.product;
  for (const server::Worker& worker : star.workers)
    room[static_cast<std::size_t>(worker.process)] = room_of_worker(product, worker);
  room[0] = room_of_copies(product, star);
  if (served.trans_a != kernel::Transpose::no || served.trans_b != kernel::Transpose::no)
    room[0] += std::min((product.m + product.n) * product.k,
                        static_cast<Index>(2 * kernel::small_product)); // m k + k n where m n k is small
}

template <typename T>
void check(MPI_Comm comm, const ServedProduct<T>& served, const Star& star) {
  server::validate(star);
  server::validate(served.product);
  if (served.product.element_bytes != sizeof(T) || served.product.zero_c != (served.beta == T(0)) ||
      !served.product.returned)
    throw ArgumentError("product", "element_bytes, zero_c or returned",
                        "as of the operands, all results returned");
  const Index blocks = served.product.r() * served.product.s();
  if (served.done < 0 || served.done > blocks)
    throw ArgumentError("done", std::to_string(served.done),
                        "0 to all " + std::to_string(blocks) + " blocks of C");
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  std::vector<bool> taken(static_cast<std::size_t>(size));
  for (const server::Worker& worker : star.workers) {
    if (worker.process < 0 || worker.process >= size || taken[static_cast<std::size_t>(worker.process)])
      throw ArgumentError("process of a worker", std::to_string(worker.process),
                          "a rank below " + std::to_string(size) + ", each once");
    taken[static_cast<std::size_t>(worker.process)] = true;
  }
}

} // namespace

template <typename T>
ServedOutcome serve_gemm(MPI_Comm comm, const ServedProduct<T>& served, const Star& star,
                         server::Policy& policy, const server::Observer& observer) {
  GemmStart<T> start{true, served.product, served.alpha};
  try {
    check(comm, served, star);
  } catch (...) {
    start.begins = false;
    comm::broadcast(&start, 1, 0, comm);
    throw;
  }
  comm::broadcast(&start, 1, 0, comm);
  std::vector<Index> elements = room_of_ranks(comm);
  find_room(star, served, elements);
  comm::broadcast(elements.data(), elements.size(), 0, comm);
  const comm::Reservation memory(comm, "a product with workers",
                                 small_memory * star.workers.size() +
                                     static_cast<std::size_t>(elements.front()) * sizeof(T));
  SharedRooms shared(comm, bytes_of<T>(elements));
  auto server = std::make_unique<GemmServer<T>>(comm, served, star, policy, observer, shared);
  ServedOutcome outcome = server->run();
  if (!outcome.silent.empty())
    static_cast<void>(server.release()); // messages from and to its memory are still under way
  return outcome;
}

template <typename T>
ServedOutcome serve_told_gemm(MPI_Comm comm, const ServedProduct<T>& served, const Star& star,
                              server::Policy& policy, const server::Observer& observer, const Tell& tell,
                              SharedRooms& shared, std::vector<Liveness::Pace>& paces,
                              std::unique_ptr<UnfinishedMessages>& unfinished) {
  check(comm, served, star);
  std::vector<Index> elements(paces.size());
  find_room(star, served, elements);
  auto server = std::make_unique<GemmServer<T>>(comm, served, star, policy, observer, shared);
  tell(elements);
  for (std::size_t k = 0; k < star.workers.size(); ++k)
    server->liveness().remember(static_cast<int>(k),
                                paces[static_cast<std::size_t>(star.workers[k].process)]);
  ServedOutcome outcome = server->run();
  for (std::size_t k = 0; k < star.workers.size(); ++k)
    paces[static_cast<std::size_t>(star.workers[k].process)] = server->liveness().pace(static_cast<int>(k));
  if (!outcome.silent.empty())
    unfinished = std::move(server);
  return outcome;
}

#define HG_SERVER_GEMM(T)                                                                                    \
  template ServedOutcome serve_gemm(MPI_Comm, const ServedProduct<T>&, const Star&, server::Policy&,         \
                                    const server::Observer&);                                                \
  template ServedOutcome serve_told_gemm(                                                                    \
      MPI_Comm, const ServedProduct<T>&, const Star&, server::Policy&, const server::Observer&, const Tell&, \
      SharedRooms&, std::vector<Liveness::Pace>&, std::unique_ptr<UnfinishedMessages>&);
HG_SERVER_GEMM(float)
HG_SERVER_GEMM(double)
HG_SERVER_GEMM(std::complex<float>)
HG_SERVER_GEMM(std::complex<double>)
#undef HG_SERVER_GEMM

} // namespace hetgrid::linalg
