// What becomes of tasks on demand where bandwidth is not limited: [Beaumont14] 3.4 and 3.5. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/dynamic.hpp"

#include <functional>

namespace hetgrid::dynamic {

/// Tasks per second, and how they change.
struct Speeds {
  std::vector<double> speeds;
  /// After every task the speed of its worker is another, by up to this part of what it was at first: dyn.5 has 0.05, dyn.20 0.2
  /// ([Beaumont14] 3.5).
  double change = 0;
  /// By up to this part of what it was before instead, up and down alike: in the end speeds have little to do with the first.
  bool drifts = false;
};

Speeds uniform_speeds(int workers, double low, double high, std::uint64_t seed);
/// Each from a set of speeds, all with the same probability.
Speeds speeds_of(int workers, std::span<const double> set, std::uint64_t seed);

/// What a strategy made of its tasks.
struct Outcome {
  Index sent = 0;           ///< blocks; those of C are counted once, as they begin, for their way back
  double seconds = 0;       ///< until the last task is done
  double ideal_seconds = 0; ///< if all workers, with speeds that do not change, end together
  Index requests = 0;
  std::vector<Index> tasks;           ///< of each worker
  std::vector<double> shares() const; ///< of the work
};

using Observer = std::function<void(int worker, const Assignment&)>;

/// Workers ask as soon as they have done what they were given; what they are sent is there at once.
/// \param seed of the changes of the speeds
/// \param observer hears of every assignment, those at the end that have no tasks as well
/// \throws ArgumentError unless there are workers, and all speeds are positive and finite
Outcome simulate(Strategy& strategy, const Speeds& speeds, std::uint64_t seed = 1,
                 const Observer& observer = {});

} // namespace hetgrid::dynamic
