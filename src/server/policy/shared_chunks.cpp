// Chunks of C on demand, whatever the speeds: a worker that is done, and finds none left, takes steps from the end of the chunk
// that would keep another one busy longest, as many as let both end together. The server adds what both return. Nobody tells
// the policy how fast anybody is: it hears when updates are done.
#include "server/policy/chunk_pool.hpp"
#include "server/policy/pace.hpp"
#include "server/policy/part_feed.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace hetgrid::server {
namespace {

constexpr Index steps_ahead = 2;     ///< transfers that a worker has to do when it is sent another step
constexpr Index transfers_ahead = 4; ///< or updates of what it has already

std::size_t at(int worker) {
  return static_cast<std::size_t>(worker);
}

class SharedChunks : public Policy {
public:
  SharedChunks(const Star& star, const Product& product)
      : product_(product), pool_(product, star.workers.size()),
        shapes_(chunk_shapes(star, product, MemoryLayout::overlapped)),
        feeds_(star.workers.size(), PartFeed(product)), results_(star.workers.size()),
        paces_(star.workers.size()) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    if (worker != any_worker)
      return advance(view, worker);
    for (const int first : who_runs_dry_first(view))
      if (auto transfer = advance(view, first))
        return transfer;
    return {};
  }

  void progressed(const View& view, int worker) override {
    paces_[at(worker)].done(view.workers[at(worker)].pending, view.now);
  }

private:
  std::vector<int> who_runs_dry_first(const View& view) const {
    std::vector<int> order(feeds_.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> left;
    for (const int worker : order)
      left.push_back(static_cast<double>(paces_[at(worker)].pending_updates()) *
                     seconds_per_update(view, worker));
    std::ranges::stable_sort(order, {}, [&](int worker) { return left[at(worker)]; });
    return order;
  }

  std::optional<Transfer> advance(const View& view, int worker) {
    const WorkerState& state = view.workers[at(worker)];
    auto& results = results_[at(worker)];
    if (!results.empty() && !paces_[at(worker)].waits_for(results.front())) {
      Transfer result = std::move(results.front());
      results.pop_front();
      return result;
    }
    PartFeed& feed = feeds_[at(worker)];
    if (feed.over() && !(state.pending <= steps_ahead && begin_part(view, worker)))
      return {};
    const auto& [transfer, complete] = feed.front();
    if (state.pending >= (transfer.pieces.empty() ? transfers_ahead : steps_ahead) ||
        elements(product_, transfer.pieces) > state.free || meets_results(worker, transfer))
      return {};
    Transfer next = transfer;
    for (const Piece& piece : complete)
      results.push_back({worker, true, {piece}, {}, {}});
    feed.pop();
    paces_[at(worker)].given(next, view.now);
    return next;
  }

  /// A block of C does not begin anew where its last result is.
  bool meets_results(int worker, const Transfer& transfer) const {
    return std::ranges::any_of(results_[at(worker)], [&](const Transfer& result) {
      return std::ranges::any_of(transfer.pieces, [&](const Piece& piece) {
        return piece.operand == Operand::c &&
               waits_for(result, std::array{Update{piece.rows, piece.columns, {}}});
      });
    });
  }

  bool begin_part(const View& view, int worker) {
    const Index side = shapes_[at(worker)].side;
    if (side == 0)
      return false;
    std::optional<Part> part;
    if (auto chunk = pool_.take(worker, side))
      part = Part{*chunk, {0, product_.t()}};
    else if (!rests_.empty()) {
      part = rests_.back();
      rests_.pop_back();
    } else
      part = taken_from_another(view, worker);
    if (part)
      feeds_[at(worker)].begin(worker, cut(*part, side), view.workers[at(worker)].free);
    return part.has_value();
  }

  /// What a worker has room for; the rest is there for all.
  Part cut(Part part, Index side) {
    auto& [rows, columns] = part.chunk;
    if (rows.size() > side)
      rests_.push_back({{{rows.begin + side, rows.end}, columns}, part.steps});
    rows.end = std::min(rows.end, rows.begin + side);
    if (columns.size() > side)
      rests_.push_back({{rows, {columns.begin + side, columns.end}}, part.steps});
    columns.end = std::min(columns.end, columns.begin + side);
    return part;
  }

  /// x steps, so that  seconds left of the other - x steps of its own = x steps of this worker.
  std::optional<Part> taken_from_another(const View& view, int worker) {
    int longest = any_worker;
    double most = 0;
    for (int other = 0; other < static_cast<int>(feeds_.size()); ++other)
      if (feeds_[at(other)].to_give_away() > 0 && seconds_left(view, other) > most) {
        longest = other;
        most = seconds_left(view, other);
      }
    if (longest == any_worker)
      return {};
    PartFeed& feed = feeds_[at(longest)];
    const double of_a_step = static_cast<double>(feed.area()) *
                             (seconds_per_update(view, longest) + seconds_per_update(view, worker));
    const auto steps =
        static_cast<Index>(std::min(most / of_a_step, static_cast<double>(feed.to_give_away())));
    if (steps < 1)
      return {};
    return feed.give_away(steps);
  }

  double seconds_left(const View& view, int worker) const {
    return static_cast<double>(paces_[at(worker)].pending_updates() + feeds_[at(worker)].updates_left()) *
           seconds_per_update(view, worker);
  }

  /// Of a worker of whom nothing is known: as of the others.
  double seconds_per_update(const View& view, int worker) const {
    if (const double own = paces_[at(worker)].seconds_per_update(view.now); own > 0)
      return own;
    double sum = 0, known = 0;
    for (const Pace& pace : paces_)
      if (const double seconds = pace.seconds_per_update(view.now); seconds > 0) {
        sum += seconds;
        ++known;
      }
    return known > 0 ? sum / known : 1;
  }

  Product product_;
  ChunkPool pool_;
  std::vector<Part> rests_; ///< too large for those who took their beginning
  std::vector<ChunkShape> shapes_;
  std::vector<PartFeed> feeds_;
  std::vector<std::deque<Transfer>> results_; ///< that are complete when what was sent is done
  std::vector<Pace> paces_;
};

} // namespace

std::unique_ptr<Policy> shared_chunks(const Star& star, const Product& product) {
  return std::make_unique<SharedChunks>(star, product);
}

} // namespace hetgrid::server
