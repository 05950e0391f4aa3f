#include "hetgrid/best_partitions.hpp"

#include "hetgrid/error.hpp"
#include "partition/many/cell_annealing.hpp"
#include "partition/many/methods.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "partition/push/dfa.hpp"

#include <algorithm>
#include <optional>

namespace hetgrid::partition {
namespace {

/// Of the annealing of one partition, whose time is in proportion to moves and cells: a tenth of a second or so.
int moves_for(std::int64_t cells) {
  constexpr std::int64_t steps = 3'000'000, most = 50'000;
  return static_cast<int>(std::min(most, steps / cells));
}

/// No Push of processes with so many bits.
constexpr std::int64_t most_bits = std::int64_t{1} << 29;

/// A grid of all processes that is as near to a square as their number allows.
std::pair<int, int> grid_shape(int processes) {
  int p = 1;
  for (int k = 2; k * k <= processes; ++k)
    if (processes % k == 0)
      p = k;
  return {p, processes / p};
}

class Search {
public:
  Search(std::span<const double> speeds, std::int64_t cells, const PartitionSearch& search)
      : speeds_(speeds), cells_(cells), search_(search) {}

  void add(std::string method, Partition partition);
  void add_pushed();
  void add_annealed();
  void add_all();
  std::vector<RatedPartition> sorted() &&;

private:
  std::span<const double> speeds_;
  std::int64_t cells_;
  const PartitionSearch& search_;
  std::vector<RatedPartition> found_;
};

void Search::add(std::string method, Partition partition) {
  const auto cells = static_cast<double>(cells_);
  const double volume = static_cast<double>(volume_of_communication(partition)) / (cells * cells);
  found_.push_back({std::move(method), std::move(partition), volume});
}

void Search::add_all() {
  const auto [borders, seed] = search_;
  const auto [p, q] = grid_shape(static_cast<int>(speeds_.size()));
  add("one-dimensional", one_dimensional(speeds_, cells_, borders));
  add("column-based", column_based(speeds_, cells_, borders));
  add("grid " + std::to_string(p) + " x " + std::to_string(q), grid_based(speeds_, cells_, p, q, borders));
  add("nested rectangles", nested(speeds_, cells_, Guests::none, borders, seed));
  add("nested with squares", nested(speeds_, cells_, Guests::allowed, borders, seed));
  if (std::optional<Partition> squares = separate_squares(speeds_, cells_, borders))
    add("separate squares", *std::move(squares));
  if (borders == Borders::straight)
    return;
  if (cells_ * cells_ * std::ssize(speeds_) <= most_bits)
    add_pushed();
  add_annealed();
}

/// The best of the others without the Pushes that it has left.
void Search::add_pushed() {
  PushState state(std::ranges::min_element(found_, {}, &RatedPartition::volume)->partition);
  beautify(state);
  add("pushed", state.partition());
}

/// The best that comes of any of the others; of equal ones a start is annealed once.
void Search::add_annealed() {
  std::optional<Partition> best;
  std::int64_t least = 0;
  for (auto start = found_.begin(); start != found_.end(); ++start) {
    if (std::any_of(found_.begin(), start,
                    [&](const RatedPartition& other) { return other.partition == start->partition; }))
      continue;
    Partition annealed = anneal(start->partition, {.seed = search_.seed, .moves = moves_for(cells_)});
    if (const std::int64_t volume = volume_of_communication(annealed); !best || volume < least) {
      best = std::move(annealed);
      least = volume;
    }
  }
  add("annealed", *std::move(best));
}

std::vector<RatedPartition> Search::sorted() && {
  std::ranges::stable_sort(found_, {}, &RatedPartition::volume);
  return std::move(found_);
}

} // namespace

std::vector<RatedPartition> best_partitions(std::span<const double> speeds, std::int64_t cells,
                                            const PartitionSearch& options) {
  if (speeds.size() > most_processes)
    throw ArgumentError("speeds", std::to_string(speeds.size()) + " processes",
                        "at most " + std::to_string(most_processes));
  check_speeds(speeds);
  Search search(speeds, cells, options);
  search.add_all();
  return std::move(search).sorted();
}

} // namespace hetgrid::partition
