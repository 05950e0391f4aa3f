// hetgrid-simulated: `hetgrid time' in the virtual time of SimGrid. smpirun calls main once for each process.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/commands.hpp"

namespace {

constexpr int failure = 1;

} // namespace

int main(int argc, char** argv) try {
  using namespace hetgrid::cli;

  Invocation invocation;
  CLI::App app{"hetgrid time in the virtual time of SimGrid.", "hetgrid-simulated"};
  app.require_subcommand(1);
  add_time(app, invocation);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return invocation.action();
} catch (const std::exception& error) {
  fmt::print(stderr, "hetgrid-simulated: {}\n", error.what());
  return failure;
}
