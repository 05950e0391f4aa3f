// The hetgrid command. Exit status: 0 success, 1 failure, 2 wrong usage, either with a line on standard error; `emulate`
// and `run` return the status of the program they run, and what a signal ends has the status 128 + signal.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <algorithm>
#include <string_view>

#include <fcntl.h>

#include <CLI/CLI.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

namespace {

/// A file that is opened must not become standard input or output where these are closed: reading or writing them fails as before.
void occupy_closed_streams() {
  for (const int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) < 0)
      open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

} // namespace

int main(int argc, char** argv) {
  using namespace hetgrid::cli;
  occupy_closed_streams();

  // CLI11 would look for subcommands and options among the words of the program, too.
  char** const end = argv + argc;
  char** const separator = std::find(argv, end, std::string_view("--"));
  Invocation invocation;
  if (separator != end)
    invocation.program.assign(separator + 1, end);

  CLI::App app{"Dense linear algebra on machines of unequal speed.", "hetgrid"};
  app.set_version_flag("--version", "hetgrid " PACKAGE_VERSION);
  app.require_subcommand(1);
  add_commands(app, invocation);

  return run_command(app, invocation, static_cast<int>(separator - argv), argv);
}
