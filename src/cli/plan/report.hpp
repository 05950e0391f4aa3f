// What `hetgrid plan` has to say about a plan, on the screen and as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output/basis.hpp"
#include "hetgrid/distribution.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

struct PlanReport {
  plan::Plan plan;
  plan::Platform platform;
  plan::Problem problem;
  plan::Prediction prediction;               ///< of the plan
  plan::Prediction uniform;                  ///< of the uniform layout on the same grid
  std::vector<plan::Compared> distributions; ///< empty unless asked for
  std::vector<plan::Compared> partitions;    ///< that are no grid, of products; empty unless asked for
  std::string partition;                     ///< the shape that --partition chose; empty: none was asked for
  bool interrupted = false;                  ///< the search was ended by the user: best so far
  bool single_complex = false;               ///< elements are as large as those of double precision
};

/// "double precision".
const char* precision(const PlanReport& report);

/// The reason that processes of a plan are idle, in words, without a full stop.
std::string why_idle(const plan::Plan& plan);

/// One screen of text.
std::string plan_text(const PlanReport& report);

/// One self-contained HTML page. \param matrix_blocks as DrawnMatrix::blocks
std::string plan_page(const PlanReport& report, int matrix_blocks);

} // namespace hetgrid::cli
