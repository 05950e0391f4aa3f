// BLACS contexts of the timing driver, and descriptors on them.
#pragma once

#include "comm/grid.hpp"
#include "hetgrid/layout.hpp"
#include "hetgrid/owner_map.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// A BLACS context, ended with the object.
class Context {
public:
  /// The grid of the plan, processes placed by its arrangement.
  explicit Context(const plan::Plan& plan);
  /// A grid of one row for a partition: process k of the map is rank k.
  explicit Context(const layout::OwnerMap& map);
  /// As BLACS_GRIDINIT does it: the first p q processes, by rows.
  Context(int p, int q);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  int handle() const noexcept { return handle_; }
  /// This process is in it.
  bool inside() const noexcept { return handle_ >= 0; }
  /// How hetgrid works there. Collective over the processes inside.
  void use(const schedule::Parameters& parameters) const;
  /// nullptr on processes outside.
  const comm::Grid* grid() const;

private:
  int handle_;
};

/// Descriptor of an m x n matrix in nb x nb blocks, with the smallest leading dimension; of a partitioned one, in as many
/// blocks as the partition has cells.
layout::Descriptor describe(const Context& context, int dtype, int m, int n, int nb);

} // namespace hetgrid::cli
