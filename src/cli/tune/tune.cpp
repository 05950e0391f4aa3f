// hetgrid tune: the fastest parameters of operations on this machine, found by running them.
#include "cli/commands.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/mpi/machine.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/list_option.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/time/memory.hpp"
#include "cli/time/operations.hpp"
#include "cli/time/speeds.hpp"
#include "cli/tune/candidates.hpp"
#include "cli/tune/report.hpp"
#include "comm/chosen_parameters.hpp"
#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"
#include "measure/gemm_timer.hpp"
#include "plan/text_file.hpp"
#include "plan/tuning.hpp"
#include "schedule/parameters.hpp"

namespace hetgrid::cli {
namespace {

struct Operation {
  const char* name;
  plan::Operation kind;
  VariantMaker* variants;
};

constexpr Operation operations[] = {{"gemm", plan::Operation::gemm, gemm_variants},
                                    {"lu", plan::Operation::getrf, lu_variants},
                                    {"qr", plan::Operation::geqrf, qr_variants},
                                    {"cholesky", plan::Operation::potrf, cholesky_variants}};

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Operation& operation : operations)
    names.emplace_back(operation.name);
  return names;
}

struct TuneOptions {
  std::vector<std::string> operation = operation_names();
  std::vector<int> n{2000};
  int block_size = 64;
  std::string grid;
  SpeedOptions speeds;
  double seconds = 600;
  bool progress = false;
  std::string json, store;
};

/// Hetgrid on the layout of the plan.
const Selection uneven_alone{false, false, true, {}};

Case case_of(const TuneOptions& options, const Operation& operation, int n) {
  Case one;
  one.operation = operation.name;
  one.m = one.n = one.k = n;
  one.nrhs = 1;
  one.block_size = options.block_size;
  return one;
}

/// The plan for an operation, with the parameters that are in force where no tuning file is. Collective.
plan::Plan plan_of(const MpiSession& session, const TuneOptions& options, const Speeds& speeds,
                   const Operation& operation, int n, const comm::ParameterEnvironment& environment) {
  const std::string text = session.from_root([&] {
    plan::Options request;
    request.problem = {operation.kind, n, options.block_size};
    set_grid(session, options.grid, request);
    plan::Plan plan = speeds.plan ? *speeds.plan : make_plan(speeds, request);
    plan.parameters =
        comm::ChosenParameters(plan.parameters, environment, plan.arrangement.p, plan.arrangement.q).usual();
    return plan::to_json(plan);
  });
  return plan::plan_from_json(text);
}

/// Hosts that the plan uses. \param names by rank
int hosts_of(const plan::Plan& plan, const std::vector<std::string>& names) {
  std::vector<std::string> used;
  for (const int process : plan.arrangement.process)
    used.push_back(names.at(static_cast<std::size_t>(process)));
  return comm::count_hosts(used);
}

void require_right_result(const MpiSession& session, const Variant& variant) {
  const std::vector<double> errors = variant.check();
  session.together([&] {
    if (!std::ranges::all_of(errors, [](double error) { return error < residual_limit; }))
      throw SystemError(fmt::format("{}: its result is wrong: {} is not below {}", variant.routine,
                                    fmt::join(variant.error_names, ", "), residual_limit));
  });
}

/// \param tell  hears before every run
/// Collective; the same result on all ranks.
SearchResult search(const MpiSession& session, const Operation& operation, const Case& one,
                    const plan::Plan& plan, double seconds, const std::function<void()>& tell) {
  const Variant variant = operation.variants(session, one, plan, uneven_alone, {}).front();
  const double begin = kernel::now();
  SearchTools tools;
  tools.seconds_of_run = [&](const schedule::Parameters& parameters) {
    tell();
    variant.use(parameters);
    return seconds_of_run(session, variant);
  };
  // All must come to the same decisions.
  tools.elapsed = [&] { return comm::all_reduced(kernel::now() - begin, MPI_MAX, MPI_COMM_WORLD); };
  const auto& [p, q, process] = plan.arrangement;
  const SearchResult result =
      search_parameters(plan.parameters, candidates(operation.kind, one.n, p, q), tools, seconds);
  tools.seconds_of_run(result.parameters);
  require_right_result(session, variant);
  return result;
}

TuneResult result_of(const Operation& operation, int n, const plan::Plan& plan, int hosts,
                     const SearchResult& search) {
  const auto& [p, q, process] = plan.arrangement;
  const PairedRuns& runs = search.final_runs;
  return {{comm::tuning_machine(hosts), p, q, operation.kind, n,
           plan::with_parameters_of(operation.kind, {}, search.parameters),
           measure::summarize(runs.second.empty() ? runs.first : runs.second).median, runs.ratio()},
          schedule::choices_text(plan::with_parameters_of(operation.kind, {}, plan.parameters)),
          search};
}

/// A tuning file, with what is in it.
class Store {
public:
  /// \throws InputError if it is malformed, or cannot be written
  explicit Store(const std::string& name) : name_(name) {
    known(); // told in the first second
    file_.emplace(name);
  }
  /// What has been stored meanwhile by others is kept.
  void add(const std::vector<TuneResult>& results) {
    std::vector<plan::TunedCase> cases = known();
    for (const TuneResult& result : results)
      cases = plan::merged(std::move(cases), {&result.tuned, 1});
    file_->write(plan::tuning_to_json(cases) + "\n");
  }
  void publish() { file_->publish(); }

private:
  std::vector<plan::TunedCase> known() const {
    std::error_code error;
    if (!std::filesystem::exists(name_, error))
      return {};
    const std::string text = plan::text_of_file(name_);
    try {
      return plan::tuning_from_json(text);
    } catch (const Error& malformed) {
      throw InputError(name_ + ": " + malformed.what());
    }
  }

  std::string name_;
  std::optional<OutputFile> file_;
};

/// The files of rank 0.
struct Outputs {
  OutputFile json;
  std::optional<Store> store;

  explicit Outputs(const TuneOptions& options) : json(options.json) {
    if (!options.store.empty())
      store.emplace(options.store);
  }
  void write(const Machine& machine, const Speeds& speeds, const std::vector<TuneResult>& results) {
    if (json.wanted())
      json.write(tune_report_to_json(machine, speeds, results) + "\n");
    if (store)
      store->add(results);
    flush_standard_output();
    json.publish();
    if (store)
      store->publish();
  }
};

/// On rank 0.
class Progress {
public:
  Progress(const MpiSession& session, const TuneOptions& options) : seconds_(options.seconds) {
    if (session.root())
      clock_.emplace(options.progress);
  }
  void tell(const std::string& what) {
    if (clock_)
      clock_->tell(what);
  }
  void tell_of_run(const char* operation, int n) {
    tell(fmt::format("{}, n = {}, run {}; about {:.0f} s in all", operation, n, ++runs_, seconds_));
  }

private:
  std::optional<ProgressClock> clock_;
  double seconds_;
  int runs_ = 0;
};

int run(const TuneOptions& options, const MpiSession& session) {
  std::optional<Outputs> outputs; // found out before any work whether they can be written
  session.together([&] {
    plan::Options request;
    set_grid(session, options.grid, request);
    if (session.root())
      outputs.emplace(options);
  });
  const Machine machine = describe_machine(MPI_COMM_WORLD);
  const HostMemory memory(machine.host_names);
  Progress progress(session, options);
  progress.tell("what ranks are able to do");
  const Speeds speeds = find_speeds(session, options.speeds, options.block_size);
  comm::ParameterEnvironment environment;
  session.together(
      [&] { environment = comm::parameter_environment(MPI_COMM_WORLD, comm::BadTuning::fails); });
  environment.tuned.clear(); // what is in force without it is what tuning is compared with
  std::vector<TuneResult> results;
  const auto cases = static_cast<double>(options.operation.size() * options.n.size());
  for (const Operation& operation : operations)
    for (const int n : options.n) {
      if (std::ranges::find(options.operation, operation.name) == options.operation.end())
        continue;
      const Case one = case_of(options, operation, n);
      const plan::Plan plan = plan_of(session, options, speeds, operation, n, environment);
      memory.require(session, one, uneven_alone, plan);
      progress.tell("");
      if (session.root() && results.empty())
        print_tune_header(machine, speeds);
      const SearchResult found = search(session, operation, one, plan, options.seconds / cases,
                                        [&] { progress.tell_of_run(operation.name, n); });
      progress.tell("");
      results.push_back(result_of(operation, n, plan, hosts_of(plan, machine.host_names), found));
      if (session.root())
        print_tune_result(results.back());
    }
  session.together([&] {
    if (outputs)
      outputs->write(machine, speeds, results);
  });
  return 0;
}

} // namespace

void add_tune(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "tune",
      "Find the fastest parameters of operations by running them: mpiexec -n N hetgrid tune --n 4000");
  const auto options = std::make_shared<TuneOptions>();
  add_list(*command, "--operation", options->operation, "Operations", one_of(operation_names()));
  add_list(*command, "--n", options->n, "Orders of the matrices, as in 1000,4000", size());
  command->add_option("--block-size", options->block_size, "Block size, elements")
      ->transform(size())
      ->capture_default_str();
  CLI::Option* const grid =
      command->add_option("--grid", options->grid, "Grid, as in 2x2; default: chosen by the planner")
          ->transform(pair_of_sizes());
  add_speed_options(*command, options->speeds, {grid});
  command->add_option("--seconds", options->seconds, "Time for all of it, about, seconds")
      ->transform(number(1, 1e6))
      ->capture_default_str();
  add_progress(*command, options->progress);
  command->add_option("--json", options->json, "Write the results to FILE")->transform(not_empty());
  command
      ->add_option("--store", options->store,
                   "Add them to a tuning file, which the library reads: HETGRID_TUNING=FILE")
      ->transform(not_empty());
  command->callback([options, &invocation] {
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
