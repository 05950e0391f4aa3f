#include "partition/shape/registry.hpp"

#include "partition/many/methods.hpp"

#include <memory>
#include <optional>

namespace hetgrid::partition {
namespace {

std::vector<Shape> canonical(std::size_t processes) {
  std::vector<Shape> all;
  for (const CanonicalShape* const shape : canonical_shapes())
    if (shape->processes == processes)
      all.push_back({shape->name,
                     [shape](std::span<const double> shares, std::int64_t cells) {
                       return draw(*shape, shares, cells);
                     },
                     shape == &shape::square_corner_of_two || shape == &shape::square_corner});
  return all;
}

/// A method that has straight borders, or ragged ones and exact shares. \param draw  (shares, cells, borders)
template <typename Draw>
Shape with_both_borders(std::string name, Draw draw) {
  return {std::move(name), [draw](std::span<const double> shares, std::int64_t cells) {
            return Drawn{{draw(shares, cells, Borders::straight), draw(shares, cells, Borders::ragged)}, {}};
          }};
}

Drawn draw_separate_squares(std::span<const double> shares, std::int64_t cells) {
  Drawn drawn;
  for (const Borders borders : {Borders::straight, Borders::ragged})
    if (const auto partition = separate_squares(shares, cells, borders))
      drawn.ways.emplace_back(*partition);
  if (drawn.ways.empty())
    drawn.obstacle = "squares of all but the fastest process do not fit beside each other";
  return drawn;
}

/// Grids p x q of all processes.
std::vector<Shape> grids(int processes) {
  std::vector<Shape> all;
  for (int p = 2; p <= processes / 2; ++p)
    if (processes % p == 0)
      all.push_back(
          with_both_borders("Grid", [p, q = processes / p](auto shares, auto cells, Borders borders) {
            return grid_based(shares, cells, p, q, borders);
          }));
  return all;
}

/// The search for a nesting takes a second for a thousand processes: it is made once, and shares that change as memory asks
/// for it change its rectangles.
Shape kept_nesting(std::string name, Guests guests) {
  const auto kept = std::make_shared<std::optional<FoundNesting>>();
  return {std::move(name),
          [guests, kept](std::span<const double> shares, std::int64_t cells) {
            if (!*kept)
              *kept = find_nesting(shares, cells, guests);
            return Drawn{{nested(**kept, shares, cells, Borders::ragged)}, {}};
          },
          false, true};
}

/// More processes than these have one nesting.
constexpr std::size_t most_for_many_nestings = 128;

Shape nestings(std::string name, Guests guests, std::size_t processes) {
  if (processes > most_for_many_nestings)
    return kept_nesting(std::move(name), guests);
  return {std::move(name),
          [guests](std::span<const double> shares, std::int64_t cells) {
            Drawn drawn{{nested(shares, cells, guests, Borders::ragged)}, {}};
            if (shares.size() <= most_for_exact_nesting)
              drawn.ways.emplace_back(nested(shares, cells, guests, Borders::straight));
            return drawn;
          },
          false, processes > most_for_exact_nesting};
}

std::vector<Shape> for_many(std::size_t processes) {
  std::vector<Shape> all{with_both_borders("Traditional Rectangle", one_dimensional),
                         with_both_borders("Column Based", column_based),
                         nestings("Nested Rectangles", Guests::none, processes),
                         nestings("Nested Squares", Guests::allowed, processes),
                         {"Square Corner", draw_separate_squares, true}};
  for (Shape& grid : grids(static_cast<int>(processes)))
    all.push_back(std::move(grid));
  return all;
}

} // namespace

std::vector<Shape> shapes_for(std::size_t processes) {
  return processes < 4 ? canonical(processes) : for_many(processes);
}

} // namespace hetgrid::partition
