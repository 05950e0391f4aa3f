// Whether the operands of `hetgrid time` fit into the memory of the hosts: found out before any of them is made, since
// a system that hands out more memory than it has ends whoever uses it.
#pragma once

#include <string>
#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "cli/time/operations.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// Matrices of one size.
struct Operands {
  double rows = 0, columns = 0;
  int count = 0;
};

/// The matrices that the timing of an operation holds on each layout, and those for its check.
std::vector<Operands> operands_of(const std::string& operation, const Case& parameters);

/// The memory of the hosts of all ranks.
class HostMemory {
public:
  /// Collective. \param host_names  by rank, on rank 0
  explicit HostMemory(std::vector<std::string> host_names);

  /// Before there is a plan: all hosts together. Collective. \throws Error on all ranks
  void require(const MpiSession& session, const Case& parameters, const Selection& selection) const;
  /// Each host, for what its ranks get by the plan. Collective. \throws Error on all ranks
  void require(const MpiSession& session, const Case& parameters, const Selection& selection,
               const plan::Plan& plan) const;

private:
  std::vector<std::string> hosts_; ///< by rank, on rank 0
  std::vector<double> bytes_;      ///< of the host of each rank, on rank 0
};

} // namespace hetgrid::cli
