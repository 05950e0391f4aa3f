// make bench-push: where the Push of [DeFlumere14] ends, against the canonical shapes, and how long it takes.
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "partition/push/archetype.hpp"
#include "partition/push/lu_push.hpp"
#include "partition/push/reduction.hpp"
#include "partition/shape/registry.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace hetgrid::partition;

/// Of 6.3.1.
const std::vector<std::vector<double>> ratios = {{2, 1, 1},  {3, 1, 1},  {4, 1, 1}, {5, 1, 1}, {10, 1, 1},
                                                 {10, 5, 1}, {10, 8, 1}, {2, 2, 1}, {3, 2, 1}, {4, 2, 1},
                                                 {5, 2, 1},  {5, 3, 1},  {5, 4, 1}};

struct Options {
  std::int64_t cells = 60;
  int runs = 2000;
  std::uint64_t seed = 1;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::string text(const std::vector<double>& speeds) {
  return fmt::format("{}", fmt::join(speeds, ":"));
}

struct Canonical {
  std::string name = "none";
  std::int64_t volume = std::numeric_limits<std::int64_t>::max();
};

/// The shape of the least volume. Its processes have their shares as far as whole sides allow.
Canonical best_canonical(std::vector<double> speeds, std::int64_t cells) {
  const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (double& speed : speeds)
    speed /= total;
  Canonical best;
  for (const Shape& shape : shapes_for(speeds.size()))
    for (const Bands& way : shape.draw(speeds, cells).ways)
      if (const std::int64_t volume = volume_of_communication(way); volume < best.volume)
        best = {shape.name, volume};
  return best;
}

/// Archetypes by part of the runs; volumes in N^2.
void archetypes(const Options& options) {
  fmt::print(
      "N = {}, {} runs for each ratio: archetypes in %, of the ends that are reduced to A, volumes in N^2\n",
      options.cells, options.runs);
  fmt::print("{:>8} {:>5} {:>5} {:>5} {:>5} {:>5} {:>7}  {:>6} {:>6} {:>6}  {:>6} {}\n", "speeds", "A", "B",
             "C", "D", "none", "reduced", "mean", "best", "best A", "", "canonical shape");
  const auto square = static_cast<double>(options.cells * options.cells);
  for (const std::vector<double>& speeds : ratios) {
    const std::vector<std::int64_t> counts = cells_in_proportion(speeds, options.cells);
    std::array<int, 5> found{};
    int reduced = 0;
    double mean = 0, best = INFINITY, best_reduced = INFINITY;
    for (int k = 0; k < options.runs; ++k) {
      const PushRun run = run_push_dfa(options.cells, counts, options.seed + static_cast<std::uint64_t>(k));
      const std::optional<Archetype> archetype_of_end = archetype(run.end);
      ++found[archetype_of_end ? static_cast<std::size_t>(*archetype_of_end) : 4];
      const double volume = static_cast<double>(run.end_volume) / square;
      mean += volume / options.runs;
      best = std::min(best, volume);
      if (const std::optional<Partition> a = reduce_to_archetype_a(run.end)) {
        ++reduced;
        best_reduced = std::min(best_reduced, static_cast<double>(volume_of_communication(*a)) / square);
      }
    }
    const auto percent = [&](int count) { return 100.0 * count / options.runs; };
    const Canonical canonical = best_canonical(speeds, options.cells);
    fmt::print("{:>8} {:5.1f} {:5.1f} {:5.1f} {:5.1f} {:5.1f} {:7.2f}  {:6.3f} {:6.3f} {:6.3f}  {:6.3f} {}\n",
               text(speeds), percent(found[0]), percent(found[1]), percent(found[2]), percent(found[3]),
               percent(found[4]), percent(reduced), mean, best, best_reduced,
               static_cast<double>(canonical.volume) / square, canonical.name);
  }
}

void scale(const Options& options) {
  constexpr std::int64_t cells = 1000;
  constexpr int runs = 10;
  constexpr double target = 5;
  fmt::print("N = {}, {} runs for each ratio: CPU seconds of a run to its end\n", cells, runs);
  fmt::print("{:>10} {:>8} {:>6} {:>6}\n", "speeds", "Pushes", "mean", "worst");
  auto all = ratios;
  all.push_back({5, 4, 3, 2, 1});
  for (const std::vector<double>& speeds : all) {
    std::int64_t pushes = 0;
    double sum = 0, worst = 0;
    for (int k = 0; k < runs; ++k) {
      const double start = cpu_seconds();
      const PushRun run = run_push_dfa(cells, cells_in_proportion(speeds, cells),
                                       options.seed + static_cast<std::uint64_t>(k));
      const double seconds = cpu_seconds() - start;
      sum += seconds;
      worst = std::max(worst, seconds);
      for (const PushCounts& made : {run.pushes, run.beautifying})
        pushes += std::accumulate(made.begin(), made.end(), std::int64_t{0});
    }
    fmt::print("{:>10} {:8} {:6.2f} {:6.2f}{}\n", text(speeds), pushes / runs, sum / runs, worst,
               worst <= target ? "" : " missed: at most 5");
  }
}

/// All rows of a column belong to one process, columns in proportion in every trailing sub-matrix.
Partition cyclic_columns(const std::vector<double>& speeds, std::int64_t cells) {
  const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  Partition partition(cells, static_cast<int>(speeds.size()));
  std::vector<double> given(speeds.size());
  for (std::int64_t columns = 1; columns <= cells; ++columns) {
    std::size_t neediest = 0;
    const auto need = [&](std::size_t x) {
      return speeds[x] / total * static_cast<double>(columns) - given[x];
    };
    for (std::size_t x = 1; x < speeds.size(); ++x)
      if (need(x) > need(neediest))
        neediest = x;
    ++given[neediest];
    partition.assign({0, cells - columns, cells, 1, static_cast<int>(neediest)});
  }
  return partition;
}

void lu(const Options& options) {
  constexpr std::int64_t cells = 64;
  constexpr int runs = 200;
  fmt::print("LU, N = {}, {} runs: volumes in N^2\n", cells, runs);
  fmt::print("{:>6} {:>6} {:>8} {:>6} {:>6} {:>14}\n", "speeds", "width", "at first", "mean", "best",
             "cyclic columns");
  const auto square = static_cast<double>(cells * cells);
  for (const std::vector<double>& speeds : {std::vector<double>{1, 1}, {2, 1}, {5, 1}, {15, 1}, {4, 2, 1}})
    for (const std::int64_t width : {4, 16, 64}) {
      double at_first = 0, mean = 0, best = INFINITY;
      for (int k = 0; k < runs; ++k) {
        const LuPushRun run = run_lu_push(cells, width, speeds, options.seed + static_cast<std::uint64_t>(k));
        const double volume = static_cast<double>(run.end_volume) / square;
        at_first += static_cast<double>(run.start_volume) / square / runs;
        mean += volume / runs;
        best = std::min(best, volume);
      }
      fmt::print("{:>6} {:6} {:8.3f} {:6.3f} {:6.3f} {:14.3f}\n", text(speeds), width, at_first, mean, best,
                 static_cast<double>(lu_volume(cyclic_columns(speeds, cells), width)) / square);
    }
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Where the Push ends.");
  app.add_option("--cells", options.cells, "N of the archetypes")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--runs", options.runs, "Random partitions for each ratio")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Of the first run; the next have the next")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  archetypes(options);
  fmt::print("\n");
  scale(options);
  fmt::print("\n");
  lu(options);
}
