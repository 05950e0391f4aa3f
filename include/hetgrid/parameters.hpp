// How products and factorizations work: widths, depths, methods. What is not given is as the routine has it, or chosen
// for each step from what is known of the machine.
#pragma once

namespace hetgrid::schedule {

/// How the panels of a factorization are factored.
enum class PanelMethod {
  automatic, ///< for each panel, what is faster by schedule::collected_step_seconds and distributed_step_seconds
  collected,  ///< on one process, which gets the parts of the others and spreads the result
  distributed ///< where they are, by all processes of the grid line that owns them
};

/// How the pivots of LU are found.
enum class Pivoting {
  partial,   ///< the largest element of a column
  tournament ///< in distributed panels: rows that win against those of other processes, all of a panel at once
};

/// How communication and computing alternate in a product on a partition ([DeFlumere14] 3.4). What is computed last is always
/// what needs something of others.
enum class ProductAlgorithm {
  scb, ///< serial communication with barrier: one process sends after the other, then all compute
  pcb, ///< parallel communication with barrier: all processes send at once, then all compute
  sco, ///< serial communication with overlap: what needs no communication is computed meanwhile
  pco, ///< parallel communication with overlap
  pio  ///< parallel interleaving overlap: rows and columns of the next step travel while one is computed
};

/// What the choice of a method depends on.
struct Machine {
  double gflops = 50;              ///< matrix products of a process of cycle-time 1, 1e9 operations a second
  double latency = 2e-6;           ///< of a message between processes of the grid, seconds
  double seconds_per_byte = 1e-10; ///< of the link of two processes

  bool operator==(const Machine&) const = default;
};

/// Columns; 0: as the routine has it.
struct FactorizationParameters {
  int width = 0; ///< factored at a time
  int tail = 0;  ///< the last ones, at most, which are factored at once
  int chunk = 0; ///< LU, QR: updated at a time, at least; in between a process looks after the others
  PanelMethod panel = PanelMethod::automatic;

  bool operator==(const FactorizationParameters&) const = default;
};

struct Parameters {
  FactorizationParameters lu = {}, qr = {}, cholesky = {};
  int gemm_depth = 0; ///< columns of A and rows of B multiplied at a time; 0: as the routine has it
  Machine machine = {};
  Pivoting pivoting = Pivoting::partial;
  ProductAlgorithm product = ProductAlgorithm::pio; ///< on partitions
  /// On partitions, PIO: windows that are sent ahead of the one that is multiplied; 0: as the routine has it.
  int gemm_lookahead = 0;

  bool operator==(const Parameters&) const = default;
};

} // namespace hetgrid::schedule
