#include "partition/shape/canonical.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::partition {

std::string no_obstacle(std::span<const double>) {
  return {};
}

std::span<const CanonicalShape* const> canonical_shapes() {
  static const CanonicalShape* const all[] = {&shape::straight_line,
                                              &shape::square_corner_of_two,
                                              &shape::square_corner,
                                              &shape::rectangle_corner,
                                              &shape::rectangle_corner_of_equal_heights,
                                              &shape::square_rectangle,
                                              &shape::block_rectangle,
                                              &shape::l_rectangle,
                                              &shape::traditional_rectangle};
  return all;
}

namespace {

/// \param order  the process of the caller for each of P, R, S
Bands painted(std::int64_t cells, const std::vector<int>& order, std::vector<Rectangle> layers) {
  for (Rectangle& layer : layers)
    layer.owner = order[static_cast<std::size_t>(layer.owner)];
  layers.insert(layers.begin(), {0, 0, cells, cells, order.front()});
  return {cells, static_cast<int>(order.size()), layers};
}

/// Adds every way to round the sides.
void add_roundings(const CanonicalShape& shape, std::span<const double> sides, const std::vector<int>& order,
                   std::int64_t cells, std::vector<Bands>& ways) {
  std::vector<std::int64_t> whole(sides.size());
  for (unsigned up = 0; up < 1u << sides.size(); ++up) {
    bool differs = true; // from what rounding down gives
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const double side = sides[k] * static_cast<double>(cells);
      const double down = std::floor(side);
      const bool raised = up >> k & 1;
      differs = differs && (!raised || down != side);
      whole[k] = std::clamp(static_cast<std::int64_t>(down) + raised, std::int64_t{0}, cells);
    }
    if (const std::vector<Rectangle> layers = shape.layers(cells, whole); differs && !layers.empty())
      ways.push_back(painted(cells, order, layers));
  }
}

} // namespace

Drawn draw(const CanonicalShape& shape, std::span<const double> shares, std::int64_t cells) {
  std::vector<int> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  const auto share = [&](int process) { return shares[static_cast<std::size_t>(process)]; };
  std::vector<double> sorted(shares.begin(), shares.end());
  std::ranges::sort(sorted, std::greater());
  Drawn drawn;
  drawn.obstacle = shape.obstacle(sorted);
  if (!drawn.obstacle.empty())
    return drawn;
  const std::vector<double> sides = shape.sides(sorted);
  do
    if (std::ranges::is_sorted(order, std::greater(), share))
      add_roundings(shape, sides, order, cells, drawn.ways);
  while (std::ranges::next_permutation(order).found);
  return drawn;
}

} // namespace hetgrid::partition
