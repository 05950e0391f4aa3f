// Partitions among any number of processes: reference values, properties, lower bounds.
#define BOOST_TEST_MODULE methods
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "partition/many/lower_bound.hpp"
#include "partition/many/methods.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "testing/support/cycle_times.hpp"

#include <cmath>
#include <functional>

using namespace hetgrid::partition;

namespace {

double relative_volume(const Partition& partition) {
  const auto cells = static_cast<double>(partition.cells());
  return static_cast<double>(volume_of_communication(partition)) / (cells * cells);
}

struct Reference {
  std::vector<double> speeds;
  double columns, nested, with_squares; ///< VoC / N^2
};

const double square = 1 / std::sqrt(33.0);
const Reference references[] = {
    {{10, 1, 1, 1}, 19.0 / 13, 19.0 / 13, 19.0 / 13},
    {{1, 30, 1, 1}, 39.0 / 33, 39.0 / 33, 6 * square},
    {{10, 9, 1, 1}, 2, 1.7056, 1.7056},
    {{1, 20, 10, 1}, 1.75, 1.5417, 1.5417},
    {{1, 1, 1, 1}, 2, 2, 2},
    {{3, 1}, 1, 1, 1},
    {{8, 1}, 1, 1, 2.0 / 3},
};

BOOST_AUTO_TEST_CASE(reference_values) {
  constexpr std::int64_t cells = 800;
  for (const Reference& reference : references) {
    const double rounding = 3.0 * static_cast<double>(reference.speeds.size()) / cells;
    const auto check = [&](const Partition& partition, double expected) {
      BOOST_TEST(std::abs(relative_volume(partition) - expected) < rounding);
    };
    for (const Borders borders : {Borders::straight, Borders::ragged}) {
      check(column_based(reference.speeds, cells, borders), reference.columns);
      check(nested(reference.speeds, cells, Guests::none, borders), reference.nested);
      check(nested(reference.speeds, cells, Guests::allowed, borders), reference.with_squares);
    }
  }
  BOOST_TEST(std::abs(relative_volume(*separate_squares(references[1].speeds, cells, Borders::ragged)) -
                      6 * square) < 0.01);
}

BOOST_AUTO_TEST_CASE(squares_that_do_not_fit) {
  BOOST_TEST(!separate_squares(std::vector<double>{1, 1, 1}, 100, Borders::ragged));
  BOOST_TEST(separate_squares(std::vector<double>{1}, 100, Borders::ragged)->cells() == 100);
}

using Method = std::function<std::optional<Partition>(std::span<const double>, std::int64_t, Borders)>;
const std::pair<const char*, Method> methods[] = {
    {"one-dimensional", one_dimensional},
    {"column-based", column_based},
    {"grid",
     [](std::span<const double> s, std::int64_t n, Borders b) {
       const int p = static_cast<int>(s.size());
       return p % 2 == 0 ? grid_based(s, n, 2, p / 2, b) : grid_based(s, n, p, 1, b);
     }},
    {"nested",
     [](std::span<const double> s, std::int64_t n, Borders b) { return nested(s, n, Guests::none, b); }},
    {"nested with squares",
     [](std::span<const double> s, std::int64_t n, Borders b) { return nested(s, n, Guests::allowed, b); }},
    {"separate squares", separate_squares},
};

/// Ragged: the numbers of cells are those asked for. Either: nothing is below the lower bound of these cells.
BOOST_AUTO_TEST_CASE(properties) {
  std::mt19937_64 random(1);
  for (const auto& family : hetgrid::testing::families)
    for (const int processes : {1, 2, 3, 6, 11, 16})
      for (const std::int64_t cells : {1, 5, 31, 120})
        for (const auto& [name, method] : methods)
          for (const Borders borders : {Borders::straight, Borders::ragged}) {
            std::vector<double> speeds = hetgrid::testing::random_cycle_times(family, processes, random);
            std::ranges::shuffle(speeds, random);
            const std::optional<Partition> partition = method(speeds, cells, borders);
            if (!partition)
              continue;
            BOOST_TEST_CONTEXT(name << ", N " << cells << ", " << processes << " processes " << family.name) {
              BOOST_TEST(partition->cells() == cells);
              BOOST_TEST(partition->processes() == processes);
              std::vector<std::int64_t> counts;
              for (const ProcessMetrics& of : metrics(*partition))
                counts.push_back(of.cells);
              BOOST_TEST(volume_of_communication(*partition) >= least_volume(counts, cells));
              if (borders == Borders::ragged)
                BOOST_TEST(counts == cells_in_proportion(speeds, cells), boost::test_tools::per_element());
            }
          }
}

/// Memory and overlap move shares further apart than speeds may be.
BOOST_AUTO_TEST_CASE(shares_are_far_apart) {
  for (const double small : {1e-9, 1e-18, 1e-200})
    for (const std::vector<double>& shares :
         {std::vector<double>{1, small, small, small}, {small, 1, 0.5 * small, 0.25, 2 * small}})
      for (const auto& [name, method] : methods)
        for (const Borders borders : {Borders::straight, Borders::ragged})
          BOOST_TEST_CONTEXT(name << ", " << shares.size() << " processes, " << small) {
            const std::optional<Partition> partition = method(shares, 30, borders);
            if (!partition || borders == Borders::straight)
              continue;
            std::vector<std::int64_t> counts;
            for (const ProcessMetrics& of : metrics(*partition))
              counts.push_back(of.cells);
            BOOST_TEST(counts == cells_in_proportion(shares, 30), boost::test_tools::per_element());
          }
}

BOOST_AUTO_TEST_CASE(lower_bound) {
  // c cells: the least i + j with i j >= c.
  for (std::int64_t count = 0; count <= 400; ++count) {
    std::int64_t least = count == 0 ? 0 : 1000;
    for (std::int64_t i = 1; i <= count; ++i)
      least = std::min(least, i + (count + i - 1) / i);
    BOOST_TEST(least_volume(std::vector<std::int64_t>{count, 400 - count, 200 * 200 - 400}, 200) <=
               200 * (least + 40));
    const std::vector<std::int64_t> counts(5, count);
    BOOST_TEST(least_volume(counts, 1) == std::max<std::int64_t>(0, 5 * least - 2));
  }
  BOOST_TEST(std::abs(least_volume(std::vector<double>{3, 3, 3, 3}) - 2) < 1e-12);
}

BOOST_AUTO_TEST_CASE(grids) {
  const std::vector<double> speeds{1, 5, 2, 4, 3, 3};
  for (const auto& [p, q] : {std::pair{1, 6}, {2, 3}, {3, 2}, {6, 1}})
    BOOST_TEST(relative_volume(grid_based(speeds, 60, p, q, Borders::straight)) == p + q - 2);
  BOOST_CHECK_THROW(grid_based(speeds, 60, 2, 2, Borders::straight), hetgrid::ArgumentError);
  BOOST_CHECK_THROW(grid_based(speeds, 60, 4, 2, Borders::straight), hetgrid::ArgumentError);
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const double nan = std::nan("");
  for (const auto& [name, method] : methods)
    BOOST_TEST_CONTEXT(name) {
      for (const std::vector<double>& speeds :
           {std::vector<double>{}, {1, 0}, {1, -1}, {nan, 1}, {1, INFINITY}})
        BOOST_CHECK_THROW(method(speeds, 10, Borders::ragged), hetgrid::ArgumentError);
      for (const std::int64_t cells : {std::int64_t{0}, std::int64_t{-1}, Partition::most_cells + 1})
        BOOST_CHECK_THROW(method(std::vector<double>{2, 1}, cells, Borders::straight),
                          hetgrid::ArgumentError);
    }
}

} // namespace
