// Who has been given which task and holds which block; caches of bounded size.
#pragma once

#include "server/dynamic/undone.hpp"

#include <map>

namespace hetgrid::dynamic {

/// Blocks that a worker holds, as lines: A along i for every k, B along j for every k, C along j for every i.
class Holdings {
public:
  explicit Holdings(const Tasks& tasks)
      : a_(tasks.steps, tasks.rows), b_(tasks.steps, tasks.columns),
        c_(tasks.kernel == Kernel::matrix_product ? tasks.rows : 0, tasks.columns) {}

  bool contains(const Block& block) const {
    const auto [line, bit] = place(block);
    return lines(block.operand).test(line, bit);
  }
  void add(const Block& block) {
    const auto [line, bit] = place(block);
    changing(block.operand).set(line, bit);
  }
  void remove(const Block& block) {
    const auto [line, bit] = place(block);
    changing(block.operand).reset(line, bit);
  }
  const BitLines& lines(Operand operand) const {
    return operand == Operand::a ? a_ : operand == Operand::b ? b_ : c_;
  }

private:
  struct Place {
    Index line, bit;
  };
  static Place place(const Block& block) {
    return block.operand == Operand::a ? Place{block.column, block.row} : Place{block.row, block.column};
  }
  BitLines& changing(Operand operand) { return operand == Operand::a ? a_ : operand == Operand::b ? b_ : c_; }

  BitLines a_, b_, c_;
};

/// Every task is given once, with the blocks that its worker lacks. A worker whose room is used up parts with the block that
/// it expects to use least, and of those with the one that the fewest of the tasks left need.
class Ledger {
public:
  /// \param capacity of each worker, blocks, 0: not limited; or empty
  Ledger(const Tasks& tasks, int workers, std::vector<Index> capacity);

  const Undone& undone() const { return undone_; }
  const Tasks& tasks() const { return undone_.tasks(); }
  int workers() const { return static_cast<int>(holdings_.size()); }
  Index left() const { return undone_.left(); }
  const Holdings& holdings(int worker) const { return holdings_[at(worker)]; }
  /// Results stay with the workers of an outer product, and take no room.
  bool travels(Operand operand) const {
    return operand != Operand::c || tasks().kernel == Kernel::matrix_product;
  }

  /// The room of a worker, blocks. 0: not limited
  Index capacity(int worker) const { return caches_.empty() ? 0 : caches_[at(worker)].capacity; }

  /// What a worker is going to do unless others do it first, and what it need no longer wait for.
  void expect(int worker, std::span<const Task> tasks);
  void pass(int worker, const Task& task);

  /// Another request begins: what it uses stays until it has all its tasks.
  void begin_request(int worker);
  /// A task that is left, and what the worker needs for it. \return false, and nothing happens, if there is no room beside what
  /// the tasks of this request need; never for the first of them
  bool give(int worker, const Task& task, Assignment& assignment);
  /// A block ahead of its tasks, if it is not there and room is not limited.
  void send_ahead(int worker, const Block& block, Assignment& assignment);
  /// All blocks that a worker has.
  void release_all(int worker, Assignment& assignment);

private:
  /// Of a worker whose room is limited.
  struct Cache {
    Index capacity = 0;
    Index request = 0;               ///< how many there have been
    Index in_use = 0;                ///< blocks that this one uses
    std::map<Index, Index> last_use; ///< of blocks that are there, by key(): number of the request
    std::map<Index, Index> expected; ///< uses, by key()
  };

  Index key(const Block& block) const;
  Block block_of(Index key) const;
  Cache* cache_of(int worker); ///< nullptr: not limited
  bool has_room(const Cache& cache, const Task& task) const;
  void use(Cache& cache, const Block& block) const;
  void release_one(int worker, Assignment& assignment);

  Undone undone_;
  std::vector<Holdings> holdings_;
  std::vector<Cache> caches_; ///< empty if nobody's room is limited
};

} // namespace hetgrid::dynamic
