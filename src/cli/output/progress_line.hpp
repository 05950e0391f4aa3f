// A line on standard error that tells how far something is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace hetgrid::cli {

/// --progress of a command: what `always` is below.
CLI::Option* add_progress(CLI::App& command, bool& always);

/// From two seconds on: on a terminal one line that is overwritten, else, if lines are wanted at all, one every two seconds.
class ProgressLine {
public:
  /// \param always  also where standard error is no terminal
  explicit ProgressLine(bool always);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Clears the line.
  ~ProgressLine();

  /// There is somebody who sees it.
  bool wanted() const { return wanted_; }
  /// It is time for show().
  bool is_due() const;
  void show(const std::string& line);
  /// On a terminal it was never there.
  void clear();
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  static constexpr std::chrono::milliseconds refresh{200}; ///< on a terminal

private:
  using Clock = std::chrono::steady_clock;

  bool terminal_, wanted_;
  Clock::time_point start_ = Clock::now(), last_ = start_;
  std::size_t width_ = 0; ///< of the line on the terminal
};

} // namespace hetgrid::cli
