// [DeFlumere14] (3.12): T = send(1) + sum over k of max(send(k + 1), compute(k)) + compute(N), where step k needs column k of A
// and row k of B. Where all links are alike every step sends V_k = VoC / N; else steps differ.
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"

#include <algorithm>

namespace hetgrid::partition {
namespace {

/// Messages that spread a line of cells: what a process owns of it to every other process in the line across, which for
/// column k of A is the row, for row k of B the column of a cell.
class Spread {
public:
  Spread(const Bands& partition, const Run& run)
      : partition_(partition), run_(run),
        bytes_per_cell_(elements_per_cell(partition, run) * run.problem.element_bytes),
        across_rows_(across(partition.rows(), partition.columns(), true)),
        across_columns_(across(partition.columns(), partition.rows(), false)),
        cells_(static_cast<std::size_t>(partition.processes()) *
               static_cast<std::size_t>(partition.processes())) {}

  /// Seconds for a column of A in a band of columns.
  double column(std::size_t band) {
    for (std::size_t a = 0; a < partition_.rows(); ++a)
      add(partition_.owner(a, band), across_rows_[a], partition_.height(a));
    return seconds();
  }
  /// Seconds for a row of B in a band of rows.
  double row(std::size_t band) {
    for (std::size_t b = 0; b < partition_.columns(); ++b)
      add(partition_.owner(band, b), across_columns_[b], partition_.width(b));
    return seconds();
  }

private:
  std::vector<std::vector<int>> across(std::size_t lines, std::size_t length, bool is_row) const {
    std::vector<std::vector<int>> processes(lines);
    for (std::size_t k = 0; k < lines; ++k) {
      for (std::size_t l = 0; l < length; ++l)
        processes[k].push_back(is_row ? partition_.owner(k, l) : partition_.owner(l, k));
      std::ranges::sort(processes[k]);
      processes[k].erase(std::ranges::unique(processes[k]).begin(), processes[k].end());
    }
    return processes;
  }
  void add(int from, const std::vector<int>& receivers, std::int64_t cells) {
    for (const int to : receivers)
      if (to != from) {
        const std::size_t message =
            static_cast<std::size_t>(from) * static_cast<std::size_t>(partition_.processes()) +
            static_cast<std::size_t>(to);
        if (cells_[message] == 0)
          messages_.push_back(message);
        cells_[message] += cells;
      }
  }
  double seconds() {
    double sum = 0;
    const auto processes = static_cast<std::size_t>(partition_.processes());
    for (const std::size_t message : messages_) {
      sum += seconds_of_message(run_, static_cast<int>(message / processes),
                                static_cast<int>(message % processes),
                                static_cast<double>(cells_[message]) * bytes_per_cell_);
      cells_[message] = 0;
    }
    messages_.clear();
    return sum;
  }

  const Bands& partition_;
  const Run& run_;
  double bytes_per_cell_;
  std::vector<std::vector<int>> across_rows_, across_columns_; ///< processes in each band
  std::vector<std::int64_t> cells_;                            ///< of messages from process to process
  std::vector<std::size_t> messages_;                          ///< those that are not empty
};

/// Steps that send for the same time.
struct Steps {
  std::int64_t count;
  double send; ///< seconds, of each
};

std::vector<Steps> steps(const Bands& partition, const Run& run) {
  Spread spread(partition, run);
  std::vector<double> columns, rows;
  for (std::size_t b = 0; b < partition.columns(); ++b)
    columns.push_back(spread.column(b));
  for (std::size_t a = 0; a < partition.rows(); ++a)
    rows.push_back(spread.row(a));
  std::vector<Steps> all;
  std::size_t a = 0, b = 0;
  for (std::int64_t below = partition.height(0), right = partition.width(0), k = 0; k < partition.cells();) {
    const std::int64_t end = std::min(below, right);
    all.push_back({end - k, columns[b] + rows[a]});
    k = end;
    if (below == end && ++a < partition.rows())
      below += partition.height(a);
    if (right == end && ++b < partition.columns())
      right += partition.width(b);
  }
  return all;
}

} // namespace

PredictedTime parallel_interleaving(const Bands& partition, const Run& run) {
  const PredictedTime computing = computed_around(0, partition, run, false);
  const double compute = computing.seconds / static_cast<double>(partition.cells()); // of a step
  const std::vector<Steps> all = steps(partition, run);
  PredictedTime time{all.front().send + compute, 0, computing.seconds - compute, compute, computing.last};
  for (const Steps& alike : all) {
    time.communication += static_cast<double>(alike.count) * alike.send;
    const std::int64_t meanwhile =
        alike.count - (&alike == &all.front()); // nothing is computed before the first
    time.seconds += static_cast<double>(meanwhile) * std::max(alike.send, compute);
  }
  return time;
}

} // namespace hetgrid::partition
