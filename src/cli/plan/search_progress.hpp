// The progress line of long searches.
#pragma once

#include <chrono>
#include <string>

#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// Shows on standard error how far a search is, from two seconds on: on a terminal as one line that is overwritten, else,
/// if lines are wanted at all, one every two seconds.
class SearchProgress {
public:
  /// \param always also where standard error is no terminal
  explicit SearchProgress(bool always);
  SearchProgress(const SearchProgress&) = delete;
  SearchProgress& operator=(const SearchProgress&) = delete;
  /// Clears the line.
  ~SearchProgress();

  void show(const plan::SearchStatus& status);

private:
  using Clock = std::chrono::steady_clock;

  bool terminal_, wanted_;
  Clock::time_point start_ = Clock::now(), last_ = start_;
  std::size_t width_ = 0; ///< of the line on the terminal
};

} // namespace hetgrid::cli
