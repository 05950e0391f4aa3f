// hetgrid shape: which partition of the matrices of a product is fastest on a machine; the Push.
#include "cli/commands.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/arguments.hpp"
#include "cli/options/assumptions.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/output/quantities.hpp"
#include "cli/shape/report.hpp"
#include "hetgrid/best_partitions.hpp"
#include "hetgrid/error.hpp"
#include "partition/proportion.hpp"
#include "partition/push/dfa.hpp"

namespace hetgrid::cli {
namespace {

enum class Action { choose, push };

const std::map<std::string, Action> actions{{"choose", Action::choose}, {"push", Action::push}};

const std::map<std::string, partition::Algorithm> algorithms{{"SCB", partition::Algorithm::scb},
                                                             {"PCB", partition::Algorithm::pcb},
                                                             {"SCO", partition::Algorithm::sco},
                                                             {"PCO", partition::Algorithm::pco},
                                                             {"PIO", partition::Algorithm::pio}};

struct ShapeOptions {
  Action action = Action::choose;
  std::string speeds, platform, topology, svg, html, map;
  std::string json; ///< file; empty: standard output
  bool as_json = false, compare = false, progress = false;
  partition::Algorithm algorithm = partition::Algorithm::pio;
  std::int64_t n = plan::Problem().n;
  std::int64_t cells = 0; ///< 0: default_cells
  int processes = 0;      ///< 0: as many as there are speeds
  std::uint64_t seed = 1;
  Assumptions assumptions;
};

/// Enough for borders to be within a thousandth of where they belong.
constexpr std::int64_t default_cells = 1000;
/// Of a Push: its partitions are looked at.
constexpr std::int64_t default_pushed_cells = 100;

/// Those of --speeds; equal ones of --processes alone.
plan::Platform platform_of_speeds(const ShapeOptions& options) {
  std::vector<double> cycle_times(static_cast<std::size_t>(options.processes), 1);
  if (!options.speeds.empty())
    cycle_times = parse_speeds(options.speeds);
  for (double& speed : cycle_times)
    speed = 1 / speed;
  plan::Platform platform = plan::platform_from_cycle_times(cycle_times);
  assume(options.assumptions, platform);
  return platform;
}

plan::Platform described_platform(const ShapeOptions& options) {
  const bool has_speeds = !options.speeds.empty(), has_platform = !options.platform.empty();
  if (has_speeds == has_platform && (has_platform || options.processes == 0))
    throw ArgumentError("--speeds, --platform", has_platform ? "both" : "neither", "one of the two");
  const plan::Platform platform = has_platform
                                      ? cli::described_platform("", options.platform, options.assumptions)
                                      : platform_of_speeds(options);
  if (const auto count = static_cast<int>(platform.processes.size());
      options.processes > 0 && options.processes != count)
    throw ArgumentError("--processes", std::to_string(options.processes),
                        fmt::format("{}, as {} has", count, has_platform ? "--platform" : "--speeds"));
  return platform;
}

std::vector<double> speeds_of(const plan::Platform& platform) {
  std::vector<double> speeds;
  for (const plan::ProcessSpeed& process : platform.processes)
    speeds.push_back(process.gflops);
  return speeds;
}

/// "full", "star:1"; "": that of the network
partition::Topology parse_topology(const std::string& text, const plan::Network& network) {
  if (text.empty())
    return partition::topology_of(network);
  const std::string star = "star:";
  return text.starts_with(star) ? partition::Topology{std::stoi(text.substr(star.size()))}
                                : partition::Topology{};
}

std::vector<partition::Candidate> candidates(const ShapeReport& report, partition::Algorithm algorithm) {
  return partition::candidates(report.platform, report.problem, algorithm, report.topology, report.cells);
}

ShapeReport make_report(const ShapeOptions& options) {
  ShapeReport report;
  report.platform = described_platform(options);
  report.problem.n = options.n;
  report.cells = options.cells > 0 ? options.cells : std::min(default_cells, options.n);
  report.algorithm = options.algorithm;
  report.topology = parse_topology(options.topology, report.platform.network);
  ProgressClock clock(options.progress);
  clock.tell("trying shapes");
  report.candidates = candidates(report, report.algorithm);
  if (options.compare)
    for (const char* const name : algorithm_names) {
      clock.tell(fmt::format("trying shapes for {}, algorithm {} of {}", name, report.by_algorithm.size() + 1,
                             std::size(algorithm_names)));
      report.by_algorithm.push_back(candidates(report, algorithms.at(name)).front());
    }
  return report;
}

partition::Partition best_partition(const ShapeReport& report) {
  return partition::partition_of(report.cells, static_cast<int>(report.platform.processes.size()),
                                 report.best().rectangles);
}

/// Every ratio of speeds has shapes: where none is feasible, memory is too small.
[[noreturn]] void refuse_memory(const ShapeReport& report) {
  double together = 0;
  for (const plan::ProcessSpeed& process : report.platform.processes)
    together += process.memory;
  throw InputError(ArgumentError("memory", byte_size(together) + " of all processes together",
                                 fmt::format("room for the matrices, {}, and for what each receives",
                                             byte_size(report.problem.matrix_bytes())))
                       .what());
}

int choose(const ShapeOptions& options) {
  const bool text = !options.as_json || !options.json.empty();
  OutputFile svg(options.svg), html(options.html), map(options.map), json(text ? options.json : "-");
  const ShapeReport report = make_report(options);
  if (!report.best().feasible())
    refuse_memory(report);
  if (svg.wanted())
    svg.write(shape_svg(report));
  if (html.wanted())
    html.write(shape_page(report));
  if (map.wanted())
    map.write(shape_map(report));
  if (json.wanted())
    json.write(partition::to_json(best_partition(report)) + "\n");
  if (text)
    fmt::print("{}", shape_text(report));
  flush_standard_output();
  for (OutputFile* const file : {&svg, &html, &map, &json})
    file->publish();
  return 0;
}

int push(const ShapeOptions& options) {
  const bool text = !options.as_json || !options.json.empty();
  OutputFile svg(options.svg), json(text ? options.json : "-");
  const std::vector<double> speeds = speeds_of(described_platform(options));
  const std::int64_t cells = options.cells > 0 ? options.cells : default_pushed_cells;
  const partition::PushRun run =
      partition::run_push_dfa(cells, partition::cells_in_proportion(speeds, cells), options.seed);
  const auto total = [](const partition::PushCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  };
  const PushReport report{run.start, run.end, run.start_volume, run.end_volume,
                          total(run.pushes) + total(run.beautifying)};
  if (svg.wanted())
    svg.write(push_svg(report));
  if (json.wanted())
    json.write(partition::to_json(report.end) + "\n");
  if (text)
    fmt::print("{}", push_text(report));
  flush_standard_output();
  for (OutputFile* const file : {&svg, &json})
    file->publish();
  return 0;
}

int run(const ShapeOptions& options) {
  return options.action == Action::push ? push(options) : choose(options);
}

/// Options that the other action alone has. \throws ArgumentError
void refuse(const std::vector<const CLI::Option*>& given, const char* action) {
  for (const CLI::Option* const option : given)
    if (option->count() > 0)
      throw ArgumentError(option->get_name(), fmt::format("{}", fmt::join(option->results(), " ")),
                          fmt::format("no such option of {}", action));
}

} // namespace

void add_shape(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "shape", "Choose a partition of any shape for matrix products: hetgrid shape --speeds 10:1:1");
  const auto options = std::make_shared<ShapeOptions>();
  command->add_option("ACTION", options->action, "Choose a shape, or push a random partition into one")
      ->transform(one_of(actions))
      ->type_name("NAME")
      ->default_str("choose");
  command->add_option("--speeds", options->speeds, "Speed of each process, as in 10:1:1")
      ->transform(not_empty());
  command->add_option("--platform", options->platform, "Platform file of hetgrid probe")
      ->transform(not_empty());
  command
      ->add_option("--processes", options->processes,
                   "Number of processes, of equal speeds where none are given; default: as many as there are "
                   "speeds")
      ->transform(whole_number(1, partition::most_processes));
  CLI::Option* const algorithm =
      command
          ->add_option("--algorithm", options->algorithm,
                       "How communication and computing alternate: serial (S) or parallel (P) communication "
                       "with barrier (B) or overlap (O), or interleaved (PIO)")
          ->transform(one_of(algorithms))
          ->type_name("NAME")
          ->default_str("PIO");
  CLI::Option* const topology =
      command
          ->add_option(
              "--topology", options->topology,
              "Who has links with whom: full, or star:1 for a star about process 1; default: full, or "
              "as the network of --platform is")
          ->transform(word_or_numbered("full", "star:"));
  CLI::Option* const n = command->add_option("--n", options->n, "Order of the matrices")
                             ->transform(whole_number(1, 100'000'000))
                             ->capture_default_str();
  command
      ->add_option(
          "--cells", options->cells,
          fmt::format("Rows and columns of cells, which are not divided; default: {}, or the order of "
                      "the matrices; of push: {}",
                      default_cells, default_pushed_cells))
      ->transform(whole_number(1, partition::Partition::most_cells));
  CLI::Option* const seed =
      command->add_option("--seed", options->seed, "Seed of the random partition that is pushed")
          ->transform(whole_number(0))
          ->capture_default_str();
  add_assumptions(*command, options->assumptions, "GF/s of the fastest process, with --speeds");
  CLI::Option* const compare =
      command->add_flag("--compare", options->compare, "The best shape of every algorithm");
  CLI::Option* const progress = add_progress(*command, options->progress);
  CLI::Option* const json =
      command
          ->add_option("--json", options->json, "Write the partition as JSON to FILE, or instead of the text")
          ->expected(0, 1)
          ->transform(not_empty())
          ->type_name("[FILE]");
  command->add_option("--svg", options->svg, "Draw the partition to FILE")->transform(not_empty());
  CLI::Option* const html =
      command->add_option("--html", options->html, "Write a page with everything to FILE")
          ->transform(not_empty());
  CLI::Option* const map = command
                               ->add_option("--map", options->map,
                                            "Draw which shape is best for which ratio of speeds to FILE, for "
                                            "2 or 3 processes")
                               ->transform(not_empty());
  command->callback([=, &invocation] {
    options->as_json = json->count() > 0;
    invocation.action = [=] {
      if (options->action == Action::push)
        refuse({algorithm, topology, n, compare, progress, html, map, command->get_option("--latency"),
                command->get_option("--bandwidth"), command->get_option("--network"),
                command->get_option("--gflops")},
               "push");
      else if (options->compare && options->as_json && options->json.empty() && options->html.empty())
        throw ArgumentError("--json", "given without FILE",
                            "a FILE, or no --compare, which is for text and --html");
      else
        refuse({seed}, "choose");
      return run(*options);
    };
  });
}

} // namespace hetgrid::cli
