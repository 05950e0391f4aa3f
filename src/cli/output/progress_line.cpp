#include "cli/output/progress_line.hpp"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

constexpr std::chrono::seconds silence{2};

} // namespace

CLI::Option* add_progress(CLI::App& command, bool& always) {
  return command.add_flag("--progress", always,
                          "Show how far it is, from two seconds on, even if standard error is no terminal");
}

ProgressLine::ProgressLine(bool always)
    : terminal_(isatty(STDERR_FILENO) != 0), wanted_(always || terminal_) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() {
  if (width_ == 0)
    return;
  fmt::print(stderr, "\r{:{}}\r", "", width_);
  std::fflush(stderr);
  width_ = 0;
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
