#include "cli/plan/search_progress.hpp"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

constexpr std::chrono::seconds silence{2};
constexpr std::chrono::milliseconds refresh{200};

} // namespace

SearchProgress::SearchProgress(bool always)
    : terminal_(isatty(STDERR_FILENO) != 0), wanted_(always || terminal_) {}

SearchProgress::~SearchProgress() {
  if (width_ > 0)
    fmt::print(stderr, "\r{:{}}\r", "", width_);
}

void SearchProgress::show(const plan::SearchStatus& status) {
  const Clock::time_point now = Clock::now();
  if (!wanted_ || now - start_ < silence || now - last_ < (terminal_ ? refresh : silence))
    return;
  last_ = now;
  const std::string line = fmt::format(
      "{:.0f} s, grid {} x {}: {:.0f} % searched, W {:.5g} of at most {:.5g}; Ctrl-C: best so far",
      std::chrono::duration<double>(now - start_).count(), status.p, status.q, 100 * status.fraction,
      status.work, status.bound);
  if (terminal_)
    fmt::print(stderr, "\r{:<{}}", line, width_);
  else
    fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
  width_ = terminal_ ? std::max(width_, line.size()) : 0;
}

} // namespace hetgrid::cli
