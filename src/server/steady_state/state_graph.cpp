#include "server/steady_state/state_graph.hpp"

#include <cmath>
#include <limits>
#include <unordered_map>

namespace hetgrid::server::steady {
namespace {

/// States as numbers: the delays of all workers in units, digits of mixed radix.
class StateNumbers {
public:
  StateNumbers(std::span<const Step> steps, Reception reception, double unit)
      : steps_(steps), reception_(reception), unit_(unit) {
    for (const Step& step : steps)
      radix_.push_back(digit(step.update - step.transfer) + 1); // no delay is longer
  }

  bool fit() const {
    double states = 1;
    for (const std::uint64_t radix : radix_)
      states *= std::pow(static_cast<double>(radix), digits());
    return states < 9e18;
  }

  std::uint64_t encode(std::span<const WorkerClock> clocks, double time) const {
    std::uint64_t number = 0;
    for (std::size_t i = clocks.size(); i-- > 0;) {
      const Delays delay = delays(steps_[i], clocks[i], time, reception_);
      number = number * radix_[i] + digit(delay.worker);
      if (digits() == 2)
        number = number * radix_[i] + digit(delay.buffer);
    }
    return number;
  }

  /// Clocks at time 0.
  void decode(std::uint64_t number, std::vector<WorkerClock>& clocks) const {
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      Delays delay;
      const auto next = [&] {
        const double value = static_cast<double>(number % radix_[i]) * unit_;
        number /= radix_[i];
        return value;
      };
      if (digits() == 2)
        delay.buffer = next();
      delay.worker = next();
      clocks[i] = clock_of(steps_[i], delay);
    }
  }

private:
  int digits() const { return reception_ == Reception::two_buffers ? 2 : 1; }
  std::uint64_t digit(double delay) const {
    return delay <= 0 ? 0 : static_cast<std::uint64_t>(std::ceil(delay / unit_ - 1e-9));
  }

  std::span<const Step> steps_;
  Reception reception_;
  double unit_;
  std::vector<std::uint64_t> radix_;
};

/// Whether to select j first would not delay i: then to select i at once is never better. Let a schedule do so and come to j later;
/// with j in front, and left out there, no message ends later.
bool is_better_after_another(std::span<const Step> steps, std::span<const WorkerClock> clocks, std::size_t i,
                             Reception reception) {
  const auto delayed = [&](std::size_t first, std::size_t second) {
    const double end = completion_of(steps[first], clocks[first], 0, reception);
    return completion_of(steps[second], clocks[second], end, reception) >
           completion_of(steps[second], clocks[second], 0, reception);
  };
  for (std::size_t j = 0; j < steps.size(); ++j)
    if (j != i && !delayed(j, i) && (j < i || delayed(i, j)))
      return true;
  return false;
}

} // namespace

std::optional<StateGraph> state_graph(std::span<const Step> steps, Reception reception, double unit,
                                      std::size_t most_states) {
  const StateNumbers numbers(steps, reception, unit);
  if (!numbers.fit())
    return {};
  StateGraph graph{{}, {0}};
  std::unordered_map<std::uint64_t, std::int32_t> index{{0, 0}};
  std::vector<std::uint64_t> states{0};
  std::vector<WorkerClock> clocks(steps.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    numbers.decode(states[k], clocks);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (is_better_after_another(steps, clocks, i, reception))
        continue;
      const WorkerClock before = clocks[i];
      const double end = completion_of(steps[i], before, 0, reception);
      clocks[i] = clock_after(steps[i], before, end);
      const auto [at, is_new] =
          index.emplace(numbers.encode(clocks, end), static_cast<std::int32_t>(states.size()));
      clocks[i] = before;
      if (is_new && states.size() == most_states)
        return {};
      if (is_new)
        states.push_back(at->first);
      graph.edges.push_back({at->second, static_cast<std::int32_t>(i), end});
    }
    graph.first.push_back(graph.edges.size());
  }
  return graph;
}

namespace {

/// Howard's policy iteration. A policy has an edge for every state. What a state comes to by it is a cycle of ratio eta, and h,
/// what is gained on the way beyond eta a second:  h(v) = work - eta seconds + h(to).
class PolicyIteration {
public:
  PolicyIteration(const StateGraph& graph, std::span<const Step> steps);
  Period run();

private:
  using State = std::size_t;
  struct Cycle {
    State state;
    double ratio;
  };

  const Edge& chosen(State v) const { return graph_.edges[policy_[v]]; }
  State next(State v) const { return static_cast<State>(chosen(v).to); }
  double work(const Edge& edge) const { return steps_[static_cast<std::size_t>(edge.step)].work; }
  double gain(const Edge& edge, double eta) const { return work(edge) - eta * edge.seconds; }

  std::vector<Cycle> cycles() const;
  void evaluate();
  void attach(const Cycle& cycle);
  bool improve();

  const StateGraph& graph_;
  std::span<const Step> steps_;
  std::vector<std::size_t> policy_;            ///< edge of each state
  std::vector<double> eta_, h_;                ///< eta < 0: not known yet
  std::vector<std::size_t> entering_, origin_; ///< edges by the state that they lead to, and where they begin
  std::vector<std::size_t> first_entering_;
  double tolerance_ = 0;
};

PolicyIteration::PolicyIteration(const StateGraph& graph, std::span<const Step> steps)
    : graph_(graph), steps_(steps), policy_(graph.states()), eta_(graph.states()), h_(graph.states()),
      entering_(graph.edges.size()), origin_(graph.edges.size()), first_entering_(graph.states() + 1) {
  for (const Edge& edge : graph.edges)
    ++first_entering_[static_cast<State>(edge.to) + 1];
  for (State v = 0; v < graph.states(); ++v)
    first_entering_[v + 1] += first_entering_[v];
  std::vector<std::size_t> end(first_entering_.begin(), first_entering_.end() - 1);
  for (State v = 0; v < graph.states(); ++v) {
    const auto ratio = [&](std::size_t e) { return work(graph.edges[e]) / graph.edges[e].seconds; };
    policy_[v] = graph.first[v];
    for (std::size_t e = graph.first[v]; e < graph.first[v + 1]; ++e) {
      origin_[e] = v;
      entering_[end[static_cast<State>(graph.edges[e].to)]++] = e;
      if (ratio(e) > ratio(policy_[v]))
        policy_[v] = e;
    }
  }
  for (const Step& step : steps)
    tolerance_ = std::max(tolerance_, 1e-10 * step.work);
}

std::vector<PolicyIteration::Cycle> PolicyIteration::cycles() const {
  std::vector<Cycle> found;
  std::vector<State> visitor(graph_.states()); // the walk that came here, from 1
  for (State start = 0; start < graph_.states(); ++start) {
    State v = start;
    for (; visitor[v] == 0; v = next(v))
      visitor[v] = start + 1;
    if (visitor[v] != start + 1)
      continue;
    double sum = 0, seconds = 0;
    State u = v;
    do {
      sum += work(chosen(u));
      seconds += chosen(u).seconds;
      u = next(u);
    } while (u != v);
    found.push_back({v, sum / seconds});
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Cycle::ratio);
  return found;
}

// States that come to the cycle by the policy do so; those that can only by other edges change their policy.
void PolicyIteration::attach(const Cycle& cycle) {
  eta_[cycle.state] = cycle.ratio;
  h_[cycle.state] = 0;
  std::vector<State> reached{cycle.state};
  for (const bool by_policy : {true, false})
    for (std::size_t k = 0; k < reached.size(); ++k) {
      const State u = reached[k];
      for (std::size_t e = first_entering_[u]; e < first_entering_[u + 1]; ++e) {
        const State v = origin_[entering_[e]];
        if (eta_[v] >= 0 || (by_policy && policy_[v] != entering_[e]))
          continue;
        policy_[v] = entering_[e];
        eta_[v] = cycle.ratio;
        h_[v] = gain(chosen(v), cycle.ratio) + h_[u];
        reached.push_back(v);
      }
    }
}

// The best cycle first: nobody who can come to it stays with a lesser one.
void PolicyIteration::evaluate() {
  const std::vector<Cycle> found = cycles();
  std::ranges::fill(eta_, -1);
  for (const Cycle& cycle : found)
    if (eta_[cycle.state] < 0)
      attach(cycle);
}

bool PolicyIteration::improve() {
  bool improved = false;
  for (State v = 0; v < graph_.states(); ++v) {
    double best = h_[v] + tolerance_;
    for (std::size_t e = graph_.first[v]; e < graph_.first[v + 1]; ++e) {
      const State u = static_cast<State>(graph_.edges[e].to);
      const double h = gain(graph_.edges[e], eta_[v]) + h_[u];
      if (eta_[u] == eta_[v] && h > best) {
        best = h;
        policy_[v] = e;
        improved = true;
      }
    }
  }
  return improved;
}

Period PolicyIteration::run() {
  constexpr int most = 1000; // a dozen is usual; rounding may let equal policies alternate
  evaluate();
  for (int k = 0; k < most && improve(); ++k)
    evaluate();
  const State begin = cycles().front().state;
  Period period;
  State v = begin;
  do {
    period.push_back(chosen(v).step);
    v = next(v);
  } while (v != begin);
  return period;
}

} // namespace

Period best_cycle(const StateGraph& graph, std::span<const Step> steps) {
  return PolicyIteration(graph, steps).run();
}

} // namespace hetgrid::server::steady
