// What `hetgrid plan --server` has to say about a product from one server: the policy, what everybody does, bounds, other policies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output/server_timeline.hpp"
#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_policies.hpp"

namespace hetgrid::cli {

struct ServerReport {
  plan::Platform platform;
  server::Product product;
  server::Star star;       ///< of those enrolled, with the memory that they use
  std::size_t workers = 0; ///< that there are
  server::Bounds bounds;   ///< with all workers and all of their memory
  server::Uncertainty uncertainty;
  std::vector<server::Judged> policies;     ///< as compare_policies() has them
  std::string policy;                       ///< the chosen one
  server::Outcome outcome;                  ///< of it
  std::vector<server::Index> largest_chunk; ///< of each worker, blocks of its longer side: mu
  std::vector<int> order;                   ///< workers of the first steps
  std::optional<ServerTimeline> timeline;   ///< always there
};

/// \param policy  a name, for all workers and all of their memory; or "auto": the fastest of all, as far as is known, of those workers
/// and with that memory that make it so \throws ArgumentError
ServerReport server_report(const plan::Platform& platform, const server::Product& product,
                           const std::string& policy, const server::Uncertainty& uncertainty);

/// One screen of text.
std::string server_text(const ServerReport& report);
/// All of it but the timeline.
std::string server_json(const ServerReport& report);
/// A row for each process, time to the right.
std::string server_gantt(const ServerReport& report);

} // namespace hetgrid::cli
