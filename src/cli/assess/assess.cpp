// hetgrid assess: is hetgrid on an unequal machine as efficient as it is on an equal machine of the same
// total power?
//
// Both machines are emulated on the cores of this one, in turns, so that both meet the same state of it. The
// equal machine gives every process the average speed; since a core that is held back does not lose exactly
// the part of its speed that its quota says, both are probed first and the quota of the equal machine is
// corrected by what they reach.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/assess/assessment.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/process/child_process.hpp"
#include "cli/process/launcher.hpp"
#include "cli/process/process_family.hpp"
#include "cli/process/temporary_folder.hpp"
#include "cli/process/watcher.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

struct AssessOptions {
  std::string cycle_times;
  std::string operation = "gemm";
  int n = 4000;
  int block_size = 64;
  std::string grid; ///< empty: chosen for the unequal machine
  int rounds = 3;
  int runs = 3;
  double probe_seconds = 5;
  bool oversubscribe = false, progress = false;
  std::string mpiexec;
  std::string unequal, equal; ///< existing reports
  std::string json;
};

/// Runs a program to its end. \throws ReportedError with the line that tells why it failed, or if this process was asked
/// to end
void run_to_end(std::vector<std::string> words, const EndingSignals& signals, const ProcessFamily& family) {
  constexpr std::string_view ours = "hetgrid: ";
  const std::string command = words[0];
  std::string last, said;
  const auto read = [&](const std::string& line, bool error) {
    if (error && !line.empty())
      last = line;
    if (error && said.empty() && line.starts_with(ours))
      said = line.substr(ours.size());
  };
  const ChildResult result =
      run_child(std::move(words), signals,
                {.read = read, .asks_others = true, .seconds = 0, .kill = [&family] { family.kill_all(); }});
  if (result.signal)
    throw ReportedError(fmt::format("ended by a signal: {}", strsignal(result.signal)), 128 + result.signal);
  if (result.status != 0)
    throw ReportedError(
        !said.empty() ? said
                      : wrong_value(command, fmt::format("exit status {}", result.status), "0; " + last),
        failure);
}

/// Cycle-times relative to a whole core of cycle-time full_speed.
struct EmulatedMachine {
  std::vector<double> cycle_times;
  double full_speed;
};

/// Equation (3): as many processes, each with the average speed.
EmulatedMachine equivalent(const EmulatedMachine& unequal) {
  double speed = 0;
  for (const double t : unequal.cycle_times)
    speed += 1 / t;
  const std::size_t n = unequal.cycle_times.size();
  return {std::vector<double>(n, static_cast<double>(n) / speed), unequal.full_speed};
}

/// The unequal machine, the equal one, the equal one corrected.
constexpr int probes = 3;

class Emulation {
public:
  explicit Emulation(const AssessOptions& options) : options_(options) {}

  /// Probes a machine and keeps the platform in `name`.json.
  plan::Platform probe(const EmulatedMachine& machine, const std::string& name) {
    tell("probing", name);
    run(machine, {"probe", "--network", fmt::format("--block-size={}", options_.block_size),
                  fmt::format("--seconds={}", options_.probe_seconds), "--output=" + platform(name)});
    return platform_from_file(platform(name));
  }

  /// Times the operation on a machine that was probed.
  TimedRun time(const EmulatedMachine& machine, const std::string& name, const std::string& layout,
                const std::string& grid) {
    tell("timing", name);
    const std::string report = folder_.file(name + "-time.json");
    std::vector<std::string> words{"time",
                                   options_.operation,
                                   "--library=hetgrid",
                                   "--layout=" + layout,
                                   fmt::format("--n={}", options_.n),
                                   fmt::format("--block-size={}", options_.block_size),
                                   fmt::format("--runs={}", options_.runs),
                                   "--platform=" + platform(name),
                                   "--json=" + report};
    if (!grid.empty())
      words.push_back("--grid=" + grid);
    run(machine, std::move(words));
    return runs_of_report(read_text(report), layout, report).front();
  }

private:
  std::string platform(const std::string& name) const { return folder_.file(name + ".json"); }

  void tell(const char* action, const std::string& name) {
    clock_.tell(
        fmt::format("{} the {} machine, step {} of {}", action, name, ++step_, probes + 2 * options_.rounds));
  }

  void run(const EmulatedMachine& machine, std::vector<std::string> arguments) const {
    std::vector<std::string> words{own_executable().string(), "emulate",
                                   fmt::format("--cycle-times={}", fmt::join(machine.cycle_times, ",")),
                                   fmt::format("--full-speed={}", machine.full_speed)};
    if (!options_.mpiexec.empty())
      words.push_back("--mpiexec=" + options_.mpiexec);
    if (options_.oversubscribe)
      words.push_back("--oversubscribe");
    words.insert(words.end(), {"--", own_executable().string()});
    words.insert(words.end(), arguments.begin(), arguments.end());
    run_to_end(std::move(words), signals_, family_);
  }

  const AssessOptions& options_;
  EndingSignals signals_;
  ProcessFamily family_;
  TemporaryFolder folder_{"hetgrid-assess"};
  Watcher watcher_{[this] { family_.kill_all(); }};
  ProgressClock clock_{options_.progress};
  int step_ = 0;
};

double power(const plan::Platform& platform) {
  return std::accumulate(platform.processes.begin(), platform.processes.end(), 0.0,
                         [](double sum, const plan::ProcessSpeed& process) { return sum + process.gflops; });
}

/// The machine with its quotas corrected so that what it reached becomes `wanted`, as far as there are cores.
EmulatedMachine corrected(EmulatedMachine machine, double reached, double wanted) {
  for (double& t : machine.cycle_times)
    t = std::max(machine.full_speed, t * reached / wanted);
  return machine;
}

/// \throws ArgumentError
void check_grid(const std::string& grid, std::size_t ranks) {
  if (grid.empty())
    return;
  const auto [p, q] = parse_pair("--grid", grid);
  if (static_cast<std::int64_t>(p) * q > static_cast<std::int64_t>(ranks))
    throw ArgumentError("--grid", grid, fmt::format("at most as many cells as ranks ({})", ranks));
}

Assessment measure(const AssessOptions& options) {
  EmulatedMachine unequal{parse_cycle_times(options.cycle_times), 0};
  check_grid(options.grid, unequal.cycle_times.size());
  unequal.full_speed = std::ranges::min(unequal.cycle_times);
  Emulation emulation(options);
  const plan::Platform unequal_platform = emulation.probe(unequal, "unequal");
  EmulatedMachine equal = equivalent(unequal);
  equal = corrected(equal, power(emulation.probe(equal, "equal")), power(unequal_platform));
  const plan::Platform equal_platform = emulation.probe(equal, "equal");

  Assessment assessment;
  if (const auto first = average_link_speed(unequal_platform), second = average_link_speed(equal_platform);
      first && second)
    assessment.link_speeds = {*first, *second};
  std::string grid = options.grid;
  for (int round = 0; round < options.rounds; ++round) {
    TimedRun first = emulation.time(unequal, "unequal", "uneven", grid);
    grid = fmt::format("{}x{}", first.p, first.q);
    assessment.rounds.push_back({std::move(first), emulation.time(equal, "equal", "uniform", grid)});
  }
  return assessment;
}

int assess(const AssessOptions& options) {
  OutputFile json(options.json);
  std::vector<Assessment> assessments;
  if (options.unequal.empty())
    assessments.push_back(measure(options));
  else
    assessments = pair_up(runs_of_report(read_text(options.unequal), "uneven", options.unequal),
                          runs_of_report(read_text(options.equal), "uniform", options.equal));
  for (const Assessment& assessment : assessments)
    fmt::print("{}", to_text(assessment));
  if (json.wanted())
    json.write(to_json(assessments) + "\n");
  flush_standard_output();
  json.publish();
  return 0;
}

} // namespace

void add_assess(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "assess",
      "Efficiency on an unequal machine relative to that on an equal one of the same power, both emulated: "
      "hetgrid assess --cycle-times 1,3 --operation lu");
  const auto options = std::make_shared<AssessOptions>();
  CLI::Option* const cycle_times = command->add_option(
      "--cycle-times", options->cycle_times, "Cycle-time of each rank of the unequal machine, as in 1,3");
  cycle_times->transform(not_empty());
  command->add_option("--operation", options->operation, "What to time on both")
      ->transform(one_of({"gemm", "lu", "getrf", "qr", "geqrf", "cholesky", "potrf"}))
      ->capture_default_str();
  command->add_option("--n", options->n, "Order of the matrices")->transform(size())->capture_default_str();
  command->add_option("--block-size", options->block_size, "Block size, elements")
      ->transform(size())
      ->capture_default_str();
  command
      ->add_option("--grid", options->grid,
                   "Grid, as in 1x2; default: chosen by the planner for the unequal machine")
      ->transform(pair_of_sizes());
  command->add_option("--rounds", options->rounds, "Both machines in turns, so often; the median counts")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--runs", options->runs, "Timed runs on each machine in a round")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--probe-seconds", options->probe_seconds, "Time of each probe of a machine, seconds")
      ->transform(number(1e-3, 3600))
      ->capture_default_str();
  command->add_flag("--oversubscribe", options->oversubscribe, "Allow more ranks than cores");
  add_progress(*command, options->progress);
  command
      ->add_option("--mpiexec", options->mpiexec,
                   "The launcher to use; default: that of the MPI hetgrid was built with")
      ->transform(not_empty());
  CLI::Option* const unequal = command->add_option(
      "--unequal", options->unequal, "Instead of runs: report of hetgrid time --json, uneven layout");
  CLI::Option* const equal =
      command->add_option("--equal", options->equal, "and that of the equal machine, uniform layout");
  unequal->transform(not_empty())->needs(equal)->excludes(cycle_times);
  for (const char* const of_runs : {"--operation", "--n", "--block-size", "--grid", "--rounds", "--runs",
                                    "--probe-seconds", "--oversubscribe", "--progress", "--mpiexec"})
    unequal->excludes(command->get_option(of_runs));
  equal->transform(not_empty())->needs(unequal);
  command->add_option("--json", options->json, "Write the figures to FILE")->transform(not_empty());
  command->callback([options, cycle_times, unequal, &invocation] {
    if (cycle_times->count() + unequal->count() == 0)
      throw CLI::RequiredError("--cycle-times or --unequal and --equal");
    invocation.action = [options] { return assess(*options); };
  });
}

} // namespace hetgrid::cli
