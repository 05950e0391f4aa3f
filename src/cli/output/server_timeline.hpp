// Who did what when in a product from a server, simulated or run, as a picture.
#pragma once

#include <string>
#include <vector>

#include "hetgrid/platform.hpp"
#include "hetgrid/server.hpp"
#include "measure/trace.hpp"

namespace hetgrid::cli {

/// Hears of every transfer, in the order in which they end.
class ServerTimeline {
public:
  ServerTimeline(const plan::Platform& platform, const server::Star& star);

  void record(const server::Transfer& transfer, const server::Occurrence& when);
  /// An SVG file: a row for each process, time to the right. Transfers are shown where a process does not compute, waiting
  /// where it does neither. \param policy  for its title \param seconds  of the whole
  std::string gantt(const std::string& policy, double seconds) const;

private:
  using Intervals = std::vector<measure::Interval>;

  plan::Platform platform_;
  server::Star star_;
  std::vector<Intervals> updates_, transfers_; ///< by process
};

} // namespace hetgrid::cli
