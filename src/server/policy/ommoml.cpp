// The next step for the worker that would begin it first, ties to the lowest index, so that some may never be needed: OMMOML of
// [Dongarra06] 8.2. A worker without chunk needs one before, which counts; that its last one has to be returned does not.
#include "server/policy/chunk_pool.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>

namespace hetgrid::server {
namespace {

using Stage = ChunkFeed::Stage;

class MinMin : public Policy {
public:
  MinMin(const Star& star, const Product& product)
      : star_(star), product_(product), pool_(product, star.workers.size()),
        feed_(product, chunk_shapes(star, product, MemoryLayout::overlapped)) {
    for (int worker = 0; worker < static_cast<int>(star.workers.size()); ++worker)
      if (feed_.shape(worker).side > 0)
        workers_.push_back(worker);
  }

  std::optional<Transfer> next(const View& view, int worker) override {
    if (worker != any_worker)
      return advance(worker);
    if (chosen_ == any_worker && !choose(view))
      return {};
    const int chosen = chosen_;
    const Stage stage = feed_.stage(chosen);
    if (stage == Stage::steps || (stage == Stage::result && pool_.empty()))
      chosen_ = any_worker; // its step, or its last transfer
    return advance(chosen);
  }

private:
  bool choose(const View& view) {
    if (pool_.empty())
      std::erase_if(workers_, [&](int worker) { return feed_.stage(worker) == Stage::none; });
    double first = 0;
    for (const int worker : workers_)
      if (const double mine = beginning(view, worker); chosen_ == any_worker || mine < first) {
        chosen_ = worker;
        first = mine;
      }
    return chosen_ != any_worker;
  }

  /// Of the next step, if the port served this worker now.
  double beginning(const View& view, int worker) const {
    const WorkerState& state = view.workers[static_cast<std::size_t>(worker)];
    const Stage stage = feed_.stage(worker);
    if (stage == Stage::result && pool_.empty())
      return std::max(view.now, state.ready);
    const double side = static_cast<double>(feed_.shape(worker).side),
                 chunk = stage == Stage::steps || product_.begins_with_zeros() ? 0 : side * side;
    const double transfer =
        (chunk + 2 * side) * star_.workers[static_cast<std::size_t>(worker)].seconds_per_block;
    return std::max(view.now + transfer, state.ready);
  }

  std::optional<Transfer> advance(int worker) {
    if (feed_.stage(worker) == Stage::none) {
      const Index side = feed_.shape(worker).side;
      const auto chunk = side > 0 ? pool_.take(worker, side) : std::nullopt;
      if (!chunk)
        return {};
      feed_.begin(worker, *chunk);
    }
    return feed_.next(worker);
  }

  Star star_;
  Product product_;
  ChunkPool pool_;
  ChunkFeed feed_;
  std::vector<int> workers_; ///< that may have work left
  int chosen_ = any_worker;  ///< gets everything until it has had a step
};

} // namespace

std::unique_ptr<Policy> ommoml(const Star& star, const Product& product) {
  return std::make_unique<MinMin>(star, product);
}

} // namespace hetgrid::server
