#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"

#include <algorithm>
#include <tuple>

namespace hetgrid::server {
namespace {

Judged judge(const PolicyInfo& info, const Star& star, const Product& product) {
  try {
    const Product mine = product_for(info.name, product);
    const auto policy = make_policy(info.name, star, mine);
    return {info, simulate(star, mine, *policy), ""};
  } catch (const ArgumentError& error) { // star and product are legal: no memory for this one
    return {info, {}, error.what()};
  }
}

} // namespace

std::vector<Judged> compare_policies(const Star& star, const Product& product, bool added) {
  validate(star);
  validate(product);
  std::vector<Judged> all;
  for (const PolicyInfo& info : policies())
    if (info.compared && (added || !info.added))
      all.push_back(judge(info, star, product));
  std::ranges::stable_sort(all, {}, [](const Judged& judged) {
    return std::tuple(!judged.feasible(), judged.outcome.seconds, judged.outcome.enrolled());
  });
  return all;
}

} // namespace hetgrid::server
