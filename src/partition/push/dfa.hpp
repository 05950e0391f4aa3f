// The Push DFA of [DeFlumere14] 6.2: its states are partitions, its alphabet processes with directions, its transitions
// Pushes. It runs from a random partition until no Push is left, and so finds shapes that partitions may have.
#pragma once

#include "partition/push/push.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace hetgrid::partition {

/// What is tried (6.3.1).
struct PushPlan {
  struct Input {
    int process;
    Direction direction;

    bool operator==(const Input&) const = default;
  };
  std::vector<Input> inputs;
  /// Inputs take turns; otherwise each is exhausted before the next begins.
  bool interleaved = false;
};

/// By process.
std::vector<std::int64_t> cells_of_processes(const Partition& partition);

/// The process with the most cells, the first of equals. It is never pushed.
int largest_process(std::span<const std::int64_t> counts);

/// All directions for every process but the largest, in turns.
PushPlan all_inputs(std::span<const std::int64_t> counts);

/// One to four directions for every process but the largest, all in random order.
PushPlan random_push_plan(std::span<const std::int64_t> counts, std::mt19937_64& random);

/// How many Pushes were made of each type: of push_of_two, then of push_types.
using PushCounts = std::array<std::int64_t, 1 + std::size(push_types)>;

/// Pushes by `plan` until no input has a Push: the end condition of 6.2.3. At most 2 N of each process, since each shrinks its
/// enclosing rectangle.
PushCounts condense(PushState& state, const PushPlan& plan);

/// Pushes in all directions, also those that the plan left out, and makes processes asymptotically rectangular: cells that they
/// lack in their enclosing rectangles come to lie side by side in an edge, if that raises nothing.
PushCounts beautify(PushState& state);

struct PushRun {
  PushPlan plan;
  Partition start;     ///< q_0
  Partition condensed; ///< an accept state of the plan
  Partition end;       ///< after beautify()
  PushCounts pushes{}, beautifying{};
  std::int64_t start_volume = 0, condensed_volume = 0, end_volume = 0;
};

/// A run of the DFA from a random partition by a random plan; the same seed gives the same run on any machine.
/// \param counts cells of each process, in any order \throws ArgumentError as random_partition()
PushRun run_push_dfa(std::int64_t cells, std::span<const std::int64_t> counts, std::uint64_t seed);

} // namespace hetgrid::partition
