// Searches for nestings against all nestings, and against the volume of communication of their cells.
#define BOOST_TEST_MODULE nesting
#include <boost/test/unit_test.hpp>

#include "partition/many/changing_volume.hpp"
#include "partition/many/nesting_cells.hpp"
#include "partition/many/nesting_search.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "testing/support/cycle_times.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

using namespace hetgrid::partition;

namespace {

/// Non-increasing, with the sum 1.
std::vector<double> random_areas(int processes, std::mt19937_64& random) {
  std::vector<double> areas;
  for (int k = 0; k < processes; ++k)
    areas.push_back(std::pow(100, static_cast<double>(random() % 1000) / 1000));
  std::ranges::sort(areas, std::greater());
  const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
  for (double& area : areas)
    area /= sum;
  return areas;
}

/// Every process exactly once, parents and children agree.
void check_tree(const Nesting& nesting, int processes) {
  std::vector<int> met(static_cast<std::size_t>(processes));
  const std::function<void(int)> visit = [&](int index) {
    const Nesting::Node& node = nesting.nodes.at(index);
    if (node.cut == Cut::none) {
      ++met.at(node.host);
      for (int guest = node.guest; guest >= 0; guest = nesting.next_guest[guest])
        ++met.at(guest);
      return;
    }
    for (const int child : node.child) {
      BOOST_TEST(nesting.nodes.at(child).parent == index);
      visit(child);
    }
  };
  visit(0);
  BOOST_TEST(met == std::vector<int>(met.size(), 1), boost::test_tools::per_element());
}

/// Least sum of the half-perimeters of all rectangles of guillotine partitions of a rectangle, all of which are tried.
double least_half_perimeters(const std::vector<double>& areas, double width, double height) {
  if (areas.size() == 1)
    return width + height;
  const double total = std::accumulate(areas.begin(), areas.end(), 0.0);
  double least = std::numeric_limits<double>::infinity();
  for (unsigned set = 1; set + 1 < 1u << areas.size(); ++set) {
    std::vector<double> part[2];
    for (std::size_t k = 0; k < areas.size(); ++k)
      part[set >> k & 1].push_back(areas[k]);
    const double share = std::accumulate(part[0].begin(), part[0].end(), 0.0) / total;
    least = std::min({least,
                      least_half_perimeters(part[0], width * share, height) +
                          least_half_perimeters(part[1], width * (1 - share), height),
                      least_half_perimeters(part[0], width, height * share) +
                          least_half_perimeters(part[1], width, height * (1 - share))});
  }
  return least;
}

BOOST_AUTO_TEST_CASE(exact_against_all_guillotine_partitions) {
  std::mt19937_64 random(1);
  for (int processes = 1; processes <= 5; ++processes)
    for (int instance = 0; instance < 8; ++instance) {
      const std::vector<double> areas = random_areas(processes, random);
      const double least = least_half_perimeters(areas, 1, 1) - 2;
      const Nesting exact = nest_exactly(areas, 0, Guests::none);
      check_tree(exact, processes);
      NestingVolume volume(areas, 0);
      BOOST_TEST(std::abs(volume(exact) - least) < 1e-12);
      BOOST_TEST(volume(nest_exactly(areas, 0, Guests::allowed)) < least + 1e-12);
    }
}

/// The exact search bounds the others from below, and annealing does not lose its start.
BOOST_AUTO_TEST_CASE(heuristics_against_exact) {
  std::mt19937_64 random(2);
  double worst = 1, sum = 0;
  int count = 0;
  for (int processes = 2; processes <= 9; ++processes)
    for (const Guests guests : {Guests::none, Guests::allowed})
      for (int instance = 0; instance < 4; ++instance) {
        const std::vector<double> areas = random_areas(processes, random);
        NestingVolume volume(areas, 0.001);
        const Nesting dynamic = nest_by_dynamic_programming(areas, 0.001, guests);
        const Nesting annealed = anneal(dynamic, areas, 0.001, guests, 1);
        check_tree(dynamic, processes);
        check_tree(annealed, processes);
        const double exact = volume(nest_exactly(areas, 0.001, guests));
        BOOST_TEST(volume(annealed) <= volume(dynamic));
        if (guests == Guests::none) // with them the exact search knows hosts that are the fastest only
          BOOST_TEST(volume(annealed) >= exact - 1e-12);
        const double ratio = (volume(annealed) + 2) / (exact + 2);
        worst = std::max(worst, ratio);
        sum += ratio;
        ++count;
      }
  BOOST_TEST(worst < 1.01);
  BOOST_TEST(sum / count < 1.001);
}

BOOST_AUTO_TEST_CASE(dynamic_programming_of_many) {
  std::mt19937_64 random(3);
  for (const int processes : {16, 64, 300}) { // 300: in bundles
    const std::vector<double> areas = random_areas(processes, random);
    const Nesting dynamic = nest_by_dynamic_programming(areas, 0.001, Guests::allowed);
    check_tree(dynamic, processes);
    double sides = 0;
    for (const double area : areas)
      sides += std::sqrt(area);
    BOOST_TEST(NestingVolume(areas, 0.001)(dynamic) + 2 < 1.02 * 2 * sides);
  }
}

BOOST_AUTO_TEST_CASE(annealing_is_deterministic) {
  std::mt19937_64 random(4);
  const std::vector<double> areas = random_areas(12, random);
  const Nesting start = nest_by_dynamic_programming(areas, 0.001, Guests::allowed);
  NestingVolume volume(areas, 0.001);
  const Nesting once = anneal(start, areas, 0.001, Guests::allowed, 7),
                again = anneal(start, areas, 0.001, Guests::allowed, 7);
  BOOST_TEST(volume(once) == volume(again));
  BOOST_TEST(once.next_guest == again.next_guest, boost::test_tools::per_element());
}

/// The half of a rectangle, in squares by non-increasing sides, always fits; and no two overlap.
BOOST_AUTO_TEST_CASE(squares_fit) {
  std::mt19937_64 random(5);
  for (int instance = 0; instance < 300; ++instance) {
    std::vector<double> areas = random_areas(1 + static_cast<int>(random() % 12), random);
    SquarePacking packing;
    packing.reset(1, 1);
    std::vector<std::pair<SquarePacking::Corner, double>> placed;
    for (const double area : areas) {
      const double side = std::sqrt(area / 2);
      SquarePacking::Corner corner{};
      BOOST_TEST_REQUIRE(packing.add(side, &corner));
      BOOST_TEST((corner.x >= 0 && corner.y >= 0 && corner.x + side <= 1 && corner.y + side <= 1));
      for (const auto& [other, length] : placed)
        BOOST_TEST((corner.x >= other.x + length || other.x >= corner.x + side ||
                    corner.y >= other.y + length || other.y >= corner.y + side));
      placed.push_back({corner, side});
    }
  }
}

/// With ragged borders all counts are those asked for; with either the volume of the tree is that of the cells, but for a few
/// lines of every process.
BOOST_AUTO_TEST_CASE(cells_of_nestings) {
  std::mt19937_64 random(6);
  for (const std::int64_t cells : {1, 2, 7, 40, 400})
    for (const int processes : {1, 2, 3, 8, 20})
      for (const Borders borders : {Borders::straight, Borders::ragged}) {
        const std::vector<double> areas = random_areas(processes, random);
        std::vector<int> names(areas.size());
        std::iota(names.begin(), names.end(), 0);
        std::ranges::shuffle(names, random);
        std::vector<double> speeds(areas.size());
        for (std::size_t k = 0; k < areas.size(); ++k)
          speeds[static_cast<std::size_t>(names[k])] = areas[k];
        const std::vector<std::int64_t> counts = cells_in_proportion(speeds, cells);
        const double margin = 1 / static_cast<double>(cells);
        const Nesting nesting = nest_by_dynamic_programming(areas, margin, Guests::allowed);
        const Partition partition = partition_of(nesting, names, counts, cells, borders);
        BOOST_TEST_CONTEXT("N " << cells << ", " << processes << " processes") {
          if (borders == Borders::ragged)
            for (std::size_t k = 0; k < counts.size(); ++k)
              BOOST_TEST(metrics(partition)[k].cells == counts[k]);
          const double lines =
              static_cast<double>(volume_of_communication(partition)) / static_cast<double>(cells);
          const double expected = NestingVolume(areas, margin)(nesting) * static_cast<double>(cells);
          if (processes < cells)
            BOOST_TEST(std::abs(lines - expected) <= 2 * (processes - 1));
        }
      }
}

} // namespace

// Cuts turn, hosts change places, guests come and go; every other change is taken back.
BOOST_AUTO_TEST_CASE(a_volume_that_changes_is_that_of_the_nesting) {
  constexpr int processes = 40;
  constexpr double margin = 1e-3;
  std::mt19937_64 random(5);
  const std::vector<double> areas = random_areas(processes, random);
  Nesting now = nest_by_dynamic_programming(areas, margin, Guests::allowed);
  ChangingVolume changing(now, areas, margin);
  NestingVolume volume(areas, margin);
  const auto check = [&](const Nesting& nesting) {
    const double expected = volume(nesting), found = changing(nesting);
    BOOST_TEST(std::isinf(found) == std::isinf(expected));
    if (!std::isinf(expected))
      BOOST_TEST(std::abs(found - expected) <= ChangingVolume::rounding() * expected);
  };
  for (int change = 0; change < 500; ++change) {
    Nesting next = now;
    const int a = static_cast<int>(random() % next.nodes.size()),
              b = static_cast<int>(random() % next.nodes.size());
    for (const int index : {a, b})
      if (next.nodes[index].cut != Cut::none)
        next.nodes[index].cut = next.nodes[index].cut == Cut::vertical ? Cut::horizontal : Cut::vertical;
    if (next.nodes[a].cut == Cut::none && next.nodes[b].cut == Cut::none) {
      std::swap(next.nodes[a].host, next.nodes[b].host);
      std::swap(next.nodes[a].guest, next.nodes[b].guest);
    }
    changing.update(next, std::vector<int>{a, b});
    check(next);
    if (change % 2 == 0) {
      changing.swap_update();
      check(now);
      changing.swap_update();
      check(next);
      changing.swap_update();
    } else {
      now = next;
    }
  }
}
