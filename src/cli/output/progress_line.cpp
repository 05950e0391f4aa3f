#include "cli/output/progress_line.hpp"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

constexpr std::chrono::seconds silence{2};
constexpr std::chrono::milliseconds refresh{200};

} // namespace

ProgressLine::ProgressLine(bool always)
    : terminal_(isatty(STDERR_FILENO) != 0), wanted_(always || terminal_) {}

ProgressLine::~ProgressLine() {
  if (width_ > 0)
    fmt::print(stderr, "\r{:{}}\r", "", width_);
}

bool ProgressLine::is_due() const {
  const Clock::time_point now = Clock::now();
  return wanted_ && now - start_ >= silence && now - last_ >= (terminal_ ? refresh : silence);
}

void ProgressLine::show(const std::string& line) {
  last_ = Clock::now();
  if (terminal_)
    fmt::print(stderr, "\r{:<{}}", line, width_);
  else
    fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
  width_ = terminal_ ? std::max(width_, line.size()) : 0;
}

} // namespace hetgrid::cli
