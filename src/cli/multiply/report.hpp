// What `hetgrid multiply` has to say at the end.
#pragma once

#include <string>
#include <vector>

#include "cli/files/stored_matrix.hpp"
#include "cli/mpi/served_work.hpp"
#include "cli/multiply/plan.hpp"

namespace hetgrid::cli {

struct MultiplyReport {
  std::string a, b, c; ///< names
  MatrixLayout layout; ///< of C
  server::Index k = 0;
  const ProductPlan* plan = nullptr;
  server::Index results_there = 0; ///< blocks of C that an earlier run had computed
  double seconds = 0;              ///< of this run
  std::vector<int> silent;         ///< ranks that did not answer
  bool dismissed = false;          ///< no rank waits for the server any more
  ServedWork work;
  std::string gantt; ///< SVG; empty unless asked for

  /// The part of the product that this run did.
  double part() const;
  /// Updates of elements in that part.
  double updates_in_all() const;
  /// Floating-point operations of it.
  double operations() const;
  double gflops() const;
  /// Lower bound of the time over the time.
  double of_bound() const;
};

std::string multiply_text(const MultiplyReport& report);
std::string multiply_json(const MultiplyReport& report);

} // namespace hetgrid::cli
