// Thrifty, [Dongarra06] 3: a worker is sent enough never to be idle, the next one in the slots of the port that are left. With
// one worker that is the alternating greedy algorithm, which is then optimal.
#include "server/policy/policies.hpp"
#include "server/policy/stripes.hpp"

#include <algorithm>

namespace hetgrid::server {
namespace {

class Thrifty : public Policy {
public:
  /// \param workers  the first ones, that are enrolled at most
  Thrifty(const Star& star, const Product& product, int workers)
      : stripes_(star, product), workers_(workers) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    const int served = worker == any_worker ? choose(view) : worker;
    const auto stripe = served < workers_ ? stripes_.best_in_turn(served) : std::nullopt;
    return stripe ? std::optional(stripes_.send(served, *stripe)) : std::nullopt;
  }

private:
  /// The first worker that would be idle before the slot after this one brings it something; if none would, the one that is
  /// ready first.
  int choose(const View& view) const {
    const auto ready = [&](int worker) { return view.workers[static_cast<std::size_t>(worker)].ready; };
    int first = 0;
    for (int worker = 0; worker < workers_; ++worker) {
      if (ready(worker) < view.now + 2 * stripes_.stripe_seconds(worker))
        return worker;
      if (ready(worker) < ready(first))
        first = worker;
    }
    return first;
  }

  Stripes stripes_;
  int workers_;
};

} // namespace

std::unique_ptr<Policy> thrifty(const Star& star, const Product& product) {
  return std::make_unique<Thrifty>(star, product, static_cast<int>(star.workers.size()));
}
std::unique_ptr<Policy> alternating_greedy(const Star& star, const Product& product) {
  return std::make_unique<Thrifty>(star, product, 1);
}

} // namespace hetgrid::server
