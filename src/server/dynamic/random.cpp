// RandomOuter and RandomMatrix, [Beaumont14] 3.2: any task that is left.
#include "server/dynamic/on_demand.hpp"
#include "server/dynamic/random_order.hpp"
#include "server/dynamic/strategies.hpp"

namespace hetgrid::dynamic {
namespace {

class RandomTasks : public OnDemand {
public:
  RandomTasks(const Tasks& tasks, int workers, const Options& options)
      : OnDemand(tasks, workers, options), random_(options.seed) {}

private:
  void look(int /*worker*/, std::vector<Task>& view, Assignment&) override {
    view.push_back(order_.next(undone(), random_));
  }

  Random random_;
  RandomOrder order_;
};

} // namespace

std::unique_ptr<Strategy> random(const Tasks& tasks, int workers, const Options& options) {
  return std::make_unique<RandomTasks>(tasks, workers, options);
}

} // namespace hetgrid::dynamic
