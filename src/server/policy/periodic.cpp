// The period of selections that a search finds to be the best in the long run, over and over. A worker that has no more to do is left out.
#include "hetgrid/server_steady_state.hpp"
#include "server/policy/policies.hpp"
#include "server/policy/steps_in_order.hpp"

#include <set>

namespace hetgrid::server {
namespace {

class Repeated {
public:
  explicit Repeated(std::vector<int> selections) : selections_(std::move(selections)) {}

  int workers() const {
    return static_cast<int>(std::set<int>(selections_.begin(), selections_.end()).size());
  }
  int next() {
    place_ = place_ < selections_.size() ? place_ : 0;
    return selections_[place_++];
  }
  void leave(int worker) {
    const auto mine = [&](int selected) { return selected == worker; };
    const auto here = selections_.begin() + static_cast<std::ptrdiff_t>(place_);
    place_ -= static_cast<std::size_t>(std::count_if(selections_.begin(), here, mine));
    std::erase_if(selections_, mine);
  }

private:
  std::vector<int> selections_;
  std::size_t place_ = 0;
};

} // namespace

std::unique_ptr<Policy> periodic(const Star& star, const Product& product) {
  return std::make_unique<StepsInOrder<Repeated>>(star, product, [](const std::vector<Step>& steps) {
    return Repeated(periodic_schedule(steps, Reception::two_buffers).selections);
  });
}

} // namespace hetgrid::server
