// hetgrid time: how fast an operation is on a heterogeneous network of workstations, uneven against uniform
// layout and against ScaLAPACK.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files/matrix_market.hpp"
#include "cli/mpi/machine.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/list_option.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/precision.hpp"
#include "cli/output/gantt.hpp"
#include "cli/output/output_file.hpp"
#include "cli/time/memory.hpp"
#include "cli/time/operations.hpp"
#include "cli/time/partitions.hpp"
#include "cli/time/report.hpp"
#include "cli/time/scalapack.hpp"
#include "cli/time/server_gemm.hpp"
#include "cli/time/server_lu.hpp"
#include "cli/time/speeds.hpp"
#include "cli/time/timing.hpp"
#include "comm/chosen_parameters.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/layout.hpp"
#include "hetgrid/plan.hpp"
#include "kernel/execution.hpp"
#include "measure/probe.hpp"
#include "measure/probe_memory.hpp"
#include "plan/tuning.hpp"
#include "schedule/parameters.hpp"

namespace hetgrid::cli {
namespace {

std::vector<std::string> libraries() {
  return has_scalapack ? std::vector<std::string>{"scalapack", "hetgrid"}
                       : std::vector<std::string>{"hetgrid"};
}

struct TimeOptions {
  std::string operation;
  std::vector<int> n{1000};
  int m = 0, k = 0; ///< 0: as n
  int nrhs = 0;     ///< 0: 1, or as B in its file
  std::vector<int> block_size{64};
  std::vector<std::string> grid;
  std::vector<std::string> library = libraries();
  std::vector<std::string> layout{"uniform", "uneven"};
  std::vector<std::string> precision{"d"};
  std::string side = "L", transa = "N", transb = "N", uplo = "L";
  SpeedOptions speeds;
  std::string panel;
  std::vector<std::string> partition;
  std::string file_a, file_b, json, trace, gantt, parameters;
  ServerOptions server;
  std::vector<std::string> given; ///< the options given, without "--"

  bool is_given(const std::string& option) const {
    return std::find(given.begin(), given.end(), option) != given.end();
  }
  bool from_file() const { return !file_a.empty() || !file_b.empty(); }
  TimingOptions timing;
  bool progress = false;
};

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const TimedOperation& operation : timed_operations())
    for (const std::string& name : operation.names())
      names.push_back(name);
  return names;
}

/// \throws ArgumentError for options that say nothing to the operation
void check_options(const TimeOptions& options, const TimedOperation& operation) {
  for (const std::string option :
       {"m", "k", "nrhs", "side", "transa", "transb", "uplo", "a", "b", "partition", "profile", "trace",
        "gantt", "policy", "memory", "server-computes", "speed-error"})
    if (options.is_given(option) && !operation.has(option))
      throw ArgumentError("OPERATION", operation.name, "one that has --" + option);
  for (const std::string option : {"grid", "panel", "library", "layout", "parameters"})
    if (options.is_given(option) && !operation.time)
      throw ArgumentError("OPERATION", operation.name, "one that has --" + option);
  if (std::ranges::find(options.library, "hetgrid") == options.library.end())
    for (const std::string option :
         {"layout", "panel", "parameters", "partition", "profile", "trace", "gantt"})
      if (options.is_given(option))
        throw ArgumentError("--library", fmt::format("{}", fmt::join(options.library, ",")),
                            "hetgrid, whose --" + option + " is given");
  if (operation.time == time_orgqr && options.m > 0)
    for (const int n : options.n)
      if (options.m < n)
        throw ArgumentError("--m", std::to_string(options.m),
                            fmt::format("at least {}, as Q has columns", n));
  if (options.from_file())
    for (const std::string option : {"n", "m", "k", "nrhs"})
      if (options.is_given(option))
        throw ArgumentError("--a, --b", "with --" + option,
                            "sizes from the files or from the options, not both");
}

/// --panel: one panel as large as the matrix.
const std::string whole_matrix = "matrix";

int blocks(int n, int block_size) {
  return static_cast<int>((static_cast<std::int64_t>(n) + block_size - 1) / block_size);
}

/// The time of the process that has the most to do on an m x n matrix: max_ij m_i t_ij n_j, (i, j) owning m_i
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

/// The operation as the planner sees it: on square matrices as large as the largest side.
plan::Problem problem_of(plan::Operation kind, const Case& one) {
  return {kind, std::max(one.m, one.n), one.block_size, element_bytes(one.precision)};
}

/// The request that --panel and a case make, on a grid yet to be chosen.
plan::Options planner_options(const TimeOptions& options, plan::Operation kind, const Case& one) {
  plan::Options request;
  request.problem = problem_of(kind, one);
  if (!options.panel.empty() && options.panel != whole_matrix)
    std::tie(request.panel_rows, request.panel_columns) = parse_pair("--panel", options.panel);
  return request;
}

/// The plan for a case; with --panel matrix that of a single panel if it shares this matrix out better.
plan::Plan make_plan(const TimeOptions& options, const Speeds& speeds, plan::Options request,
                     const Case& one) {
  plan::Plan repeated = make_plan(speeds, request);
  if (options.panel != whole_matrix)
    return repeated;
  request.p = repeated.arrangement.p;
  request.q = repeated.arrangement.q;
  request.panel_rows = std::max(1, blocks(one.m, one.block_size));
  request.panel_columns = std::max(1, blocks(one.n, one.block_size));
  plan::Plan single = make_plan(speeds, request);
  return busiest_time(single, one) < busiest_time(repeated, one) ? single : repeated;
}

/// What the model can say of hetgrid's runs of a case: nothing without measured speeds, of operations that it does not know, of
/// matrices that are not square, and of complex single precision, whose elements are as large as those of double precision.
Predicted predict(const Speeds& speeds, const TimedOperation& operation, const Case& one,
                  const plan::Plan& plan) {
  const bool product = operation.kind == plan::Operation::gemm;
  if (!speeds.platform || !operation.modelled || one.m != one.n || one.precision == 'c' ||
      (product && (one.k != one.n || one.transa != 'N' || one.transb != 'N')))
    return {};
  const plan::Problem problem = problem_of(operation.kind, one);
  plan::Plan uniform = plan::uniform_plan(plan.arrangement.p, plan.arrangement.q);
  uniform.parameters = plan.parameters;
  return {operation.modelled,
          plan::predict(uniform, *speeds.platform, problem).seconds,
          plan::predict(plan, *speeds.platform, problem).seconds,
          {},
          {}};
}

/// The parameters chosen for a case, looked up by the order that stands for it, as the routines do it: those of its kind, and of the
/// products within it.
schedule::Parameters chosen_for(const comm::ChosenParameters& chosen, const TimedOperation& operation,
                                const Case& one) {
  const int k = operation.has("k") ? one.k : operation.has("side") ? one.order() : one.n;
  const schedule::Parameters& of_products = chosen.of(
      plan::Operation::gemm, schedule::order_of_product(one.m, operation.has("nrhs") ? one.nrhs : one.n, k));
  if (operation.kind == plan::Operation::gemm)
    return of_products;
  const std::int64_t order = operation.has("side") ? one.order() : std::min(one.m, one.n);
  return plan::with_parameters_of(plan::Operation::gemm, chosen.of(operation.kind, order), of_products);
}

struct PlannedCase {
  Case parameters;
  plan::Plan plan;
  Predicted predicted; ///< on rank 0, which prints it
  std::vector<TimedPartition> partitions;
};

/// Every case on every grid asked for, or on the planner's own choice if none is.
std::vector<PlannedCase> make_plans(const MpiSession& session, const TimeOptions& options,
                                    const Speeds& speeds, const TimedOperation& operation,
                                    const std::vector<Case>& cases) {
  comm::ParameterEnvironment environment;
  session.together(
      [&] { environment = comm::parameter_environment(MPI_COMM_WORLD, comm::BadTuning::fails); });
  const auto plan_on = [&](const Case& one, const std::string& grid) {
    if (speeds.plan)
      return *speeds.plan;
    plan::Options request = planner_options(options, operation.kind, one);
    set_grid(session, grid, request);
    return make_plan(options, speeds, request, one);
  };
  const std::vector<std::string> grids =
      speeds.plan || options.grid.empty() ? std::vector<std::string>{""} : options.grid;
  std::vector<PlannedCase> planned;
  for (const Case& one : cases)
    for (const std::string& grid : grids) {
      // On one rank: a search by all of them would take longer where they share cores.
      Predicted predicted;
      const std::string text = session.from_root([&] {
        plan::Plan plan = plan_on(one, grid);
        const auto& [p, q, process] = plan.arrangement;
        const comm::ChosenParameters chosen(plan.parameters, environment, p, q);
        plan.parameters = schedule::parameters_from_text("--parameters", options.parameters,
                                                         chosen_for(chosen, operation, one));
        predicted = predict(speeds, operation, one, plan);
        return plan::to_json(plan);
      });
      const plan::Plan plan = parsed(text, plan::plan_from_json);
      const auto partitions = make_partitions(session, speeds, options.partition, one, plan.parameters);
      for (const TimedPartition& partition : partitions) {
        if (partition.predicted && !predicted.routine.empty())
          predicted.partitions.emplace(partition.name, *partition.predicted);
        if (partition.lookahead > 0)
          predicted.lookahead.emplace(partition.name, partition.lookahead);
      }
      planned.push_back({one, plan, predicted, partitions});
    }
  return planned;
}

/// \throws InputError also for a complex matrix where a real one is wanted, and for an empty one
EntryList read_operand(const TimeOptions& options, const std::string& file) {
  EntryList list = read_matrix_market(file);
  for (const std::string& precision : options.precision)
    if (list.complex && (precision == "s" || precision == "d"))
      throw InputError(
          fmt::format("{}: complex matrix: expected a real one for precision {}", file, precision));
  if (std::min(list.m, list.n) < 1)
    throw InputError(
        fmt::format("{}: {} x {}: expected at least one row and one column", file, list.m, list.n));
  return list;
}

/// m, n and k of a product that the operands in files imply; an operand that is not in a file is square.
void size_product(const TimeOptions& options, const Source& source, Case& one) {
  const auto sizes = [](const EntryList& list, const std::string& op) {
    return op == "N" ? std::pair(list.m, list.n) : std::pair(list.n, list.m);
  };
  std::int64_t m = 0, n = 0, k = 0, k_of_b = 0;
  if (source.a)
    std::tie(m, k) = sizes(*source.a, options.transa);
  if (source.b)
    std::tie(k_of_b, n) = sizes(*source.b, options.transb);
  if (source.a && source.b && k_of_b != k)
    throw InputError(fmt::format("{}: op(B) has {} rows, expected {}, as op(A) of {} has columns",
                                 options.file_b, k_of_b, k, options.file_a));
  if (!source.a)
    m = k = k_of_b;
  if (!source.b)
    n = k;
  one.m = static_cast<int>(m);
  one.n = static_cast<int>(n);
  one.k = static_cast<int>(k);
}

/// m, n and nrhs of a matrix to factor and of right-hand sides, either in a file.
void size_system(const TimeOptions& options, bool square, const Source& source, Case& one) {
  const std::int64_t m = source.a ? source.a->m : source.b->m;
  const std::int64_t n = source.a ? source.a->n : source.b->m;
  if (square && m != n)
    throw InputError(fmt::format("{}: {} x {}, expected a square matrix", options.file_a, m, n));
  if (source.b && source.b->m != n)
    throw InputError(fmt::format("{}: B has {} rows, expected {}, as A of {} has", options.file_b,
                                 source.b->m, n, options.file_a));
  one.m = static_cast<int>(m);
  one.n = static_cast<int>(n);
  if (source.b)
    one.nrhs = static_cast<int>(source.b->n);
}

/// The operands that files hold, on rank 0, and the sizes they imply, everywhere. Collective.
Source read_sources(const MpiSession& session, const TimeOptions& options, const TimedOperation& operation,
                    std::vector<Case>& cases) {
  Source source;
  if (!options.file_a.empty())
    source.a.emplace();
  if (!options.file_b.empty())
    source.b.emplace();
  if (!options.from_file())
    return source;
  Case sized = cases.front();
  session.together([&] {
    if (!session.root())
      return;
    if (source.a)
      source.a = read_operand(options, options.file_a);
    if (source.b)
      source.b = read_operand(options, options.file_b);
    if (operation.kind == plan::Operation::gemm)
      size_product(options, source, sized);
    else
      size_system(options, operation.square, source, sized);
  });
  int sizes[] = {sized.m, sized.n, sized.k, sized.nrhs};
  comm::broadcast(sizes, std::size(sizes), 0, MPI_COMM_WORLD);
  for (Case& one : cases)
    std::tie(one.m, one.n, one.k, one.nrhs) = std::tie(sizes[0], sizes[1], sizes[2], sizes[3]);
  return source;
}

/// SYRK, SYR2K and ORMQR want T; the complex routines that take their place, which know the conjugate transpose only, want C.
char transpose_letter(const TimedOperation& operation, char letter, char precision) {
  if (letter == 'N' || !operation.complex_routine)
    return letter;
  return precision == 'c' || precision == 'z' ? 'C' : 'T';
}

/// Every combination of the lists.
std::vector<Case> make_cases(const TimeOptions& options, const TimedOperation& operation) {
  std::vector<Case> cases;
  const std::vector<int> sizes = options.from_file() ? std::vector<int>{0} : options.n;
  for (const std::string& precision : options.precision)
    for (const int n : sizes)
      for (const int block_size : options.block_size) {
        Case one;
        one.operation = operation.name;
        one.precision = precision[0];
        one.n = n;
        one.m = options.m > 0 ? options.m : n;
        one.k = options.k > 0 ? options.k : n;
        one.nrhs = options.nrhs > 0 ? options.nrhs : 1;
        one.block_size = block_size;
        one.side = options.side[0];
        one.transa = transpose_letter(operation, options.transa[0], one.precision);
        one.transb = options.transb[0];
        one.uplo = options.uplo[0];
        cases.push_back(one);
      }
  return cases;
}

/// The files of rank 0.
struct Outputs {
  OutputFile json, trace, gantt;

  explicit Outputs(const TimeOptions& options)
      : json(options.json), trace(options.trace), gantt(options.gantt) {}

  void write(const TimeReport& report) {
    const std::vector<RunTrace> runs = run_traces(report);
    if (json.wanted())
      json.write(to_json(report) + "\n");
    if (trace.wanted()) {
      std::ostringstream events;
      write_trace_events(events, runs);
      trace.write(events.str());
    }
    if (gantt.wanted())
      gantt.write(draw_gantt(runs));
    for (const RunTrace& run : runs)
      if (const std::string missing = missing_part(run); !missing.empty())
        fmt::print(stderr, "hetgrid: {}\n", missing);
    flush_standard_output();
    for (OutputFile* const file : {&json, &trace, &gantt})
      file->publish();
  }
};

int run_server(const TimeOptions& options, const TimedOperation& operation, const MpiSession& session,
               const Machine& machine, const TimingOptions& timing, const std::vector<Case>& cases,
               OutputFile* json) {
  timing.tell("what ranks are able to do");
  Speeds speeds = find_speeds(session, options.speeds, options.block_size[0]);
  if (speeds.platform && options.speeds.platform.empty())
    session.together([&] { measure::probe_memory(MPI_COMM_WORLD, *speeds.platform); });
  const TimeReport report{machine, std::move(speeds), timing, {}};
  timing.tell("");
  if (session.root())
    print_header(report);
  const auto time = operation.kind == plan::Operation::gemm ? time_server_gemm : time_server_lu;
  time(session, report, options.server, cases, json);
  return 0;
}

/// What needs no speeds is told before they are measured. \throws ArgumentError
void check_request(const TimeOptions& options, const MpiSession& session) {
  plan::Options request;
  for (const std::string& grid : options.grid)
    set_grid(session, grid, request);
  schedule::parameters_from_text("--parameters", options.parameters, {});
}

int run(const TimeOptions& options, const MpiSession& session) {
  const TimedOperation& operation = find_operation(options.operation);
  std::optional<Outputs> outputs; // found out before any work whether they can be written
  session.together([&] {
    check_options(options, operation);
    check_request(options, session);
    if (session.root())
      outputs.emplace(options);
  });
  std::vector<Case> cases = make_cases(options, operation);
  const Source source = read_sources(session, options, operation, cases);
  const Machine machine = describe_machine(MPI_COMM_WORLD);
  std::optional<ProgressClock> clock;
  TimingOptions timing = options.timing;
  if (session.root() && !kernel::simulated)
    timing.clock = &clock.emplace(options.progress);
  if (!operation.time)
    return run_server(options, operation, session, machine, timing, cases,
                      outputs ? &outputs->json : nullptr);
  const auto chosen = [](const std::vector<std::string>& words, const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const Selection selection{chosen(options.library, "scalapack"),
                            chosen(options.library, "hetgrid") && chosen(options.layout, "uniform"),
                            chosen(options.library, "hetgrid") && chosen(options.layout, "uneven"),
                            {}};

  const HostMemory memory(machine.host_names);
  for (const Case& one : cases)
    memory.require(session, one, selection);
  timing.tell("what ranks are able to do");
  const Speeds speeds = find_speeds(session, options.speeds, options.block_size[0]);
  timing.tell("planning");
  const std::vector<PlannedCase> planned = make_plans(session, options, speeds, operation, cases);
  const auto selection_of = [&](const PlannedCase& one) {
    Selection with_partitions = selection;
    with_partitions.partitions = one.partitions;
    return with_partitions;
  };
  for (const PlannedCase& one : planned)
    memory.require(session, one.parameters, selection_of(one), one.plan);

  timing.tell("");
  TimeReport report{machine, speeds, timing, {}};
  if (session.root())
    print_header(report);
  for (const PlannedCase& one : planned) {
    timing.subject = fmt::format("case {} of {}", report.results.size() + 1, planned.size());
    report.results.push_back(
        {operation.time(session, timing, one.parameters, one.plan, selection_of(one), source), one.plan,
         one.predicted});
    if (session.root())
      print_result(report, report.results.back());
  }
  session.together([&] {
    if (outputs)
      outputs->write(report);
    if (!passed(report))
      throw SystemError(
          fmt::format("a result is wrong: its residual or difference is not below {}", residual_limit));
  });
  return 0;
}

void add_server_options(CLI::App& command, ServerOptions& options) {
  add_list(command, "--policy", options.policies,
           "server-gemm, server-lu: who is sent what next; auto: what is predicted to be the fastest",
           policy_name())
      ->type_name("NAME");
  command
      .add_option("--memory", options.memory,
                  "server-gemm, server-lu: memory of each worker, or of all alike, as in 2G,500M; default: "
                  "that of the platform")
      ->transform(byte_sizes());
  command
      .add_option("--speed-error", options.speed_error,
                  "server-gemm: how wrong speeds may be, as in 0.3, or unknown: policies are then told none; "
                  "for --policy auto")
      ->transform(speed_error())
      ->type_name("PART")
      ->capture_default_str();
  command.add_flag("--server-computes", options.computes,
                   "server-gemm, server-lu: rank 0, which has the matrices, is a worker, too");
}

} // namespace

void add_time(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "time", "Time an operation on uneven and uniform layouts: mpiexec -n N hetgrid time lu --n 4000");
  const auto options = std::make_shared<TimeOptions>();
  command->add_option("OPERATION", options->operation, "What to time")
      ->required()
      ->transform(one_of(operation_names()));
  add_list(*command, "--n", options->n,
           "Orders of the matrices, or columns of what --m is the rows of, as in 1000,2000", size());
  command
      ->add_option(
          "--m", options->m,
          "Rows of A (lu, qr, redistribute), of Q (orgqr), of C or B (gemm, symm, trmm, trsm, ormqr); "
          "default: as --n")
      ->transform(size());
  command->add_option("--k", options->k, "gemm, syrk, syr2k: inner dimension; default: as --n")
      ->transform(size());
  command->add_option("--nrhs", options->nrhs, "solve: right-hand sides; default: 1")->transform(size());
  add_list(*command, "--block-size", options->block_size, "Block sizes, elements", size());
  CLI::Option* const grid = add_list(*command, "--grid", options->grid,
                                     "Grids, as in 1x2,2x1; default: chosen by the planner", pair_of_sizes());
  CLI::Option* const panel =
      command
          ->add_option("--panel", options->panel,
                       "Panel in blocks, as in 8x6, or \"matrix\": a single one, where that shares the "
                       "matrix out better; default: chosen")
          ->transform(pair_of_sizes(whole_matrix));
  add_list(*command, "--library", options->library, "Libraries", one_of(libraries()));
  add_list(*command, "--layout", options->layout, "Layouts for hetgrid", one_of({"uniform", "uneven"}));
  add_list(*command, "--precision", options->precision, "Precisions", one_of({"s", "d", "c", "z"}));
  command
      ->add_option("--side", options->side, "symm, trmm, trsm, ormqr: A, or Q, on the left or on the right")
      ->transform(one_of({"L", "R"}))
      ->capture_default_str();
  command
      ->add_option("--transa", options->transa,
                   "gemm, trmm, trsm: op(A); T and C alike: ormqr: op(Q); syrk, syr2k: A^H A, N: A A^H")
      ->transform(one_of({"N", "T", "C"}))
      ->capture_default_str();
  command->add_option("--transb", options->transb, "gemm: op(B)")
      ->transform(one_of({"N", "T", "C"}))
      ->capture_default_str();
  add_list(*command, "--partition", options->partition,
           "gemm: layouts that are no grid, too: auto, a shape as in square-corner, or a file .json of "
           "hetgrid shape; default: none",
           not_empty());
  add_server_options(*command, options->server);
  command
      ->add_option("--uplo", options->uplo,
                   "Triangle: cholesky, symm, syrk, syr2k, trmm, trsm, trtri, potri, sygst")
      ->transform(one_of({"U", "L"}))
      ->capture_default_str();
  add_speed_options(*command, options->speeds, {grid, panel});
  command->add_option("--runs", options->timing.runs, "Timed runs; the median counts")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--aggregate-size", options->timing.aggregate_size,
                   "Order of the local multiply that tells a rank's own rate")
      ->transform(whole_number(1, 20000))
      ->capture_default_str();
  command
      ->add_option("--aggregate-seconds", options->timing.aggregate_seconds,
                   "Time of each such measurement, seconds")
      ->transform(zero_or_number(1e-6, 3600))
      ->capture_default_str();
  command
      ->add_option("--parameters", options->parameters,
                   "How hetgrid works, as in width=128,lu.panel=distributed,gemm.depth=256; default: chosen")
      ->transform(not_empty());
  command->add_option("--a", options->file_a, "gemm, lu, qr, cholesky, solve: A from a Matrix Market file")
      ->transform(not_empty());
  command->add_option("--b", options->file_b, "gemm, solve: B from a Matrix Market file")
      ->transform(not_empty());
  command->add_flag("--profile", options->timing.profile,
                    "All but redistribute: print where the time of hetgrid's routines goes on every rank");
  command
      ->add_option(
          "--trace", options->trace,
          "Likewise: write who did what when in the last run to FILE, for Perfetto or chrome://tracing")
      ->transform(not_empty());
  command->add_option("--gantt", options->gantt, "The same as a picture: an SVG file")
      ->transform(not_empty());
  add_progress(*command, options->progress);
  command->add_option("--json", options->json, "Write the results to FILE")->transform(not_empty());
  command->callback([options, command, &invocation] {
    for (const CLI::Option* option : command->get_options())
      if (option->count() > 0)
        options->given.push_back(option->get_single_name());
    options->timing.trace = options->is_given("trace") || options->is_given("gantt");
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
