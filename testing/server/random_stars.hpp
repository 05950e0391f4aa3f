// Random platforms as steps: c and w in whole numbers from 1, mu from 2.
#pragma once

#include "hetgrid/server_selection.hpp"

#include <random>

namespace hetgrid::testing {

struct RandomStars {
  int workers;
  int most_cost; ///< of c and w
  int most_mu;

  template <typename Random>
  std::vector<server::Step> operator()(Random& random) const {
    const auto draw = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(random);
    };
    std::vector<server::Step> steps;
    for (int worker = 0; worker < workers; ++worker) {
      const double c = draw(1, most_cost), w = draw(1, most_cost), mu = draw(2, most_mu);
      steps.push_back({2 * mu * c, mu * mu * w, mu * mu});
    }
    return steps;
  }
};

} // namespace hetgrid::testing
