// Min-min, [Dongarra06] 3: of all tasks and workers the pair that can start first; ties to the one that needs fewer stripes, to the
// lowest worker and the lowest task.
#include "server/policy/policies.hpp"
#include "server/policy/stripes.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace hetgrid::server {
namespace {

class MinMinTasks : public Policy {
public:
  MinMinTasks(const Star& star, const Product& product) : stripes_(star, product) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    if (stripes_.all_given())
      return {};
    const int workers = static_cast<int>(view.workers.size());
    std::tuple<double, std::size_t, int, Stripes::Task> first{
        std::numeric_limits<double>::infinity(), 0, 0, {}};
    for (int k = worker == any_worker ? 0 : worker; k < (worker == any_worker ? workers : worker + 1); ++k)
      for (Index i = 0; i < stripes_.rows(); ++i)
        for (Index j = 0; j < stripes_.columns(); ++j)
          if (!stripes_.is_given({i, j})) {
            const std::size_t missing = stripes_.missing(k, {i, j}).size();
            first = std::min(first, {start(view, k, missing), missing, k, {i, j}});
          }
    return stripes_.send(std::get<int>(first), std::get<Stripes::Task>(first));
  }

private:
  double start(const View& view, int worker, std::size_t missing) const {
    return std::max(view.now + static_cast<double>(missing) * stripes_.stripe_seconds(worker),
                    view.workers[static_cast<std::size_t>(worker)].ready);
  }

  Stripes stripes_;
};

} // namespace

std::unique_ptr<Policy> min_min(const Star& star, const Product& product) {
  return std::make_unique<MinMinTasks>(star, product);
}

} // namespace hetgrid::server
