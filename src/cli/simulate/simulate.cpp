// hetgrid simulate: runs `hetgrid time` in the virtual time of a described machine, under SimGrid's SMPI.
//
// All processes of the simulated machine live in one process of this one, hetgrid-simulated, which smpirun starts: the
// timing driver, whose kernels tell SimGrid how long they take. SimGrid ends with status 0 after a deadlock as well, so
// that a run counts only if its last line says that it is complete.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"
#include "cli/output/quantities.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/arguments.hpp"
#include "cli/options/assumptions.hpp"
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
#include "kernel/blas_library.hpp"
#include "simulation/simgrid_platform.hpp"

namespace hetgrid::cli {
namespace {

namespace fs = std::filesystem;

#ifndef HETGRID_SMPIRUN
#define HETGRID_SMPIRUN "smpirun"
#endif

constexpr const char* simulated_name = "hetgrid-simulated";
constexpr const char* platform_name = "platform.json";
constexpr const char* last_line = "simulation complete";
/// On standard output; what went wrong is told by the simulation.
constexpr const char* failure_of_smpirun = "Execution failed with code ";

struct SimulateOptions {
  std::string cycle_times, platform;
  Assumptions assumptions;
  std::string kernels = "timed";
  std::vector<std::string> simgrid;
  std::string trace, svg, keep;
  double time_limit = 0;
  bool progress = false;
  std::string smpirun = HETGRID_SMPIRUN, program;
};

/// smpirun puts the words of the program into one string, which the shell takes apart again.
bool survives_smpirun(const std::string& word) {
  return !word.empty() && word.find_first_of(" \t\n*?[") == std::string::npos;
}

void check_word(const std::string& argument, const std::string& word) {
  if (!survives_smpirun(word))
    throw ArgumentError(argument, "\"" + word + "\"",
                        "a word without blanks, *, ? and [, which smpirun changes");
}

/// The folder of the files that SimGrid reads; removed at the end unless it is kept.
class Folder {
public:
  explicit Folder(const std::string& kept) : path_(kept) {
    if (!kept.empty()) {
      fs::create_directories(path_);
      return;
    }
    temporary_.emplace("hetgrid-simulate");
    path_ = temporary_->path();
    check_word("TMPDIR", path_.string());
  }

  bool kept() const { return !temporary_; }
  std::string write(const char* name, const std::string& text) const {
    write_file(name_in_folder(name), text);
    return name_in_folder(name);
  }
  const fs::path& path() const { return path_; }

private:
  std::string name_in_folder(const char* name) const { return (path_ / name).string(); }

  fs::path path_;
  std::optional<TemporaryFolder> temporary_;
};

fs::path find_simulated(const std::string& chosen) {
  std::vector<std::string> candidates = places_of(simulated_name);
  if (!chosen.empty())
    candidates = {fs::absolute(chosen)};
  for (const fs::path candidate : candidates)
    if (is_program(candidate))
      return candidate;
  throw SystemError(
      fmt::format("{} is none of {}: hetgrid was built without SimGrid; install libsimgrid-dev, "
                  "configure --with-simgrid and build again, or name it with --program",
                  simulated_name, fmt::join(candidates, ", ")));
}

/// \throws ArgumentError unless the words are a `time` command that smpirun leaves as it is
void check_program(const std::vector<std::string>& program) {
  if (program.empty() || program.front() != "time")
    throw ArgumentError("PROGRAM", program.empty() ? "\"\"" : "\"" + program.front() + "\"",
                        "\"time\" and its arguments after \"--\", the only command that can be simulated");
  for (const std::string& word : program)
    check_word("PROGRAM", word);
}

bool tells_speeds(const std::vector<std::string>& program) {
  return std::ranges::any_of(program, [](const std::string& word) {
    const std::string option = word.substr(0, word.find('='));
    return option == "--plan" || option == "--cycle-times" || option == "--platform";
  });
}

/// The file from which the planner learns the platform: that of the command line, or one that says the same.
std::string platform_for_planner(const SimulateOptions& options, const plan::Platform& platform,
                                 const Folder& folder) {
  const std::string file = folder.write(platform_name, plan::to_json(platform) + "\n");
  return survives_smpirun(options.platform) && !options.assumptions.network() ? options.platform : file;
}

/// The timing driver as it runs in every simulated process.
std::vector<std::string> driver_words(const SimulateOptions& options, const fs::path& simulated,
                                      const std::vector<std::string>& program,
                                      const std::string& platform_file) {
  std::vector<std::string> words{simulated.string()};
  words.insert(words.end(), program.begin(), program.end());
  if (!tells_speeds(program))
    words.insert(words.end(), {"--platform", platform_file});
  for (const auto& [name, passed_as, file] :
       {std::tuple("--trace", "--trace", options.trace), {"--svg", "--gantt", options.svg}})
    if (!file.empty()) {
      check_word(name, file);
      words.insert(words.end(), {passed_as, file});
    }
  return words;
}

/// What makes SimGrid's time that of the platform: no time but that of kernels and messages, messages with exactly the
/// latency and the bandwidth of their links, collectives along trees. All messages start when both sides are there: SimGrid
/// keeps those that do not wait for the receiver in one list, and searches it at the end of each.
std::vector<std::string> simgrid_options(const plan::Network& network) {
  const plan::Link& self = network.within_host;
  std::vector<std::string> options{"smpi/simulate-computation:no",
                                   "smpi/wtime:0",
                                   "smpi/test:0",
                                   "smpi/iprobe:0",
                                   "network/model:CM02",
                                   "network/crosstraffic:0",
                                   "network/TCP-gamma:0",
                                   "smpi/async-small-thresh:0",
                                   "smpi/send-is-detached-thresh:0",
                                   fmt::format("network/loopback-lat:{}", self.latency),
                                   "smpi/allgather:bruck",
                                   "smpi/allreduce:rdb",
                                   "smpi/barrier:ompi_tree",
                                   "smpi/bcast:binomial_tree",
                                   "smpi/gather:ompi_binomial",
                                   "smpi/reduce:ompi_binomial"};
  if (self.seconds_per_byte > 0)
    options.push_back(fmt::format("network/loopback-bw:{}", 1 / self.seconds_per_byte));
  return options;
}

std::vector<std::string> smpirun_words(const SimulateOptions& options, const plan::Platform& platform,
                                       const Folder& folder) {
  std::vector<std::string> words{options.smpirun,
                                 "-no-privatize",
                                 "-quiet",
                                 "-np",
                                 std::to_string(platform.processes.size()),
                                 "-platform",
                                 folder.write("platform.xml", simulation::simgrid_platform(platform)),
                                 "-hostfile",
                                 folder.write("hosts", simulation::simgrid_hosts(platform)),
                                 "--log=root.thresh:error"};
  for (const std::string& option : simgrid_options(platform.network))
    words.push_back("--cfg=" + option);
  for (const std::string& option : options.simgrid) {
    check_word("--simgrid", option);
    words.push_back(option.starts_with("--") ? option : "--cfg=" + option);
  }
  return words;
}

/// The libraries that SimGrid loads bring a BLAS of their own, a slow one, before that of the program.
void prefer_own_blas() {
  if (const std::string& own = kernel::blas_library().file; !own.empty())
    preload(own);
}

void set_environment(const SimulateOptions& options, const Folder& folder) {
  if (options.kernels != "modelled")
    prefer_own_blas();
  setenv("HETGRID_KERNELS", options.kernels.c_str(), 1);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("TMPDIR", folder.path().c_str(), 1); // smpirun has no working option for it
}

/// Passes the output on, and learns from it how the simulation ended. SimGrid and the processes of a simulation that
/// fails say that in many lines, of which one tells.
class Output {
public:
  /// \param folder  whose name is to be left out, as it is another one in every run; empty: none
  explicit Output(const std::string& folder) : folder_(folder) {}

  void read(std::string line, bool error) {
    complete_ = complete_ || line == last_line;
    deadlock_ = deadlock_ || line.find("Deadlock detected") != std::string::npos ||
                line.find("Stalling") != std::string::npos;
    if (line == last_line || line.starts_with(failure_of_smpirun))
      return;
    if (const std::size_t name = folder_.empty() ? std::string::npos : line.find(folder_);
        name != std::string::npos)
      line.erase(name, folder_.size());
    if (error)
      return keep(line);
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  /// What came on standard error.
  const std::string& messages() const { return messages_; }

  /// \throws Error unless the simulation is complete
  void judge(const ChildResult& result, const SimulateOptions& options) const {
    if (result.timed_out)
      throw SystemError(wrong_value("--time-limit", fmt::format("{:g}", options.time_limit),
                                    "the seconds that the simulation takes, which was ended then"));
    if (result.status == 127)
      throw ArgumentError("--smpirun", options.smpirun,
                          "a program that can be run; it is part of libsimgrid-dev");
    if (!said_.empty() && (result.status != 0 || !complete_))
      throw ReportedError(said_, result.status == wrong_usage ? wrong_usage : failure);
    if (deadlock_)
      throw SystemError("the simulation ended in a deadlock: processes wait for messages that never come");
    if (result.status != 0)
      throw SystemError(fmt::format("the simulation ended with exit status {}{}", result.status,
                                    result.status > 128 ? fmt::format(", {}", strsignal(result.status - 128))
                                                        : std::string()));
    if (!complete_)
      throw SystemError("the simulation ended before it was complete");
  }

private:
  void keep(const std::string& line) {
    constexpr std::string_view ours = "hetgrid: ";
    constexpr std::size_t enough = 10'000'000;
    if (said_.empty() && line.starts_with(ours))
      said_ = line.substr(ours.size());
    if (messages_.size() < enough)
      messages_ += line + "\n";
  }

  std::string folder_, said_, messages_;
  bool complete_ = false, deadlock_ = false;
};

int simulate(const SimulateOptions& options, const std::vector<std::string>& program) {
  check_program(program);
  if (!options.keep.empty())
    check_word("--keep", options.keep);
  const plan::Platform platform =
      described_platform(options.cycle_times, options.platform, options.assumptions);
  const fs::path simulated = find_simulated(options.program);
  const EndingSignals signals;
  const ProcessFamily family;
  const Folder folder(options.keep);
  const Watcher watcher([&family] { family.kill_all(); });
  std::vector<std::string> words = smpirun_words(options, platform, folder);
  const std::vector<std::string> driver =
      driver_words(options, simulated, program, platform_for_planner(options, platform, folder));
  words.insert(words.end(), driver.begin(), driver.end());
  set_environment(options, folder);

  Output output(folder.kept() ? "" : folder.path().string() + "/");
  const std::string processes = counted(platform.processes.size(), "process", "processes");
  std::optional<ProgressClock> clock(std::in_place, options.progress);
  clock->tell("simulating " + processes);
  const ChildResult result = run_child(std::move(words), signals,
                                       {.read =
                                            [&](const std::string& line, bool error) {
                                              clock->tell(""); // a line of output takes the place
                                              output.read(line, error);
                                              clock->tell("simulating " + processes);
                                            },
                                        .seconds = options.time_limit,
                                        .kill = [&family] { family.kill_all(); }});
  clock.reset();
  family.kill_all();
  if (folder.kept())
    folder.write("messages", output.messages());
  if (result.signal)
    return 128 + result.signal;
  output.judge(result, options);
  fmt::print(stderr, "{}", output.messages());
  fmt::print("\nsimulated {} in {}, {}\n", processes, duration(result.seconds), byte_size(result.memory));
  return 0;
}

} // namespace

void add_simulate(CLI::App& app, Invocation& invocation) {
  CLI::App* const command =
      app.add_subcommand("simulate", "Time an operation on a described machine, in virtual time: hetgrid "
                                     "simulate --platform FILE -- time lu "
                                     "--n 4000");
  const auto options = std::make_shared<SimulateOptions>();
  command->add_option("--cycle-times", options->cycle_times, "Cycle-time of each process, as in 1,2,3,5")
      ->transform(not_empty());
  command->add_option("--platform", options->platform, "Platform file: processes, speeds, network")
      ->transform(not_empty());
  add_assumptions(*command, options->assumptions);
  command
      ->add_option("--kernels", options->kernels,
                   "What kernels do: compute in modelled time, only take that time, or only compute")
      ->transform(one_of({"timed", "modelled", "real"}))
      ->capture_default_str();
  command->add_option("--trace", options->trace, "Write what every process does when, Chrome's trace events")
      ->transform(not_empty());
  command->add_option("--svg", options->svg, "Draw the same as a Gantt chart")->transform(not_empty());
  command
      ->add_option("--simgrid", options->simgrid,
                   "Further option of SimGrid, as in network/crosstraffic:1; may be repeated")
      ->transform(not_empty());
  command
      ->add_option("--keep", options->keep,
                   "Leave the files that SimGrid reads, and what it says, in this folder")
      ->transform(not_empty());
  command
      ->add_option("--time-limit", options->time_limit, "End the simulation after so many seconds; 0: never")
      ->transform(zero_or_number(1e-3, 1e9))
      ->capture_default_str();
  add_progress(*command, options->progress);
  command->add_option("--smpirun", options->smpirun, "SimGrid's launcher")
      ->transform(not_empty())
      ->capture_default_str();
  command
      ->add_option("--program", options->program,
                   "The hetgrid-simulated to use; default: that of this hetgrid")
      ->transform(not_empty());
  command->callback([options, &invocation] {
    invocation.runs_program = true;
    invocation.action = [options, &invocation] { return simulate(*options, invocation.program); };
  });
}

} // namespace hetgrid::cli
