// A new strategy is a line here.
#include "hetgrid/dynamic_analysis.hpp"
#include "hetgrid/error.hpp"
#include "plan/limits.hpp"
#include "server/dynamic/strategies.hpp"
#include "server/dynamic/undone.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace hetgrid::dynamic {
namespace {

constexpr Index most_bits = 20'000'000'000; ///< of account

using Maker = std::unique_ptr<Strategy> (*)(const Tasks&, int, const Options&);

struct Entry {
  StrategyInfo info;
  Maker make;
};

constexpr std::array entries{
    Entry{{"random", "any task"}, random},
    Entry{{"sorted", "tasks in their order"}, sorted},
    Entry{{"dynamic", "random new indices, and all tasks that they make possible"}, data_aware},
    Entry{{"dynamic-2-phases", "dynamic; once e^-beta of the tasks are left, any task"}, two_phases},
    Entry{{"greedy", "the new index with the most tasks for a block that is sent"}, greedy},
    Entry{{"partition", "rectangles by speed, or equal ones; who is done takes from others"}, partition},
    Entry{{"auto", "greedy or partition, by what is known of the speeds"}, by_what_is_known},
};

constexpr auto infos = [] {
  std::array<StrategyInfo, entries.size()> infos;
  std::ranges::transform(entries, infos.begin(), &Entry::info);
  return infos;
}();

std::string names() {
  std::string list;
  for (const StrategyInfo& info : infos)
    list += (list.empty() ? "" : ", ") + std::string(info.name);
  return list;
}

/// Of so many lines of bits.
Index bits(Index lines, Index width) {
  return lines * ((width + 63) / 64 * 64);
}

/// What is left is kept as bits, and what each worker holds.
void check_workers(const Tasks& tasks, int workers) {
  const auto& [kernel, rows, columns, steps] = tasks;
  const Index left = bits(rows * steps, columns) + bits(columns * steps, rows),
              held = bits(steps, rows) + bits(steps, columns) +
                     (kernel == Kernel::matrix_product ? bits(rows, columns) : 0);
  const Index most = std::min<Index>(plan::limits::processes, (most_bits - left) / held);
  if (workers < 1 || workers > most)
    throw ArgumentError("workers", std::to_string(workers), "1 to " + std::to_string(most));
}

void check_size(const char* name, std::size_t size, int workers) {
  if (size != 0 && size != at(workers))
    throw ArgumentError(name, std::to_string(size) + " of them",
                        "none, or " + std::to_string(workers) + ", one for each worker");
}

void check_options(const Tasks& tasks, int workers, const Options& options) {
  plan::check("beta", options.beta, {1e-6, 700, true});
  plan::check("portion", options.portion, {1e-6, 1});
  plan::check("speed_error", options.speed_error, {1e-300, 0.99, true});
  if (options.candidates < 0)
    throw ArgumentError("candidates", std::to_string(options.candidates), "at least 1, or 0: all");
  check_size("capacity", options.capacity.size(), workers);
  check_size("speeds", options.speeds.size(), workers);
  const Index blocks_of_task = tasks.kernel == Kernel::matrix_product ? 3 : 2;
  for (std::size_t k = 0; k < options.capacity.size(); ++k)
    if (options.capacity[k] != 0 && options.capacity[k] < blocks_of_task)
      throw ArgumentError("capacity[" + std::to_string(k) + "]", std::to_string(options.capacity[k]),
                          "at least " + std::to_string(blocks_of_task) + " blocks, or 0: not limited");
  if (!options.speeds.empty())
    relative_speeds(options.speeds); // refuses what is no speed
}

} // namespace

Tasks outer_product(Index n) {
  return {Kernel::outer_product, n, n, 1};
}

Tasks matrix_product(Index n) {
  return {Kernel::matrix_product, n, n, n};
}

void validate(const Tasks& tasks) {
  const auto check = [](const char* name, Index size, Index most) {
    if (size < 1 || size > most)
      throw ArgumentError(name, std::to_string(size), "1 to " + std::to_string(most));
  };
  check("rows", tasks.rows, most_tasks);
  check("columns", tasks.columns, most_tasks / tasks.rows);
  check("steps", tasks.steps,
        tasks.kernel == Kernel::outer_product ? 1 : most_tasks / tasks.rows / tasks.columns);
}

std::span<const StrategyInfo> strategies() {
  return infos;
}

std::unique_ptr<Strategy> make_strategy(std::string_view name, const Tasks& tasks, int workers,
                                        const Options& options) {
  validate(tasks);
  check_workers(tasks, workers);
  check_options(tasks, workers, options);
  const auto entry = std::ranges::find(entries, name, [](const Entry& e) { return e.info.name; });
  if (entry == entries.end())
    throw ArgumentError("strategy", name, names());
  return entry->make(tasks, workers, options);
}

} // namespace hetgrid::dynamic
