// The clocks of all workers while steps are selected, and what they mean for what comes.
#pragma once

#include "hetgrid/server_steady_state.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace hetgrid::server::steady {

/// Some of the workers.
struct Workers {
  std::vector<Step> steps;
  std::vector<int> numbers;
};

/// Those that have work. \throws ArgumentError as validate
Workers workers_of(std::span<const Step> steps);

/// Indices by transfer / work, the seconds of the port for a unit of work.
std::vector<std::size_t> by_price(std::span<const Step> steps);

class Clocks {
public:
  Clocks(std::span<const Step> steps, Reception reception)
      : steps_(steps), reception_(reception), clocks_(steps.size()) {}

  std::size_t size() const { return steps_.size(); }
  const Step& step(std::size_t i) const { return steps_[i]; }
  const WorkerClock& clock(std::size_t i) const { return clocks_[i]; }
  double time() const { return time_; } ///< the last transfer ends
  double work() const { return work_; } ///< assigned so far
  Reception reception() const { return reception_; }

  double completion_of(std::size_t i) const {
    return server::completion_of(steps_[i], clocks_[i], time_, reception_);
  }
  void select(std::size_t i) {
    time_ = completion_of(i);
    clocks_[i] = clock_after(steps_[i], clocks_[i], time_);
    work_ += steps_[i].work;
  }

private:
  std::span<const Step> steps_;
  Reception reception_;
  std::vector<WorkerClock> clocks_;
  double time_ = 0, work_ = 0;
};

/// What a clock means for what comes.
struct Delays {
  double buffer = 0; ///< seconds until a transfer can begin
  /// Until the worker has done all, beyond the end of a transfer that begins then. Less than that delays nothing and counts as 0.
  double worker = 0;
};

inline Delays delays(const Step& step, const WorkerClock& clock, double time, Reception reception) {
  const double buffer = reception == Reception::two_buffers ? std::max(0.0, clock.previous - time) : 0;
  return {buffer, std::max(0.0, clock.ready - time - buffer - step.transfer)};
}

/// The clock, at time 0, of a worker that has these delays.
inline WorkerClock clock_of(const Step& step, const Delays& delays) {
  return {delays.worker > 0 ? delays.buffer + step.transfer + delays.worker : 0, delays.buffer};
}

} // namespace hetgrid::server::steady
