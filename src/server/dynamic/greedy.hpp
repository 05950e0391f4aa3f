// A box that grows where a block that is sent brings most tasks.
#pragma once

#include "server/dynamic/box.hpp"
#include "server/dynamic/on_demand.hpp"
#include "server/dynamic/random_order.hpp"

#include <optional>

namespace hetgrid::dynamic {

class Greedy : public OnDemand {
public:
  Greedy(const Tasks& tasks, int workers, const Options& options);

protected:
  void look(int worker, std::vector<Task>& view, Assignment& assignment) override;
  Box& box(int worker) { return boxes_[at(worker)]; }

private:
  struct Slab {
    Axis axis = Axis::rows;
    Index x = 0;
    SlabValue value;
  };

  Index portion(int worker) const override { return part_of_share(portion_, worker); }
  std::optional<Slab> best_slab(int worker);
  template <typename Visit>
  void each_candidate(Index indices, Visit&& visit);

  Index candidates_; ///< 0: all
  double portion_;
  Random random_;
  RandomOrder order_;
  std::vector<Box> boxes_;
};

} // namespace hetgrid::dynamic
