// hetgrid time: how fast an operation is on a heterogeneous network of workstations, uneven against uniform
// layout and against ScaLAPACK.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/machine.hpp"
#include "cli/matrix_market.hpp"
#include "cli/mpi_session.hpp"
#include "cli/time_gemm.hpp"
#include "cli/time_report.hpp"
#include "cli/timing.hpp"
#include "comm/mpi_check.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/layout.hpp"
#include "hetgrid/plan.hpp"
#include "linalg/probe.hpp"

namespace hetgrid::cli {
namespace {

struct Options {
  std::string operation;
  std::vector<int> n{1000};
  int m = 0, k = 0; ///< 0: as n
  std::vector<int> block_size{64};
  std::vector<std::string> grid;
  std::vector<std::string> layout{"uniform", "uneven"};
  std::vector<std::string> precision{"d"};
  std::string transa = "N", transb = "N";
  std::string cycle_times, platform, plan, panel;
  std::string file_a, file_b, json;
  bool sizes_given = false; ///< any of n, m, k
  TimingOptions timing;
};

using CaseTimer = CaseResult (*)(const MpiSession&, const TimingOptions&, const Case&, const plan::Plan&,
                                 const Layouts&, const GemmSource&);

struct Operation {
  const char* name;
  plan::Operation kind; ///< what the plan is made for
  CaseTimer time;
};

constexpr Operation operations[] = {
    {"gemm", plan::Operation::gemm, time_gemm},
};

const Operation& find_operation(const std::string& name) {
  for (const Operation& operation : operations)
    if (name == operation.name)
      return operation;
  throw ArgumentError("OPERATION", name, "a name that --help lists");
}

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Operation& operation : operations)
    names.emplace_back(operation.name);
  return names;
}

/// --panel: one panel as large as the matrix.
const std::string whole_matrix = "matrix";

int blocks(int n, int block_size) {
  return static_cast<int>((static_cast<std::int64_t>(n) + block_size - 1) / block_size);
}

/// The time of the process that has the most to do when C is m x n: max_ij m_i t_ij n_j, (i, j) owning m_i
/// rows and n_j columns.
double busiest_time(const plan::Plan& plan, const Case& one) {
  const plan::Arrangement& grid = plan.arrangement;
  const layout::AxisMap rows(grid.p, plan.rows.order), columns(grid.q, plan.columns.order);
  double busiest = 0;
  for (int i = 0; i < grid.p; ++i)
    for (int j = 0; j < grid.q; ++j)
      busiest = std::max(busiest, plan.cycle_times[static_cast<std::size_t>(grid.at(i, j))] *
                                      static_cast<double>(numroc(one.m, one.block_size, i, 0, rows)) *
                                      static_cast<double>(numroc(one.n, one.block_size, j, 0, columns)));
  return busiest;
}

void check_count(const MpiSession& session, const std::string& origin, std::size_t count) {
  if (count != static_cast<std::size_t>(session.size()))
    throw ArgumentError(origin, fmt::format("{} cycle-times", count),
                        fmt::format("one for each of the {} ranks", session.size()));
}

/// A plan or cycle-times as given on the command line, else measured. Collective.
Speeds find_speeds(const MpiSession& session, const Options& options) {
  Speeds speeds;
  std::string text;
  if (!options.plan.empty()) {
    // Through JSON: rank 0 alone has to see the file.
    text = session.from_root([&] { return plan::to_json(plan_from_file(options.plan)); });
    plan::Plan plan = plan::plan_from_json(text);
    speeds = {options.plan, plan.cycle_times, std::move(plan)};
  } else if (!options.platform.empty()) {
    text = session.from_root([&] { return plan::to_json(platform_from_file(options.platform)); });
    speeds = {options.platform, plan::platform_from_json(text).cycle_times(), std::nullopt};
  } else if (!options.cycle_times.empty()) {
    speeds.origin = "--cycle-times";
    session.together([&] { speeds.cycle_times = parse_cycle_times(options.cycle_times); });
  } else {
    speeds.origin = fmt::format("measured at block size {}", options.block_size[0]);
    session.together(
        [&] { speeds.cycle_times = linalg::probe(MPI_COMM_WORLD, options.block_size[0]).cycle_times(); });
  }
  session.together([&] { check_count(session, speeds.origin, speeds.cycle_times.size()); });
  return speeds;
}

/// The request that --panel and a case make, on a grid yet to be chosen.
plan::Options planner_options(const Options& options, plan::Operation kind, const Case& one) {
  plan::Options request;
  request.operation = kind;
  request.matrix_blocks = std::max({1, blocks(one.m, one.block_size), blocks(one.n, one.block_size)});
  if (!options.panel.empty() && options.panel != whole_matrix)
    std::tie(request.panel_rows, request.panel_columns) = parse_pair("--panel", options.panel);
  return request;
}

/// The plan for a case; with --panel matrix that of a single panel if it shares this matrix out better.
plan::Plan make_plan(const Options& options, const Speeds& speeds, plan::Options request, const Case& one) {
  plan::Plan repeated = plan::make_plan(speeds.cycle_times, request);
  if (options.panel != whole_matrix)
    return repeated;
  request.p = repeated.arrangement.p;
  request.q = repeated.arrangement.q;
  request.panel_rows = std::max(1, blocks(one.m, one.block_size));
  request.panel_columns = std::max(1, blocks(one.n, one.block_size));
  plan::Plan single = plan::make_plan(speeds.cycle_times, request);
  return busiest_time(single, one) < busiest_time(repeated, one) ? single : repeated;
}

struct PlannedCase {
  Case parameters;
  plan::Plan plan;
};

/// Every case on every grid asked for, or on the planner's own choice if none is.
std::vector<PlannedCase> make_plans(const MpiSession& session, const Options& options, const Speeds& speeds,
                                    plan::Operation kind, const std::vector<Case>& cases) {
  std::vector<PlannedCase> planned;
  session.together([&] {
    for (const Case& one : cases) {
      if (speeds.plan) {
        planned.push_back({one, *speeds.plan});
        continue;
      }
      plan::Options request = planner_options(options, kind, one);
      if (options.grid.empty())
        planned.push_back({one, make_plan(options, speeds, request, one)});
      for (const std::string& grid : options.grid) {
        std::tie(request.p, request.q) = parse_pair("--grid", grid);
        if (static_cast<long>(request.p) * request.q > session.size())
          throw ArgumentError("--grid", grid,
                              fmt::format("at most as many cells as ranks ({})", session.size()));
        planned.push_back({one, make_plan(options, speeds, request, one)});
      }
    }
  });
  return planned;
}

/// The operands that files hold, on rank 0, and the sizes they imply, everywhere. Collective.
GemmSource read_sources(const MpiSession& session, const Options& options, std::vector<Case>& cases) {
  GemmSource source;
  if (options.file_a.empty() && options.file_b.empty())
    return source;
  if (!options.file_a.empty())
    source.a.emplace();
  if (!options.file_b.empty())
    source.b.emplace();
  long long sizes[3] = {0, 0, 0}; // m, n, k
  session.together([&] {
    if (options.sizes_given)
      throw ArgumentError("--a, --b", "with --n, --m or --k",
                          "sizes from the files or from the options, not both");
    if (!session.root())
      return;
    const auto read = [&](const std::string& file, char op, long long& rows, long long& columns) {
      EntryList list = read_matrix_market(file);
      const auto [m, n] = op == 'N' ? std::pair(list.m, list.n) : std::pair(list.n, list.m);
      rows = m;
      columns = n;
      for (const std::string& precision : options.precision)
        if (list.complex && (precision == "s" || precision == "d"))
          throw InputError(
              fmt::format("{}: complex matrix, expected a real one for precision {}", file, precision));
      return list;
    };
    long long k_of_b = 0;
    if (source.a)
      source.a = read(options.file_a, options.transa[0], sizes[0], sizes[2]);
    if (source.b)
      source.b = read(options.file_b, options.transb[0], k_of_b, sizes[1]);
    if (source.a && source.b && k_of_b != sizes[2])
      throw InputError(fmt::format("{}: op(B) has {} rows, expected {}, as op(A) of {} has columns",
                                   options.file_b, k_of_b, sizes[2], options.file_a));
    if (!source.a)
      sizes[0] = sizes[2] = k_of_b; // a square random A
    if (!source.b)
      sizes[1] = sizes[2]; // a square random B
    if (*std::max_element(sizes, sizes + 3) > std::numeric_limits<int>::max())
      throw InputError(fmt::format("{}: too large, expected indices that fit into 32 bits", options.file_a));
  });
  HG_MPI(MPI_Bcast(sizes, 3, MPI_LONG_LONG, 0, MPI_COMM_WORLD));
  for (Case& one : cases) {
    one.m = static_cast<int>(sizes[0]);
    one.n = static_cast<int>(sizes[1]);
    one.k = static_cast<int>(sizes[2]);
  }
  return source;
}

/// Every combination of the lists.
std::vector<Case> make_cases(const Options& options) {
  std::vector<Case> cases;
  const bool from_file = !options.file_a.empty() || !options.file_b.empty();
  const std::vector<int> sizes = from_file ? std::vector<int>{0} : options.n;
  for (const std::string& precision : options.precision)
    for (const int n : sizes)
      for (const int block_size : options.block_size)
        cases.push_back({options.operation, precision[0], options.m > 0 ? options.m : n, n,
                         options.k > 0 ? options.k : n, block_size, options.transa[0], options.transb[0]});
  return cases;
}

int run(const Options& options, const MpiSession& session) {
  const Operation& operation = find_operation(options.operation);
  std::vector<Case> cases = make_cases(options);
  const GemmSource source = read_sources(session, options, cases);
  const Machine machine = describe_machine(MPI_COMM_WORLD);
  const Speeds speeds = find_speeds(session, options);
  const std::vector<PlannedCase> planned = make_plans(session, options, speeds, operation.kind, cases);
  const auto wanted = [&](const char* layout) {
    return std::find(options.layout.begin(), options.layout.end(), layout) != options.layout.end();
  };
  const Layouts layouts{wanted("uniform"), wanted("uneven")};

  TimeReport report{machine, speeds, options.timing, {}};
  if (session.root())
    print_header(report);
  for (const auto& [parameters, plan] : planned) {
    report.results.push_back(
        {operation.time(session, options.timing, parameters, plan, layouts, source), plan});
    if (session.root())
      print_result(report, report.results.back());
  }
  session.together([&] {
    if (session.root() && !options.json.empty())
      write_text(options.json, to_json(report) + "\n");
    if (!passed(report))
      throw SystemError(
          fmt::format("a result is wrong: its residual or difference is not below {}", residual_limit));
  });
  return 0;
}

} // namespace

void add_time(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "time", "Time an operation on uneven and uniform layouts: mpiexec -n N hetgrid time gemm --n 4000");
  const auto options = std::make_shared<Options>();
  const CLI::Range size(1, std::numeric_limits<int>::max());
  command->add_option("operation", options->operation, "What to time")
      ->required()
      ->check(CLI::IsMember(operation_names()));
  CLI::Option* const n = command->add_option("--n", options->n, "Orders of the matrices, as in 1000,2000")
                             ->delimiter(',')
                             ->check(size)
                             ->capture_default_str();
  CLI::Option* const m = command->add_option("--m", options->m, "Rows of C; default: as --n")->check(size);
  CLI::Option* const k =
      command->add_option("--k", options->k, "Inner dimension; default: as --n")->check(size);
  command->add_option("--block-size", options->block_size, "Block sizes, elements")
      ->delimiter(',')
      ->check(size)
      ->capture_default_str();
  CLI::Option* const grid =
      command->add_option("--grid", options->grid, "Grids, as in 1x2,2x1; default: chosen by the planner")
          ->delimiter(',');
  CLI::Option* const panel =
      command->add_option("--panel", options->panel,
                          "Panel in blocks, as in 8x6, or \"matrix\": a single one, where that shares the "
                          "matrix out better; default: chosen");
  command->add_option("--layout", options->layout, "Layouts for hetgrid")
      ->delimiter(',')
      ->check(CLI::IsMember({"uniform", "uneven"}))
      ->capture_default_str();
  command->add_option("--precision", options->precision, "Precisions")
      ->delimiter(',')
      ->check(CLI::IsMember({"s", "d", "c", "z"}))
      ->capture_default_str();
  command->add_option("--transa", options->transa, "op(A)")
      ->check(CLI::IsMember({"N", "T", "C"}))
      ->capture_default_str();
  command->add_option("--transb", options->transb, "op(B)")
      ->check(CLI::IsMember({"N", "T", "C"}))
      ->capture_default_str();
  CLI::Option_group* const speeds = command->add_option_group("Speeds", "Default: measured");
  speeds->add_option("--cycle-times", options->cycle_times, "Cycle-time of each rank, as in 1,3");
  speeds->add_option("--platform", options->platform, "Platform file of hetgrid probe");
  speeds->add_option("--plan", options->plan, "Plan of hetgrid plan --json")->excludes(grid)->excludes(panel);
  speeds->require_option(0, 1);
  command->add_option("--runs", options->timing.runs, "Timed runs; the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--aggregate-size", options->timing.aggregate_size,
                   "Order of the local multiply that tells a rank's own rate")
      ->check(CLI::Range(1, 20000))
      ->capture_default_str();
  command
      ->add_option("--aggregate-seconds", options->timing.aggregate_seconds,
                   "Time of each such measurement, seconds")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command->add_option("--a", options->file_a, "A from a Matrix Market file");
  command->add_option("--b", options->file_b, "B from a Matrix Market file");
  command->add_option("--json", options->json, "Write the results to FILE");
  command->callback([options, n, m, k, &invocation] {
    options->sizes_given = n->count() + m->count() + k->count() > 0;
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
