// Steps in an order of workers, sent as their buffers allow while they compute. What C costs counts in the steps by which the order
// is found, and chunks are given out one by one, so that nobody fills columns in vain, smaller ones in the end, so that all workers
// end together.
#pragma once

#include "hetgrid/server_selection.hpp"
#include "server/policy/chunk_pool.hpp"
#include "server/policy/end_game.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::server {

/// Steps that have their part of the traffic of a chunk of C, which t of them share.
inline std::vector<Step> steps_with_chunks(const Star& star, const Product& product, const ChunkFeed& feed) {
  std::vector<Index> sides;
  for (int worker = 0; worker < static_cast<int>(star.workers.size()); ++worker)
    sides.push_back(feed.shape(worker).side);
  std::vector<Step> steps = steps_of(star, sides);
  for (std::size_t k = 0; k < steps.size(); ++k)
    steps[k].transfer += product.journeys_of_c() * steps[k].work * star.workers[k].seconds_per_block /
                         static_cast<double>(product.t());
  return steps;
}

/// \tparam Order  next(): the worker whose step is sent next; leave(worker): it gets no more; workers(): that may get any
template <typename Order>
class StepsInOrder : public Policy {
public:
  /// \param order_of  of steps
  template <typename OrderOf>
  StepsInOrder(const Star& star, const Product& product, OrderOf&& order_of)
      : pool_(product, star.workers.size()),
        feed_(product, chunk_shapes(star, product, MemoryLayout::overlapped)), end_game_(star, product),
        order_(order_of(steps_with_chunks(star, product, feed_))), selectable_(order_.workers()) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    if (worker != any_worker)
      return has_steps(worker) || feed_.stage(worker) == Stage::result ? advance(worker) : std::nullopt;
    if (const auto result = last_result(view))
      return result;
    while (chosen_ == any_worker || !has_steps(chosen_)) {
      if (chosen_ != any_worker)
        leave(chosen_);
      if (selectable_ == 0)
        return last_result(view);
      chosen_ = order_.next();
    }
    const int chosen = chosen_;
    if (feed_.stage(chosen) == Stage::steps)
      chosen_ = any_worker;
    return advance(chosen);
  }

private:
  using Stage = ChunkFeed::Stage;

  bool has_steps(int worker) const {
    return feed_.stage(worker) == Stage::steps || (!pool_.empty() && feed_.shape(worker).side > 0);
  }

  void leave(int worker) {
    order_.leave(worker);
    --selectable_;
    if (feed_.stage(worker) == Stage::result)
      finished_.push_back(worker);
    chosen_ = any_worker;
  }

  /// Of the workers that have left: one that is ready, or, if nobody else is left, the one that will be first.
  std::optional<Transfer> last_result(const View& view) {
    if (finished_.empty())
      return {};
    const auto state = [&](int worker) -> const WorkerState& {
      return view.workers[static_cast<std::size_t>(worker)];
    };
    const auto first =
        std::ranges::min_element(finished_, {}, [&](int worker) { return state(worker).ready; });
    if (selectable_ > 0 && state(*first).pending > 0)
      return {};
    const int worker = *first;
    finished_.erase(first);
    return feed_.next(worker);
  }

  std::optional<Transfer> advance(int worker) {
    if (feed_.stage(worker) == Stage::none)
      feed_.begin(worker,
                  *pool_.take(worker, feed_.shape(worker).side, end_game_.most_blocks(worker, pool_.left())));
    return feed_.next(worker);
  }

  ChunkPool pool_;
  ChunkFeed feed_;
  EndGame end_game_;
  Order order_;
  int selectable_;            ///< workers that may get steps
  int chosen_ = any_worker;   ///< gets everything until it has had a step
  std::vector<int> finished_; ///< that get no more steps and have results
};

} // namespace hetgrid::server
