// Products of [Dongarra06] 3: workers without limit of memory keep every row of A and every column of B that they were sent and
// update any block of C for which they have both. Where the product has t steps, a row or a column has t blocks.
#pragma once

#include "hetgrid/server.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace hetgrid::server {

/// A row of blocks of A, or a column of blocks of B.
struct Stripe {
  bool row = true;
  Index index = 0;
};

/// Who has which stripes, and which blocks of C nobody has been given yet.
class Stripes {
public:
  /// A task: block (i, j) of C with all its updates.
  using Task = std::pair<Index, Index>;

  /// \throws ArgumentError if a worker's memory is limited, or if C is sent or returned
  Stripes(const Star& star, const Product& product);

  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  bool all_given() const { return left_ == 0; }
  bool is_given(Task task) const { return given_[at(task)]; }
  /// Of those that the task needs, the ones that a worker has not got.
  std::vector<Stripe> missing(int worker, Task task) const;
  /// How long one takes to a worker.
  double stripe_seconds(int worker) const;

  /// For a worker, rows and columns in turn: the one with which it can do most of the tasks that are left, then the one that has
  /// most of them; ties to the lowest index. Nothing if all tasks are given.
  std::optional<Stripe> best_in_turn(int worker) const;
  /// Sends it, and gives the worker all tasks that it can do now.
  Transfer send(int worker, Stripe stripe);
  /// Sends what is missing for a task, and gives the worker this one.
  Transfer send(int worker, Task task);

private:
  using Flags = std::vector<bool>;

  std::size_t at(Task task) const { return static_cast<std::size_t>(task.first * columns_ + task.second); }
  Index all(bool row) const { return row ? rows_ : columns_; }
  Flags& held(int worker, bool row) {
    return (row ? held_rows_ : held_columns_)[static_cast<std::size_t>(worker)];
  }
  const Flags& held(int worker, bool row) const {
    return (row ? held_rows_ : held_columns_)[static_cast<std::size_t>(worker)];
  }
  std::optional<Stripe> best(int worker, bool row, bool of_use) const;
  Piece take(int worker, Stripe stripe);
  void give(Task task, Transfer& transfer);

  std::vector<double> seconds_per_block_;
  Index rows_, columns_, steps_; ///< r, s, t
  Index left_;                   ///< tasks that are not given
  Flags given_;
  std::vector<Flags> held_rows_, held_columns_; ///< of each worker
};

} // namespace hetgrid::server
