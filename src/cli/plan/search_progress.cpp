#include "cli/plan/search_progress.hpp"

#include <fmt/format.h>

namespace hetgrid::cli {

void SearchProgress::show(const plan::SearchStatus& status) {
  if (line_.is_due())
    line_.show(fmt::format(
        "{:.0f} s, grid {} x {}: {:.0f} % searched, W {:.5g} of at most {:.5g}; Ctrl-C: best so far",
        line_.seconds(), status.p, status.q, 100 * status.fraction, status.work, status.bound));
}

} // namespace hetgrid::cli
