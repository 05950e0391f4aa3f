// Which steps of a long run are simulated.
#pragma once

#include <cstdint>
#include <vector>

namespace hetgrid::plan {

/// A step that is simulated, and how many steps its time stands for.
struct SimulatedStep {
  std::int64_t step = 0;
  double weight = 1; ///< 0: leads to the next one, behind a gap
};

/// Of up to 2 `most` steps all. Of more the first and the last ones, and between them short runs of steps from the
/// middles of equal parts, with weights that add up to all steps: what a step takes changes slowly, with what is left of
/// the matrix. About `most` steps, at least 32.
std::vector<SimulatedStep> simulated_steps(std::int64_t steps, std::int64_t most);

} // namespace hetgrid::plan
