// A program that is run to its end.
#pragma once

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process but wait for run_child, as does SIGCHLD. Those that the
/// process was started to ignore, as nohup does, stay ignored, and its children ignore them, too.
class EndingSignals {
public:
  /// \throws SystemError
  EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  ~EndingSignals();

  /// As it was before, for a child.
  void restore() const;
  /// Becomes readable with a signal.
  int descriptor() const { return descriptor_; }
  /// The number of the next one, 0 if there is none.
  int next() const;

private:
  sigset_t before_{};
  int descriptor_ = -1;
};

struct ChildOptions {
  /// Takes a line of output without its end; `error` tells standard error from standard output. The program has a process
  /// group of its own then, and no input; empty: it shares group, input and output with this process.
  std::function<void(const std::string& line, bool error)> read;
  /// Asked to end, the program asks those that it started, and gives them as long as run_child does: it alone is asked, since a
  /// launcher that is asked twice does not clear up. Else its whole group is.
  bool asks_others = false;
  double seconds = 0;         ///< after which it is ended; 0: none
  std::function<void()> kill; ///< kills what the program leaves behind when it is killed; may be empty
};

struct ChildResult {
  int status = 0;         ///< exit status, 128 + the signal that ended it
  int signal = 0;         ///< that asked this process to end while the program ran; 0: none
  bool timed_out = false; ///< it was ended after the time it was given
  double seconds = 0;     ///< that it took
  double memory = 0;      ///< bytes of the largest process that this one has waited for
};

/// Runs words[0], looked for along PATH. A signal and the end of its time end the program, or its whole group: asked to,
/// then, after a grace period or at the second signal, killed. The end of this process ends the program, too.
/// \throws SystemError if a process cannot be started; what cannot be run ends with status 127
ChildResult run_child(std::vector<std::string> words, const EndingSignals& signals,
                      const ChildOptions& options);

} // namespace hetgrid::cli
