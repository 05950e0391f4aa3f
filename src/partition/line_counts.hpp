// Who owns how many cells of which row and column, which is what the volume of communication of a partition depends on, kept
// while cells change their owners.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstdint>
#include <vector>

namespace hetgrid::partition {

/// Counts of some cells of an N x N grid. All questions but enclosing_rectangle() are answered, and cells come and go, in constant
/// time. Memory: 8 p N bytes. \pre processes, rows and columns exist
class LineTable {
public:
  LineTable(std::int64_t cells, int processes);

  /// Cells of the process in row i, in column j.
  std::int64_t in_row(int process, std::int64_t i) const { return rows_.count[index(process, i)]; }
  std::int64_t in_column(int process, std::int64_t j) const { return columns_.count[index(process, j)]; }

  /// c_i and c_j of [DeFlumere14] (6.1): processes that own cells of row i, of column j.
  std::int64_t processes_in_row(std::int64_t i) const { return rows_.processes[static_cast<std::size_t>(i)]; }
  std::int64_t processes_in_column(std::int64_t j) const {
    return columns_.processes[static_cast<std::size_t>(j)];
  }

  /// i_X and j_X of [DeFlumere14] C.2: rows and columns with cells of the process.
  std::int64_t rows_of(int process) const { return rows_.of[static_cast<std::size_t>(process)]; }
  std::int64_t columns_of(int process) const { return columns_.of[static_cast<std::size_t>(process)]; }

  /// Of a process and a row or column in which it owns cells: the sum of all c_i and c_j, and that of all i_X and j_X.
  std::int64_t pairs() const { return pairs_; }

  /// The smallest that has all cells of the process; without rows and columns if it has none. O(N)
  Rectangle enclosing_rectangle(int process) const;

  /// Cell (i, j) comes to the process, or goes from it.
  void add(int process, std::int64_t i, std::int64_t j);
  void remove(int process, std::int64_t i, std::int64_t j);

private:
  /// All rows, or all columns.
  struct Lines {
    std::vector<std::int32_t> count;     ///< cells of a process in a line, by process and line
    std::vector<std::int32_t> processes; ///< with cells in a line
    std::vector<std::int64_t> of;        ///< lines with cells of a process
  };
  std::size_t index(int process, std::int64_t line) const {
    return static_cast<std::size_t>(process * cells_ + line);
  }
  void add(Lines& lines, int process, std::int64_t line);
  void remove(Lines& lines, int process, std::int64_t line);

  std::int64_t cells_;
  Lines rows_, columns_;
  std::int64_t pairs_ = 0;
};

/// A partition with the counts of all its cells.
class LineCounts : private LineTable {
public:
  explicit LineCounts(Partition partition);

  const Partition& partition() const { return partition_; }
  std::int64_t cells() const { return partition_.cells(); }
  int processes() const { return partition_.processes(); }
  int owner(std::int64_t i, std::int64_t j) const { return partition_.owner(i, j); }

  using LineTable::columns_of;
  using LineTable::enclosing_rectangle;
  using LineTable::in_column;
  using LineTable::in_row;
  using LineTable::pairs;
  using LineTable::processes_in_column;
  using LineTable::processes_in_row;
  using LineTable::rows_of;

  /// VoC of [DeFlumere14] (6.1): N (sum of c_i - 1 and of c_j - 1), in cells.
  std::int64_t volume_of_communication() const { return cells() * (pairs() - 2 * cells()); }

  /// \pre cell and process exist
  void assign(std::int64_t i, std::int64_t j, int owner);
  /// Cells (i, j) and (g, h) exchange their owners. \pre both exist
  void exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h);

private:
  Partition partition_;
};

} // namespace hetgrid::partition
