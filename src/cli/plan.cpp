// hetgrid plan: from cycle-times or a platform to arrangement, shares and panel, on paper.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <limits>
#include <map>
#include <memory>
#include <tuple>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/assumptions.hpp"
#include "cli/interrupt.hpp"
#include "cli/plan_report.hpp"
#include "cli/search_progress.hpp"
#include "cli/svg.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

struct Options {
  std::string cycle_times, platform, grid, panel, svg, html;
  std::string json; ///< file; empty: standard output
  bool as_json = false, compare = false, progress = false;
  plan::Problem problem;
  plan::Search search = plan::Search::automatic;
  std::uint64_t seed = 1;
  int matrix_blocks = 0;
  Assumptions assumptions;
};

const std::map<std::string, plan::Operation> operations{
    {"gemm", plan::Operation::gemm},  {"lu", plan::Operation::getrf},    {"getrf", plan::Operation::getrf},
    {"qr", plan::Operation::geqrf},   {"geqrf", plan::Operation::geqrf}, {"cholesky", plan::Operation::potrf},
    {"potrf", plan::Operation::potrf}};

const std::map<std::string, plan::Search> searches{{"automatic", plan::Search::automatic},
                                                   {"exact", plan::Search::exact},
                                                   {"heuristic", plan::Search::heuristic},
                                                   {"multi-start", plan::Search::multi_start},
                                                   {"as-given", plan::Search::as_given}};

const std::map<std::string, int> bytes_of_precision{{"s", 4}, {"d", 8}, {"z", 16}};

plan::Options planner_options(const Options& options) {
  plan::Options result;
  if (!options.grid.empty())
    std::tie(result.p, result.q) = parse_pair("--grid", options.grid);
  if (!options.panel.empty())
    std::tie(result.panel_rows, result.panel_columns) = parse_pair("--panel", options.panel);
  result.problem = options.problem;
  result.search = options.search;
  result.seed = options.seed;
  return result;
}

/// The plan, or the best that was found until Ctrl-C.
plan::Plan search(const Options& options, PlanReport& report) {
  const Interrupt interrupt;
  SearchProgress progress(options.progress);
  plan::Options request = planner_options(options);
  request.progress = [&](const plan::SearchStatus& status) {
    progress.show(status);
    return !interrupt.requested();
  };
  plan::Plan plan = plan::make_plan(report.platform, request);
  report.interrupted = interrupt.requested();
  return plan;
}

/// What the uniform layout would be on the grid of a plan.
plan::Plan uniform_on_grid_of(const plan::Plan& plan) {
  plan::Plan uniform = plan::uniform_plan(plan.arrangement.p, plan.arrangement.q);
  uniform.cycle_times = plan.cycle_times;
  uniform.operation = plan.operation;
  uniform.arrangement = plan.arrangement;
  return uniform;
}

PlanReport make_report(const Options& options) {
  PlanReport report;
  report.platform = described_platform(options.cycle_times, options.platform, options.assumptions);
  report.problem = options.problem;
  report.plan = search(options, report);
  report.prediction = plan::predict(report.plan, report.platform, report.problem);
  report.uniform = plan::predict(uniform_on_grid_of(report.plan), report.platform, report.problem);
  if (options.compare)
    report.distributions = plan::compare_distributions(report.platform, report.problem, report.plan);
  return report;
}

int run(const Options& options) {
  const PlanReport report = make_report(options);
  const std::vector<std::string> hosts = hosts_of(report.platform);
  if (!options.svg.empty())
    write_text(options.svg, draw_plan(report.plan, hosts, {options.matrix_blocks, report.problem.blocks()}));
  if (!options.html.empty())
    write_text(options.html, plan_page(report, options.matrix_blocks));
  if (options.as_json)
    write_text(options.json.empty() ? "-" : options.json, plan::to_json(report.plan) + "\n");
  if (!options.as_json || !options.json.empty())
    fmt::print("{}", plan_text(report));
  else if (report.interrupted)
    fmt::print(stderr, "hetgrid plan: interrupted, this is the best plan so far\n");
  return 0;
}

void add_problem(CLI::App& command, plan::Problem& problem) {
  command.add_option("--operation", problem.operation, "What the plan is made for")
      ->transform(CLI::CheckedTransformer(operations).description("gemm, lu, qr or cholesky"));
  command.add_option("--n", problem.n, "Order of the matrices")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}))
      ->capture_default_str();
  command.add_option("--block-size", problem.block_size, "Block size, elements")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()))
      ->capture_default_str();
  command.add_option("--precision", problem.element_bytes, "Precision: s, d or z")
      ->transform(CLI::CheckedTransformer(bytes_of_precision).description("s, d or z"));
}

} // namespace

void add_plan(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "plan", "Arrange processes on a grid and share the matrix out: hetgrid plan --cycle-times 1,2,3,5");
  const auto options = std::make_shared<Options>();
  command->add_option("--cycle-times", options->cycle_times, "Cycle-time of each process, as in 1,2,3,5");
  command->add_option("--platform", options->platform, "Platform file of hetgrid probe");
  add_problem(*command, options->problem);
  command->add_option("--grid", options->grid, "Grid rows x columns, as in 2x2; default: chosen");
  command->add_option("--search", options->search, "How arrangement and shares are searched")
      ->transform(CLI::CheckedTransformer(searches).description(
          "automatic, exact, heuristic, multi-start or as-given"));
  command->add_option("--panel", options->panel,
                      "Panel rows x columns in blocks, as in 8x6; default: chosen");
  command->add_option("--seed", options->seed, "Seed of the multi-start search")->capture_default_str();
  add_assumptions(*command, options->assumptions);
  command->add_flag_callback(
      "--bus", [options] { options->assumptions.medium = "bus"; }, "The same as --network bus");
  command->add_flag("--compare", options->compare, "Compare with the other distributions");
  command->add_flag("--progress", options->progress,
                    "Show how far a long search is even if standard error is no terminal");
  CLI::Option* const json =
      command->add_option("--json", options->json, "Write the plan as JSON to FILE, or instead of the text")
          ->expected(0, 1)
          ->type_name("[FILE]");
  command->add_option("--svg", options->svg, "Draw panel and matrix to FILE");
  command->add_option("--html", options->html, "Write a page with everything to FILE");
  command->add_option("--matrix-blocks", options->matrix_blocks, "Size of the matrix drawn, blocks")
      ->check(CLI::Range(1, largest_drawn_matrix));
  command->callback([options, json, &invocation] {
    options->as_json = json->count() > 0;
    invocation.action = [options] { return run(*options); };
  });
}

} // namespace hetgrid::cli
