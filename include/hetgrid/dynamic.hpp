// Tasks on demand, chosen so that the blocks that a worker has are used: nobody needs to know a speed. [Beaumont14] and beyond.
// Pure arithmetic, no MPI.
//
//   a worker asks  ->  Strategy::next: blocks to send, tasks to do  ->  simulate() of dynamic_simulation.hpp, or a run with messages
//
// An outer product is a product of matrices whose inner dimension is one block and whose results stay where they are.
//
// Who drives a strategy with real blocks calls next(worker, assignment) before the worker runs dry, and then
//   1. forgets assignment.released there as soon as the worker has done all earlier tasks: blocks of A and B; a block of C is
//      sent to the server, which adds it,
//   2. sends assignment.sent: blocks of A and B; a block of C begins as zeros, and nothing is sent,
//   3. lets the worker do assignment.tasks.
// Without tasks everything is given out: `released` is all that the worker has, its last results among it, and it is done.
#pragma once

#include "hetgrid/server.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace hetgrid::dynamic {

using layout::Index;
using server::Operand;

enum class Kernel { outer_product, matrix_product };

/// Outer product: T(i, j), the block a_i b_j^T; k is 0. Matrix product: T(i, j, k), C(i, j) += A(i, k) B(k, j).
struct Task {
  Index i = 0, j = 0, k = 0;

  bool operator==(const Task&) const = default;
};

/// All tasks: rows x columns x steps of them. An outer product has one step: a is a column of blocks A(i, 0), b a row B(0, j).
struct Tasks {
  Kernel kernel = Kernel::outer_product;
  Index rows = 0, columns = 0, steps = 1;

  Index count() const { return rows * columns * steps; }
  bool operator==(const Tasks&) const = default;
};

Tasks outer_product(Index n);
Tasks matrix_product(Index n);

/// Tasks that a strategy can keep account of.
inline constexpr Index most_tasks = 100'000'000;

/// \throws ArgumentError unless sizes are positive, at most most_tasks in all, and an outer product has one step
void validate(const Tasks& tasks);

/// A block of an operand.
struct Block {
  Operand operand = Operand::a;
  Index row = 0, column = 0;

  bool operator==(const Block&) const = default;
};

/// What a worker that asks is given; the comment above says how it is carried out.
struct Assignment {
  std::vector<Block> released, sent;
  std::vector<Task> tasks;

  void clear();
};

/// Decides who does what. It counts what it gives out as done.
class Strategy {
public:
  virtual ~Strategy() = default;
  /// For a worker that has done, or is about to have done, what it was given.
  /// \param assignment  is overwritten; no tasks: nothing is left
  virtual void next(int worker, Assignment& assignment) = 0;
  /// Tasks that nobody has been given.
  virtual Index left() const = 0;
};

struct Options {
  std::uint64_t seed = 1; ///< same seed and same order of requests, same assignments
  /// dynamic-2-phases: the second phase begins when e^-beta of all tasks are left; 0: optimal_beta() of dynamic_analysis.hpp for
  /// equal speeds
  double beta = 0;
  Index candidates = 0; ///< greedy: indices of each axis among which it chooses, q; 0: all
  /// greedy, partition: a request gets at most this part of what is left for the worker if it keeps its share of the work, so that
  /// all end together
  double portion = 0.5;
  std::vector<Index> capacity; ///< blocks that each worker has room for, 0: not limited; empty: nobody's is
  /// partition, auto: that workers are believed to have, only ratios matter; empty: nothing is known, all get equal parts
  std::vector<double> speeds;
  double speed_error = 0; ///< auto: speeds may be wrong by this part
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary; ///< a line
};

/// All of them, in the order in which they are shown.
std::span<const StrategyInfo> strategies();

/// A strategy for one run.
/// \throws ArgumentError if nobody knows the name, if tasks, workers or options are illegal, or if a worker has no room for the
/// blocks of a task, 2 or 3
std::unique_ptr<Strategy> make_strategy(std::string_view name, const Tasks& tasks, int workers,
                                        const Options& options = {});

} // namespace hetgrid::dynamic
