// What the models of product and factorizations share.
#pragma once

#include "hetgrid/model.hpp"
#include "plan/model/steps.hpp"
#include "plan/model/wires.hpp"
#include "plan/model/workload.hpp"
#include "plan/precision.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::plan {

/// Seconds of local work, from the speeds of the processes.
class Costs {
public:
  Costs(const Platform& platform, const Problem& problem, const std::vector<int>& members);

  double element_bytes() const { return element_bytes_; }
  const KernelRates& kernels(std::size_t member) const { return process(member).kernels; }
  /// Seconds of an operation of the matrix product, counted as for real matrices, on a local part of so many elements.
  double per_operation(std::size_t member, double elements) const {
    const ProcessSpeed& mine = process(member);
    return operation_ /
           (mine.curve.empty() ? mine.gflops : mine.gflops_at(in_doubles(elements, element_bytes_)));
  }
  /// Seconds to pack or unpack, or to move rows of, so many elements.
  double copy(std::size_t member, double elements) const {
    return elements * element_bytes_ / (1e9 * process(member).gflops * kernels(member).copy);
  }
  /// Bytes a second of interchanges in a local part of so many elements.
  double interchange_rate(std::size_t member, double elements) const {
    const double doubles = in_doubles(elements, element_bytes_);
    return 1e9 * process(member).gflops_at(doubles) * process(member).interchange_at(doubles);
  }
  double permutation(std::size_t member, double elements) const {
    return elements * element_bytes_ / (1e9 * process(member).gflops * kernels(member).permutation);
  }

  /// Seconds that bytes to or from other hosts take of a member's computing.
  double overhead(std::size_t member, double sent, double received) const {
    const Overhead& mine = process(member).overhead;
    return sent * mine.send + received * mine.receive;
  }
  /// Of any member it is known.
  bool has_overhead() const {
    return std::ranges::any_of(platform_.processes,
                               [](const ProcessSpeed& process) { return process.overhead != Overhead(); });
  }

private:
  const ProcessSpeed& process(std::size_t member) const {
    return platform_.processes[static_cast<std::size_t>(members_[member])];
  }

  const Platform& platform_;
  const std::vector<int>& members_;
  double element_bytes_;
  double operation_; ///< seconds at 1 GF/s, as operation_weight() says
};

/// Adds up what the members do. Clocks: when each of them is done with all that is charged to it so far. Where only some
/// steps are simulated, a step that stands for several counts several times, but for the clocks, which go on without gaps.
struct Ledger {
  std::vector<double> clock;
  std::vector<ProcessPrediction> parts;

  /// \param periods  whether those of quotas are followed; else members have their average speed all the time
  Ledger(const Platform& platform, const std::vector<int>& members, bool periods);
  /// From now on: a step that stands for so many.
  void begin_step(double weight);
  /// All steps, until the last member is done.
  double seconds() const;
  /// Counted like time.
  void receive(std::size_t member, double bytes) { parts[member].bytes += weight_ * bytes; }
  double weight() const { return weight_; }
  /// \param seconds  of work at the member's average speed; under a quota the clock may advance by less or by more
  void charge(std::size_t member, double ProcessPrediction::*part, double seconds) {
    Turn(*this, member).charge(part, seconds);
  }
  /// Waiting polls for a while, then sleeps (comm::wait_until).
  void wait(std::size_t member, double time) { Turn(*this, member).wait(time); }

  /// Of a member with a quota: where in a period it is.
  struct Period {
    Quota quota;
    double begin = 0; ///< seconds
    double left = 0;  ///< of the quota, seconds
  };

  /// What a member does at a stretch.
  class Turn {
  public:
    Turn(Ledger& ledger, std::size_t member)
        : clock_(ledger.clock[member]), part_(ledger.parts[member]), period_(ledger.periods_[member]),
          weight_(ledger.weight_) {}

    double now() const { return clock_; }
    void charge(double ProcessPrediction::*part, double seconds) {
      const double begin = clock_;
      if (period_.quota.period == 0)
        clock_ += seconds;
      else
        run(clock_, period_, seconds * period_.quota.share);
      part_.*part += weight_ * (clock_ - begin);
    }
    void wait(double time) {
      constexpr double polling = 1e-3;
      const double waited = time - clock_;
      if (waited <= 0)
        return;
      if (period_.quota.period > 0)
        run(clock_, period_, std::min(waited, polling));
      clock_ = std::max(clock_, time);
    }

  private:
    double& clock_;
    ProcessPrediction& part_;
    Period& period_;
    double weight_;
  };

private:
  /// Uses so many seconds of a core, in as many periods as it takes.
  static void run(double& now, Period& period, double seconds);

  double latest() const;

  std::vector<Period> periods_;
  double weight_ = 1;
  double begin_ = 0;   ///< of the step
  double skipped_ = 0; ///< seconds of the steps that were not simulated
};

/// How much of a run is simulated.
enum class Detail {
  full, ///< all steps, unless there are very many
  quick ///< as many as it takes to compare layouts
};

/// Predicted seconds alone, for searches.
double predicted_seconds(const Plan& plan, const Platform& platform, const Problem& problem, Detail detail);
/// All figures, as exact as that.
Prediction predict(const Distribution& distribution, const Platform& platform, const Problem& problem,
                   Detail detail);
/// Is every step of a run on so many processes simulated?
bool simulates_all(const Problem& problem, std::size_t members, Detail detail);

/// Both fill in all of a member's prediction but idle.
void model_gemm(const Problem& problem, const Costs& costs, Wires& wires, Workload& work, Ledger& ledger,
                const std::vector<SimulatedStep>& steps);
void model_factorization(const Problem& problem, const Costs& costs, Wires& wires, Workload& work,
                         Ledger& ledger, const std::vector<SimulatedStep>& steps);
/// Windows of each of them.
std::int64_t gemm_steps(const Problem& problem, const schedule::Parameters& parameters);
std::int64_t factorization_steps(const Problem& problem, const Workload& work);
/// Where it is not known yet how blocks are distributed: about as many.
std::int64_t factorization_steps(const Problem& problem);

} // namespace hetgrid::plan
