// Who multiplies what: made before the run, so that one that goes on later does the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/files/stored_matrix.hpp"
#include "cli/mpi/surroundings.hpp"
#include "hetgrid/platform.hpp"
#include "hetgrid/server.hpp"
#include "server/static_plan.hpp"

namespace hetgrid::cli {

struct ProductPlan {
  std::string platform_text; ///< JSON, from which the same plan can be made again
  plan::Platform platform;
  server::Product product;
  std::string policy;
  server::Star star;
  server::StaticPlan schedule; ///< without transfers if they are chosen during the run

  /// Who asks is sent what suits it then, and what comes back is added: there are no parts of C that a later run could go on from.
  bool on_demand() const noexcept { return product.added; }
};

/// C (m x n) := A B with k columns of A; if C is stored by rows, the product is that of the transposes.
server::Product product_of(const MatrixLayout& c, Index k, Index block_size);

/// The fastest that is found. \throws ArgumentError, as for a memory that has no room for a block
ProductPlan make_plan(const Surroundings& surroundings, const ServiceOptions& options, const MatrixLayout& c,
                      Index k);

/// One whose policy is known. \param platform  JSON \throws InputError, ArgumentError
ProductPlan make_plan(const std::string& platform, const server::Product& product, const std::string& policy);

} // namespace hetgrid::cli
