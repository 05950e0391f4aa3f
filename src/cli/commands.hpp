// The subcommands of `hetgrid`, one per file. Each add_<name> declares its options and sets, when the command
// line selects it, the action that main() runs after parsing.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hetgrid::cli {

/// What the command line asks for.
struct Invocation {
  /// The selected subcommand: returns the exit status; throws hetgrid::Error when it fails.
  std::function<int()> action;
  /// The words after "--": a program and its arguments.
  std::vector<std::string> program;
  /// Whether the selected subcommand runs one.
  bool runs_program = false;
};

void add_plan(CLI::App& app, Invocation& invocation);
void add_report(CLI::App& app, Invocation& invocation);
void add_shape(CLI::App& app, Invocation& invocation);

// With MPI.
void add_assess(CLI::App& app, Invocation& invocation);
void add_emulate(CLI::App& app, Invocation& invocation);
void add_multiply(CLI::App& app, Invocation& invocation);
void add_probe(CLI::App& app, Invocation& invocation);
void add_run(CLI::App& app, Invocation& invocation);
void add_simulate(CLI::App& app, Invocation& invocation);
void add_solve(CLI::App& app, Invocation& invocation);
void add_time(CLI::App& app, Invocation& invocation);
void add_tune(CLI::App& app, Invocation& invocation);

/// All of them, in the groups of --help.
void add_commands(CLI::App& app, Invocation& invocation);

} // namespace hetgrid::cli
