// The whole choice, and annealing of cells, against all partitions where these can be listed.
#define BOOST_TEST_MODULE best_partitions
#include <boost/test/unit_test.hpp>

#include "hetgrid/best_partitions.hpp"
#include "hetgrid/error.hpp"
#include "partition/many/cell_annealing.hpp"
#include "partition/many/lower_bound.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "partition/random_partition.hpp"
#include "testing/support/cycle_times.hpp"
#include "testing/support/sanitized.hpp"

#include <bit>
#include <limits>

using namespace hetgrid::partition;

namespace {

std::vector<std::int64_t> counts_of(const Partition& partition) {
  std::vector<std::int64_t> counts;
  for (const ProcessMetrics& of : metrics(partition))
    counts.push_back(of.cells);
  return counts;
}

/// Least VoC of all partitions with these numbers of cells, cell after cell.
class AllPartitions {
public:
  AllPartitions(std::int64_t cells, std::vector<std::int64_t> counts)
      : cells_(static_cast<std::size_t>(cells)), left_(std::move(counts)), processes_(2 * cells_) {
    assign(0);
  }

  std::int64_t least() const {
    return static_cast<std::int64_t>(cells_) * (least_ - 2 * static_cast<std::int64_t>(cells_));
  }

private:
  /// \pre cells before this one have owners
  void assign(std::size_t cell) {
    if (cell == cells_ * cells_) {
      int pairs = 0;
      for (const unsigned line : processes_)
        pairs += std::popcount(line);
      least_ = std::min<std::int64_t>(least_, pairs);
      return;
    }
    unsigned &row = processes_[cell / cells_], &column = processes_[cells_ + cell % cells_];
    const unsigned before[] = {row, column};
    for (std::size_t k = 0; k < left_.size(); ++k)
      if (left_[k] > 0) {
        --left_[k];
        row |= 1u << k;
        column |= 1u << k;
        assign(cell + 1);
        row = before[0];
        column = before[1];
        ++left_[k];
      }
  }

  std::size_t cells_;
  std::vector<std::int64_t> left_;
  std::vector<unsigned> processes_; ///< sets of them, of rows, then of columns
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
};

BOOST_AUTO_TEST_CASE(against_all_partitions) {
  const std::vector<double> all_speeds[] = {{1, 1},    {3, 1},       {7, 1},       {1, 1, 1},    {2, 1, 1},
                                            {5, 2, 1}, {1, 1, 2, 1}, {6, 1, 1, 1}, {14, 1, 1, 1}};
  for (const std::int64_t cells : {2, 3, 4})
    for (const std::vector<double>& speeds : all_speeds) {
      if (cells == 4 && speeds == std::vector<double>{1, 1, 2, 1})
        continue; // too many
      const std::int64_t least = AllPartitions(cells, cells_in_proportion(speeds, cells)).least();
      const std::vector<RatedPartition> found = best_partitions(speeds, cells);
      BOOST_TEST_CONTEXT("N " << cells << ", " << speeds.size() << " processes, the fastest " << speeds[0]) {
        BOOST_TEST(volume_of_communication(found.front().partition) == least);
        BOOST_TEST(least_volume(counts_of(found.front().partition), cells) <= least);
      }
    }
}

BOOST_AUTO_TEST_CASE(references, *boost::unit_test::precondition(hetgrid::testing::unhurried)) {
  const struct {
    std::vector<double> speeds;
    double volume, columns;
  } table[] = {{{10, 1, 1, 1}, 1.462, 1.462},
               {{30, 1, 1, 1}, 1.044, 1.182},
               {{10, 9, 1, 1}, 1.706, 2},
               {{20, 10, 1, 1}, 1.542, 1.75}};
  constexpr std::int64_t cells = 1000;
  for (const auto& [speeds, volume, columns] : table) {
    const std::vector<RatedPartition> found = best_partitions(speeds, cells);
    BOOST_TEST(found.front().volume < volume + 0.005);
    for (const RatedPartition& row : found)
      if (row.method == "column-based")
        BOOST_TEST(std::abs(row.volume - columns) < 0.005);
  }
}

BOOST_AUTO_TEST_CASE(sorted_and_rated) {
  std::mt19937_64 random(1);
  for (const auto& family : {hetgrid::testing::families[1], hetgrid::testing::families[4]})
    for (const int processes : {1, 2, 5, hetgrid::testing::hurried() ? 6 : 12})
      for (const std::int64_t cells : {1, 30})
        for (const Borders borders : {Borders::straight, Borders::ragged}) {
          const std::vector<double> speeds = hetgrid::testing::random_cycle_times(family, processes, random);
          const std::vector<RatedPartition> found = best_partitions(speeds, cells, {.borders = borders});
          BOOST_TEST(found.size() >= 5);
          BOOST_TEST(std::ranges::is_sorted(found, {}, &RatedPartition::volume));
          for (const RatedPartition& row : found) {
            BOOST_TEST(row.volume == static_cast<double>(volume_of_communication(row.partition)) /
                                         static_cast<double>(cells * cells));
            if (borders == Borders::ragged)
              BOOST_TEST(counts_of(row.partition) == cells_in_proportion(speeds, cells),
                         boost::test_tools::per_element());
          }
        }
}

BOOST_AUTO_TEST_CASE(annealing) {
  std::mt19937_64 random(2);
  for (const std::vector<std::int64_t>& counts :
       {std::vector<std::int64_t>{300, 50, 50}, {100, 100, 100, 100}, {399, 1}, {400}}) {
    const Partition start = random_partition(20, counts, random);
    const Partition annealed = anneal(start, {.seed = 3, .moves = 20000});
    BOOST_TEST(counts_of(annealed) == counts, boost::test_tools::per_element());
    BOOST_TEST((annealed == anneal(start, {.seed = 3, .moves = 20000})));
    const auto least = static_cast<double>(least_volume(counts, 20)),
               before = static_cast<double>(volume_of_communication(start)),
               after = static_cast<double>(volume_of_communication(annealed));
    BOOST_TEST(after <= least + 0.35 * (before - least));
    BOOST_TEST((anneal(start, {.moves = 0}) == start));
  }
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  for (const std::vector<double>& speeds : {std::vector<double>{}, {1, 0}, {1, -1}, {1, 1e300}})
    BOOST_CHECK_THROW(best_partitions(speeds, 10), hetgrid::ArgumentError);
  for (const std::int64_t cells : {std::int64_t{0}, Partition::most_cells + 1})
    BOOST_CHECK_THROW(best_partitions(std::vector<double>{2, 1}, cells), hetgrid::ArgumentError);
  BOOST_CHECK_THROW(best_partitions(std::vector<double>(most_processes + 1, 1), 10), hetgrid::ArgumentError);
}

} // namespace
