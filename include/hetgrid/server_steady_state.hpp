// What a star reaches in the long run, in the model of server_selection.hpp: bounds of the work per second, and schedules that
// repeat a period of selections. [Dongarra06] 6. Pure arithmetic, no MPI.
//
//   steady_state >= steady_state_with_buffers >= optimal_schedule >= periodic_schedule
//
// Steps are those of all workers; a worker whose step has no work is left out.
#pragma once

#include "hetgrid/server_selection.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hetgrid::server {

/// \throws ArgumentError naming the first illegal field: somebody has work, and then update is positive and transfer is not negative
void validate(std::span<const Step> steps);

// ---- bounds

struct SteadyState {
  double rate = 0;          ///< work per second of all workers
  std::vector<double> work; ///< of each
};

/// Bandwidth-centric, 6.1: max sum x_i, where x_i update_i / work_i <= 1 and sum x_i transfer_i / work_i <= 1, by transfer / work.
/// No order of messages does better, however many buffers there are.
SteadyState steady_state(std::span<const Step> steps);

/// What no order of messages exceeds with the buffers that there are: a worker runs dry during a message to another that takes
/// longer than what is buffered. At most steady_state().rate.
double steady_state_with_buffers(std::span<const Step> steps,
                                 Reception reception = Reception::ends_when_ready);

// ---- schedules

/// Selections, over and over.
struct PeriodicSchedule {
  std::vector<int> selections; ///< workers, in the order of one period
  double rate = 0;             ///< work per second in the long run
};

/// What a period of selections gives in the long run.
/// \throws ArgumentError if there are none, or a worker does not exist or has no work
double rate(std::span<const Step> steps, std::span<const int> selections,
            Reception reception = Reception::ends_when_ready);

/// What becomes of a rule in the long run.
struct RuleOutcome {
  double rate = 0;        ///< of the rule
  PeriodicSchedule cycle; ///< the best of the cycles that it goes through
};

RuleOutcome follow(std::span<const Step> steps, Rule rule, Reception reception = Reception::ends_when_ready);

/// The best schedule that a search of bounded length finds: from what the rules come to, from the shadow prices of steady_state and
/// from the optimum with rounded times, by replacing, inserting, removing and moving selections. No worse than any rule that
/// comes to a cycle. The same seed gives the same schedule.
PeriodicSchedule periodic_schedule(std::span<const Step> steps,
                                   Reception reception = Reception::ends_when_ready, std::uint64_t seed = 1);

/// The best of all schedules: the cycle of greatest ratio of work and time among the states of the workers.
/// \param most_states  gives up when there are more
/// \return nothing if it gave up
/// \throws ArgumentError unless times are whole numbers
std::optional<PeriodicSchedule> optimal_schedule(std::span<const Step> steps,
                                                 Reception reception = Reception::ends_when_ready,
                                                 Index most_states = 200'000);

} // namespace hetgrid::server
