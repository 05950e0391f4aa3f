// All processes that come from this one, whatever has become of those in between.
#pragma once

#include <string>

namespace hetgrid::cli {

/// Processes that this one starts while the object lives, and those that they start, are known by a word in their
/// environment. Launchers put ranks into sessions of their own, and a killed launcher leaves them to init: neither process
/// groups nor parents would find them.
class ProcessFamily {
public:
  /// Sets HETGRID_FAMILY.
  ProcessFamily();

  /// Kills those that live, and removes what MPI has left of theirs in /dev/shm.
  void kill_all() const noexcept;

private:
  std::string word_;
};

} // namespace hetgrid::cli
