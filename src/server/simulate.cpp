// One transfer at a time: what happens is known when it begins, as workers do their updates in the order in which they come. Two kinds
// of events remain, in one heap: a link is idle again, and a worker has done the updates of a transfer.
#include "hetgrid/server.hpp"

#include "hetgrid/error.hpp"
#include "layout/subscript.hpp"
#include "server/account.hpp"
#include "server/message_simulation.hpp"

#include <algorithm>
#include <queue>
#include <string>
#include <utility>

namespace hetgrid::server {
namespace {

constexpr Index most_elements = 1'000'000'000'000'000'000; ///< of a worker's memory

struct Event {
  double time;
  Index order; ///< of those of a time
  int worker;
  std::optional<Transfer> arrival; ///< else updates are done
  Index number;                    ///< of what arrives

  bool operator>(const Event& other) const {
    return time != other.time ? time > other.time : order > other.order;
  }
};

/// Posting::one_at_a_time.
class Simulation {
public:
  Simulation(const Star& star, const Product& product, Policy& policy, const Observer& observer)
      : star_(star), product_(product), checked_(star, product, policy), observer_(observer),
        links_(star, product, checked_, Posting::one_at_a_time, [this] { return now_; }),
        account_(star, product), copying_(star.workers.size()) {}

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
        ask(links_.link_of(worker));
      progressed_.clear();
    }
    return std::move(account_).result();
  }

private:
  /// Whether a transfer began.
  bool ask_all() {
    for (std::size_t link = 0; link < links_.count(); ++link)
      ask(link);
    return !events_.empty();
  }

  void ask(std::size_t link) {
    while (const std::optional<Transfer> transfer = links_.next(link))
      begin(*transfer);
    check_room(star_, product_, links_, link);
  }

  void begin(const Transfer& transfer) {
    const Worker& worker = star_.workers[at(transfer.worker)];
    const double duration = seconds(product_, worker, transfer), ready = links_.state(transfer.worker).ready;
    copy(transfer);
    // What its core has copied is time that its updates take longer.
    const double copied = transfer.updates.empty() ? 0 : std::exchange(copying_[at(transfer.worker)], 0.0),
                 work = update_seconds(product_, worker, transfer) + copied;
    Occurrence occurrence{now_, now_ + duration, 0, 0};
    occurrence.update_begin = transfer.updates.empty() ? occurrence.end : std::max(occurrence.end, ready);
    occurrence.update_end = occurrence.update_begin + work;
    const Index number = links_.begin(transfer);
    links_.delay(transfer.worker, copied);
    const WorkerState& state = links_.state(transfer.worker);
    if (!transfer.to_server)
      account_.held(transfer.worker, capacity(product_, worker) - state.free);
    if (is_reported(transfer))
      plan_event({state.ready, order_++, transfer.worker, {}, 0});
    plan_event({occurrence.end, order_++, transfer.worker, transfer, number});
    account_.port_busy(duration);
    account_.over(transfer, occurrence);
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
      copying_[at(worker)] += std::clamp(links_.state(worker).ready - now_, 0.0, seconds);
    };
    add(transfer.worker, own);
    if (star_.server >= 0)
      add(star_.server, own + blocks * star_.pack_seconds_per_block);
  }

  void plan_event(Event event) { events_.push(std::move(event)); }

  void happen(const Event& event) {
    now_ = event.time;
    if (event.arrival)
      links_.arrived(event.number, *event.arrival);
    else
      links_.computed(event.worker);
  }

  const Star& star_;
  const Product& product_;
  CheckedPolicy checked_;
  const Observer& observer_;
  double now_ = 0;
  Links links_;
  Account account_;
  std::vector<double> copying_; ///< seconds, by worker, of which its next updates do not know yet
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<int> progressed_;
  Index order_ = 0;
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
  return star.posting == Posting::ahead ? simulate_messages(star, product, policy, observer)
                                        : Simulation(star, product, policy, observer).run();
}

Outcome simulate_within(const Patience& patience, const Star& star, const Product& product, Policy& policy) {
  if (star.posting == Posting::ahead) {
    check_buffers(star, product);
    return simulate_messages(star, product, policy, {}, patience);
  }
  Index transfers = 0;
  return simulate(star, product, policy, [&](const Transfer&, const Occurrence& when) {
    if (++transfers > patience.transfers && std::max(when.end, when.update_end) > patience.seconds)
      throw GivenUp();
  });
}

} // namespace hetgrid::server
