#include "partition/push/dfa.hpp"

#include "partition/metrics.hpp"
#include "partition/random_partition.hpp"

#include <algorithm>
#include <utility>

namespace hetgrid::partition {
namespace {

/// \returns whether there was a Push
bool step(PushState& state, const PushPlan::Input& input, PushCounts& pushes) {
  const PushType* type = push(state, input.process, input.direction);
  if (type != nullptr)
    ++pushes[type == &push_of_two ? 0 : static_cast<std::size_t>(type - push_types) + 1];
  return type != nullptr;
}

/// Uniform on 0 .. count - 1, but for 2^-60; std::uniform_int_distribution differs from library to library.
std::size_t below(std::mt19937_64& random, std::size_t count) {
  return random() % count;
}

/// Fisher and Yates.
template <typename Range>
void shuffle(Range& range, std::mt19937_64& random) {
  for (std::size_t k = std::size(range); k > 1; --k)
    std::swap(range[k - 1], range[below(random, k)]);
}

} // namespace

std::vector<std::int64_t> cells_of_processes(const Partition& partition) {
  std::vector<std::int64_t> cells;
  for (const ProcessMetrics& process : metrics(partition))
    cells.push_back(process.cells);
  return cells;
}

int largest_process(std::span<const std::int64_t> counts) {
  return static_cast<int>(std::ranges::max_element(counts) - counts.begin());
}

PushPlan all_inputs(std::span<const std::int64_t> counts) {
  PushPlan plan{{}, true};
  for (int process = 0; process < static_cast<int>(counts.size()); ++process)
    if (process != largest_process(counts))
      for (const Direction direction : all_directions)
        plan.inputs.push_back({process, direction});
  return plan;
}

PushPlan random_push_plan(std::span<const std::int64_t> counts, std::mt19937_64& random) {
  PushPlan plan;
  for (int process = 0; process < static_cast<int>(counts.size()); ++process)
    if (process != largest_process(counts)) {
      auto directions = std::to_array(all_directions);
      shuffle(directions, random);
      for (std::size_t k = 0, chosen = 1 + below(random, directions.size()); k < chosen; ++k)
        plan.inputs.push_back({process, directions[k]});
    }
  shuffle(plan.inputs, random);
  plan.interleaved = below(random, 2) == 1;
  return plan;
}

PushCounts condense(PushState& state, const PushPlan& plan) {
  PushCounts pushes{};
  for (bool pushed = true; pushed;) {
    pushed = false;
    for (const PushPlan::Input& input : plan.inputs)
      while (step(state, input, pushes)) {
        pushed = true;
        if (plan.interleaved)
          break;
      }
  }
  return pushes;
}

PushRun run_push_dfa(std::int64_t cells, std::span<const std::int64_t> counts, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  PushState state(random_partition(cells, counts, random));
  PushRun run{random_push_plan(counts, random),
              state.partition(),
              state.partition(),
              state.partition(),
              {},
              {},
              state.counts().volume_of_communication(),
              0,
              0};
  run.pushes = condense(state, run.plan);
  run.condensed = state.partition();
  run.condensed_volume = state.counts().volume_of_communication();
  run.beautifying = beautify(state);
  run.end = state.partition();
  run.end_volume = state.counts().volume_of_communication();
  return run;
}

} // namespace hetgrid::partition
