// Predictions are simulations of hetgrid's own algorithms, step by step, with one clock a process: what a process does
// advances its clock by operations over its speed; what it waits for, by the clocks of others and Hockney's time of the
// message between. No constant is fitted to the time of a whole run: speeds are those of kernels, measured by
// `hetgrid probe`, links are those of a ping-pong.
#include "plan/model/model.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {
namespace {

/// Of so many steps of all members, each of which takes about 0.1 us.
std::int64_t share_of(double all, std::size_t members, double least, double most) {
  return static_cast<std::int64_t>(std::clamp(all / static_cast<double>(members), least, most));
}

/// Steps simulated, with so many members. Of many more than that it is too few to wait for.
std::int64_t most_steps(std::size_t members, Detail detail) {
  return detail == Detail::full ? share_of(2e5, members, 192, 1024) : share_of(2500, members, 48, 512);
}

/// In which period of its quota a process is, a few steps do not tell: up to so many steps all are simulated. Of more, members have
/// their average speeds.
std::int64_t most_steps_with_quotas(std::size_t members, Detail detail) {
  return share_of(detail == Detail::full ? 2e5 : 5e3, members, 0, 4096);
}

std::int64_t steps_of(const Problem& problem) {
  return is_factorization(problem.operation) ? factorization_steps(problem) : gemm_steps(problem, {});
}

std::int64_t steps_of(const Problem& problem, const Workload& work) {
  return is_factorization(problem.operation) ? factorization_steps(problem, work)
                                             : gemm_steps(problem, work.parameters());
}

/// Those of a run that are simulated.
std::vector<SimulatedStep> steps_of(const Workload& work, const Platform& platform, const Problem& problem,
                                    Detail detail) {
  const bool quotas = std::ranges::any_of(work.members(), [&](int member) {
    return platform.processes[static_cast<std::size_t>(member)].quota.period > 0;
  });
  const std::int64_t steps = steps_of(problem, work);
  std::int64_t most = most_steps(work.members().size(), detail);
  if (quotas && steps <= most_steps_with_quotas(work.members().size(), detail))
    most = std::max(most, steps);
  if (is_factorization(problem.operation))
    most = std::min(most, work.most_steps(steps));
  return simulated_steps(steps, most);
}

/// Simulates the operation.
Ledger simulated(Workload& work, const Platform& platform, const Problem& problem, Detail detail) {
  const std::vector<int>& members = work.members();
  const std::vector<SimulatedStep> steps = steps_of(work, platform, problem, detail);
  const Costs costs(platform, problem, members);
  Wires wires(platform, members, work.parameters().machine);
  Ledger ledger(platform, members, std::ssize(steps) == steps_of(problem, work));
  (is_factorization(problem.operation) ? model_factorization : model_gemm)(problem, costs, wires, work,
                                                                           ledger, steps);
  return ledger;
}

Prediction predict(Workload& work, const Platform& platform, const Problem& problem, Detail detail) {
  const std::vector<int>& members = work.members();
  const Ledger ledger = simulated(work, platform, problem, detail);
  Prediction prediction;
  prediction.seconds = ledger.seconds();
  prediction.processes.resize(platform.processes.size());
  for (ProcessPrediction& process : prediction.processes)
    process.idle = prediction.seconds;
  work.cut({0, problem.n});
  Trailing whole(members.size());
  work.next(whole);
  std::vector<double> local(platform.processes.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const auto process = static_cast<std::size_t>(members[k]);
    ProcessPrediction& mine = prediction.processes[process] = ledger.parts[k];
    const double busy = mine.update + mine.panel + mine.communication;
    if (busy > prediction.seconds) // steps that stand for several: a rounding error
      for (double* part : {&mine.update, &mine.panel, &mine.communication})
        *part *= prediction.seconds / busy;
    mine.idle = prediction.seconds - mine.update - mine.panel - mine.communication;
    prediction.bytes += mine.bytes;
    local[process] = whole.area[k];
    const double limit = platform.processes[process].memory;
    prediction.fits = prediction.fits && (limit == 0 || mine.memory <= limit);
  }
  prediction.gflops = problem.operations() / prediction.seconds / 1e9;
  double together = 0; // operations a second, as counted for real matrices
  for (std::size_t process = 0; process < local.size(); ++process)
    together += 1 / Costs(platform, problem, {static_cast<int>(process)}).per_operation(0, local[process]);
  prediction.efficiency = problem.operations() / prediction.seconds / together;
  return prediction;
}

} // namespace

double Problem::operations() const {
  const double cube = std::pow(static_cast<double>(n), 3);
  switch (operation) {
  case Operation::gemm:
    return 2 * cube;
  case Operation::getrf:
    return 2 * cube / 3;
  case Operation::geqrf:
    return 4 * cube / 3;
  case Operation::potrf:
    break;
  }
  return cube / 3;
}

void validate(const Problem& problem) {
  if (problem.n < 1)
    throw ArgumentError("n", std::to_string(problem.n), "at least 1");
  if (problem.block_size < 1)
    throw ArgumentError("block_size", std::to_string(problem.block_size), "at least 1");
  if (problem.element_bytes != 4 && problem.element_bytes != 8 && problem.element_bytes != 16)
    throw ArgumentError("element_bytes", std::to_string(problem.element_bytes), "4, 8 or 16");
}

Costs::Costs(const Platform& platform, const Problem& problem, const std::vector<int>& members)
    : platform_(platform), members_(members), element_bytes_(problem.element_bytes),
      operation_(1e-9 * operation_weight(problem)) {}

Ledger::Ledger(const Platform& platform, const std::vector<int>& members, bool periods)
    : clock(members.size()), parts(members.size()) {
  for (const int member : members) {
    const Quota quota = periods ? platform.processes[static_cast<std::size_t>(member)].quota : Quota();
    periods_.push_back({quota, 0, quota.period * quota.share});
  }
}

double Ledger::latest() const {
  return *std::ranges::max_element(clock);
}

void Ledger::begin_step(double weight) {
  if (weight == 1 && weight_ == 1)
    return;
  const double now = latest();
  skipped_ += (weight_ - 1) * (now - begin_);
  begin_ = now;
  weight_ = weight;
}

double Ledger::seconds() const {
  const double now = latest();
  return now + skipped_ + (weight_ - 1) * (now - begin_);
}

void Ledger::run(double& now, Period& period, double seconds) {
  auto& [quota, begin, left] = period;
  const double of_period = quota.period * quota.share;
  const auto refill = [&](double at) {
    begin = at;
    left = of_period;
  };
  if (now >= begin + quota.period)
    refill(std::floor(now / quota.period) * quota.period);
  if (seconds > left) {
    seconds -= left;
    const double full =
        std::max(0.0, std::ceil(seconds / of_period) - 1); // periods that are used up on the way
    seconds = std::min(of_period, seconds - full * of_period);
    refill(begin + (full + 1) * quota.period);
    now = std::max(now, begin);
  }
  left -= seconds;
  now += seconds;
}

Prediction predict(const Plan& plan, const Platform& platform, const Problem& problem) {
  validate(problem);
  return predict(*workload_of(plan, platform, problem), platform, problem, Detail::full);
}

bool simulates_all(const Problem& problem, std::size_t members, Detail detail) {
  return steps_of(problem) <= 2 * most_steps(members, detail);
}

double predicted_seconds(const Plan& plan, const Platform& platform, const Problem& problem, Detail detail) {
  const std::unique_ptr<Workload> work = workload_of(plan, platform, problem);
  return simulated(*work, platform, problem, detail).seconds();
}

Prediction predict(const Distribution& distribution, const Platform& platform, const Problem& problem) {
  return predict(distribution, platform, problem, Detail::full);
}

Prediction predict(const Distribution& distribution, const Platform& platform, const Problem& problem,
                   Detail detail) {
  validate(problem);
  return predict(*workload_of(distribution, platform, problem), platform, problem, detail);
}

} // namespace hetgrid::plan
