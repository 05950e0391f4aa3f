// The progress line of long searches.
#pragma once

#include "cli/output/progress_line.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// Shows on standard error how far a search is.
class SearchProgress {
public:
  /// \param always also where standard error is no terminal
  explicit SearchProgress(bool always) : line_(always) {}

  void show(const plan::SearchStatus& status);

private:
  ProgressLine line_;
};

} // namespace hetgrid::cli
