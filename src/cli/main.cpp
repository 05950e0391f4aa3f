// The hetgrid command. Exit status: 0 success, 1 failure (message on stderr), 2 wrong usage; `emulate`
// and `run` return the status of the program they run.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <algorithm>
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/commands.hpp"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

namespace {

constexpr int failure = 1;
constexpr int wrong_usage = 2;

} // namespace

int main(int argc, char** argv) try {
  using namespace hetgrid::cli;

  // CLI11 would look for subcommands and options among the words of the program, too.
  char** const end = argv + argc;
  char** const separator = std::find(argv, end, std::string_view("--"));
  Invocation invocation;
  if (separator != end)
    invocation.program.assign(separator + 1, end);

  CLI::App app{"Dense linear algebra on machines of unequal speed.", "hetgrid"};
  app.set_version_flag("--version", "hetgrid " PACKAGE_VERSION);
  app.require_subcommand(1);
  add_plan(app, invocation);
#ifdef HAVE_MPI
  add_assess(app, invocation);
  add_emulate(app, invocation);
  add_probe(app, invocation);
  add_run(app, invocation);
  add_simulate(app, invocation);
  add_time(app, invocation);
#endif

  try {
    app.parse(static_cast<int>(separator - argv), argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : wrong_usage;
  }
  return invocation.action();
} catch (const std::exception& error) {
  fmt::print(stderr, "hetgrid: {}\n", error.what());
  return failure;
}
