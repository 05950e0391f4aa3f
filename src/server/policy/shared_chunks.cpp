// Chunks of C on demand, whatever the speeds: a worker that is done, and finds none left, takes steps from the end of the chunk
// that would keep another one busy longest, as many as let both end together. The server adds what both return. Nobody tells
// the policy how fast anybody is: it hears when updates are done.
#include "layout/subscript.hpp"
#include "server/policy/chunk_pool.hpp"
#include "server/policy/first_worker.hpp"
#include "server/policy/pace.hpp"
#include "server/policy/part_feed.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace hetgrid::server {
namespace {

constexpr Index steps_ahead = 2; ///< transfers that a worker has to do when it is sent another step
constexpr Index steps_ahead_in_the_end = 1; ///< what it has not been sent others can take
constexpr Index transfers_ahead = 4;        ///< or updates of what it has already

class SharedChunks : public Policy {
public:
  SharedChunks(const Star& star, const Product& product)
      : product_(product), pool_(product, star.workers.size()),
        shapes_(chunk_shapes(star, product, MemoryLayout::overlapped)),
        feeds_(star.workers.size(), PartFeed(product)), results_(star.workers.size()),
        paces_(star.workers.size()), rates_(star.workers.size()) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    look(view);
    if (worker != any_worker)
      return can_advance(view, worker) ? std::optional(advance(worker, view.now)) : std::nullopt;
    const int first = first_worker(
        feeds_.size(),
        [&](int k) { return static_cast<double>(paces_[at(k)].pending_updates()) * rate_of(k); },
        [&](int k) { return can_advance(view, k); });
    return first == any_worker ? std::nullopt : std::optional(advance(first, view.now));
  }

  void progressed(const View& view, int worker) override {
    paces_[at(worker)].done(view.workers[at(worker)].pending, view.now);
  }

private:
  /// How things stand: seconds that an update takes each worker, that of the others where nothing is known of it; and whose part
  /// will last longest, of those who can give steps away.
  void look(const View& view) {
    double sum = 0, known = 0;
    for (const int k : begun_)
      if (rates_[at(k)] = paces_[at(k)].seconds_per_update(view.now); rates_[at(k)] > 0) {
        sum += rates_[at(k)];
        ++known;
      }
    mean_rate_ = known > 0 ? sum / known : 1;
    longest_ = any_worker;
    if (!is_end())
      return;
    seconds_of_longest_ = 0;
    for (const int k : begun_)
      if (const PartFeed& feed = feeds_[at(k)]; feed.to_give_away() > 0)
        if (const double seconds =
                static_cast<double>(paces_[at(k)].pending_updates() + feed.updates_left()) * rate_of(k);
            seconds > seconds_of_longest_) {
          longest_ = k;
          seconds_of_longest_ = seconds;
        }
  }

  double rate_of(int worker) const { return rates_[at(worker)] > 0 ? rates_[at(worker)] : mean_rate_; }

  /// Nobody begins a part but with steps of others.
  bool is_end() const { return pool_.empty() && rests_.empty(); }

  bool result_can_leave(int worker) const {
    const auto& results = results_[at(worker)];
    return !results.empty() && !paces_[at(worker)].waits_for(results.front());
  }

  bool can_advance(const View& view, int worker) {
    if (result_can_leave(worker))
      return true;
    const WorkerState& state = view.workers[at(worker)];
    PartFeed& feed = feeds_[at(worker)];
    const Index ahead = is_end() ? steps_ahead_in_the_end : steps_ahead;
    if (feed.over()) {
      if (state.pending > ahead || !begin_part(view, worker))
        return false;
    }
    const Transfer& transfer = feed.front(is_end()).transfer;
    return state.pending < (transfer.pieces.empty() ? transfers_ahead : ahead) &&
           elements(product_, transfer.pieces) <= state.free && !meets_results(worker, transfer);
  }

  /// Of a worker that can.
  Transfer advance(int worker, double now) {
    auto& results = results_[at(worker)];
    if (result_can_leave(worker)) {
      Transfer result = std::move(results.front());
      results.pop_front();
      return result;
    }
    PartFeed& feed = feeds_[at(worker)];
    const auto [transfer, complete] = feed.front(is_end());
    for (const Piece& piece : complete)
      results.push_back({worker, true, {piece}, {}, {}});
    feed.pop();
    paces_[at(worker)].given(transfer, now);
    return transfer;
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
    if (part) {
      if (const auto place = std::ranges::lower_bound(begun_, worker);
          place == begun_.end() || *place != worker)
        begun_.insert(place, worker);
      feeds_[at(worker)].begin(worker, cut(*part, side), view.workers[at(worker)].free);
    }
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
    if (longest_ == any_worker)
      return {};
    PartFeed& feed = feeds_[at(longest_)];
    const double of_a_step = static_cast<double>(feed.area()) * (rate_of(longest_) + rate_of(worker));
    const auto steps = static_cast<Index>(
        std::min(seconds_of_longest_ / of_a_step, static_cast<double>(feed.to_give_away())));
    if (steps < 1)
      return {};
    std::vector<Piece> results;
    Part part = feed.give_away(steps, results);
    for (const Piece& piece : results)
      results_[at(longest_)].push_back({longest_, true, {piece}, {}, {}});
    look(view);
    return part;
  }

  Product product_;
  ChunkPool pool_;
  std::vector<Part> rests_; ///< too large for those who took their beginning
  std::vector<ChunkShape> shapes_;
  std::vector<PartFeed> feeds_;
  std::vector<std::deque<Transfer>> results_; ///< that are complete when what was sent is done
  std::vector<Pace> paces_;
  std::vector<int> begun_;    ///< workers that have had a part, in their order
  std::vector<double> rates_; ///< seconds per update of a block, as look() has seen them; 0: nothing is known
  double mean_rate_ = 1;      ///< of those that are known
  int longest_ = any_worker;  ///< whose part will last longest
  double seconds_of_longest_ = 0; ///< that it will last
};

} // namespace

std::unique_ptr<Policy> shared_chunks(const Star& star, const Product& product) {
  return std::make_unique<SharedChunks>(star, product);
}

} // namespace hetgrid::server
