// DynamicOuter2Phases and DynamicMatrix2Phases, [Beaumont14] algorithm 2: once e^-beta of the tasks are left, any of them.
#include "hetgrid/dynamic_analysis.hpp"
#include "server/dynamic/data_aware.hpp"
#include "server/dynamic/strategies.hpp"

#include <cmath>

namespace hetgrid::dynamic {
namespace {

class TwoPhases : public DataAware {
public:
  TwoPhases(const Tasks& tasks, int workers, const Options& options, double beta)
      : DataAware(tasks, workers, options), threshold_(std::exp(-beta) * static_cast<double>(tasks.count())) {
  }

private:
  void look(int worker, std::vector<Task>& view, Assignment& assignment) override {
    if (static_cast<double>(left()) > threshold_)
      DataAware::look(worker, view, assignment);
    else
      view.push_back(order_.next(undone(), random()));
  }

  double threshold_; ///< tasks
  RandomOrder order_;
};

} // namespace

std::unique_ptr<Strategy> two_phases(const Tasks& tasks, int workers, const Options& options) {
  const double beta =
      options.beta > 0 ? options.beta : optimal_beta(tasks.kernel, blocks_per_side(tasks), workers);
  return std::make_unique<TwoPhases>(tasks, workers, options, beta);
}

} // namespace hetgrid::dynamic
