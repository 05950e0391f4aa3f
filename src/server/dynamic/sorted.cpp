// SortedOuter and SortedMatrix, [Beaumont14] 3.2: tasks in lexicographical order of (i, j, k).
#include "server/dynamic/on_demand.hpp"
#include "server/dynamic/strategies.hpp"

namespace hetgrid::dynamic {
namespace {

class SortedTasks : public OnDemand {
public:
  using OnDemand::OnDemand;

private:
  void look(int /*worker*/, std::vector<Task>& view, Assignment&) override {
    view.push_back({next_ / tasks().steps / tasks().columns, next_ / tasks().steps % tasks().columns,
                    next_ % tasks().steps});
    ++next_;
  }

  Index next_ = 0;
};

} // namespace

std::unique_ptr<Strategy> sorted(const Tasks& tasks, int workers, const Options& options) {
  return std::make_unique<SortedTasks>(tasks, workers, options);
}

} // namespace hetgrid::dynamic
