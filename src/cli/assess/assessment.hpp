// The criterion of [Lastovetsky04] section 2: how close a heterogeneous algorithm comes to its homogeneous
// prototype on the equivalent homogeneous machine, which has as many processes, the same total speed and
// links of the same average speed.
#pragma once

#include "hetgrid/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// A measured operation.
struct TimedRun {
  std::string routine;             ///< "gemm", "getrf" ...
  std::string problem;             ///< sizes, precision, block size and grid: "n = 4000, grid 1 x 2 ..."
  int p = 0, q = 0;                ///< grid
  double flops = 0;                ///< floating-point operations
  double seconds = 0;              ///< median
  std::vector<double> rank_gflops; ///< what each rank reaches alone, measured in the same run

  /// Total speed v of all processes, 1e9 operations a second.
  double power() const;
  /// flops / (seconds * power)
  double efficiency() const { return flops / 1e9 / (seconds * power()); }
};

/// The runs of hetgrid on a layout in a report of `hetgrid time --json`.
/// \param layout "uneven" or "uniform" \param source of the text, for messages
/// \throws InputError if the text is no such report or has no such run
std::vector<TimedRun> runs_of_report(const std::string& text, const std::string& layout,
                                     const std::string& source);

/// The same operation on both machines.
struct MeasuredPair {
  TimedRun unequal; ///< the heterogeneous algorithm on the unequal machine
  TimedRun equal;   ///< its prototype on the equal machine

  double ratio() const { return unequal.efficiency() / equal.efficiency(); }
};

/// All rounds of an operation.
struct Assessment {
  std::vector<MeasuredPair> rounds;
  /// Average speed of the links, 1e9 bytes a second, on the unequal and on the equal machine, if known.
  std::optional<std::pair<double, double>> link_speeds;

  double ratio() const; ///< median over the rounds
  /// What the ratio has to reach; none for a routine without a target.
  std::optional<double> target() const;
};

/// Left-hand side of equation (1): the speed of the links, averaged over all pairs of processes, 1e9 bytes a
/// second; none for a single process, and where one of them was not measured.
std::optional<double> average_link_speed(const plan::Platform& platform);

/// One assessment for each operation that both reports have.
/// \throws InputError if there is none
std::vector<Assessment> pair_up(const std::vector<TimedRun>& unequal, const std::vector<TimedRun>& equal);

/// Equations (1) to (3), times, efficiencies and the ratio.
std::string to_text(const Assessment& assessment);

/// JSON array of assessments.
std::string to_json(const std::vector<Assessment>& assessments);

} // namespace hetgrid::cli
