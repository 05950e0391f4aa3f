#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <initializer_list>

#include <CLI/CLI.hpp>

namespace hetgrid::cli {

void add_commands(CLI::App& app, Invocation& invocation) {
  const auto add = [&](const char* group, std::initializer_list<decltype(&add_plan)> commands) {
    app.group(group); // subcommands have that of their parent
    for (const auto command : commands)
      command(app, invocation);
  };
  add("Planning", {add_plan, add_shape});
#ifdef HAVE_MPI
  add("Programs that call ScaLAPACK", {add_run, add_report});
  add("Matrices in files", {add_multiply, add_solve});
  add("Measurement", {add_probe, add_time, add_tune});
  add("Emulation and simulation", {add_emulate, add_simulate, add_assess});
#else
  add("Programs that call ScaLAPACK", {add_report});
#endif
}

} // namespace hetgrid::cli
