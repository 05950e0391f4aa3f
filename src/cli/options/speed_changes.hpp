// Speeds that change while a program runs, as `hetgrid emulate --change` has them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// From some moment on the ranks have these cycle-times.
struct SpeedChange {
  double seconds = 0; ///< after the beginning
  std::vector<double> cycle_times;
};

/// "5:1,3" -> from 5 seconds on cycle-times 1, 3; each later than the one before. \throws ArgumentError
std::vector<SpeedChange> parse_speed_changes(const std::vector<std::string>& texts, std::size_t ranks);

/// Seconds in which all ranks together do so much work if nobody ever waits: the integral of their rates over these seconds is the
/// work.
/// \param rates of all ranks together, work per second: at the beginning and after each change
double ideal_seconds(double work, std::span<const double> rates, std::span<const SpeedChange> changes);

} // namespace hetgrid::cli
