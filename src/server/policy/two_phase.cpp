// The policies of [Dongarra06] 6.2 for workers that all differ. Phase one selects worker after worker until the steps of some
// make up all columns of C; those who have not filled a panel of columns by then have none. Phase two sends in that order.
#include "hetgrid/server_selection.hpp"
#include "server/policy/columns.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>

namespace hetgrid::server {
namespace {

using Stage = ChunkFeed::Stage;

class TwoPhase : public Policy {
public:
  TwoPhase(const Star& star, const Product& product, Rule rule)
      : columns_(product, star.workers.size()),
        feed_(product, chunk_shapes(star, product, MemoryLayout::overlapped)) {
    std::vector<Index> sides;
    for (int worker = 0; worker < static_cast<int>(star.workers.size()); ++worker)
      sides.push_back(feed_.shape(worker).side);
    Selection selection(steps_of(star, sides), rule);
    std::vector<Index> steps(sides.size()); // of a panel that is not full
    while (!columns_.all_assigned()) {
      const int worker = selection.next();
      const auto k = static_cast<std::size_t>(worker);
      order_.push_back(worker);
      if (++steps[k] == product.t() * ((product.r() + sides[k] - 1) / sides[k])) {
        columns_.assign(worker, sides[k]);
        steps[k] = 0;
      }
    }
  }

  std::optional<Transfer> next(const View& view, int worker) override {
    if (worker != any_worker)
      return has_work(worker) ? advance(worker) : std::nullopt;
    for (; position_ < order_.size(); ++position_)
      if (const int selected = order_[position_]; has_work(selected)) {
        if (feed_.stage(selected) == Stage::steps)
          ++position_;
        return advance(selected);
      }
    return last_result(view);
  }

private:
  bool has_work(int worker) const { return feed_.stage(worker) != Stage::none || !columns_.empty(worker); }

  std::optional<Transfer> advance(int worker) {
    if (feed_.stage(worker) == Stage::none)
      feed_.begin(worker, *columns_.take(worker, feed_.shape(worker).side));
    return feed_.next(worker);
  }

  /// Of those that are left when all steps are sent, the one that is ready first.
  std::optional<Transfer> last_result(const View& view) {
    int first = any_worker;
    double ready = std::numeric_limits<double>::infinity();
    for (int worker = 0; worker < static_cast<int>(view.workers.size()); ++worker)
      if (const WorkerState& state = view.workers[static_cast<std::size_t>(worker)];
          feed_.stage(worker) == Stage::result && state.ready < ready) {
        first = worker;
        ready = state.ready;
      }
    return first == any_worker ? std::nullopt : std::optional(feed_.next(first));
  }

  ColumnPanels columns_;
  ChunkFeed feed_;
  std::vector<int> order_; ///< of the steps
  std::size_t position_ = 0;
};

template <Rule rule>
std::unique_ptr<Policy> make(const Star& star, const Product& product) {
  return std::make_unique<TwoPhase>(star, product, rule);
}

} // namespace

std::unique_ptr<Policy> global(const Star& star, const Product& product) {
  return make<Rule::global>(star, product);
}
std::unique_ptr<Policy> local(const Star& star, const Product& product) {
  return make<Rule::local>(star, product);
}
std::unique_ptr<Policy> global_two_steps(const Star& star, const Product& product) {
  return make<Rule::global_two_steps>(star, product);
}
std::unique_ptr<Policy> local_two_steps(const Star& star, const Product& product) {
  return make<Rule::local_two_steps>(star, product);
}

/// Only workers that fill a panel have any columns, and there are no more panels than the narrowest make.
Least least_of_two_phases(const Star& star, const Product& product) {
  const std::vector<ChunkShape> shapes = chunk_shapes(star, product, MemoryLayout::overlapped);
  Index narrowest = std::numeric_limits<Index>::max(), widest = 1;
  std::vector<double> speeds; // updates a second
  for (std::size_t k = 0; k < shapes.size(); ++k)
    if (const Index side = shapes[k].side; side > 0) {
      narrowest = std::min(narrowest, side);
      widest = std::max(widest, side);
      speeds.push_back(1 / star.workers[k].seconds_per_update);
    }
  const Index panels = std::min<Index>((product.s() + narrowest - 1) / narrowest, std::ssize(speeds));
  std::ranges::sort(speeds, std::greater<>());
  const double speed = std::accumulate(speeds.begin(), speeds.begin() + panels, 0.0);
  const auto blocks = [&](Index elements) {
    return static_cast<double>(elements) / static_cast<double>(product.block_size);
  };
  const double updates = blocks(product.m) * blocks(product.n) * blocks(product.k);
  return {updates / static_cast<double>(widest * widest), updates / speed};
}

/// The one of the four that simulate() says is fastest.
std::unique_ptr<Policy> best_of_four(const Star& star, const Product& product) {
  constexpr std::array makers{global, local, global_two_steps, local_two_steps};
  const auto fastest = std::ranges::min_element(
      makers, {}, [&](const auto& maker) { return simulate(star, product, *maker(star, product)).seconds; });
  return (*fastest)(star, product);
}

} // namespace hetgrid::server
