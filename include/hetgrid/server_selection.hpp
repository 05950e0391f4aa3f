// Who gets the next step, on workers that all differ: the rules of [Dongarra06] 6 in its model of the steady state, in which C is
// neither sent nor returned. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/server.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace hetgrid::server {

/// A step of a worker with chunks of mu x mu blocks: it gets mu blocks of A and mu of B and updates the chunk with them.
struct Step {
  double transfer = 0; ///< 2 mu c, seconds
  double update = 0;   ///< mu^2 w, seconds
  double work = 0;     ///< mu^2, updates of blocks

  bool operator==(const Step&) const = default;
};

/// \param mu  of every worker, 0 to leave it out \throws ArgumentError unless there is one for every worker
std::vector<Step> steps_of(const Star& star, std::span<const Index> mu);

enum class Rule {
  global,           ///< the most work in all, over the time at which its last transfer ends: Algorithm 3
  local,            ///< the most work of this transfer, over the time that the port is occupied by it: 6.2.2
  global_two_steps, ///< the global rule for the best pair of this transfer and the next: 6.2.1
  local_two_steps   ///< the local rule, likewise
};

/// When a worker that computes may receive.
enum class Reception {
  ends_when_ready, ///< a transfer does not end before the worker has done all before it: Algorithm 3
  two_buffers ///< a transfer begins when the last update but one has ended, as memory for two steps allows
};

/// When a worker will have done what it has been sent.
struct WorkerClock {
  double ready = 0;    ///< all its updates
  double previous = 0; ///< those before the last one
};

/// When the transfer of a step ends that the server, idle since `time`, turns to next.
inline double completion_of(const Step& step, const WorkerClock& clock, double time, Reception reception) {
  return reception == Reception::two_buffers ? std::max(time, clock.previous) + step.transfer
                                             : std::max(time + step.transfer, clock.ready);
}

/// The worker's clock after that.
inline WorkerClock clock_after(const Step& step, const WorkerClock& clock, double completion) {
  return {std::max(completion, clock.ready) + step.update, clock.ready};
}

/// A schedule of steps, one after the other. Ties go to the lowest index.
class Selection {
public:
  /// \throws ArgumentError unless a step has work
  Selection(std::vector<Step> steps, Rule rule, Reception reception = Reception::ends_when_ready);

  /// The worker that gets the next step.
  int next();
  /// This worker gets no more of them.
  void leave(int worker);

  /// Of the steps so far: when the last transfer ends, and their work.
  double completion() const { return completion_; }
  double work() const { return work_; }

private:
  /// What is looked at of a worker that may get steps, one candidate after the other in memory.
  struct Candidate {
    std::size_t worker;
    double transfer, work; ///< of its step
    double free;           ///< of its clock, when it has room for one
  };
  /// Candidates that are alike, one after the other, and what none of them is better than: the most work, the shortest transfer, the
  /// earliest room, the lowest index. So that thousands need not be looked at for each step.
  struct Group {
    std::size_t begin, end;
    Candidate limit;
  };
  struct Valued {
    double value;
    std::size_t number; ///< of a candidate
  };
  double free_of(const WorkerClock& clock) const {
    return reception_ == Reception::two_buffers ? clock.previous : clock.ready;
  }
  /// As completion_of().
  template <Reception reception>
  static double completion_after(const Candidate& next, double time) {
    return reception == Reception::two_buffers ? std::max(time, next.free) + next.transfer
                                               : std::max(time + next.transfer, next.free);
  }
  /// What the rule maximises, for transfers with so much work after which the last one ends then.
  double value(double work, double completion) const {
    return (earlier_work_ + work) / (completion - begin_);
  }
  void make_groups();
  void set_limit(Group& group) const;
  bool is_better(const Valued& one, const Valued& other) const {
    return one.value != other.value ? one.value > other.value
                                    : candidates_[one.number].worker < candidates_[other.number].worker;
  }
  template <Reception reception>
  std::size_t choose();
  template <Reception reception>
  void find_best(std::size_t count);
  template <Reception reception>
  double value_of_best_pair(std::size_t first, double least);

  std::vector<Step> steps_;
  Rule rule_;
  Reception reception_;
  std::vector<WorkerClock> clocks_;
  std::vector<Candidate> candidates_; ///< by transfer / work
  std::vector<Group> groups_;
  std::vector<Valued> best_; ///< for a step of each alone
  double completion_ = 0, work_ = 0;
  double earlier_work_ = 0, begin_ = 0; ///< what the rule counts besides: global ones all so far, from 0 on
};

/// Work per second of a rule over so many selections, after as many that do not count.
double steady_rate(std::span<const Step> steps, Rule rule, Reception reception, Index selections);

} // namespace hetgrid::server
