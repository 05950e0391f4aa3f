// Who multiplies what: made before the run, so that one that goes on later does the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/files/stored_matrix.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "hetgrid/platform.hpp"
#include "hetgrid/server.hpp"
#include "server/static_plan.hpp"

namespace hetgrid::cli {

struct PlanOptions {
  std::string policy = "auto";
  std::string memory;           ///< of the workers, "2G,1G"; empty: that of the platform, else what is free
  std::string platform;         ///< file; empty: measured
  server::Index block_size = 0; ///< 0: by the memory
  bool server_computes = false;
};

/// A machine as it was measured, or as its file describes it.
struct Surroundings {
  plan::Platform platform;
  std::vector<std::string> hosts;  ///< by rank
  std::vector<double> free_memory; ///< by rank, bytes
};

/// Those of the ranks, on rank 0. Collective. \throws Error on all ranks
Surroundings find_surroundings(const MpiSession& session, const PlanOptions& options, const MatrixLayout& c,
                               Index k);

struct ProductPlan {
  std::string platform_text; ///< JSON, from which the same plan can be made again
  plan::Platform platform;
  server::Product product;
  std::string policy;
  server::Star star;
  server::StaticPlan schedule;
};

/// C (m x n) := A B with k columns of A; if C is stored by rows, the product is that of the transposes.
server::Product product_of(const MatrixLayout& c, Index k, Index block_size);

/// The fastest that is found. \throws ArgumentError, as for a memory that has no room for a block
ProductPlan make_plan(const Surroundings& surroundings, const PlanOptions& options, const MatrixLayout& c,
                      Index k);

/// One whose policy is known. \param platform  JSON \throws InputError, ArgumentError
ProductPlan make_plan(const std::string& platform, const server::Product& product, const std::string& policy);

} // namespace hetgrid::cli
