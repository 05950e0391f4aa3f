// The speeds of all ranks: given on the command line, or measured.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "hetgrid/plan.hpp"
#include "kernel/execution.hpp"

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace hetgrid::cli {

/// At most one is given.
struct SpeedOptions {
  std::string cycle_times, platform, plan;
};

/// Where the plans come from: a platform, cycle-times, or a plan that holds them.
struct Speeds {
  std::string origin; ///< for the reader: a file, an option, a measurement
  std::vector<double> cycle_times;
  std::optional<plan::Platform> platform; ///< from a file, or measured
  std::optional<plan::Plan> plan;
};

/// The options of a command. \param replaced  options that --plan stands for
void add_speed_options(CLI::App& command, SpeedOptions& options,
                       std::initializer_list<CLI::Option*> replaced);

/// A plan or cycle-times as given on the command line, else measured. Collective.
Speeds find_speeds(const MpiSession& session, const SpeedOptions& options, int block_size);

/// A plan for these speeds, which hold none. Local.
plan::Plan make_plan(const Speeds& speeds, const plan::Options& request);

/// Puts the grid that --grid names, if any, into a request. \throws ArgumentError if it has more cells than there are ranks
void set_grid(const MpiSession& session, const std::string& grid, plan::Options& request);

/// parse(text). The ranks of a simulation are one process: what one has parsed serves all.
template <typename Value>
Value parsed(const std::string& text, Value (*parse)(const std::string&)) {
  if constexpr (!kernel::simulated)
    return parse(text);
  static std::pair<std::string, Value> last;
  if (last.first != text)
    last = {text, parse(text)};
  return last.second;
}

} // namespace hetgrid::cli
