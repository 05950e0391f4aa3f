// hetgrid plan: from cycle-times to arrangement, shares and panel, on paper.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"
#include "hetgrid/plan.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arguments.hpp"
#include "cli/svg.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

struct Options {
  std::string cycle_times, platform, grid, panel, svg;
  std::string json; ///< file; empty: standard output
  bool as_json = false;
  plan::Operation operation = plan::Operation::gemm;
  plan::Search search = plan::Search::automatic;
  std::uint64_t seed = 1;
  int matrix_blocks = 0;
};

const std::map<std::string, plan::Operation> operations{{"gemm", plan::Operation::gemm},
                                                        {"lu", plan::Operation::factorization},
                                                        {"qr", plan::Operation::factorization},
                                                        {"cholesky", plan::Operation::factorization}};

const std::map<std::string, plan::Search> searches{{"automatic", plan::Search::automatic},
                                                   {"exact", plan::Search::exact},
                                                   {"heuristic", plan::Search::heuristic},
                                                   {"multi-start", plan::Search::multi_start},
                                                   {"as-given", plan::Search::as_given}};

/// What is known of the processes.
struct Processes {
  std::vector<double> cycle_times;
  std::vector<std::string> hosts; ///< empty if unknown
};

Processes read_processes(const Options& options) {
  if (options.cycle_times.empty() == options.platform.empty())
    throw ArgumentError("--cycle-times, --platform", options.platform.empty() ? "neither" : "both",
                        "one of the two");
  if (options.platform.empty())
    return {parse_cycle_times(options.cycle_times), {}};
  const plan::Platform platform = platform_from_file(options.platform);
  Processes processes{platform.cycle_times(), {}};
  for (const plan::ProcessSpeed& speed : platform.processes)
    processes.hosts.push_back(speed.host);
  return processes;
}

plan::Options planner_options(const Options& options) {
  plan::Options result;
  if (!options.grid.empty())
    std::tie(result.p, result.q) = parse_pair("--grid", options.grid);
  if (!options.panel.empty())
    std::tie(result.panel_rows, result.panel_columns) = parse_pair("--panel", options.panel);
  result.operation = options.operation;
  result.search = options.search;
  result.seed = options.seed;
  return result;
}

/// A cell of the arrangement: "2: t 3 (host)".
std::string cell(const plan::Plan& plan, const std::vector<std::string>& hosts, int process) {
  const auto index = static_cast<std::size_t>(process);
  return fmt::format("{}: t {:.4g}{}", process, plan.cycle_times[index],
                     hosts.empty() ? "" : fmt::format(" ({})", hosts[index]));
}

void print_arrangement(const plan::Plan& plan, const std::vector<std::string>& hosts) {
  const plan::Arrangement& grid = plan.arrangement;
  std::size_t width = 10;
  for (const int process : grid.process)
    width = std::max(width, cell(plan, hosts, process).size());
  fmt::print("\nArrangement (process: cycle-time), row shares r and column shares c\n\n");
  for (int i = 0; i < grid.p; ++i) {
    for (int j = 0; j < grid.q; ++j)
      fmt::print("  {:<{}}", cell(plan, hosts, grid.at(i, j)), width);
    fmt::print("  | r = {:.6g}\n", plan.shares.r[static_cast<std::size_t>(i)]);
  }
  for (const double c : plan.shares.c)
    fmt::print("  {:<{}}", fmt::format("c = {:.6g}", c), width);
  fmt::print("\n");
  for (const int process : plan.idle)
    fmt::print("  idle: {}\n", cell(plan, hosts, process));
}

void print_axis(const char* name, const plan::AxisPanel& panel) {
  fmt::print("  {:<8} counts {}; order {}\n", name, fmt::join(panel.count, " "), fmt::join(panel.order, " "));
}

void print_plan(const plan::Plan& plan, const std::vector<std::string>& hosts) {
  fmt::print("{} processes, {} x {} grid\n", plan.cycle_times.size(), plan.arrangement.p, plan.arrangement.q);
  print_arrangement(plan, hosts);

  fmt::print("\nWork per unit time (blocks in the time in which a process with t = 1 updates one)\n\n");
  const auto line = [&](const char* name, double work) {
    fmt::print("  {:<34} {:>9.4f}   {:>6.4f} of the bound\n", name, work, work / plan.bound);
  };
  line("bound, sum of 1/t", plan.bound);
  line("W of the real shares", plan.work);
  line("W of the panel", plan.panel_work);
  line("uniform block-cyclic, this grid", plan.cyclic_work);

  fmt::print("\nPanel, {} x {} blocks, repeated over the matrix\n\n", plan.rows.order.size(),
             plan.columns.order.size());
  print_axis("rows", plan.rows);
  print_axis("columns", plan.columns);
  fmt::print("\nPredicted speedup over the uniform layout: {:.3f}\n", plan.speedup());
}

int run(const Options& options) {
  const Processes processes = read_processes(options);
  const plan::Plan plan = plan::make_plan(processes.cycle_times, planner_options(options));
  if (!options.svg.empty())
    write_text(options.svg, draw_plan(plan, processes.hosts, options.matrix_blocks));
  if (options.as_json)
    write_text(options.json.empty() ? "-" : options.json, plan::to_json(plan) + "\n");
  if (!options.as_json || !options.json.empty())
    print_plan(plan, processes.hosts);
  return 0;
}

} // namespace

void add_plan(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "plan", "Arrange processes on a grid and share the matrix out: hetgrid plan --cycle-times 1,2,3,5");
  const auto options = std::make_shared<Options>();
  command->add_option("--cycle-times", options->cycle_times, "Cycle-time of each process, as in 1,2,3,5");
  command->add_option("--platform", options->platform, "Platform file of hetgrid probe");
  command->add_option("--grid", options->grid, "Grid rows x columns, as in 2x2; default: chosen");
  command->add_option("--operation", options->operation, "What the plan is made for")
      ->transform(CLI::CheckedTransformer(operations).description("gemm, lu, qr or cholesky"));
  command->add_option("--search", options->search, "How arrangement and shares are searched")
      ->transform(CLI::CheckedTransformer(searches).description(
          "automatic, exact, heuristic, multi-start or as-given"));
  command->add_option("--panel", options->panel,
                      "Panel rows x columns in blocks, as in 8x6; default: chosen");
  command->add_option("--seed", options->seed, "Seed of the multi-start search")->capture_default_str();
  CLI::Option* const json =
      command->add_option("--json", options->json, "Write the plan as JSON to FILE, or instead of the table")
          ->expected(0, 1)
          ->type_name("[FILE]");
  command->add_option("--svg", options->svg, "Draw panel and matrix to FILE");
  command->add_option("--matrix-blocks", options->matrix_blocks, "Size of the matrix drawn, blocks")
      ->check(CLI::Range(1, 400));
  command->callback([options, json, &invocation] {
    options->as_json = json->count() > 0;
    invocation.action = [options] { return run(*options); };
  });
}

} // namespace hetgrid::cli
