// What happens is known when a transfer begins: workers do their updates in the order in which they come. Two kinds of events
// remain, in one heap: a link is idle again, and a worker has done the updates of a transfer.
#include "hetgrid/server.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <deque>
#include <queue>
#include <string>
#include <utility>

namespace hetgrid::server {
namespace {

constexpr Index most_elements = 1'000'000'000'000'000'000; ///< of a worker's memory

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

struct Event {
  double time;
  Index order; ///< of those of a time
  int worker;
  Index released; ///< elements
  bool arrival;   ///< of a transfer; else updates are done

  bool operator>(const Event& other) const {
    return time != other.time ? time > other.time : order > other.order;
  }
};

/// That all transfers go to one link, or each to that of its worker.
struct Link {
  bool busy = false;
  std::optional<Transfer> held_up; ///< for which the worker is not ready
};

class Simulation {
public:
  Simulation(const Star& star, const Product& product, Policy& policy, const Observer& observer)
      : star_(star), product_(product), policy_(policy), observer_(observer), states_(star.workers.size()),
        copying_(star.workers.size()), pending_(star.workers.size()),
        links_(star.port == plan::Port::one ? 1 : star.workers.size()) {
    outcome_.workers.resize(star.workers.size());
    for (std::size_t k = 0; k < states_.size(); ++k)
      states_[k].free = capacity(static_cast<int>(k));
  }

  Outcome run() {
    ask_all();
    while (!events_.empty() || ask_all()) {
      const double now = events_.top().time;
      while (!events_.empty() && events_.top().time == now) {
        progressed_.push_back(events_.top().worker);
        happen(events_.top());
        events_.pop();
      }
      for (const int worker : progressed_)
        ask(link_of(worker));
      progressed_.clear();
    }
    check_complete();
    for (WorkerOutcome& worker : outcome_.workers)
      worker.waiting = worker.end - worker.computing;
    return std::move(outcome_);
  }

private:
  View view() const { return {now_, states_}; }
  std::size_t link_of(int worker) const { return links_.size() == 1 ? 0 : at(worker); }
  Index capacity(int worker) const { return server::capacity(product_, star_.workers[at(worker)]); }

  /// Whether a transfer began.
  bool ask_all() {
    for (std::size_t link = 0; link < links_.size(); ++link)
      ask(link);
    return !events_.empty();
  }

  void ask(std::size_t link) {
    Link& state = links_[link];
    if (state.busy)
      return;
    if (!state.held_up) {
      state.held_up =
          policy_.next(view(), star_.port == plan::Port::one ? any_worker : static_cast<int>(link));
      if (!state.held_up)
        return;
      check(*state.held_up, link);
    }
    if (can_begin(*state.held_up)) {
      begin(*state.held_up);
      state.held_up.reset();
      state.busy = true;
    }
  }

  bool can_begin(const Transfer& transfer) const {
    const WorkerState& state = states_[at(transfer.worker)];
    if (transfer.to_server)
      return std::ranges::none_of(pending_[at(transfer.worker)], [&](const std::vector<Update>& updates) {
        return waits_for(transfer, updates);
      });
    const Index needed = elements(product_, transfer.pieces);
    if (needed > state.free && state.pending == 0)
      throw ArgumentError("buffers of worker " + std::to_string(transfer.worker),
                          std::to_string(star_.workers[at(transfer.worker)].buffers),
                          "room for " + std::to_string(needed) + " elements more than the " +
                              std::to_string(capacity(transfer.worker) - state.free) + " that it holds");
    return needed <= state.free;
  }

  void begin(const Transfer& transfer) {
    const Worker& worker = star_.workers[at(transfer.worker)];
    WorkerState& state = states_[at(transfer.worker)];
    WorkerOutcome& record = outcome_.workers[at(transfer.worker)];
    const double duration = seconds(product_, worker, transfer);
    copy(transfer);
    // What its core has copied is time that its updates take longer.
    const double work = update_seconds(product_, worker, transfer) +
                        (transfer.updates.empty() ? 0 : std::exchange(copying_[at(transfer.worker)], 0.0));
    const Index moved = elements(product_, transfer.pieces);
    Occurrence occurrence{now_, now_ + duration, 0, 0};
    occurrence.update_begin =
        transfer.updates.empty() ? occurrence.end : std::max(occurrence.end, state.ready);
    occurrence.update_end = occurrence.update_begin + work;
    if (!transfer.to_server) {
      state.free -= moved;
      record.most_elements = std::max(record.most_elements, capacity(transfer.worker) - state.free);
    }
    if (is_reported(transfer)) {
      state.ready = std::max(state.ready, occurrence.update_end);
      ++state.pending;
      pending_[at(transfer.worker)].push_back(transfer.updates);
      plan_event(state.ready, transfer.worker, elements(product_, transfer.released), false);
    }
    plan_event(occurrence.end, transfer.worker, transfer.to_server ? moved : 0, true);
    account(transfer, occurrence, record);
    if (observer_)
      observer_(transfer, occurrence);
  }

  /// Cores that compute copy instead.
  void copy(const Transfer& transfer) {
    if (transfer.worker == star_.server)
      return;
    const double blocks = static_cast<double>(elements_sent(product_, transfer)) /
                          static_cast<double>(product_.block_size * product_.block_size),
                 own = blocks * star_.workers[at(transfer.worker)].copy_seconds_per_block;
    const auto add = [&](int worker, double seconds) {
      copying_[at(worker)] += std::clamp(states_[at(worker)].ready - now_, 0.0, seconds);
    };
    add(transfer.worker, own);
    if (star_.server >= 0)
      add(star_.server, own + blocks * star_.pack_seconds_per_block);
  }

  void plan_event(double time, int worker, Index released, bool arrival) {
    events_.push({time, order_++, worker, released, arrival});
  }

  void happen(const Event& event) {
    now_ = event.time;
    WorkerState& state = states_[at(event.worker)];
    state.free += event.released;
    if (event.arrival)
      links_[link_of(event.worker)].busy = false;
    else {
      --state.pending;
      pending_[at(event.worker)].pop_front();
    }
    policy_.progressed(view(), event.worker);
  }

  void account(const Transfer& transfer, const Occurrence& occurrence, WorkerOutcome& record) {
    const double bytes = static_cast<double>(elements_sent(product_, transfer)) * product_.element_bytes;
    (transfer.to_server ? record.bytes_returned : record.bytes_sent) += bytes;
    record.transferring += occurrence.end - occurrence.begin;
    record.computing += occurrence.update_end - occurrence.update_begin;
    record.end = std::max({record.end, occurrence.end, occurrence.update_end});
    ++record.transfers;
    outcome_.bytes += bytes;
    outcome_.port_busy += occurrence.end - occurrence.begin;
    outcome_.seconds = std::max(outcome_.seconds, record.end);
    updated_ += updates(transfer);
    if (transfer.to_server)
      for (const Piece& piece : transfer.pieces)
        returned_ += piece.rows.size() * piece.columns.size();
  }

  void check(const Transfer& transfer, std::size_t link) const {
    const int workers = static_cast<int>(star_.workers.size());
    if (transfer.worker < 0 || transfer.worker >= workers || link_of(transfer.worker) != link)
      throw ArgumentError("worker of a transfer", std::to_string(transfer.worker),
                          links_.size() == 1 ? "0 to " + std::to_string(workers - 1) : std::to_string(link));
    for (const Piece& piece : transfer.pieces) {
      check(piece.rows, piece.operand == Operand::b ? product_.t() : product_.r(), "rows of a piece");
      check(piece.columns, piece.operand == Operand::a ? product_.t() : product_.s(), "columns of a piece");
    }
    for (const Update& update : transfer.updates) {
      check(update.rows, product_.r(), "rows of an update");
      check(update.columns, product_.s(), "columns of an update");
      check(update.steps, product_.t(), "steps of an update");
    }
  }
  static void check(Blocks blocks, Index all, const char* what) {
    if (blocks.begin < 0 || blocks.begin >= blocks.end || blocks.end > all)
      throw ArgumentError(what, std::to_string(blocks.begin) + " to " + std::to_string(blocks.end),
                          "blocks within 0 to " + std::to_string(all));
  }

  /// Count alone: that it is each block's own is for the tests.
  void check_complete() const {
    const Index updates = product_.r() * product_.s() * product_.t(),
                returns = product_.returned ? product_.r() * product_.s() : 0;
    if (updated_ != updates)
      throw ArgumentError("updates of a policy", std::to_string(updated_), std::to_string(updates));
    if (product_.added ? returned_ < returns : returned_ != returns)
      throw ArgumentError("results of a policy", std::to_string(returned_), std::to_string(returns));
  }

  const Star& star_;
  const Product& product_;
  Policy& policy_;
  const Observer& observer_;
  std::vector<WorkerState> states_;
  std::vector<double> copying_; ///< seconds, by worker, of which its next updates do not know yet
  std::vector<std::deque<std::vector<Update>>> pending_; ///< of every worker, by transfer
  std::vector<Link> links_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<int> progressed_;
  double now_ = 0;
  Index order_ = 0, updated_ = 0, returned_ = 0; ///< blocks
  Outcome outcome_;
};

/// So that elements can be counted.
void check_buffers(const Star& star, const Product& product) {
  const Index most = most_elements / (product.block_size * product.block_size);
  for (std::size_t k = 0; k < star.workers.size(); ++k)
    if (star.workers[k].buffers > most)
      throw ArgumentError("workers[" + std::to_string(k) + "].buffers",
                          std::to_string(star.workers[k].buffers), "at most " + std::to_string(most));
}

} // namespace

int Outcome::enrolled() const {
  return static_cast<int>(std::ranges::count_if(workers, [](const auto& w) { return w.computing > 0; }));
}

Outcome simulate(const Star& star, const Product& product, Policy& policy, const Observer& observer) {
  validate(star);
  validate(product);
  check_buffers(star, product);
  return Simulation(star, product, policy, observer).run();
}

} // namespace hetgrid::server
