// Judges a schedule by what happened: every block of C is updated once with every step, by a worker that holds the three
// blocks, is returned once when all its updates are done, and nobody ever holds more than the memory has room for.
#pragma once

#include "hetgrid/server.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hetgrid::testing {

class Replay {
public:
  Replay(const server::Star& star, const server::Product& product)
      : star_(star), product_(product), held_(star.workers.size()), taken_(star.workers.size()) {}

  server::Observer observer() {
    return [this](const server::Transfer& transfer, const server::Occurrence& occurrence) {
      record(transfer, occurrence);
    };
  }

  /// Empty, or the first thing that is wrong.
  std::string verdict() {
    check_complete();
    check_memory();
    check_port();
    return fault_;
  }

private:
  using Index = server::Index;
  using Block = std::tuple<server::Operand, Index, Index>;

  void record(const server::Transfer& transfer, const server::Occurrence& when) {
    const auto worker = static_cast<std::size_t>(transfer.worker);
    auto& changes = taken_[worker];
    const Index room = server::elements(product_, transfer.pieces);
    port_.emplace_back(when.begin, when.end, transfer.worker);
    if (transfer.to_server) {
      changes.emplace_back(when.end, -room);
      each_block(transfer.pieces, [&](const Block& block) {
        expect(erase(worker, block), "a result that is not there");
        const auto [operand, i, j] = block;
        expect(when.begin >= computed_[{transfer.worker, i, j}], "results leave before they are computed");
        expect(product_.added || updates_[{i, j}].size() == static_cast<std::size_t>(product_.t()),
               "a result that is not complete");
        expect(returned_.emplace(i, j).second || product_.added, "a result comes twice");
      });
      return;
    }
    changes.emplace_back(when.begin, room);
    each_block(transfer.pieces, [&](const Block& block) {
      // Those of A and B may be the same for two chunks.
      expect(std::get<0>(block) != server::Operand::c || !held_[worker].contains(block),
             "a block of C comes that is there");
      held_[worker].insert(block);
    });
    expect(when.update_begin >= when.end, "updates begin before their blocks are there");
    expect(when.update_begin >= done_[transfer.worker] || transfer.updates.empty(), "two updates at once");
    done_[transfer.worker] = std::max(done_[transfer.worker], when.update_end);
    for (const server::Update& update : transfer.updates)
      apply(transfer.worker, update, when.update_end);
    each_block(transfer.released, [&](const Block& block) {
      expect(erase(worker, block), "a block is released that is not there");
    });
    changes.emplace_back(done_[transfer.worker], -server::elements(product_, transfer.released));
  }

  bool erase(std::size_t worker, const Block& block) {
    const auto found = held_[worker].find(block);
    if (found == held_[worker].end())
      return false;
    held_[worker].erase(found);
    return true;
  }

  void apply(int number, const server::Update& update, double end) {
    const auto worker = static_cast<std::size_t>(number);
    using server::Operand;
    for (Index i = update.rows.begin; i < update.rows.end; ++i)
      for (Index j = update.columns.begin; j < update.columns.end; ++j)
        for (Index k = update.steps.begin; k < update.steps.end; ++k) {
          expect(held_[worker].contains({Operand::a, i, k}), "an update without its block of A");
          expect(held_[worker].contains({Operand::b, k, j}), "an update without its block of B");
          expect(held_[worker].contains({Operand::c, i, j}), "an update without its block of C");
          expect(updates_[{i, j}].insert(k).second, "an update is done twice");
          computed_[{number, i, j}] = end;
        }
  }

  void check_complete() {
    std::size_t updates = 0;
    for (const auto& [block, steps] : updates_)
      updates += steps.size();
    expect(updates == static_cast<std::size_t>(product_.r() * product_.s() * product_.t()),
           "updates are missing");
    expect(!product_.returned || returned_.size() == static_cast<std::size_t>(product_.r() * product_.s()),
           "results are missing");
  }

  void check_memory() {
    for (std::size_t worker = 0; worker < taken_.size(); ++worker) {
      auto& changes = taken_[worker];
      std::ranges::sort(changes); // what is released comes before what is taken at that time
      Index sum = 0;
      for (const auto& [time, change] : changes)
        sum += change,
            expect(star_.workers[worker].buffers == 0 ||
                       sum <= star_.workers[worker].buffers * product_.block_size * product_.block_size,
                   "more memory than worker " + std::to_string(worker) + " has");
      expect(!product_.returned || sum == 0, "memory is not returned");
    }
  }

  /// What is posted ahead shares it.
  void check_port() {
    if (star_.posting == server::Posting::ahead)
      return;
    std::ranges::sort(port_);
    std::map<int, double> idle;
    for (const auto& [begin, end, worker] : port_) {
      double& since = idle[star_.port == plan::Port::one ? 0 : worker];
      expect(begin >= since, "two transfers at once");
      since = std::max(since, end);
    }
  }

  template <typename Each>
  static void each_block(const std::vector<server::Piece>& pieces, Each&& each) {
    for (const server::Piece& piece : pieces)
      for (Index i = piece.rows.begin; i < piece.rows.end; ++i)
        for (Index j = piece.columns.begin; j < piece.columns.end; ++j)
          each(Block{piece.operand, i, j});
  }
  void expect(bool good, const std::string& fault) {
    if (!good && fault_.empty())
      fault_ = fault;
  }

  const server::Star& star_;
  const server::Product& product_;
  std::vector<std::multiset<Block>> held_;
  std::vector<std::vector<std::pair<double, Index>>> taken_; ///< elements, at times
  std::vector<std::tuple<double, double, int>> port_;
  std::map<int, double> done_;
  std::map<std::tuple<int, Index, Index>, double> computed_; ///< by worker and block of C: its last update
  std::map<std::pair<Index, Index>, std::set<Index>> updates_;
  std::set<std::pair<Index, Index>> returned_;
  std::string fault_;
};

} // namespace hetgrid::testing
