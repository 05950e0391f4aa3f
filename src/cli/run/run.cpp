// hetgrid run: starts a ScaLAPACK program, unchanged, with libhetgrid-scalapack in front of ScaLAPACK.
//
// It sets LD_PRELOAD and the HETGRID_* variables and becomes the program, so that it can stand between a launcher and
// the program: mpiexec -n 4 hetgrid run -- PROGRAM. With -n it starts the launcher, which starts hetgrid run again, once
// for each rank: the library is loaded into the program's processes only. Then it waits, and ends the ranks if it is ended.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "cli/options/option_values.hpp"
#include "cli/process/child_process.hpp"
#include "cli/process/cores.hpp"
#include "cli/process/launcher.hpp"
#include "cli/process/launcher_rank.hpp"
#include "cli/process/process_family.hpp"
#include "cli/process/watcher.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* library_name = "libhetgrid-scalapack.so";
/// More are a slip of the keyboard, and would be started.
constexpr int most_ranks = 1'000'000;

struct RunOptions {
  std::string cycle_times;
  std::string platform;
  std::optional<std::int64_t> min_n;
  bool verbose = false;
  bool off = false;
  std::vector<int> cores; ///< of each rank; empty: as the launcher has placed them
  std::optional<int> ranks;
  std::string mpiexec;
  std::string library;
};

/// Beside the program (the build tree), where it was to be installed relative to the program, or where it was to be
/// installed: there by its soname as well, since distributions have the name without a number in a package for development.
fs::path find_library(const std::string& chosen) {
  const fs::path folder = own_executable().parent_path(), libdir = LIBDIR;
  std::vector<std::string> candidates{folder / library_name, folder / ".libs" / library_name};
  for (const fs::path& installed : {(folder / libdir.lexically_relative(BINDIR)).lexically_normal(), libdir})
    for (const char* const name : {library_name, SCALAPACK_SONAME})
      candidates.push_back(installed / name);
  if (!chosen.empty())
    candidates = {fs::absolute(chosen)};
  // What is no shared object the loader would leave out, with no more than a line.
  const auto is_object = [](const fs::path& file) {
    std::array<char, 4> beginning{};
    return fs::is_regular_file(file) && std::ifstream(file).read(beginning.data(), beginning.size()) &&
           std::string_view(beginning.data(), beginning.size()) == "\177ELF";
  };
  for (const fs::path candidate : candidates)
    if (is_object(candidate))
      return candidate;
  throw SystemError(
      fmt::format("{} is none of {}; name it with --library", library_name, fmt::join(candidates, ", ")));
}

/// How many cycle-times the options give, 0 if none. \throws Error if they are malformed
std::size_t check_cycle_times(const RunOptions& options) {
  if (!options.cycle_times.empty() && !options.platform.empty())
    throw ArgumentError("--cycle-times and --platform", "both", "one of the two, or none");
  if (!options.cycle_times.empty())
    return parse_cycle_times(options.cycle_times).size();
  if (!options.platform.empty())
    return platform_from_file(options.platform).cycle_times().size();
  return 0;
}

void set(const char* name, const std::string& value) {
  setenv(name, value.c_str(), 1);
}

/// What the options do not name is left as it is in the environment.
void set_environment(const RunOptions& options, const fs::path& library) {
  preload(library);
  set("HETGRID", options.off ? "off" : "on");
  if (!options.cycle_times.empty()) {
    unsetenv("HETGRID_PLATFORM");
    set("HETGRID_CYCLE_TIMES", options.cycle_times);
  }
  if (!options.platform.empty()) {
    unsetenv("HETGRID_CYCLE_TIMES");
    set("HETGRID_PLATFORM", fs::absolute(options.platform).string());
  }
  if (options.min_n)
    set("HETGRID_MIN_N", std::to_string(*options.min_n));
  if (options.verbose)
    set("HETGRID_VERBOSE", "1");
}

/// The cores of this rank. Ranks of a host are numbered one behind the other, as launchers do unless they are told otherwise.
Cores own_cores(const std::vector<int>& counts, int rank, const HostRank& here) {
  const auto wrong = [&](const std::string& expected) {
    return ArgumentError("--cores", fmt::format("{}", fmt::join(counts, ",")), expected);
  };
  const int first = rank - here.rank;
  if (first < 0)
    throw wrong("ranks of a host that are numbered one behind the other");
  if (first + here.count > std::ssize(counts))
    throw wrong(fmt::format("one number for each rank, and there are {} at least", first + here.count));
  const std::vector<Cores> assigned = assign_cores(
      std::span(counts).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(here.count)),
      false);
  if (assigned.empty())
    throw wrong(expected_cores(false));
  return assigned[static_cast<std::size_t>(here.rank)];
}

/// The launcher, with this command and its options in front of the program.
std::vector<std::string> launcher_words(const RunOptions& options, const fs::path& library) {
  std::vector<std::string> words{find_mpiexec(options.mpiexec), "-n",  std::to_string(*options.ranks),
                                 own_executable().string(),     "run", "--library=" + library.string()};
  if (!options.cycle_times.empty())
    words.push_back("--cycle-times=" + options.cycle_times);
  if (!options.platform.empty())
    words.push_back("--platform=" + fs::absolute(options.platform).string());
  if (options.min_n)
    words.push_back(fmt::format("--min-n={}", *options.min_n));
  if (options.verbose)
    words.push_back("--verbose");
  if (!options.cores.empty())
    words.push_back(fmt::format("--cores={}", fmt::join(options.cores, ",")));
  if (options.off)
    words.push_back("--off");
  words.push_back("--");
  return words;
}

/// To the end of all ranks. A launcher may end in peace when it is asked to end: the status says that it was asked.
int launch(std::vector<std::string> words) {
  const EndingSignals signals;
  const ProcessFamily family;
  const Watcher watcher([&family] { family.kill_all(); });
  const ChildResult result = run_child(std::move(words), signals,
                                       {.read = {}, .seconds = 0, .kill = [&family] { family.kill_all(); }});
  if (result.signal)
    family.kill_all();
  return result.signal ? 128 + result.signal : result.status;
}

int run(const RunOptions& options, const std::vector<std::string>& program) {
  if (program.empty())
    throw ArgumentError("PROGRAM", "\"\"", "a program and its arguments after \"--\"");
  const std::size_t count = check_cycle_times(options);
  if (options.ranks && count > 0 && count != static_cast<std::size_t>(*options.ranks))
    throw ArgumentError("-n", std::to_string(*options.ranks),
                        fmt::format("{}, as there are {} cycle-times", count, count));
  if (options.ranks && !options.cores.empty() && std::ssize(options.cores) != *options.ranks)
    throw ArgumentError("--cores", fmt::format("{}", fmt::join(options.cores, ",")),
                        fmt::format("{} numbers, one for each rank", *options.ranks));
  if (options.ranks && refuse_launched("run -n"))
    return failure;
  const fs::path library = preloadable(find_library(options.library));

  if (!options.ranks) {
    if (!options.cores.empty()) {
      const int rank = launcher_rank().value_or(0);
      const std::optional<HostRank> told = launcher_host_rank();
      const HostRank here = told.value_or(HostRank{.rank = rank, .count = rank + 1});
      try {
        run_on(own_cores(options.cores, rank, here));
      } catch (const Error& error) {
        if (told && here.rank > 0) // the first of a host says it
          return exit_status(error);
        throw;
      }
    }
    set_environment(options, library);
    execute(program);
  }
  if (!options.cores.empty())
    leave_cores_to_ranks();
  forget_launcher_rank();
  // Within srun: the launcher starts ranks by another srun, which would wait for the cores that this step has.
  setenv("SLURM_OVERLAP", "1", 0);
  std::vector<std::string> words = launcher_words(options, library);
  words.insert(words.end(), program.begin(), program.end());
  return launch(std::move(words));
}

} // namespace

void add_run(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "run",
      "Run a ScaLAPACK program, unchanged, on uneven layouts: mpiexec -n N hetgrid run -- PROGRAM ARGS");
  const auto options = std::make_shared<RunOptions>();
  command
      ->add_option("--cycle-times", options->cycle_times,
                   "Cycle-time of each rank of MPI_COMM_WORLD, as in 1,3; without it and --platform they are "
                   "measured")
      ->transform(not_empty());
  command->add_option("--platform", options->platform, "Platform file that hetgrid probe wrote")
      ->transform(not_empty());
  command
      ->add_option("--min-n", options->min_n,
                   "Take all operations of at least this size, and no smaller ones; default: those that are "
                   "predicted to gain")
      ->transform(whole_number(0));
  command->add_flag("--verbose", options->verbose,
                    "A line on standard error for each call that is taken or passed on");
  command->add_flag("--off", options->off, "Pass everything on to ScaLAPACK");
  add_cores(*command, options->cores,
            "Cores of each rank, as in 1,3, each with as many threads of the BLAS; default: as the launcher "
            "and the environment have it");
  CLI::Option* const ranks =
      command->add_option("-n", options->ranks, "Start this many ranks with mpiexec; default: be the program")
          ->transform(whole_number(1, most_ranks));
  command
      ->add_option("--mpiexec", options->mpiexec,
                   "The launcher to use with -n; default: that of the MPI hetgrid was built with")
      ->transform(not_empty())
      ->needs(ranks);
  command
      ->add_option("--library", options->library,
                   "The libhetgrid-scalapack.so to use; default: that of this hetgrid")
      ->transform(not_empty());
  command->callback([options, &invocation] {
    invocation.runs_program = true;
    invocation.action = [options, &invocation] { return run(*options, invocation.program); };
  });
}

} // namespace hetgrid::cli
