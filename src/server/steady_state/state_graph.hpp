// The states in which selections leave the workers, with the selections that lead from one to another: a schedule is a walk, its
// rate in the long run that of a cycle.
#pragma once

#include "server/steady_state/rate.hpp"

#include <cstdint>
#include <optional>

namespace hetgrid::server::steady {

/// A selection in a state.
struct Edge {
  std::int32_t to;   ///< state
  std::int32_t step; ///< selected
  double seconds;    ///< that it takes the port
};

struct StateGraph {
  std::vector<Edge> edges;
  std::vector<std::size_t> first; ///< edges of state k: first[k] .. first[k+1]-1

  std::size_t states() const { return first.size() - 1; }
};

/// All states that idle workers can come to, delays rounded up to multiples of `unit`: later never helps, so any walk is a
/// schedule that does no worse than its edges say, and all of them are exact if no delay needs rounding.
/// \return nothing if there are more states than most_states
std::optional<StateGraph> state_graph(std::span<const Step> steps, Reception reception, double unit,
                                      std::size_t most_states);

/// The cycle with the most work for its seconds: Howard's policy iteration.
Period best_cycle(const StateGraph& graph, std::span<const Step> steps);

} // namespace hetgrid::server::steady
