// What a process has had in memory at most.
#pragma once

#include <fstream>

#include <sys/resource.h>

namespace hetgrid::testing {

/// The largest resident set so far, bytes.
inline double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// From now on the peak is that of what follows. \return false where Linux does not let a process do that
inline bool forget_peak_memory() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

} // namespace hetgrid::testing
