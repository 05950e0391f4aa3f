// A program that is run to its end, its output read line by line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// Takes a line without its end; `error` tells standard error from standard output.
using LineReader = std::function<void(const std::string& line, bool error)>;

struct ChildResult {
  int status = 0;         ///< exit status, 128 + the signal that ended it
  int signal = 0;         ///< that asked this process to end while the program ran; 0: none
  bool timed_out = false; ///< it was ended after the time it was given
  double seconds = 0;     ///< that it took
  double memory = 0;      ///< bytes of the largest process that this one has waited for
};

/// Runs words[0], looked for along PATH, in a process group of its own and without standard input. SIGINT, SIGTERM, SIGHUP
/// and the end of `seconds` (0: none) end the whole group: asked to, then killed. So does the end of this process.
/// \throws SystemError if a process cannot be started; what cannot be run ends with status 127
ChildResult run_child(std::vector<std::string> words, double seconds, const LineReader& read);

} // namespace hetgrid::cli
