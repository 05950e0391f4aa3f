// What `hetgrid plan` has to say about a plan, on the screen and as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

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
  bool interrupted = false;                  ///< the search was ended by the user: best so far
  bool single_complex = false; ///< elements are as large as those of double precision
};

/// Host names by process; empty if none is known.
std::vector<std::string> hosts_of(const plan::Platform& platform);

/// "double precision".
const char* precision(const PlanReport& report);

/// The reason that processes of a plan are idle, in words, without a full stop.
std::string why_idle(const plan::Plan& plan);

/// What a prediction rests on, in words.
struct Basis {
  std::vector<std::string> given, assumed;
};
/// Only of what matters to the problem and to these processes.
Basis basis(const plan::Platform& platform, const plan::Problem& problem);

/// One screen of text.
std::string plan_text(const PlanReport& report);

/// One self-contained HTML page. \param matrix_blocks as DrawnMatrix::blocks
std::string plan_page(const PlanReport& report, int matrix_blocks);

} // namespace hetgrid::cli
