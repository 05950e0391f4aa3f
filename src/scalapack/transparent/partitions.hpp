// Partitions for intercepted products, where one is predicted to take less time than the grid.
#pragma once

#include "comm/grid.hpp"
#include "hetgrid/owner_map.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hetgrid::scalapack::transparent {

inline constexpr double least_gain = 1.05; ///< below, a prediction is not worth the risk

/// A partition, process k of which is rank k of a grid.
struct ChosenPartition {
  std::string shape;
  layout::OwnerMap map;
  double time_over_grid; ///< predicted for a product

  /// m x n elements on it, in blocks so large that the panel covers it, but for a rest.
  layout::PartitionedMatrix matrix(layout::Index m, layout::Index n) const;
};

/// What HETGRID_PARTITION asks for, for the orders that have occurred: products whose orders have the same binary
/// logarithm have the same partition.
class Partitions {
public:
  /// As HETGRID_PARTITION says.
  Partitions();
  /// \param asked  "auto": the shape that is predicted to be fastest, if the grid of unequal processes is slower; "grid"; or
  /// the name of a shape, predicted to be faster or not
  explicit Partitions(std::string asked);

  /// nullptr: the grid. The same on all processes: rank 0 searches. It says so in a line if there is no such shape.
  /// \param one_node  all processes are on one: if not, "auto" needs the network of HETGRID_PLATFORM
  /// Collective over grid.all(). \throws SystemError, on all processes, if one has no memory for the search
  const ChosenPartition* find(const comm::Grid& grid, bool one_node, double operations_per_second,
                              layout::Index order);

private:
  std::string asked_;
  std::vector<double> cycle_times_;                        ///< of the plan: those that the partitions are for
  std::map<int, std::optional<ChosenPartition>> by_order_; ///< by the power of two
};

} // namespace hetgrid::scalapack::transparent
