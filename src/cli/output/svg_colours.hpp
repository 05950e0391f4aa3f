// Colours of the processes in pictures of a plan.
#pragma once

#include <string>
#include <vector>

#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// How blocks of a process are drawn.
struct Fill {
  std::string colour; ///< "#rrggbb"
  bool dark = false;  ///< words on it are white
  int hatching = 0;   ///< 0: none, otherwise the number of a pattern of hatchings()
};

/// Fills of the processes of a plan, by their places in its grid: lightness changes from each process to the next along
/// rows and columns of the grid, so that neighbours differ on grey paper, too. Up to 8 processes have 8 lightnesses, up
/// to 32 differ by lightness or hatching; hue changes with every process.
class ProcessFills {
public:
  explicit ProcessFills(const plan::Plan& plan);
  /// Of processes without a grid.
  explicit ProcessFills(int processes);
  /// Idle processes are white.
  const Fill& operator[](int process) const { return fills_[static_cast<std::size_t>(process)]; }

private:
  std::vector<Fill> fills_;
};

/// SVG patterns with the ids hatching-1 to hatching-3; lines are `period` user units apart.
std::string hatchings(double period);

} // namespace hetgrid::cli
