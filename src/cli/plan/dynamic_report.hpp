// What `hetgrid plan --server --dynamic` has to say: tasks on demand, whatever the speeds.
#pragma once

#include <string>
#include <vector>

#include "hetgrid/dynamic_analysis.hpp"
#include "hetgrid/dynamic_simulation.hpp"

namespace hetgrid::cli {

struct DynamicReport {
  server::Product product;
  dynamic::Tasks tasks;
  double block_bytes = 0;
  dynamic::Analysis analysis;
  std::size_t workers = 0;
  struct Simulated {
    dynamic::StrategyInfo strategy;
    bool speeds_known = false;
    dynamic::Outcome outcome; ///< where bandwidth is not limited
    double seconds = 0;       ///< over the server's port and links
  };
  std::vector<Simulated> simulated; ///< empty if there are too many tasks to try
};

/// \throws ArgumentError
DynamicReport dynamic_report(const plan::Platform& platform, const server::Product& product);
std::string dynamic_text(const DynamicReport& report);
std::string dynamic_json(const DynamicReport& report);

} // namespace hetgrid::cli
