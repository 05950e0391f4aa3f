// How the factorizations work: widths and methods. What is not given is chosen for each step from what is known of the
// machine.
#pragma once

namespace hetgrid::schedule {

/// How the panels of a factorization are factored.
enum class PanelMethod {
  automatic,  ///< for each panel, what is faster by schedule::panel_seconds
  collected,  ///< on one process, which gets the parts of the others and spreads the result
  distributed ///< where they are, by all processes of the grid line that owns them
};

/// What the choice of a method depends on.
struct Machine {
  double gflops = 50;              ///< matrix products of a process of cycle-time 1, 1e9 operations a second
  double latency = 2e-6;           ///< of a message between processes of the grid, seconds
  double seconds_per_byte = 1e-10; ///< of the link of two processes

  bool operator==(const Machine&) const = default;
};

struct Parameters {
  int width = 0; ///< columns factored at a time; 0: as the routine has it
  PanelMethod panel = PanelMethod::automatic;
  Machine machine = {};

  bool operator==(const Parameters&) const = default;
};

} // namespace hetgrid::schedule
