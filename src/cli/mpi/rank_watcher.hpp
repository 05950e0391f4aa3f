// What is said when a rank is killed: launchers of MPI kill all others at once, who say nothing any more.
#pragma once

#include <string>

namespace hetgrid::cli {

/// A small process beside rank 0 that outlives it, and says which of the ranks on this host has ended first, if one does before the
/// object is destroyed. Of those on other hosts it learns only that those on this one are killed as well, and says that it may be so.
class RankWatcher {
public:
  /// \param expected  what is said of it: "all ranks until ..."
  /// Collective over MPI_COMM_WORLD.
  explicit RankWatcher(const std::string& expected);
  RankWatcher(const RankWatcher&) = delete;
  RankWatcher& operator=(const RankWatcher&) = delete;
  /// Dismisses it.
  ~RankWatcher();

private:
  int process_ = -1, connection_ = -1;
};

} // namespace hetgrid::cli
