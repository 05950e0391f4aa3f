// The two-step rule of [Dongarra06] 6.2.1, improved: a worker receives while it computes as its buffers allow.
#include "server/policy/policies.hpp"
#include "server/policy/steps_in_order.hpp"

namespace hetgrid::server {
namespace {

class Selected {
public:
  explicit Selected(std::vector<Step> steps)
      : workers_(
            static_cast<int>(std::ranges::count_if(steps, [](const Step& step) { return step.work > 0; }))),
        selection_(std::move(steps), Rule::global_two_steps, Reception::two_buffers) {}

  int workers() const { return workers_; }
  int next() { return selection_.next(); }
  void leave(int worker) { selection_.leave(worker); }

private:
  int workers_;
  Selection selection_;
};

} // namespace

std::unique_ptr<Policy> two_buffers(const Star& star, const Product& product) {
  return std::make_unique<StepsInOrder<Selected>>(
      star, product, [](std::vector<Step> steps) { return Selected(std::move(steps)); });
}

} // namespace hetgrid::server
