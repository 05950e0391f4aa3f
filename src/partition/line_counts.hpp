// A partition that changes cell by cell, with what its volume of communication depends on: who owns how many cells of which
// row and column.
#pragma once

#include "hetgrid/partition.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace hetgrid::partition {

/// All questions but enclosing_rectangle() are answered, and cells change their owners, in constant time. Memory: 8 p N bytes
/// besides the partition.
class LineCounts {
public:
  explicit LineCounts(Partition partition);

  const Partition& partition() const { return partition_; }
  std::int64_t cells() const { return partition_.cells(); }
  int processes() const { return partition_.processes(); }
  int owner(std::int64_t i, std::int64_t j) const { return partition_.owner(i, j); }

  /// Cells of the process in row i. \pre the process and the row exist, here and below
  std::int64_t in_row(int process, std::int64_t i) const { return rows_.count[index(process, i)]; }
  /// Cells of the process in column j.
  std::int64_t in_column(int process, std::int64_t j) const { return columns_.count[index(process, j)]; }

  /// c_i of [DeFlumere14] (6.1): processes that own cells of row i.
  std::int64_t processes_in_row(std::int64_t i) const { return rows_.processes[static_cast<std::size_t>(i)]; }
  /// c_j: processes that own cells of column j.
  std::int64_t processes_in_column(std::int64_t j) const {
    return columns_.processes[static_cast<std::size_t>(j)];
  }

  /// i_X of [DeFlumere14] C.2: rows with cells of the process.
  std::int64_t rows_of(int process) const { return rows_.of[static_cast<std::size_t>(process)]; }
  /// j_X: columns with cells of the process.
  std::int64_t columns_of(int process) const { return columns_.of[static_cast<std::size_t>(process)]; }

  /// VoC of [DeFlumere14] (6.1): N (sum of c_i - 1 and of c_j - 1), in cells.
  std::int64_t volume_of_communication() const { return cells() * (pairs_ - 2 * cells()); }

  /// The smallest that has all cells of the process; without rows and columns if it has none. O(N)
  Rectangle enclosing_rectangle(int process) const;

  /// \pre cell and process exist
  void assign(std::int64_t i, std::int64_t j, int owner);
  /// Cells (i, j) and (g, h) exchange their owners. \pre both exist
  void exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h);

private:
  /// All rows, or all columns.
  struct Lines {
    std::vector<std::int32_t> count;     ///< cells of a process in a line, by process and line
    std::vector<std::int32_t> processes; ///< with cells in a line
    std::vector<std::int64_t> of;        ///< lines with cells of a process
  };
  std::size_t index(int process, std::int64_t line) const {
    return static_cast<std::size_t>(process * cells() + line);
  }
  void add(Lines& lines, int process, std::int64_t line);
  void remove(Lines& lines, int process, std::int64_t line);

  Partition partition_;
  Lines rows_, columns_;
  std::int64_t pairs_ = 0; ///< of a process and a line in which it owns cells
};

} // namespace hetgrid::partition
