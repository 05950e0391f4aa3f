// A line on standard error that tells how far something is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace hetgrid::cli {

/// From two seconds on: on a terminal one line that is overwritten, else, if lines are wanted at all, one every two seconds.
class ProgressLine {
public:
  /// \param always  also where standard error is no terminal
  explicit ProgressLine(bool always);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Clears the line.
  ~ProgressLine();

  /// It is time for show().
  bool is_due() const;
  void show(const std::string& line);
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
  using Clock = std::chrono::steady_clock;

  bool terminal_, wanted_;
  Clock::time_point start_ = Clock::now(), last_ = start_;
  std::size_t width_ = 0; ///< of the line on the terminal
};

} // namespace hetgrid::cli
