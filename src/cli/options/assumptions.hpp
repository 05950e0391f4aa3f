// What the command line says about a machine of which a file or cycle-times tell the rest.
#pragma once

#include "hetgrid/platform.hpp"

#include <string>

namespace CLI {
class App;
}

namespace hetgrid::cli {

/// What is not to be as in the platform file, or as assumed where only cycle-times are known.
struct Assumptions {
  double gflops = 0;    ///< of the smallest cycle-time; 0: plan::assumed_gflops
  double latency = -1;  ///< microseconds; negative: the default
  double bandwidth = 0; ///< 1e9 bytes a second; 0: the default
  std::string medium;   ///< bus or switch; empty: the default

  bool network() const { return latency >= 0 || bandwidth > 0 || !medium.empty(); }
};

/// Declares --gflops, --latency, --bandwidth and --network. The command has an option --platform.
/// \param gflops what --gflops is
void add_assumptions(CLI::App& command, Assumptions& assumed,
                     const char* gflops = "GF/s of the smallest cycle-time, with --cycle-times");

/// A network that is described in part is the same everywhere: links of pairs, of a star, of segments no longer count.
void assume(const Assumptions& assumed, plan::Platform& platform);

/// The machine: its cycle-times or its platform file, exactly one of which is given. \throws ArgumentError, InputError
plan::Platform described_platform(const std::string& cycle_times, const std::string& platform,
                                  const Assumptions& assumed);

} // namespace hetgrid::cli
