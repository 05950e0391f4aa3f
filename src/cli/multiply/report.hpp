// What `hetgrid multiply` has to say at the end.
#pragma once

#include <string>
#include <vector>

#include "cli/files/stored_matrix.hpp"
#include "cli/multiply/plan.hpp"
#include "hetgrid/server_bounds.hpp"
#include "linalg/server/gemm.hpp"

namespace hetgrid::cli {

struct MultiplyReport {
  std::string a, b, c; ///< names
  MatrixLayout layout; ///< of C
  server::Index k = 0;
  const ProductPlan* plan = nullptr;
  server::Index results_there = 0;   ///< blocks of C that an earlier run had computed
  linalg::ServedOutcome outcome;     ///< of this run
  std::vector<server::Index> chunks; ///< that each worker returned
  std::vector<double> updates;       ///< of blocks, by each worker
  std::string gantt;                 ///< SVG; empty unless asked for

  /// The part of the product that this run did.
  double part() const;
  /// Of whole blocks, in that part.
  double updates_in_all() const;
  /// Floating-point operations of it.
  double operations() const;
  double gflops() const;
  /// Lower bound of the time over the time.
  double of_bound() const;
  /// Over links: not what the server has for itself.
  double bytes_moved() const;
  /// That have to be moved at least: [Dongarra06] 4.2.
  double least_bytes() const;
};

std::string multiply_text(const MultiplyReport& report);
std::string multiply_json(const MultiplyReport& report);

} // namespace hetgrid::cli
