// How long steps of a factorization take.
#include "server/lu/core_rates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace hetgrid::server::lu {
namespace {

bool is_server(const Worker& worker) {
  return worker.seconds_per_block == 0 && worker.latency == 0;
}

bool has_room(const Worker& worker, double blocks) {
  return is_server(worker) || worker.buffers == 0 || blocks <= static_cast<double>(worker.buffers);
}

/// The panel travels as a whole, there and back. Its m q x mu q elements take mu^2 (m - mu / 3) / 2 updates.
double panel_seconds(const Worker& worker, double m, double mu) {
  if (!has_room(worker, m * mu))
    return infinity;
  return 2 * (worker.latency + m * mu * worker.seconds_per_block) +
         mu * mu * (m - mu / 3) / 2 * worker.seconds_per_update;
}

/// L11 stays, columns of mu blocks come and go, two of them at a time: mu^2 / 2 updates each.
double rows_seconds(const Worker& worker, double n, double mu) {
  if (n == 0)
    return 0;
  if (!has_room(worker, mu * mu + 4 * mu))
    return infinity;
  const double transfer = 2 * (worker.latency + mu * worker.seconds_per_block),
               update = mu * mu / 2 * worker.seconds_per_update;
  return worker.latency + mu * mu * worker.seconds_per_block + n * std::max(transfer, update) +
         std::min(transfer, update);
}

template <typename Seconds>
std::pair<int, double> fastest(const Star& star, Seconds seconds) {
  std::pair<int, double> best{0, infinity};
  for (std::size_t i = 0; i < star.workers.size(); ++i)
    if (const double s = seconds(star.workers[i]); s < best.second)
      best = {static_cast<int>(i), s};
  return best;
}

} // namespace

Core core_of(const Star& star, Index mu, Index columns) {
  Core core;
  std::vector<server::Step> steps;
  for (const Worker& worker : star.workers) {
    const Chunk chunk = is_server(worker) ? Chunk{mu, columns} : best_chunk(worker.buffers, mu, columns);
    core.chunks.push_back(chunk);
    if (chunk.width < 1) {
      steps.emplace_back();
      continue;
    }
    // a block row of A22, or the part of it that is as wide as the chunk
    const double passes = std::ceil(static_cast<double>(mu) / static_cast<double>(chunk.height)),
                 work = static_cast<double>(mu) * static_cast<double>(chunk.width);
    steps.push_back(
        {work * blocks_per_update(chunk, mu) * worker.seconds_per_block + 2 * passes * worker.latency,
         work * worker.seconds_per_update, work});
  }
  if (std::ranges::all_of(steps, [](const server::Step& step) { return step.work == 0; }))
    return core;
  constexpr Index selections = 200;
  Selection selection(steps, Rule::global_two_steps, Reception::two_buffers);
  std::vector<bool> enrolled(steps.size());
  double work = 0, completion = 0;
  for (Index k = 0; k < 2 * selections; ++k) {
    const auto worker = static_cast<std::size_t>(selection.next());
    if (k == selections - 1) {
      work = selection.work();
      completion = selection.completion();
    }
    enrolled[worker] = enrolled[worker] || k >= selections;
  }
  core.rate = (selection.work() - work) / (selection.completion() - completion);
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (enrolled[i])
      core.enrolled.push_back(static_cast<int>(i));
  core.steps = std::move(steps);
  return core;
}

// n^2 mu updates at the rate of the selection, and the chunks of U12 that all of them have to be sent; but the last strip of
// columns is one worker's alone.
double core_seconds(const Star& star, const Core& core, Index mu, Index n) {
  if (n == 0)
    return 0;
  if (core.enrolled.empty())
    return infinity;
  const double rows = static_cast<double>(n), height = static_cast<double>(mu);
  double cheapest = infinity, strip = infinity;
  for (const int number : core.enrolled) {
    const auto i = static_cast<std::size_t>(number);
    cheapest = std::min(cheapest, star.workers[i].seconds_per_block);
    const double part = std::min(1.0, rows / static_cast<double>(core.chunks[i].width));
    strip = std::min(strip, rows * part * std::max(core.steps[i].transfer, core.steps[i].update));
  }
  return std::max(rows * rows * height / core.rate, strip) + rows * height * cheapest;
}

Step predict_step(const Star& star, const Core& core, Index m, Index mu) {
  const double rows = static_cast<double>(m), width = static_cast<double>(mu);
  Step step;
  step.mu = mu;
  step.n = m - mu;
  std::tie(step.panel_worker, step.panel_seconds) =
      fastest(star, [&](const Worker& worker) { return panel_seconds(worker, rows, width); });
  std::tie(step.rows_worker, step.rows_seconds) =
      fastest(star, [&](const Worker& worker) { return rows_seconds(worker, rows - width, width); });
  step.core_seconds = core_seconds(star, core, mu, step.n);
  if (step.n > 0)
    step.enrolled = core.enrolled;
  return step;
}

} // namespace hetgrid::server::lu
