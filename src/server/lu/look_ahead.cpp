// What src/linalg/server/getrf.cpp does, in time: kernels as it calls them, at the rates by which a simulated run charges them.
#include "hetgrid/error.hpp"
#include "hetgrid/server_lu.hpp"
#include "server/lu/core_rates.hpp"
#include "server/operations.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::server::lu {
namespace {

bool is_process_0(const Worker& worker) {
  return worker.process == 0;
}

/// What a process takes for parts of a step, seconds.
class Kernels {
public:
  /// \param update_seconds  of a block
  Kernels(const Star& star, const Product& matrix, double update_seconds)
      : rates_(star.kernels), operation_(update_seconds / (operations_per_update(matrix.element_bytes) *
                                                           std::pow(matrix.block_size, 3))),
        operations_per_update_(operations_per_update(matrix.element_bytes)),
        element_bytes_(matrix.element_bytes) {}

  double update(double m, double n, double k) const {
    return m > 0 && n > 0 ? updates(m * n * k) / plan::product_rate(rates_, m, n, k) : 0;
  }
  /// L^-1 B.
  double solve(double width, double n) const {
    return updates(width * width / 2 * n) / (rates_.trsm * rates_.by_width.trsm.at(width));
  }
  double interchange(double pivots, double n) const {
    return operation_ * 2 * pivots * n * element_bytes_ / rates_.interchange;
  }
  /// Packed or unpacked.
  double copy(double elements) const { return operation_ * elements * element_bytes_ / rates_.copy; }
  double panel(double m, double width) const {
    double seconds = 0;
    for (double i = 0; i < width; i += panel_block) {
      const double w = std::min<double>(panel_block, width - i), rows = m - i, right = width - i - w;
      seconds +=
          updates(w * w * (rows - w / 3) / 2) / (rates_.getrf_panel * rates_.by_width.getrf_panel.at(w));
      seconds += interchange(w, i + right);
      if (right > 0)
        seconds += solve(w, right) + update(rows - w, right, w);
    }
    return seconds;
  }

private:
  double updates(double of_elements) const { return operation_ * operations_per_update_ * of_elements; }

  plan::KernelRates rates_;
  double operation_; ///< seconds of one of double precision
  double operations_per_update_;
  double element_bytes_;
};

/// The times of steps of a factorization.
class Timer {
public:
  Timer(const Star& star, const Product& matrix, const UpdateRun& core)
      : star_(star), matrix_(matrix), core_(core), server_(star, matrix, server_seconds(star)) {}

  /// Until the first panel is factored by that process.
  Run first(Index width, int process) const {
    return {panel(matrix_.m, width, process), panel_bytes(matrix_.m, width, process)};
  }
  /// Of the step behind a panel at column j, which ends when the next one, of `ahead` columns, is factored by that process.
  Run step(Index j, Index width, Index ahead, int process) const {
    const Index next = j + width, m = matrix_.m - next, right = matrix_.n - next;
    const Product core{m, right - ahead, width, matrix_.block_size, matrix_.element_bytes, false, true};
    const double rows =
                     server_.interchange(real(width), real(right)) + server_.solve(real(width), real(right)),
                 update = server_.update(real(m), real(ahead), real(width)),
                 left = server_.interchange(real(width), real(j)), factored = panel(m, ahead, process);
    const double meanwhile = update + left + factored, busy = process == 0 ? meanwhile : update + left;
    const Run run = with_core(process == 0 ? star_ : without(process), core, meanwhile, busy);
    return {rows + run.seconds, run.bytes + panel_bytes(m, ahead, process)};
  }

  bool has_room(int process, Index m, Index width) const {
    return process == 0 || m * width <= capacity(matrix_, *worker(process));
  }
  /// Who factors a panel of m rows, if `seconds` tells how long that takes all: the server or the worker that is fastest at it.
  template <typename Seconds>
  int place(Index m, Index width, Seconds&& seconds) const {
    int best = 0;
    double best_seconds = infinity;
    for (const Worker& each : star_.workers)
      if (m > 0 && width > 0 && !is_process_0(each) && has_room(each.process, m, width))
        if (const double its = panel(m, width, each.process); its < best_seconds) {
          best = each.process;
          best_seconds = its;
        }
    return best != 0 && seconds(best) < seconds(0) ? best : 0;
  }

private:
  static double real(Index x) { return static_cast<double>(x); }
  static double server_seconds(const Star& star) {
    if (star.server_seconds_per_update > 0)
      return star.server_seconds_per_update;
    const auto server = std::ranges::find_if(star.workers, is_process_0);
    return server != star.workers.end()
               ? server->seconds_per_update
               : std::ranges::min(star.workers, {}, &Worker::seconds_per_update).seconds_per_update;
  }

  /// A worker's travels there and back.
  double panel(Index m, Index width, int process) const {
    if (process == 0)
      return server_.panel(real(m), real(width));
    const auto its = worker(process);
    const double elements = real(m) * real(width), blocks = elements / std::pow(matrix_.block_size, 2);
    return 2 * (its->latency + blocks * its->seconds_per_block + server_.copy(elements)) +
           Kernels(star_, matrix_, its->seconds_per_update).panel(real(m), real(width));
  }
  std::vector<Worker>::const_iterator worker(int process) const {
    return std::ranges::find(star_.workers, process, &Worker::process);
  }
  Star without(int process) const {
    Star star = star_;
    star.server = -1;
    std::erase_if(star.workers, [&](const Worker& worker) { return worker.process == process; });
    return star;
  }

  double panel_bytes(Index m, Index width, int process) const {
    return process == 0 ? 0 : 2 * real(m) * real(width) * matrix_.element_bytes;
  }

  /// Seconds of the server's core for what travels.
  double packing(const Run& core) const {
    return core.bytes / (std::pow(matrix_.block_size, 2) * matrix_.element_bytes) *
           star_.pack_seconds_per_block;
  }
  /// Of an update while the server does something else first, which ends after `meanwhile` unless its core, which that keeps busy for
  /// `busy`, packs as well.
  Run with_core(const Star& star, const Product& core, double meanwhile, double busy) const {
    if (core.m == 0 || core.n == 0)
      return {meanwhile};
    if (star.workers.empty())
      return {meanwhile + server_.update(real(core.m), real(core.n), real(core.k))};
    Star others = star;
    others.server = -1;
    std::erase_if(others.workers, is_process_0);
    if (others.workers.empty())
      return {meanwhile + core_(star, core).seconds};
    const Run alone = core_(others, core);
    const double end = std::max(meanwhile, busy + packing(alone));
    if (end >= alone.seconds || others.workers.size() == star.workers.size())
      return {std::max(end, alone.seconds), alone.bytes};
    // The server joins them.
    const double joins = std::max(meanwhile, busy / (1 - packing(alone) / alone.seconds)),
                 part = joins / alone.seconds;
    const Run together = core_(star, core);
    return {joins + (1 - part) * together.seconds, part * alone.bytes + (1 - part) * together.bytes};
  }

  const Star& star_;
  Product matrix_;
  const UpdateRun& core_;
  Kernels server_;
};

/// Panels of equal widths, and how long they take: a few steps stand for all, as they change little by little.
struct Candidate {
  Index width = 0;
  double seconds = 0;
  std::vector<Panel> panels = {};
};
Candidate candidate(const Timer& timer, const Product& matrix, Index width) {
  constexpr Index samples = 12;
  const Index steps = (matrix.k + width - 1) / width, stride = (steps + samples - 1) / samples;
  const auto width_at = [&](Index j) { return std::min(width, std::max<Index>(0, matrix.k - j)); };
  Candidate result{width};
  const int first = timer.place(matrix.m, width_at(0),
                                [&](int process) { return timer.first(width_at(0), process).seconds; });
  result.panels.push_back({width_at(0), first});
  result.seconds = timer.first(width_at(0), first).seconds;
  for (Index begin = 0; begin < steps; begin += stride) {
    const Index count = std::min(stride, steps - begin), j = (begin + count / 2) * width;
    const auto seconds = [&](int process) {
      return timer.step(j, width_at(j), width_at(j + width), process).seconds;
    };
    const int process = timer.place(matrix.m - j - width, width_at(j + width), seconds);
    result.seconds += static_cast<double>(count) * seconds(process);
    for (Index next = (begin + 1) * width; next < std::min(matrix.k, (begin + 1 + count) * width);
         next += width)
      result.panels.push_back(
          {width_at(next), timer.has_room(process, matrix.m - next, width_at(next)) ? process : 0});
  }
  return result;
}

/// Of all widths by estimates, the fastest first.
std::vector<Candidate> candidates(const Timer& timer, const Product& matrix) {
  std::vector<Candidate> all;
  for (Index mu = 1; mu < matrix.t(); mu = std::max(mu + 1, mu * 5 / 4))
    all.push_back(candidate(timer, matrix, mu * matrix.block_size));
  std::ranges::stable_sort(all, {}, &Candidate::seconds);
  return all;
}

} // namespace

Run predict(const Star& star, const Product& matrix, std::span<const Panel> panels, const UpdateRun& core) {
  validate(star);
  validate(matrix);
  for (const Panel& panel : panels)
    if (panel.process != 0 &&
        std::ranges::find(star.workers, panel.process, &Worker::process) == star.workers.end())
      throw ArgumentError("process of a panel", std::to_string(panel.process), "0 or that of a worker");
  const Timer timer(star, matrix, core);
  Run sum;
  const auto add = [&](const Run& run) { sum = {sum.seconds + run.seconds, sum.bytes + run.bytes}; };
  Index left = matrix.k;
  for (std::size_t k = 0; k < panels.size(); left -= panels[k++].width) {
    const Panel &panel = panels[k], next = k + 1 < panels.size() ? panels[k + 1] : Panel{};
    if (panel.width < 1 || panel.width + next.width > left)
      throw ArgumentError("width of a panel", std::to_string(panel.width),
                          "positive numbers that add up to " + std::to_string(matrix.k));
    if (k == 0)
      add(timer.first(panel.width, panel.process));
    add(timer.step(matrix.k - left, panel.width, next.width, next.process));
  }
  if (left != 0)
    throw ArgumentError("widths of panels", std::to_string(matrix.k - left),
                        "numbers that add up to " + std::to_string(matrix.k));
  return sum;
}

std::vector<Panel> look_ahead_panels(const Star& star, const Product& matrix, const UpdateRun& estimate,
                                     const UpdateRun& core) {
  validate(star);
  validate(matrix);
  constexpr int tries = 8;
  const Timer timer(star, matrix, core);
  Candidate best = candidate(timer, matrix, matrix.k); // a single panel: no core
  int tried = 0;
  for (const Candidate& estimated : candidates(Timer(star, matrix, estimate), matrix)) {
    if (estimated.seconds >= best.seconds || tried++ == tries)
      break;
    if (Candidate one = candidate(timer, matrix, estimated.width); one.seconds < best.seconds)
      best = std::move(one);
  }
  return best.panels;
}

} // namespace hetgrid::server::lu
