// From the words of the command line to the action of a subcommand, and to the exit status.
#pragma once

#include "cli/commands.hpp"

namespace CLI {
class App;
}

namespace hetgrid::cli {

/// Parses the words, runs the action that they select and looks at standard output at the end. What goes wrong is said
/// in one line. \return the exit status
int run_command(CLI::App& app, Invocation& invocation, int count, char** words);

} // namespace hetgrid::cli
