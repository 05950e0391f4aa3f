// A run with messages, as linalg/server has it. The server posts ahead (Links); a message for each piece then travels with whatever
// else is under way (Wire). A worker accepts what is announced to it in its order, as soon as it has room, does its updates in the order in
// which they came, sends results once their updates are done, and reports; while it computes it looks after all that now and then.
// The server's core packs and unpacks one after the other; while it computes, it sends what it is asked for between two strips.
#include "server/message_simulation.hpp"

#include "layout/subscript.hpp"
#include "schedule/strips.hpp"
#include "server/account.hpp"
#include "server/wire.hpp"

#include <cmath>
#include <compare>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <set>
#include <utility>

namespace hetgrid::server {
namespace {

class MessageSimulation {
public:
  MessageSimulation(const Star& star, const Product& product, Policy& policy, const Observer& observer,
                    const Patience& patience)
      : star_(star), product_(product), patience_(patience), checked_(star, product, policy),
        observer_(observer), links_(star, product, checked_, Posting::ahead, [this] { return now_; }),
        account_(star, product), sides_(star.workers.size()), strip_(std::max(1, others())),
        wires_(links_.count(), {Wire(star)}) {
    if (star.server >= 0) {
      links_.set_here(star.server, true);
      links_.keep_busy(strip_.work_ahead());
    }
    for (const Worker& worker : star.workers)
      updates_per_second_ += 1 / worker.seconds_per_update;
    updates_left_ = static_cast<double>(product.m) * static_cast<double>(product.n) *
                    static_cast<double>(product.k) / std::pow(static_cast<double>(product.block_size), 3);
  }

  Outcome run() {
    ask_all();
    while (is_anything_under_way() || ask_all()) {
      const bool arrives = arrival_is_next();
      now_ = arrives ? arrivals_.begin()->time : events_.top().time;
      if (arrives || events_.top().kind == Kind::computed)
        give_up_if_longer(now_ + updates_left_ / updates_per_second_);
      while (happens_now())
        happen();
      serve();
    }
    Outcome outcome = std::move(account_).result();
    give_up_if_longer(outcome.seconds);
    return outcome;
  }

private:
  struct Travel {
    Transfer transfer;
    Index number;
    double posted; ///< when
    Occurrence when = {};
    Index missing = 0;                ///< messages
    Index unsent = 0;                 ///< of these
    Index after = 0;                  ///< of a result: tasks that its worker had accepted
    std::vector<double> flights = {}; ///< seconds that its messages take alone on the link
    Index packed = 0, ordered = 0;    ///< of these
    bool accepted = false, arrived = false, done = false;
  };
  using Handle = Travel*;
  /// What is at a worker.
  struct Side {
    std::deque<Handle> announced; ///< not accepted
    std::deque<Handle> tasks;     ///< accepted and not done
    std::deque<Handle> results;   ///< asked for
    Index accepted = 0;           ///< tasks, ever
    Index held = 0;               ///< elements
    bool computing = false;
    double since = 0, seconds = 1; ///< of what it computes: its beginning, and how long it takes
    Index strips = 1, columns = 1; ///< between which it looks after its messages
    bool looks = false;            ///< that is planned
    double copying = 0;            ///< seconds of its core, of which its next updates do not know yet
  };
  struct Arrival {
    double time;
    Index order; ///< of what happens at a time
    std::size_t link;
    auto operator<=>(const Arrival&) const = default;
  };
  struct SharedWire {
    Wire wire;
    double busy_since = 0;
    std::optional<std::set<Arrival>::const_iterator> planned = {}; ///< arrival
  };
  enum class Kind : std::uint8_t { packed, sent, look, serve, computed, heard };
  struct Event {
    double time;
    Index order;  ///< of what happens at a time
    Index number; ///< of a transfer; of a look or of serving, that is computed then
    int worker;   ///< of these
    Kind kind;

    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };

  /// Workers that wait for messages of the server.
  int others() const { return static_cast<int>(sides_.size()) - (star_.server >= 0); }
  const Worker& worker_of(int worker) const { return star_.workers[at(worker)]; }
  double blocks(Index elements) const {
    return static_cast<double>(elements) / static_cast<double>(product_.block_size * product_.block_size);
  }

  void give_up_if_longer(double seconds) const {
    if (links_.begun() > patience_.transfers && seconds > patience_.seconds)
      throw GivenUp();
  }

  bool is_anything_under_way() const { return !events_.empty() || !arrivals_.empty(); }
  bool ask_all() {
    for (std::size_t link = 0; link < links_.count(); ++link)
      ask(link);
    return is_anything_under_way();
  }
  void ask(std::size_t link) {
    while (std::optional<Transfer> transfer = links_.next(link))
      begin(std::move(*transfer));
    check_room(star_, product_, links_, link);
  }

  /// Of the links of which something was heard, unless the server computes: then when its strip ends.
  void serve() {
    if (asked_.empty())
      return;
    if (star_.server >= 0)
      if (Side& own = sides_[at(star_.server)]; own.computing && now_ > own.since && !serves_)
        return serve_later(own);
    serves_ = false;
    for (const std::size_t link : std::exchange(asked_, {}))
      ask(link);
  }
  void serve_later(Side& own) {
    if (std::exchange(own.looks, true))
      return;
    const Index strip = strip_at(own, now_);
    if (strip < own.strips) // else when all is computed
      events_.push({strip_end(own, strip), order_++, own.tasks.front()->number, star_.server, Kind::serve});
  }

  void plan(double time, Kind kind, Handle travel) {
    events_.push({time, order_++, travel->number, travel->transfer.worker, kind});
  }
  /// The next of a link: whatever begins or ends there changes it.
  void plan_arrival(std::size_t link) {
    forget_arrival(link);
    SharedWire& shared = wires_[link];
    if (!shared.wire.idle())
      shared.planned = arrivals_.insert({shared.wire.next(), order_++, link}).first;
  }

  void forget_arrival(std::size_t link) {
    if (auto& planned = wires_[link].planned) {
      arrivals_.erase(*planned);
      planned.reset();
    }
  }

  Travel& travel(Index number) { return travels_[at(number - travels_.front().number)]; }

  bool arrival_is_next() const {
    if (arrivals_.empty() || events_.empty())
      return events_.empty();
    const Arrival& arrival = *arrivals_.begin();
    const Event& event = events_.top();
    return std::pair(arrival.time, arrival.order) < std::pair(event.time, event.order);
  }
  bool happens_now() const {
    return (!events_.empty() && events_.top().time == now_) ||
           (!arrivals_.empty() && arrivals_.begin()->time == now_);
  }
  void happen() {
    if (arrival_is_next())
      return arrive(arrivals_.begin()->link);
    const Event event = events_.top();
    events_.pop();
    Side& side = sides_[at(event.worker)];
    const auto is_computed = [&] { return side.looks && event.number == side.tasks.front()->number; };
    switch (event.kind) {
    case Kind::packed:
      ++travel(event.number).packed;
      return send_what_is_packed(&travel(event.number));
    case Kind::sent:
      fly(&travel(event.number));
      return fly_with(event);
    case Kind::look:
      if (is_computed()) {
        side.looks = false;
        receive(side);
      }
      return;
    case Kind::serve:
      if (side.computing && is_computed()) {
        side.looks = false;
        serves_ = true;
      }
      return;
    case Kind::computed:
      side.computing = false;
      travel(event.number).when.update_end = now_;
      computed(&travel(event.number));
      return attend(event.worker);
    case Kind::heard:
      return heard(&travel(event.number));
    }
  }

  void arrive(std::size_t link) {
    SharedWire& shared = wires_[link];
    const std::vector<Index> numbers = shared.wire.arrivals(now_);
    if (shared.wire.idle())
      account_.port_busy(now_ - shared.busy_since);
    for (const Index number : numbers) {
      const Handle arriving = &travel(number);
      if (--arriving->missing > 0)
        continue;
      const int worker = arriving->transfer.worker;
      arriving->when.end = now_;
      if (arriving->transfer.to_server) {
        sides_[at(worker)].held -= elements(product_, arriving->transfer.pieces);
        core_ = std::max(core_, now_) + packing(arriving->transfer);
        arriving->done = true;
      }
      arrived(arriving);
      attend(worker);
    }
    plan_arrival(link);
  }

  // ---- the server

  void begin(Transfer transfer) {
    const Index number = links_.begin(transfer);
    const Handle travel = &travels_.emplace_back(Travel{std::move(transfer), number, std::max(now_, core_)});
    const int worker = travel->transfer.worker;
    copy(travel->transfer);
    sides_[at(worker)].announced.push_back(travel);
    if (!links_.is_here(worker))
      pack(travel);
    travel->missing = travel->unsent = std::ssize(travel->flights);
    if (travel->missing == 0)
      arrived(travel);
    attend(worker);
  }

  /// Piece after piece; each is sent at once.
  void pack(Handle travel) {
    for (const Piece& piece : travel->transfer.pieces)
      if (travels(product_, travel->transfer, piece)) {
        const double all = blocks(elements(product_, piece)), packs = all * star_.pack_seconds_per_block;
        const Worker& worker = worker_of(travel->transfer.worker);
        travel->flights.push_back(travels(star_, worker) ? all * worker.seconds_per_block : 0);
        if (travel->transfer.to_server || packs == 0) {
          ++travel->packed;
          continue;
        }
        core_ = std::max(core_, now_) + packs;
        plan(core_, Kind::packed, travel);
      }
  }

  double packing(const Transfer& transfer) const {
    return star_.pack_seconds_per_block * blocks(elements_sent(product_, transfer));
  }

  /// Cores that compute copy instead.
  void copy(const Transfer& transfer) {
    if (transfer.worker == star_.server)
      return;
    const Worker& worker = worker_of(transfer.worker);
    const double own = travels(star_, worker)
                           ? blocks(elements_sent(product_, transfer)) * worker.copy_seconds_per_block
                           : 0;
    const auto add = [&](int worker, double seconds) {
      sides_[at(worker)].copying += std::clamp(links_.state(worker).ready - now_, 0.0, seconds);
    };
    add(transfer.worker, own);
    if (star_.server >= 0)
      add(star_.server, own + packing(transfer));
  }

  void arrived(Handle travel) {
    const int worker = travel->transfer.worker;
    travel->arrived = true;
    links_.arrived(travel->number, travel->transfer);
    asked_.push_back(links_.link_of(worker));
    forget_what_is_over();
  }

  void heard(Handle travel) {
    const int worker = travel->transfer.worker;
    links_.computed(worker);
    if (const Side& side = sides_[at(worker)]; !links_.is_here(worker))
      strip_.heard(!side.computing && (side.tasks.empty() || side.tasks.front()->missing > 0));
    asked_.push_back(links_.link_of(worker));
    travel->done = true;
    forget_what_is_over();
  }

  /// In the order in which they were posted.
  void forget_what_is_over() {
    for (; !travels_.empty() && travels_.front().arrived && travels_.front().done; travels_.pop_front()) {
      Travel& travel = travels_.front();
      if (travel.transfer.updates.empty())
        travel.when.update_begin = travel.when.update_end = travel.when.end;
      account_.over(travel.transfer, travel.when);
      if (observer_)
        observer_(travel.transfer, travel.when);
    }
  }

  // ---- a worker

  void attend(int worker) {
    Side& side = sides_[at(worker)];
    if (side.computing && !links_.is_here(worker) && (now_ > side.since || worker_of(worker).latency > 0))
      return look_later(worker);
    do
      receive(side);
    while (carry_out(side));
  }

  void receive(Side& side) {
    for (; !side.announced.empty() && can_accept(side, *side.announced.front()); side.announced.pop_front())
      accept(side, side.announced.front());
    give_back_what_is_done(side);
  }

  /// Between two strips of a product, once what is announced is there.
  void look_later(int worker) {
    Side& side = sides_[at(worker)];
    if (side.looks || (side.announced.empty() && side.results.empty()))
      return;
    const double announced = side.announced.empty() ? now_ : std::max(now_, side.announced.front()->posted),
                 earliest = announced + worker_of(worker).latency;
    side.looks = true;
    events_.push({std::max(earliest, strip_end(side, strip_at(side, earliest))), order_++,
                  side.tasks.front()->number, worker, Kind::look});
  }

  /// Of what a worker computes: when so many strips are done.
  static double strip_end(const Side& side, Index strip) {
    const Index columns = schedule::strip_border(side.columns, side.strips, strip);
    return side.since + side.seconds * static_cast<double>(columns) / static_cast<double>(side.columns);
  }
  /// The first that ends now or later and not before a time, or the last.
  Index strip_at(const Side& side, double time) const {
    const double passed = (now_ - side.since) / side.seconds * static_cast<double>(side.strips);
    Index strip = std::clamp<Index>(static_cast<Index>(std::min(passed, 1e9)), 1, side.strips);
    while (strip < side.strips && strip_end(side, strip) < time)
      ++strip;
    return strip;
  }

  bool can_accept(const Side& side, const Travel& travel) const {
    return travel.transfer.to_server || side.held + elements(product_, travel.transfer.pieces) <=
                                            capacity(product_, worker_of(travel.transfer.worker));
  }

  void accept(Side& side, Handle travel) {
    if (travel->transfer.to_server) {
      travel->after = side.accepted;
      side.results.push_back(travel);
      return;
    }
    side.held += elements(product_, travel->transfer.pieces);
    account_.held(travel->transfer.worker, side.held);
    side.tasks.push_back(travel);
    ++side.accepted;
    send(travel);
  }

  /// Its worker is ready for its messages.
  void send(Handle travel) {
    travel->when.begin = travel->when.end = now_;
    travel->accepted = true;
    send_what_is_packed(travel);
  }

  /// Once the worker has read the announcement.
  void send_what_is_packed(Handle travel) {
    const double latency = worker_of(travel->transfer.worker).latency;
    bool flies = false;
    for (; travel->accepted && travel->ordered < travel->packed; ++travel->ordered)
      if (latency > 0) {
        plan(std::max(now_, travel->posted + latency) + latency, Kind::sent, travel);
      } else {
        fly(travel);
        flies = true;
      }
    if (flies)
      plan_arrival(links_.link_of(travel->transfer.worker));
  }

  /// And others that begin at the same time, so that the wire is shared anew once for all of them.
  void fly_with(const Event& first) {
    const std::size_t link = links_.link_of(first.worker);
    forget_arrival(link);
    while (!events_.empty() && events_.top().kind == Kind::sent && events_.top().time == now_ &&
           links_.link_of(events_.top().worker) == link && !arrival_is_next()) {
      const Index number = events_.top().number;
      events_.pop();
      fly(&travel(number));
    }
    plan_arrival(link);
  }

  /// Its next message; the next arrival is to be planned.
  void fly(Handle travel) {
    const Transfer& transfer = travel->transfer;
    const std::size_t link = links_.link_of(transfer.worker);
    SharedWire& shared = wires_[link];
    if (shared.wire.idle())
      shared.busy_since = now_;
    const std::size_t message = travel->flights.size() - static_cast<std::size_t>(travel->unsent--);
    shared.wire.begin(now_, transfer.worker, transfer.to_server, travel->flights[message], travel->number);
  }

  /// In their order.
  void give_back_what_is_done(Side& side) {
    const auto is_done = [&](const Travel& result) {
      const auto later =
          side.tasks.begin() + std::max<Index>(0, result.after - side.accepted + std::ssize(side.tasks));
      return std::none_of(side.tasks.begin(), later,
                          [&](Handle task) { return waits_for(result.transfer, task->transfer.updates); });
    };
    while (!side.results.empty() && is_done(*side.results.front())) {
      const Handle result = side.results.front();
      side.results.pop_front();
      send(result);
      if (result->missing == 0) { // the server's own
        side.held -= elements(product_, result->transfer.pieces);
        result->done = true;
        forget_what_is_over();
      }
    }
  }

  /// Whether there is a task that can go on.
  bool carry_out(Side& side) {
    if (side.computing || side.tasks.empty() || side.tasks.front()->missing > 0)
      return false;
    const Handle task = side.tasks.front();
    if (task->transfer.updates.empty()) {
      computed(task);
      return true;
    }
    side.computing = true;
    side.since = task->when.update_begin = now_;
    side.seconds = update_seconds(product_, worker_of(task->transfer.worker), task->transfer);
    updates_left_ -= side.seconds / worker_of(task->transfer.worker).seconds_per_update;
    side.columns = 0;
    for (const Update& update : task->transfer.updates)
      side.columns += product_.extent(update.columns, product_.n);
    const bool serves = links_.is_here(task->transfer.worker);
    const double looks = side.seconds / (serves ? strip_ : schedule::StripSeconds()).seconds();
    side.strips = std::clamp<Index>(static_cast<Index>(std::min(looks, 1e9)), 1,
                                    std::max<Index>(1, side.columns / schedule::look_columns));
    plan(now_ + side.seconds + std::exchange(side.copying, 0.0), Kind::computed, task);
    return true;
  }

  void computed(Handle task) {
    const int worker = task->transfer.worker;
    Side& side = sides_[at(worker)];
    side.tasks.pop_front();
    side.looks = false;
    side.held -= elements(product_, task->transfer.released);
    if (!is_reported(task->transfer)) {
      task->done = true;
      forget_what_is_over();
    } else if (const double latency = links_.is_here(worker) ? 0 : worker_of(worker).latency; latency > 0)
      plan(now_ + latency, Kind::heard, task);
    else
      heard(task);
  }

  const Star& star_;
  const Product& product_;
  const Patience patience_;
  CheckedPolicy checked_;
  const Observer& observer_;
  double now_ = 0;
  double updates_left_ = 0;       ///< that nobody has begun: they take all together so long at least
  double updates_per_second_ = 0; ///< of all
  Links links_;
  Account account_;
  std::vector<Side> sides_;
  schedule::StripSeconds strip_;  ///< of the server
  std::vector<SharedWire> wires_; ///< of every link
  std::deque<Travel> travels_;    ///< by number, from that of the oldest
  std::set<Arrival> arrivals_;    ///< the next of every link
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<std::size_t> asked_; ///< links of which something was heard
  bool serves_ = false;            ///< though it computes: between two strips
  double core_ = 0;                ///< until then the server's packs
  Index order_ = 0;
};

} // namespace

Outcome simulate_messages(const Star& star, const Product& product, Policy& policy, const Observer& observer,
                          const Patience& patience) {
  return MessageSimulation(star, product, policy, observer, patience).run();
}

} // namespace hetgrid::server
