#include "server/links.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hetgrid::server {

Links::Links(const Star& star, const Product& product, Policy& policy, Posting posting,
             std::function<double()> now)
    : star_(star), product_(product), policy_(policy), posting_(posting), now_(std::move(now)),
      states_(star.workers.size()), pending_(star.workers.size()), here_(star.workers.size(), false),
      paces_(star.workers.size()), links_(star.port == plan::Port::one ? 1 : star.workers.size()) {
  for (std::size_t k = 0; k < states_.size(); ++k)
    states_[k].free = capacity(product_, star_.workers[k]);
}

/// A speed that is nearly what it was said to be is that.
double Links::likely(int worker, double seconds) const {
  constexpr double nearly = 0.05;
  const auto& [taken, said] = paces_[at(worker)];
  return said == 0 || std::abs(taken - said) <= nearly * said ? seconds : seconds * taken / said;
}

std::optional<Transfer> Links::next(std::size_t number) {
  Link& link = links_[number];
  const int most = posting_ == Posting::ahead ? posted_at_once : 1;
  while (link.busy < most) {
    if (!link.held_up)
      link.held_up = policy_.next(view(), links_.size() == 1 ? any_worker : static_cast<int>(number));
    if (link.held_up && can_begin(*link.held_up))
      return std::exchange(link.held_up, {});
    if (!anticipate(number))
      break;
  }
  return {};
}

/// The policy goes on as if the worker that it waits for, or that will be ready first, had done its oldest pending transfer.
/// \return whether it does
bool Links::anticipate(std::size_t number) {
  Link& link = links_[number];
  const int worker = posting_ == Posting::ahead ? to_anticipate(number) : any_worker;
  if (worker == any_worker || !may_anticipate(link, worker))
    return false;
  ++link.anticipated;
  count_as_done(worker);
  policy_.progressed(view(), worker);
  return true;
}

int Links::to_anticipate(std::size_t number) const {
  const Link& link = links_[number];
  const auto has_something = [&](int worker) { return !is_here(worker) && states_[at(worker)].pending > 0; };
  const int only = link.held_up        ? link.held_up->worker
                   : links_.size() > 1 ? static_cast<int>(number)
                                       : any_worker;
  if (only != any_worker)
    return has_something(only) ? only : any_worker;
  const auto first = std::ranges::find_if(busy_, has_something, &std::pair<double, int>::second);
  return first == busy_.end() ? any_worker : first->second;
}

bool Links::may_anticipate(const Link& link, int worker) const {
  if (link.anticipated == 0)
    return true;
  if (states_[at(worker)].ready >= now_() + busy_seconds_)
    return false;
  Index waiting = oldest_not_done(worker).released;
  for (const UnderWay& one : link.under_way)
    waiting += one.elements;
  return waiting <= capacity(product_, star_.workers[at(worker)]);
}

template <typename Change>
void Links::change_ready(int worker, Change&& change) {
  if (links_.size() > 1)
    return change();
  const double& ready = states_[at(worker)].ready;
  busy_.erase({ready, worker});
  change();
  if (!is_here(worker) && !pending_[at(worker)].empty())
    busy_.emplace(ready, worker);
}

void Links::set_here(int worker, bool here) {
  change_ready(worker, [&] { here_[at(worker)] = here; });
}

void Links::delay(int worker, double seconds) {
  change_ready(worker, [&] { states_[at(worker)].ready += seconds; });
}

/// What waited for the worker's oldest alone goes.
void Links::end_anticipation(Link& link, int worker) {
  --link.anticipated;
  for (UnderWay& one : link.under_way)
    if (one.worker == worker && one.waits_for > 0 && --one.waits_for == 0)
      ++link.busy;
}

/// Of a worker's pending transfers, how many the policy takes for done.
Index Links::anticipated(int worker) const {
  return std::ssize(pending_[at(worker)]) - states_[at(worker)].pending;
}

/// As the policy sees it.
const Links::Pending& Links::oldest_not_done(int worker) const {
  return pending_[at(worker)][static_cast<std::size_t>(anticipated(worker))];
}

void Links::count_as_done(int worker) {
  WorkerState& state = states_[at(worker)];
  state.free += oldest_not_done(worker).released;
  --state.pending;
}

bool Links::can_begin(const Transfer& transfer) const {
  const WorkerState& state = states_[at(transfer.worker)];
  if (!transfer.to_server)
    return elements(product_, transfer.pieces) <= state.free;
  // The policy may take the oldest for done.
  const auto& pending = pending_[at(transfer.worker)];
  return std::none_of(pending.begin() + anticipated(transfer.worker), pending.end(),
                      [&](const Pending& earlier) { return waits_for(transfer, earlier.updates); });
}

bool Links::expects_room(int worker) const {
  return !pending_[at(worker)].empty() ||
         std::ranges::find(links_[link_of(worker)].under_way, worker, &UnderWay::worker) !=
             links_[link_of(worker)].under_way.end();
}

Index Links::begin(const Transfer& transfer) {
  const Worker& worker = star_.workers[at(transfer.worker)];
  WorkerState& state = states_[at(transfer.worker)];
  if (!transfer.to_server)
    state.free -= elements(product_, transfer.pieces);
  if (is_reported(transfer)) {
    const double work = update_seconds(product_, worker, transfer);
    change_ready(transfer.worker, [&] {
      state.ready =
          std::max(state.ready, now_() + seconds(product_, worker, transfer)) + likely(transfer.worker, work);
      ++state.pending;
      pending_[at(transfer.worker)].push_back(
          {transfer.updates, elements(product_, transfer.released), work});
    });
  }
  if (!is_here(transfer.worker)) {
    Link& link = links_[link_of(transfer.worker)];
    const Index waits_for = anticipated(transfer.worker);
    link.under_way.push_back({numbers_, transfer.worker, elements_sent(product_, transfer), waits_for});
    link.busy += waits_for > 0 ? 0 : 1;
  }
  return numbers_++;
}

void Links::leave(Index number, int worker) {
  Link& link = links_[link_of(worker)];
  const auto found = std::ranges::find(link.under_way, number, &UnderWay::number);
  if (found == link.under_way.end())
    return;
  link.busy -= found->waits_for > 0 ? 0 : 1;
  link.under_way.erase(found);
}

void Links::arrived(Index number, const Transfer& transfer) {
  leave(number, transfer.worker);
  if (transfer.to_server)
    states_[at(transfer.worker)].free += elements(product_, transfer.pieces);
  policy_.progressed(view(), transfer.worker);
}

void Links::computed(int worker, std::optional<double> seconds) {
  Link& link = links_[link_of(worker)];
  if (anticipated(worker) > 0)
    end_anticipation(link, worker);
  else
    count_as_done(worker);
  change_ready(worker, [&] {
    if (seconds) {
      constexpr double memory = 0.7; // of the updates before: speeds change
      Pace& pace = paces_[at(worker)];
      pace = {memory * pace.taken + *seconds, memory * pace.said + pending_[at(worker)].front().seconds};
    }
    pending_[at(worker)].pop_front();
    if (posting_ == Posting::ahead) { // counted from when it is heard of
      double& ready = states_[at(worker)].ready;
      ready = now_();
      for (const Pending& later : pending_[at(worker)])
        ready += likely(worker, later.seconds);
    }
  });
  policy_.progressed(view(), worker);
}

void Links::forget(int worker) {
  Link& link = links_[link_of(worker)];
  if (link.held_up && link.held_up->worker == worker)
    link.held_up.reset();
  std::erase_if(link.under_way, [&](const UnderWay& one) {
    if (one.worker == worker && one.waits_for == 0)
      --link.busy;
    return one.worker == worker;
  });
  link.anticipated -= anticipated(worker);
  change_ready(worker, [&] {
    pending_[at(worker)].clear();
    states_[at(worker)] = {capacity(product_, star_.workers[at(worker)]), 0, now_()};
  });
}

} // namespace hetgrid::server
