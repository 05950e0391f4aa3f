// An assignment becomes transfers of bounded length: first what the worker parts with, then blocks with the tasks that they make
// possible. Transfers wait until the worker has room, so that they do not keep the port from others.
#include "hetgrid/dynamic_policy.hpp"

#include "hetgrid/error.hpp"
#include "server/dynamic/undone.hpp"
#include "server/policy/first_worker.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <string>

namespace hetgrid::dynamic {
namespace {

using server::Piece;
using server::Product;
using server::Star;
using server::Transfer;

constexpr std::size_t most_items =
    96; ///< pieces and updates of a transfer, whose announcement is a short message

Piece piece_of(const Block& block) {
  return {block.operand, {block.row, block.row + 1}, {block.column, block.column + 1}};
}

server::Update update_of(const Task& task) {
  return {{task.i, task.i + 1}, {task.j, task.j + 1}, {task.k, task.k + 1}};
}

/// Blocks of a worker's memory that no assignment counts on: what it is sent while it still has what it parts with afterwards.
Index room_ahead(Index buffers) {
  constexpr Index least = 3; ///< that a task needs
  return buffers < 4 * least ? 0 : buffers / 4;
}

/// Takes an assignment apart.
class Transfers {
public:
  /// \param most_blocks  of a transfer
  Transfers(int worker, bool returned, Index most_blocks, std::deque<Transfer>& queue)
      : worker_(worker), returned_(returned), most_blocks_(most_blocks), queue_(queue) {}

  /// Blocks that the worker has when it has done what is queued already.
  void part_with(const std::vector<Block>& blocks) {
    for (const Block& block : blocks)
      if (block.operand == Operand::c && returned_)
        open(true).pieces.push_back(piece_of(block));
    for (const Block& block : blocks)
      if (block.operand != Operand::c || !returned_)
        open(false).released.push_back(piece_of(block));
    close();
  }

  /// Blocks travel with the first task that needs them, those that none needs at last.
  void send(const Assignment& assignment) {
    std::set<Key> unsent;
    for (const Block& block : assignment.sent)
      unsent.insert(key(block));
    for (const Task& task : assignment.tasks) {
      if (!closed_ && std::ssize(queue_.back().pieces) + std::ssize(blocks_of(task)) > most_blocks_)
        close();
      open(false).updates.push_back(update_of(task));
      for (const Block& block : blocks_of(task))
        if (unsent.erase(key(block)) == 1)
          queue_.back().pieces.push_back(piece_of(block));
    }
    for (const auto& [operand, row, column] : unsent)
      open(false).pieces.push_back(piece_of({operand, row, column}));
    close();
  }

private:
  using Key = std::tuple<Operand, Index, Index>;
  static Key key(const Block& block) { return {block.operand, block.row, block.column}; }

  /// The last transfer, if it goes that way and is not too long; else a new one.
  Transfer& open(bool to_server) {
    if (closed_ || queue_.back().to_server != to_server || items(queue_.back()) >= most_items)
      queue_.push_back({worker_, to_server, {}, {}, {}});
    closed_ = false;
    return queue_.back();
  }
  void close() { closed_ = true; }
  static std::size_t items(const Transfer& transfer) {
    return transfer.pieces.size() + transfer.updates.size() + transfer.released.size();
  }

  int worker_;
  bool returned_;
  Index most_blocks_;
  std::deque<Transfer>& queue_;
  bool closed_ = true;
};

class OnDemandPolicy : public server::Policy {
public:
  OnDemandPolicy(const Star& star, const Product& product, std::unique_ptr<Strategy> strategy, Index ahead)
      : product_(product), strategy_(std::move(strategy)), ahead_(ahead), queues_(star.workers.size()),
        pending_(star.workers.size()), over_(star.workers.size(), false) {
    for (const server::Worker& worker : star.workers) {
      const Index room = room_ahead(worker.buffers);
      most_blocks_.push_back(room > 0 ? room : std::numeric_limits<Index>::max());
    }
  }

  std::optional<Transfer> next(const server::View& view, int worker) override {
    if (worker != server::any_worker)
      return advance(view, worker);
    std::vector<bool> passed(queues_.size(), false);
    for (;;) {
      const int first = server::first_worker(
          queues_.size(), [&](int k) { return view.workers[at(k)].ready; },
          [&](int k) { return !passed[at(k)] && may_have_more(view, at(k)); });
      if (first == server::any_worker)
        return {};
      if (auto transfer = advance(view, first))
        return transfer;
      passed[at(first)] = true;
    }
  }

private:
  /// What it only has to part with keeps no worker busy.
  bool may_have_more(const server::View& view, std::size_t worker) {
    return std::ranges::count_if(undone(view, worker),
                                 [](const auto& updates) { return !updates.empty(); }) <= ahead_ &&
           (!queues_[worker].empty() || !over_[worker]);
  }

  std::optional<Transfer> advance(const server::View& view, int worker) {
    if (!may_have_more(view, at(worker)))
      return {};
    std::deque<Transfer>& queue = queues_[at(worker)];
    if (queue.empty())
      ask(worker);
    if (queue.empty() || !can_begin(view, at(worker)))
      return {};
    Transfer transfer = std::move(queue.front());
    queue.pop_front();
    if (server::is_reported(transfer))
      pending_[at(worker)].push_back(transfer.updates);
    return transfer;
  }

  /// The next in the queue of a worker, which need not run dry to return what it does not use.
  bool can_begin(const server::View& view, std::size_t worker) {
    const Transfer& transfer = queues_[worker].front();
    if (!transfer.to_server)
      return server::elements(product_, transfer.pieces) <= view.workers[worker].free;
    return std::ranges::none_of(undone(view, worker),
                                [&](const auto& updates) { return server::waits_for(transfer, updates); });
  }

  /// The updates of what a worker was sent and has not done.
  const std::deque<std::vector<server::Update>>& undone(const server::View& view, std::size_t worker) {
    auto& pending = pending_[worker];
    while (std::ssize(pending) > view.workers[worker].pending)
      pending.pop_front();
    return pending;
  }

  void ask(int worker) {
    strategy_->next(worker, assignment_);
    over_[at(worker)] = assignment_.tasks.empty();
    Transfers transfers(worker, product_.returned, most_blocks_[at(worker)], queues_[at(worker)]);
    transfers.part_with(assignment_.released);
    transfers.send(assignment_);
  }

  Product product_;
  std::unique_ptr<Strategy> strategy_;
  std::vector<Index> most_blocks_; ///< of a transfer
  Index ahead_;                    ///< transfers that a worker has to do when it gets another
  std::vector<std::deque<Transfer>> queues_;
  std::vector<std::deque<std::vector<server::Update>>>
      pending_;            ///< of what a worker was sent and has not done
  std::vector<bool> over_; ///< nothing is left for the worker
  Assignment assignment_;
};

} // namespace

std::unique_ptr<server::Policy> make_policy(std::string_view name, const Star& star, const Product& product,
                                            const Options& options, Index ahead) {
  validate(star);
  validate(product);
  if (!product.added)
    throw ArgumentError("product.added", "false", "true: several workers have a part in a block of C");
  if (ahead < 0)
    throw ArgumentError("ahead", std::to_string(ahead), "at least 0");
  Options of_star = options;
  of_star.capacity.clear();
  for (const server::Worker& worker : star.workers)
    of_star.capacity.push_back(worker.buffers - room_ahead(worker.buffers));
  auto strategy = make_strategy(name, {Kernel::matrix_product, product.r(), product.s(), product.t()},
                                static_cast<int>(star.workers.size()), of_star);
  return std::make_unique<OnDemandPolicy>(star, product, std::move(strategy), ahead);
}

} // namespace hetgrid::dynamic
