// The next transfer for the worker that has waited longest for one: ODDOML, DDOML, BMM and OBMM of [Dongarra06] 8.2. They
// differ in the layout of the memory alone; where it has no room for a second step, a worker asks when it has computed. And
// guided, ODDOML with chunks that become smaller in the end.
#include "server/policy/chunk_pool.hpp"
#include "server/policy/end_game.hpp"
#include "server/policy/policies.hpp"

#include <deque>

namespace hetgrid::server {
namespace {

class DemandDriven : public Policy {
public:
  DemandDriven(const Star& star, const Product& product, MemoryLayout layout,
               std::optional<EndGame> end_game = {})
      : end_game_(std::move(end_game)), pool_(product, star.workers.size()),
        feed_(product, chunk_shapes(star, product, layout)), asked_(star.workers.size(), false) {
    for (int worker = 0; worker < static_cast<int>(star.workers.size()); ++worker)
      if (feed_.shape(worker).side > 0)
        ask(worker);
  }

  std::optional<Transfer> next(const View& view, int worker) override {
    if (worker != any_worker)
      return can_take(view, worker) ? advance(worker) : std::nullopt;
    while (!queue_.empty()) {
      const int first = queue_.front();
      queue_.pop_front();
      asked_[static_cast<std::size_t>(first)] = false;
      if (auto transfer = advance(first))
        return transfer;
    }
    return {};
  }

  void progressed(const View& view, int worker) override {
    if (!asked_[static_cast<std::size_t>(worker)] && can_take(view, worker))
      ask(worker);
  }

private:
  void ask(int worker) {
    queue_.push_back(worker);
    asked_[static_cast<std::size_t>(worker)] = true;
  }

  bool can_take(const View& view, int worker) const {
    const Index pending = view.workers[static_cast<std::size_t>(worker)].pending;
    switch (feed_.stage(worker)) {
    case ChunkFeed::Stage::none:
      return !pool_.empty() && feed_.shape(worker).side > 0;
    case ChunkFeed::Stage::chunk:
      return true;
    case ChunkFeed::Stage::steps:
      return pending < feed_.shape(worker).steps_held;
    case ChunkFeed::Stage::result:
      break;
    }
    return pending == 0;
  }

  std::optional<Transfer> advance(int worker) {
    if (feed_.stage(worker) == ChunkFeed::Stage::none) {
      const Index side = feed_.shape(worker).side;
      const auto chunk = end_game_ ? pool_.take(worker, side, end_game_->most_blocks(worker, pool_.left()))
                                   : pool_.take(worker, side);
      if (!chunk)
        return {};
      feed_.begin(worker, *chunk);
    }
    return feed_.next(worker);
  }

  std::optional<EndGame> end_game_;
  ChunkPool pool_;
  ChunkFeed feed_;
  std::deque<int> queue_;   ///< workers that have asked
  std::vector<bool> asked_; ///< whether they are in the queue
};

std::unique_ptr<Policy> make(const Star& star, const Product& product, MemoryLayout layout) {
  return std::make_unique<DemandDriven>(star, product, layout);
}

} // namespace

std::unique_ptr<Policy> oddoml(const Star& star, const Product& product) {
  return make(star, product, MemoryLayout::overlapped);
}
std::unique_ptr<Policy> ddoml(const Star& star, const Product& product) {
  return make(star, product, MemoryLayout::sequential);
}
std::unique_ptr<Policy> guided(const Star& star, const Product& product) {
  return std::make_unique<DemandDriven>(star, product, MemoryLayout::overlapped, EndGame(star, product));
}
std::unique_ptr<Policy> bmm(const Star& star, const Product& product) {
  return make(star, product, MemoryLayout::thirds);
}
std::unique_ptr<Policy> obmm(const Star& star, const Product& product) {
  return make(star, product, MemoryLayout::fifths);
}

} // namespace hetgrid::server
