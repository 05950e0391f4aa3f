// The growth of DynamicOuter and DynamicMatrix, [Beaumont14] algorithms 1 and 3.
#pragma once

#include "server/dynamic/box.hpp"
#include "server/dynamic/on_demand.hpp"
#include "server/dynamic/random_order.hpp"

namespace hetgrid::dynamic {

class DataAware : public OnDemand {
public:
  DataAware(const Tasks& tasks, int workers, const Options& options);

protected:
  Random& random() { return random_; }
  /// An index of each axis that is new to the worker, and all blocks and tasks that come with it.
  void look(int worker, std::vector<Task>& view, Assignment& assignment) override;

private:
  void grow(int worker, Axis axis, std::vector<Task>& view, Assignment& assignment);

  Random random_;
  std::vector<Box> boxes_;
};

} // namespace hetgrid::dynamic
