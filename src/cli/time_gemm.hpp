// C = op(A) op(B) for the timing driver: hetgrid's and ScaLAPACK's PDGEMM.
#pragma once

#include <optional>

#include "cli/matrix_market.hpp"
#include "cli/timing.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// Where the elements come from: files, or random numbers. On rank 0; the others know only whether there is a
/// file.
struct GemmSource {
  std::optional<EntryList> a, b;
};

struct Layouts {
  bool uniform = true;
  bool uneven = true;
};

/// Times hetgrid on the layouts asked for and ScaLAPACK on the uniform one, on the grid of the plan.
/// Collective.
CaseResult time_gemm(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                     const plan::Plan& plan, const Layouts& layouts, const GemmSource& source);

} // namespace hetgrid::cli
