// Links between hosts, whose names are numbered once, since links are asked for by the million.
#pragma once

#include "hetgrid/platform.hpp"

#include <optional>
#include <vector>

namespace hetgrid::partition {

class HostLinks {
public:
  /// \param platform  outlives this
  explicit HostLinks(const plan::Platform& platform);

  /// The first process on the host of a process.
  int leader(int process) const { return leader_[static_cast<std::size_t>(process)]; }
  /// Platform::link of two processes of different hosts.
  plan::Link link(int from, int to) const;
  /// What link() is for all of them; none: they differ.
  const std::optional<plan::Link>& common() const { return common_; }

private:
  const plan::Platform& platform_;
  std::vector<int> leader_, segment_;  ///< of each process: a process, a number
  std::vector<plan::Link> of_segment_; ///< by number
  std::optional<plan::Link> common_;
};

} // namespace hetgrid::partition
