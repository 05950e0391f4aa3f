// hetgrid plan: from cycle-times or a platform to arrangement, shares and panel, on paper.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <map>
#include <memory>
#include <tuple>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/options/assumptions.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/svg.hpp"
#include "cli/plan/compare_partitions.hpp"
#include "cli/plan/dynamic_report.hpp"
#include "cli/plan/interrupt.hpp"
#include "cli/plan/report.hpp"
#include "cli/plan/search_progress.hpp"
#include "cli/plan/server_lu_report.hpp"
#include "cli/plan/server_report.hpp"
#include "hetgrid/error.hpp"
#include "plan/tuning.hpp"

namespace hetgrid::cli {
namespace {

struct PlanOptions {
  std::string cycle_times, platform, grid, panel, partition, svg, html;
  std::string json; ///< file; empty: standard output
  bool as_json = false, compare = false, progress = false;
  plan::Problem problem;
  std::string precision = "d";
  plan::Search search = plan::Search::automatic;
  std::uint64_t seed = 1;
  int matrix_blocks = 0;
  Assumptions assumptions;
  bool server = false, dynamic = false;
  std::int64_t m = 0, k = 0; ///< of a product from a server; 0: as problem.n
  std::string memory, policy = "auto", speed_error = "0";
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

const std::map<std::string, int> bytes_of_precision{{"s", 4}, {"d", 8}, {"c", 8}, {"z", 16}};

/// Speeds are told for double precision. An operation of single complex numbers, which are as large, is four of single
/// precision, each of which takes half the time.
plan::Platform with_speeds_of(const std::string& precision, plan::Platform platform) {
  if (precision == "c")
    for (plan::ProcessSpeed& process : platform.processes) {
      process.gflops /= 2;
      for (plan::SpeedPoint& point : process.curve)
        point.gflops /= 2;
    }
  return platform;
}

plan::Options planner_options(const PlanOptions& options) {
  plan::Options result;
  if (!options.grid.empty())
    std::tie(result.p, result.q) = parse_pair("--grid", options.grid);
  if (!options.panel.empty())
    std::tie(result.panel_rows, result.panel_columns) = parse_pair("--panel", options.panel);
  result.search = options.search;
  result.seed = options.seed;
  return result;
}

/// The plan, or the best that was found until Ctrl-C.
plan::Plan search(const PlanOptions& options, const plan::Platform& platform, PlanReport& report) {
  const Interrupt interrupt;
  SearchProgress progress(options.progress);
  plan::Options request = planner_options(options);
  request.problem = report.problem;
  request.progress = [&](const plan::SearchStatus& status) {
    progress.show(status);
    return !interrupt.requested();
  };
  plan::Plan plan = plan::make_plan(platform, request);
  report.interrupted = interrupt.requested();
  return plan;
}

/// What the uniform layout would be on the grid of a plan.
plan::Plan uniform_on_grid_of(const plan::Plan& plan) {
  plan::Plan uniform = plan::uniform_plan(plan.arrangement.p, plan.arrangement.q);
  uniform.cycle_times = plan.cycle_times;
  uniform.operation = plan.operation;
  uniform.arrangement = plan.arrangement;
  uniform.parameters = plan.parameters;
  return uniform;
}

/// The plan, and in JSON the partition that was asked for.
struct Planned {
  PlanReport report;
  std::string json;
};

/// Adds the partitions to a report, as far as they are asked for and there are any.
void add_partitions(const PlanOptions& options, const plan::Platform& platform, Planned& planned) {
  PlanReport& report = planned.report;
  const bool asked = !options.partition.empty();
  if (!asked && !(options.compare && may_be_partitioned(platform, report.problem)))
    return;
  const std::vector<partition::Candidate> candidates = partitions_for(platform, report.problem);
  if (options.compare)
    report.partitions = compared(candidates, platform, report.problem, report.plan, report.prediction);
  if (asked) {
    const partition::Candidate& chosen =
        partition::candidate_named("--partition", options.partition, candidates);
    report.partition = fmt::format("{}, predicted {}", chosen.shape, duration(chosen.time.seconds));
    planned.json = partition::to_json(partition::partition_of(
        cells_of(report.problem), static_cast<int>(platform.processes.size()), chosen.rectangles));
  }
}

Planned make_report(const PlanOptions& options) {
  if (!options.partition.empty() && options.problem.operation != plan::Operation::gemm)
    throw ArgumentError("--partition", options.partition, "--operation gemm");
  Planned planned;
  PlanReport& report = planned.report;
  report.platform = described_platform(options.cycle_times, options.platform, options.assumptions);
  report.problem = options.problem;
  report.problem.element_bytes = bytes_of_precision.at(options.precision);
  report.single_complex = options.precision == "c";
  const plan::Platform platform = with_speeds_of(options.precision, report.platform);
  report.plan = search(options, platform, report);
  report.prediction = plan::predict(report.plan, platform, report.problem);
  report.uniform = plan::predict(uniform_on_grid_of(report.plan), platform, report.problem);
  if (options.compare)
    report.distributions = plan::compare_distributions(platform, report.problem, report.plan);
  add_partitions(options, platform, planned);
  if (planned.json.empty())
    planned.json = plan::to_json(report.plan);
  return planned;
}

/// Of a product from a server, or LU of C.
struct ServedProblem {
  plan::Platform platform;
  server::Product product;
};

ServedProblem served_problem(const PlanOptions& options) {
  plan::Platform platform = with_speeds_of(
      options.precision, described_platform(options.cycle_times, options.platform, options.assumptions));
  server::Product product;
  product.n = options.problem.n;
  product.m = options.m > 0 ? options.m : product.n;
  product.k = options.k > 0 ? options.k : product.n;
  product.block_size = options.problem.block_size;
  product.element_bytes = bytes_of_precision.at(options.precision);
  set_worker_memory(platform, options.memory, product.block_size,
                    static_cast<std::size_t>(product.element_bytes));
  return {platform, product};
}

/// What a plan with a server is told as.
struct ServerWords {
  std::string text, json;
  std::string picture = ""; ///< SVG, if it is asked for
};

ServerWords dynamic_words(const PlanOptions& options) {
  const auto [platform, product] = served_problem(options);
  const DynamicReport report = dynamic_report(platform, product);
  return {dynamic_text(report), dynamic_json(report)};
}

ServerWords product_words(const PlanOptions& options) {
  const auto [platform, product] = served_problem(options);
  const ServerReport report = server_report(
      platform, product, options.policy, server::uncertainty_from_text("--speed-error", options.speed_error));
  return {server_text(report), server_json(report), options.svg.empty() ? "" : server_gantt(report)};
}

ServerWords lu_words(const PlanOptions& options) {
  for (const auto& [name, value, is_given] :
       {std::tuple{"--dynamic", std::string("given"), options.dynamic},
        {"--m", std::to_string(options.m), options.m > 0},
        {"--k", std::to_string(options.k), options.k > 0},
        {"--svg", options.svg, !options.svg.empty()},
        {"--speed-error", options.speed_error,
         !server::uncertainty_from_text("--speed-error", options.speed_error).exact()}})
    if (is_given)
      throw ArgumentError(name, value, "with --server --operation gemm alone");
  const auto [platform, matrix] = served_problem(options);
  const ServerLuReport report = server_lu_report(platform, matrix, options.policy);
  return {server_lu_text(report), server_lu_json(report)};
}

ServerWords server_words(const PlanOptions& options) {
  switch (options.problem.operation) {
  case plan::Operation::gemm:
    return options.dynamic ? dynamic_words(options) : product_words(options);
  case plan::Operation::getrf:
    return lu_words(options);
  default:
    throw ArgumentError("--operation", plan::command_name(options.problem.operation),
                        "gemm or lu with --server");
  }
}

int run_server(const PlanOptions& options) {
  const bool text = !options.as_json || !options.json.empty();
  OutputFile svg(options.svg), json(text ? options.json : "-");
  const ServerWords words = server_words(options);
  if (svg.wanted())
    svg.write(words.picture);
  if (json.wanted())
    json.write(words.json + "\n");
  if (text)
    fmt::print("{}", words.text);
  flush_standard_output();
  for (OutputFile* const file : {&svg, &json})
    file->publish();
  return 0;
}

int run(const PlanOptions& options) {
  if (options.server)
    return run_server(options);
  const bool text = !options.as_json || !options.json.empty();
  if (options.compare && !text && options.html.empty())
    throw ArgumentError("--json", "given without FILE",
                        "a FILE, or no --compare, which is for text and --html");
  OutputFile svg(options.svg), html(options.html), json(text ? options.json : "-");
  const auto [report, written] = make_report(options);
  if (svg.wanted())
    svg.write(
        draw_plan(report.plan, hosts_of(report.platform), {options.matrix_blocks, report.problem.blocks()}));
  if (html.wanted())
    html.write(plan_page(report, options.matrix_blocks));
  if (json.wanted())
    json.write(written + "\n");
  if (text)
    fmt::print("{}", plan_text(report));
  else if (report.interrupted)
    fmt::print(stderr, "hetgrid plan: interrupted, this is the best plan so far\n");
  flush_standard_output();
  for (OutputFile* const file : {&svg, &html, &json})
    file->publish();
  return 0;
}

void add_problem(CLI::App& command, plan::Problem& problem, std::string& precision) {
  command.add_option("--operation", problem.operation, "What the plan is made for")
      ->transform(one_of(operations))
      ->type_name("NAME")
      ->default_str("gemm");
  command.add_option("--n", problem.n, "Order of the matrices")
      ->transform(whole_number(1, 100'000'000))
      ->capture_default_str();
  command.add_option("--block-size", problem.block_size, "Block size, elements")
      ->transform(size())
      ->capture_default_str();
  command.add_option("--precision", precision, "Precision")
      ->transform(one_of({"s", "d", "c", "z"}))
      ->capture_default_str();
}

/// A product from a server has neither grid nor panel.
void add_server(CLI::App& command, PlanOptions& options) {
  CLI::Option* const server =
      command.add_flag("--server", options.server,
                       "Plan a product, or LU, whose matrices are on one process, the server of the "
                       "platform, and the others only work");
  for (const char* const other : {"--grid", "--panel", "--partition", "--search", "--seed", "--compare",
                                  "--progress", "--html", "--matrix-blocks"})
    server->excludes(command.get_option(other));
  command.add_option("--m", options.m, "Rows of A and C")
      ->transform(whole_number(1, 100'000'000))
      ->default_str("as --n")
      ->needs(server);
  command.add_option("--k", options.k, "Columns of A, rows of B")
      ->transform(whole_number(1, 100'000'000))
      ->default_str("as --n")
      ->needs(server);
  command.add_option("--memory", options.memory, "Memory of each worker, or of all alike, as in 2G,500M")
      ->transform(byte_sizes())
      ->default_str("that of the platform")
      ->needs(server);
  command
      .add_option(
          "--policy", options.policy,
          "Who is sent what next; auto: the fastest, with those workers and that memory that make it so")
      ->transform(policy_name())
      ->type_name("NAME")
      ->default_str("auto")
      ->needs(server);
  command
      .add_option("--speed-error", options.speed_error,
                  "How wrong speeds may be, as in 0.3, or unknown: times are then means of what may be")
      ->transform(speed_error())
      ->type_name("PART")
      ->capture_default_str()
      ->needs(server);
  CLI::Option* const dynamic = command.add_flag(
      "--dynamic", options.dynamic,
      "Tell what is sent if nobody knows the speeds and workers ask for tasks, and when to change phases");
  dynamic->needs(server);
  for (const char* const other : {"--memory", "--policy", "--speed-error", "--svg"})
    dynamic->excludes(command.get_option(other));
}

} // namespace

void add_plan(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "plan", "Arrange processes on a grid and share the matrix out: hetgrid plan --cycle-times 1,2,3,5");
  const auto options = std::make_shared<PlanOptions>();
  command->add_option("--cycle-times", options->cycle_times, "Cycle-time of each process, as in 1,2,3,5")
      ->transform(not_empty());
  command->add_option("--platform", options->platform, "Platform file of hetgrid probe")
      ->transform(not_empty());
  add_problem(*command, options->problem, options->precision);
  command->add_option("--grid", options->grid, "Grid rows x columns, as in 2x2; default: chosen")
      ->transform(pair_of_sizes());
  command->add_option("--search", options->search, "How arrangement and shares are searched")
      ->transform(one_of(searches))
      ->type_name("NAME")
      ->default_str("automatic");
  command->add_option("--panel", options->panel, "Panel rows x columns in blocks, as in 8x6; default: chosen")
      ->transform(pair_of_sizes());
  command->add_option("--seed", options->seed, "Seed of the multi-start search")
      ->transform(whole_number(0))
      ->capture_default_str();
  add_assumptions(*command, options->assumptions);
  command
      ->add_flag_callback(
          "--bus", [options] { options->assumptions.medium = "bus"; }, "The same as --network bus")
      ->excludes(command->get_option("--network"));
  command->add_flag("--compare", options->compare,
                    "Compare with the other distributions, and with partitions that are no grid");
  command
      ->add_option("--partition", options->partition,
                   "With --json: write, instead of the plan, a partition for products: auto, the one that is "
                   "predicted to be fastest, or a shape, as in square-corner; default: none")
      ->transform(not_empty());
  add_progress(*command, options->progress);
  CLI::Option* const json =
      command->add_option("--json", options->json, "Write the plan as JSON to FILE, or instead of the text")
          ->expected(0, 1)
          ->transform(not_empty())
          ->type_name("[FILE]");
  command
      ->add_option("--svg", options->svg, "Draw panel and matrix to FILE, with --server who does what when")
      ->transform(not_empty());
  command->add_option("--html", options->html, "Write a page with everything to FILE")
      ->transform(not_empty());
  command
      ->add_option("--matrix-blocks", options->matrix_blocks,
                   "Size of the matrix drawn, blocks; default: chosen for the panel")
      ->transform(whole_number(1, largest_drawn_matrix));
  add_server(*command, *options);
  command->callback([options, json, &invocation] {
    options->as_json = json->count() > 0;
    invocation.action = [options] { return run(*options); };
  });
}

} // namespace hetgrid::cli
