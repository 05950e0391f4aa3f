// Judges a strategy by its assignments: every task is given once, to a worker that holds its blocks; blocks are sent where they
// are missing, released where they are; results go back; nobody ever holds more than there is room for.
#pragma once

#include "hetgrid/dynamic.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace hetgrid::testing {

class Account {
public:
  Account(const dynamic::Tasks& tasks, int workers, std::vector<dynamic::Index> capacity = {})
      : tasks_(tasks), capacity_(std::move(capacity)), held_(static_cast<std::size_t>(workers)),
        needed_(held_.size()) {}

  void record(int worker, const dynamic::Assignment& assignment) {
    const auto k = static_cast<std::size_t>(worker);
    for (const dynamic::Block& block : assignment.released)
      expect(held_[k].erase(key(block)) == 1, "a block is released that is not there");
    for (const dynamic::Block& block : assignment.sent) {
      expect(block.operand != dynamic::Operand::c || is_matrix(), "a result of an outer product travels");
      expect(held_[k].insert(key(block)).second, "a block is sent that is there");
      ++sent_;
    }
    expect(capacity_.empty() || capacity_[k] == 0 ||
               held_[k].size() <= static_cast<std::size_t>(capacity_[k]),
           "more blocks than there is room for");
    for (const dynamic::Task& task : assignment.tasks)
      apply(k, task);
  }

  /// Empty, or the first thing that is wrong. Once every worker has been told that nothing is left.
  std::string verdict() {
    expect(done_.size() == static_cast<std::size_t>(tasks_.count()), "tasks are missing");
    for (const auto& blocks : held_)
      expect(blocks.empty(), "a worker keeps blocks");
    return fault_;
  }

  dynamic::Index sent() const { return sent_; }
  /// Different blocks that the tasks of each worker need, in all.
  dynamic::Index needed() const {
    std::size_t sum = 0;
    for (const auto& blocks : needed_)
      sum += blocks.size();
    return static_cast<dynamic::Index>(sum);
  }

private:
  using Key = std::tuple<dynamic::Operand, dynamic::Index, dynamic::Index>;

  static Key key(const dynamic::Block& block) { return {block.operand, block.row, block.column}; }
  bool is_matrix() const { return tasks_.kernel == dynamic::Kernel::matrix_product; }

  void apply(std::size_t worker, const dynamic::Task& task) {
    const auto& [i, j, k] = task;
    expect(i >= 0 && i < tasks_.rows && j >= 0 && j < tasks_.columns && k >= 0 && k < tasks_.steps,
           "a task that there is not");
    expect(done_.emplace(i, j, k).second, "a task is given twice");
    for (const Key& block :
         {Key{dynamic::Operand::a, i, k}, Key{dynamic::Operand::b, k, j}, Key{dynamic::Operand::c, i, j}})
      if (is_matrix() || std::get<0>(block) != dynamic::Operand::c) {
        expect(held_[worker].contains(block), "a task without its blocks");
        needed_[worker].insert(block);
      }
  }
  void expect(bool good, const char* fault) {
    if (!good && fault_.empty())
      fault_ = fault;
  }

  dynamic::Tasks tasks_;
  std::vector<dynamic::Index> capacity_;
  std::vector<std::set<Key>> held_, needed_;
  std::set<std::tuple<dynamic::Index, dynamic::Index, dynamic::Index>> done_;
  dynamic::Index sent_ = 0;
  std::string fault_;
};

} // namespace hetgrid::testing
