// hetgrid-simulated: `hetgrid time' in the virtual time of SimGrid. smpirun calls main once for each process.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <CLI/CLI.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"

int main(int argc, char** argv) {
  using namespace hetgrid::cli;

  Invocation invocation;
  CLI::App app{"hetgrid time in the virtual time of SimGrid.", "hetgrid"}; // whose --help users can read
  app.require_subcommand(1);
  add_time(app, invocation);
  return run_command(app, invocation, argc, argv);
}
