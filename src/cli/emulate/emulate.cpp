// hetgrid emulate: runs an MPI program on this machine as if its cores had the given cycle-times.
//
// Every rank is pinned to a core of its own, or with --cores to several, and put into a control group with the CPU quota
// cores * period * t_full / t, t_full being the cycle-time of whole cores: that of the fastest rank, unless --full-speed says
// otherwise. The program sees a core that is slower in everything it does, waiting for messages included.
// Ranks enter their groups by themselves: mpiexec starts `hetgrid emulate-rank`, which joins, pins and then
// becomes the program.
//
// With --bandwidth or --links every rank also has a host of its own on an emulated network: mpiexec starts its
// daemons by `hetgrid emulate-host`, which takes the place of rsh.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/emulate/cgroup.hpp"
#include "cli/emulate/network.hpp"
#include "cli/emulate/schedule.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/list_option.hpp"
#include "cli/options/message.hpp"
#include "cli/options/option_values.hpp"
#include "cli/process/child_process.hpp"
#include "cli/process/cores.hpp"
#include "cli/process/emulated_runs.hpp"
#include "cli/process/launcher.hpp"
#include "cli/process/launcher_rank.hpp"
#include "cli/process/process_family.hpp"
#include "cli/process/watcher.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

/// The kernel refuses quotas below 1 ms and periods above 1 s.
constexpr int shortest_quota_us = 1000;
constexpr int longest_period_us = 1'000'000;

struct EmulateOptions {
  std::string cycle_times;
  std::optional<double> full_speed;
  std::int64_t period_us = 3000;
  std::string mpiexec;
  bool oversubscribe = false;
  int ranks = 0;          ///< 0: as many as there are cycle-times, links or numbers of cores
  std::vector<int> cores; ///< of each; empty: one
  std::string bandwidth;  ///< of all ranks; empty: no network
  std::string links;      ///< of each
  std::vector<std::string> changes;
  std::string changes_from = "launch";
};

struct RankOptions {
  std::vector<int> cores;  ///< of all ranks, one rank behind the other
  std::vector<int> counts; ///< of each rank
  std::string group_prefix;
};

struct HostOptions {
  int owner = 0;
  std::vector<int> networks;
};

/// What the command line says of every rank.
struct DescribedMachine {
  std::vector<double> cycle_times;
  std::vector<int> core_counts;
  std::vector<double> links; ///< bits a second; empty: no network
  std::vector<SpeedChange> changes;

  /// The least and the largest cycle-time of any rank at any time.
  std::pair<double, double> range() const {
    std::vector<double> all = cycle_times;
    for (const SpeedChange& change : changes)
      all.insert(all.end(), change.cycle_times.begin(), change.cycle_times.end());
    const auto [least, most] = std::ranges::minmax(all);
    return {least, most};
  }
};

/// -n, --cycle-times, --cores and --links tell the same number of ranks, and one of them has to tell it.
DescribedMachine described_machine(const EmulateOptions& options) {
  if (!options.bandwidth.empty() && !options.links.empty())
    throw ArgumentError("--links", options.links, "either this or --bandwidth");
  DescribedMachine machine;
  auto ranks = static_cast<std::size_t>(options.ranks);
  const char* said_by = options.ranks ? "-n" : nullptr;
  const auto agree = [&](const char* option, const std::string& text, std::size_t count) {
    if (said_by && count != ranks)
      throw ArgumentError(option, text, fmt::format("{}, one for each rank, as {} says", ranks, said_by));
    ranks = count;
    said_by = option;
  };
  if (!options.cycle_times.empty()) {
    machine.cycle_times = parse_cycle_times(options.cycle_times);
    agree("--cycle-times", options.cycle_times, machine.cycle_times.size());
  }
  if (!options.cores.empty())
    agree("--cores", fmt::format("{}", fmt::join(options.cores, ",")), options.cores.size());
  if (!options.links.empty()) {
    machine.links = parse_bit_rates("--links", options.links);
    agree("--links", options.links, machine.links.size());
  }
  if (!said_by)
    throw ArgumentError("--cycle-times", "none",
                        "one for each rank, or -n, --cores or --links to tell how many there are");
  machine.cycle_times.resize(ranks, 1);
  machine.core_counts = options.cores;
  machine.core_counts.resize(ranks, 1);
  if (!options.bandwidth.empty())
    machine.links.assign(ranks, parse_bit_rate("--bandwidth", options.bandwidth));
  machine.changes = parse_speed_changes(options.changes, ranks);
  return machine;
}

/// The cores of each rank.
std::vector<Cores> cores_of_ranks(const DescribedMachine& machine, const EmulateOptions& options) {
  std::vector<Cores> assigned = assign_cores(machine.core_counts, options.oversubscribe);
  if (!assigned.empty())
    return assigned;
  if (!options.cores.empty())
    throw ArgumentError("--cores", fmt::format("{}", fmt::join(options.cores, ",")),
                        expected_cores(options.oversubscribe) +
                            (options.oversubscribe ? "" : "; with --oversubscribe ranks share them"));
  const Cores allowed = allowed_cores();
  throw SystemError(fmt::format("{0} ranks need {0} cores, but this process may use only {1} ({2}); "
                                "--oversubscribe lets ranks share cores, and falsifies their speeds",
                                machine.core_counts.size(), allowed.size(), describe_cores(allowed)));
}

/// Cycle-time of a whole core.
double full_speed(const EmulateOptions& options, const DescribedMachine& machine) {
  const double fastest = machine.range().first;
  if (!options.full_speed)
    return fastest;
  if (!(*options.full_speed > 0 && *options.full_speed <= fastest))
    throw ArgumentError("--full-speed", fmt::format("{}", *options.full_speed),
                        fmt::format("positive and at most {}, the smallest cycle-time", fastest));
  return *options.full_speed;
}

/// The period of all quotas, microseconds. It grows when the quota of the slowest would fall below what the kernel accepts.
double period_of(const EmulateOptions& options, const DescribedMachine& machine, double full) {
  const double period =
      std::max<double>(options.period_us, std::ceil(shortest_quota_us * machine.range().second / full));
  if (period > longest_period_us)
    throw ArgumentError(
        "--cycle-times, --change or --full-speed",
        fmt::format("from {} to {}", std::min(full, machine.range().first), machine.range().second),
        fmt::format("ratios up to {}", longest_period_us / shortest_quota_us));
  return period;
}

/// Quotas relative to all cores of a rank.
std::vector<CpuQuota> quotas(const std::vector<double>& cycle_times, const std::vector<int>& core_counts,
                             double full, double period) {
  std::vector<CpuQuota> result;
  for (std::size_t rank = 0; rank < cycle_times.size(); ++rank) {
    const double t = cycle_times[rank];
    result.push_back(
        {t == full ? 0 : std::llround(core_counts[rank] * period * full / t), std::llround(period)});
  }
  return result;
}

/// A launcher that leaves placement to us. Open MPI: do not bind, do not count slots, do not mind root. MPICH ignores these. Within
/// a batch job neither asks the batch system where ranks are to be started, and by whom: here, and by the launcher.
void set_environment() {
  leave_cores_to_ranks();
  forget_launcher_rank();
  setenv("HYDRA_RMK", "user", 1);
  setenv("HYDRA_LAUNCHER", "fork", 1);
  setenv("OMPI_MCA_ras", "^slurm,tm,gridengine", 1);
  setenv("OMPI_MCA_plm", "isolated", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
}

void describe(const DescribedMachine& machine, const std::vector<Cores>& cores,
              const std::vector<CpuQuota>& limits, const CpuHierarchy* hierarchy) {
  const std::string means =
      hierarchy ? fmt::format("cgroup v{} below {}", hierarchy->version, hierarchy->directory.string())
                : std::string("pinned to cores, no quotas needed");
  const bool several = std::ranges::max(machine.core_counts) > 1;
  fmt::print(stderr, "hetgrid emulate: {} ranks, {}, OPENBLAS_NUM_THREADS={}\n", machine.cycle_times.size(),
             means, several ? "number of cores" : "1");
  for (std::size_t rank = 0; rank < machine.cycle_times.size(); ++rank) {
    const CpuQuota& limit = limits[rank];
    const std::string share =
        limit.quota == 0 ? std::string(cores[rank].size() == 1 ? "whole core" : "whole cores")
                         : fmt::format("{:.3f} ms of every {:.3f} ms", limit.quota / 1e3, limit.period / 1e3);
    const std::string host = machine.links.empty()
                                 ? std::string()
                                 : fmt::format(", host {}, {:g} Mbit/s", host_name(static_cast<int>(rank)),
                                               machine.links[rank] / 1e6);
    fmt::print(stderr, "  rank {}: cycle-time {:g}, {}, {}{}\n", rank, machine.cycle_times[rank],
               describe_cores(cores[rank]), share, host);
  }
}

/// Removes what killed runs have left. \return the hierarchy; none if this machine has none, which matters
/// only to runs that need quotas
std::optional<CpuHierarchy> clean_hierarchy(bool needed) try {
  const CpuHierarchy hierarchy = own_cpu_hierarchy();
  for (const std::string& name : remove_stale_groups(hierarchy))
    fmt::print(stderr, "hetgrid emulate: removed {}, left by a process that no longer lives\n", name);
  return hierarchy;
} catch (const SystemError&) {
  if (needed)
    throw;
  return std::nullopt;
}

int emulate(const EmulateOptions& options, const std::vector<std::string>& program) {
  if (program.empty())
    throw ArgumentError("PROGRAM", "\"\"", "a program and its arguments after \"--\"");
  if (refuse_launched("emulate"))
    return failure;
  const DescribedMachine machine = described_machine(options);
  const std::vector<double>& cycle_times = machine.cycle_times;
  const std::vector<Cores> cores = cores_of_ranks(machine, options);
  const double full = full_speed(options, machine), period = period_of(options, machine, full);
  const std::vector<CpuQuota> limits = quotas(cycle_times, machine.core_counts, full, period);
  std::vector<QuotaSchedule::Change> changes;
  for (const SpeedChange& change : machine.changes)
    changes.push_back({change.seconds, quotas(change.cycle_times, machine.core_counts, full, period)});
  const std::string mpiexec = find_mpiexec(options.mpiexec);
  const bool limited = machine.range().second > full, from_run = options.changes_from == "run";

  const EndingSignals signals; // before there are groups, so that these are always removed
  const std::optional<CpuHierarchy> hierarchy = clean_hierarchy(limited);
  const ProcessFamily family;
  const Watcher watcher([&family, &hierarchy, owner = getpid()] {
    family.kill_all();
    if (hierarchy)
      remove_groups_of(*hierarchy, owner);
  });
  set_environment();
  std::optional<EmulatedNetwork> network; // of several hosts: has another launcher
  if (!machine.links.empty())
    network.emplace(machine.links, signals);
  std::vector<CpuGroup> groups;
  std::vector<std::string> words{mpiexec, "-n", std::to_string(cycle_times.size()), own_executable().string(),
                                 "emulate-rank"};
  Cores all_cores;
  for (const Cores& one : cores)
    all_cores.insert(all_cores.end(), one.begin(), one.end());
  words.push_back(fmt::format("--cores={}", fmt::join(all_cores, ",")));
  words.push_back(fmt::format("--counts={}", fmt::join(machine.core_counts, ",")));
  if (limited) {
    groups.reserve(limits.size());
    for (std::size_t rank = 0; rank < limits.size(); ++rank)
      groups.emplace_back(*hierarchy, group_name(getpid(), static_cast<int>(rank)), limits[rank]);
    std::string prefix = groups[0].directory().string();
    prefix.pop_back(); // the rank number
    words.push_back("--group-prefix=" + prefix);
  }
  words.push_back("--");
  words.insert(words.end(), program.begin(), program.end());

  describe(machine, cores, limits, limited ? &*hierarchy : nullptr);
  for (const SpeedChange& change : machine.changes)
    fmt::print(stderr, "  from {:g} s{} on: cycle-times {:g}\n", change.seconds, from_run ? " of a run" : "",
               fmt::join(change.cycle_times, ","));
  std::optional<QuotaSchedule> schedule;
  if (limited && !changes.empty())
    schedule.emplace(*hierarchy, groups, limits, std::move(changes),
                     from_run ? QuotaSchedule::From::run : QuotaSchedule::From::launch);
  if (schedule && from_run)
    setenv(emulated_runs_variable, emulated_runs(schedule->pipe(), cycle_times, machine.changes).c_str(), 1);
  const ChildResult result = run_child(std::move(words), signals,
                                       {.read = {}, .seconds = 0, .kill = [&family] { family.kill_all(); }});
  family.kill_all(); // programs of ranks may have left processes behind
  const int status = result.signal ? 128 + result.signal : result.status;
  return status == 0 && schedule && schedule->has_failed() ? failure : status;
}

int emulate_rank(const RankOptions& options, std::vector<std::string> program) {
  const std::optional<int> told = launcher_rank();
  if (!told)
    throw SystemError("none of PMI_RANK, PMIX_RANK, OMPI_COMM_WORLD_RANK, SLURM_PROCID is set: not started "
                      "by mpiexec of MPICH or Open MPI or by srun");
  const int rank = *told;
  if (rank >= static_cast<int>(options.counts.size()))
    throw SystemError(fmt::format("rank {} of the launcher is not among the {} emulated ranks", rank,
                                  options.counts.size()));
  prctl(PR_SET_PDEATHSIG, SIGKILL); // with the launcher, or its daemon
  if (!options.group_prefix.empty())
    join_group(options.group_prefix + std::to_string(rank));

  const auto first =
      options.cores.begin() + std::accumulate(options.counts.begin(), options.counts.begin() + rank, 0);
  run_on(Cores(first, first + options.counts[rank]));

  if (std::getenv("HETGRID_NETWORK"))
    preload_finalize();
  execute(std::move(program));
}

/// Like rsh: `words` are a host and a command, whose words are the shell's.
int emulate_host(const HostOptions& options, const std::vector<std::string>& words) {
  if (words.size() < 2)
    throw ArgumentError("PROGRAM", fmt::format("{}", fmt::join(words, " ")), "a host and a command");
  enter_host(words[0], options.owner, options.networks);
  execute({"/bin/sh", "-c", fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "))});
}

} // namespace

void add_emulate(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "emulate",
      "Run an MPI program on cores of unequal speed, or a slow network: hetgrid emulate --cycle-times 1,3 "
      "--bandwidth 1G -- PROGRAM ARGS");
  const auto options = std::make_shared<EmulateOptions>();
  command
      ->add_option("--cycle-times", options->cycle_times,
                   "Cycle-time of each rank, as in 1,3; sets the number of ranks")
      ->transform(not_empty());
  command
      ->add_option("--change", options->changes,
                   "Seconds after the start, and the cycle-times from then on, as in 5:1,3; may come again, "
                   "later; default: they stay")
      ->transform(not_empty())
      ->allow_extra_args(false);
  command
      ->add_option("--change-from", options->changes_from,
                   "The start of these seconds: launch, that of the program, or run, that of each run which "
                   "hetgrid time measures, between which the first cycle-times hold")
      ->transform(one_of({"launch", "run"}))
      ->capture_default_str()
      ->needs(command->get_option("--change"));
  add_cores(*command, options->cores,
            "Cores of each rank, as in 1,3, each with as many threads of the BLAS; default: one");
  command
      ->add_option("-n", options->ranks,
                   "Number of ranks, of equal cycle-times unless they are given; default: of those")
      ->transform(whole_number(1, CPU_SETSIZE));
  command
      ->add_option("--bandwidth", options->bandwidth,
                   "Link of each rank, which has a host of its own on a network, as in 100M or 1G; default: "
                   "no network")
      ->transform(bit_rate());
  command
      ->add_option("--links", options->links,
                   "Instead, link of each rank, as in 1G,1G,100M; default: all are equal")
      ->transform(bit_rates());
  command
      ->add_option("--full-speed", options->full_speed,
                   "Cycle-time of whole cores, at most the smallest of --cycle-times; default: that one")
      ->transform(number(1e-12, 1e12));
  command->add_option("--period-us", options->period_us, "Period of the CPU quotas, microseconds")
      ->transform(whole_number(std::int64_t{shortest_quota_us}, std::int64_t{longest_period_us}))
      ->capture_default_str();
  command
      ->add_option("--mpiexec", options->mpiexec,
                   "The launcher to use; default: that of the MPI hetgrid was built with")
      ->transform(not_empty());
  command->add_flag("--oversubscribe", options->oversubscribe, "Allow more ranks than cores");
  command->callback([options, &invocation] {
    invocation.runs_program = true;
    invocation.action = [options, &invocation] { return emulate(*options, invocation.program); };
  });

  CLI::App* const rank_command = app.add_subcommand("emulate-rank", "What emulate makes mpiexec start");
  rank_command->group(""); // hidden
  const auto rank_options = std::make_shared<RankOptions>();
  add_list(*rank_command, "--cores", rank_options->cores, "", whole_number(0, CPU_SETSIZE - 1))->required();
  add_list(*rank_command, "--counts", rank_options->counts, "", whole_number(1, CPU_SETSIZE))->required();
  rank_command->add_option("--group-prefix", rank_options->group_prefix)->transform(not_empty());
  CLI::App* const host_command =
      app.add_subcommand("emulate-host", "What emulate makes mpiexec start in place of rsh");
  host_command->group(""); // hidden
  const auto host_options = std::make_shared<HostOptions>();
  host_command->add_option("--owner", host_options->owner)
      ->transform(whole_number(1, std::numeric_limits<pid_t>::max()))
      ->required();
  add_list(*host_command, "--networks", host_options->networks, "",
           whole_number(0, std::numeric_limits<int>::max()))
      ->required();
  host_command->callback([host_options, &invocation] {
    invocation.runs_program = true;
    invocation.action = [host_options, &invocation] {
      return emulate_host(*host_options, invocation.program);
    };
  });

  rank_command->callback([rank_options, &invocation] {
    invocation.runs_program = true;
    invocation.action = [rank_options, &invocation] {
      return emulate_rank(*rank_options, invocation.program);
    };
  });
}

} // namespace hetgrid::cli
