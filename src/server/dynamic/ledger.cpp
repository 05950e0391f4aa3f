#include "server/dynamic/ledger.hpp"

#include <algorithm>

namespace hetgrid::dynamic {
namespace {

constexpr Index operands = 3;

} // namespace

Ledger::Ledger(const Tasks& tasks, int workers, std::vector<Index> capacity)
    : undone_(tasks), holdings_(at(workers), Holdings(tasks)) {
  if (std::ranges::any_of(capacity, [](Index blocks) { return blocks > 0; }))
    for (const Index blocks : capacity)
      caches_.push_back({blocks, 0, 0, {}, {}});
}

Index Ledger::key(const Block& block) const {
  return number(tasks(), block) * operands + static_cast<Index>(block.operand);
}

Block Ledger::block_of(Index key) const {
  const auto operand = static_cast<Operand>(key % operands);
  const Index columns = shape(tasks(), operand).columns;
  return {operand, key / operands / columns, key / operands % columns};
}

void Ledger::begin_request(int worker) {
  if (Cache* const cache = cache_of(worker)) {
    ++cache->request;
    cache->in_use = 0;
  }
}

Ledger::Cache* Ledger::cache_of(int worker) {
  return caches_.empty() || caches_[at(worker)].capacity == 0 ? nullptr : &caches_[at(worker)];
}

/// Whether what this request uses leaves room for the task.
bool Ledger::has_room(const Cache& cache, const Task& task) const {
  Index more = 0;
  for (const Block& block : blocks_of(task))
    if (travels(block.operand)) {
      const auto held = cache.last_use.find(key(block));
      more += held == cache.last_use.end() || held->second != cache.request;
    }
  return cache.in_use + more <= cache.capacity;
}

void Ledger::use(Cache& cache, const Block& block) const {
  Index& last_use = cache.last_use[key(block)];
  cache.in_use += last_use != cache.request;
  last_use = cache.request;
}

bool Ledger::give(int worker, const Task& task, Assignment& assignment) {
  Cache* const cache = cache_of(worker);
  Holdings& holdings = holdings_[at(worker)];
  if (cache != nullptr && !has_room(*cache, task))
    return false;
  const auto blocks = blocks_of(task);
  if (cache != nullptr) // so that none of them makes room for another
    for (const Block& block : blocks)
      if (travels(block.operand) && holdings.contains(block))
        use(*cache, block);
  for (const Block& block : blocks) {
    if (!travels(block.operand) || holdings.contains(block))
      continue;
    if (cache != nullptr) {
      if (std::ssize(cache->last_use) == cache->capacity)
        release_one(worker, assignment);
      use(*cache, block);
    }
    holdings.add(block);
    assignment.sent.push_back(block);
  }
  undone_.remove(task);
  assignment.tasks.push_back(task);
  return true;
}

void Ledger::send_ahead(int worker, const Block& block, Assignment& assignment) {
  if (cache_of(worker) != nullptr || !travels(block.operand) || holdings_[at(worker)].contains(block))
    return;
  holdings_[at(worker)].add(block);
  assignment.sent.push_back(block);
}

void Ledger::expect(int worker, std::span<const Task> tasks) {
  if (Cache* const cache = cache_of(worker))
    for (const Task& task : tasks)
      for (const Block& block : blocks_of(task))
        ++cache->expected[key(block)];
}

void Ledger::pass(int worker, const Task& task) {
  if (Cache* const cache = cache_of(worker))
    for (const Block& block : blocks_of(task))
      if (const auto uses = cache->expected.find(key(block)); --uses->second == 0)
        cache->expected.erase(uses);
}

void Ledger::release_one(int worker, Assignment& assignment) {
  Cache& cache = caches_[at(worker)];
  const auto future = [&](Index key) {
    const auto expected = cache.expected.empty() ? cache.expected.end() : cache.expected.find(key);
    return std::pair(expected == cache.expected.end() ? 0 : expected->second, undone_.needing(block_of(key)));
  };
  auto least = cache.last_use.end();
  std::pair<Index, Index> least_use;
  for (auto entry = cache.last_use.begin(); entry != cache.last_use.end(); ++entry)
    if (entry->second != cache.request)
      if (const auto use = future(entry->first); least == cache.last_use.end() || use < least_use) {
        least = entry;
        least_use = use;
        if (use == std::pair<Index, Index>()) // nobody needs it any more
          break;
      }
  const Block block = block_of(least->first);
  cache.last_use.erase(least);
  holdings_[at(worker)].remove(block);
  assignment.released.push_back(block);
}

void Ledger::release_all(int worker, Assignment& assignment) {
  for (const Operand operand : {Operand::a, Operand::b, Operand::c}) {
    if (!travels(operand))
      continue;
    const auto [rows, columns] = shape(tasks(), operand);
    for (Index row = 0; row < rows; ++row)
      for (Index column = 0; column < columns; ++column)
        if (const Block block{operand, row, column}; holdings_[at(worker)].contains(block)) {
          holdings_[at(worker)].remove(block);
          assignment.released.push_back(block);
        }
  }
  if (Cache* const cache = cache_of(worker))
    cache->last_use.clear();
}

} // namespace hetgrid::dynamic
