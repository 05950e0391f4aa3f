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
#include <optional>
#include <utility>

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
        paces_(star.workers.size()), waits_(star.workers.size(), false) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    look(view.now);
    if (worker != any_worker)
      return can_advance(view, worker) ? std::optional(advance(worker, view.now)) : std::nullopt;
    const int first = first_worker(
        feeds_.size(),
        [&](int k) {
          const Index pending = waits_[at(k)] ? 0 : paces_[at(k)].pending_updates();
          return pending > 0 ? static_cast<double>(pending) * rate_of(k) : 0;
        },
        [&](int k) {
          if (waits_[at(k)])
            return false;
          const bool can = can_advance(view, k);
          waits_[at(k)] = !can && waits_for_word(view, k);
          return can;
        });
    return first == any_worker ? std::nullopt : std::optional(advance(first, view.now));
  }

  void progressed(const View& view, int worker) override {
    paces_[at(worker)].done(view.workers[at(worker)].pending, view.now);
    waits_[at(worker)] = false;
  }

private:
  /// How things stand now is found out where it is asked for: mostly it is not.
  void look(double now) {
    now_ = now;
    mean_rate_.reset();
    longest_.reset();
  }

  /// Seconds that an update takes a worker: as many as the others on average where nothing is known of it.
  double rate_of(int worker) {
    const double rate = paces_[at(worker)].seconds_per_update(now_);
    return rate > 0 ? rate : mean_rate();
  }

  double mean_rate() {
    if (!mean_rate_) {
      double sum = 0, known = 0;
      for (const int k : begun_)
        if (const double rate = paces_[at(k)].seconds_per_update(now_); rate > 0) {
          sum += rate;
          ++known;
        }
      mean_rate_ = known > 0 ? sum / known : 1;
    }
    return *mean_rate_;
  }

  /// Of those who can give steps away the one whose part will last longest; any_worker if there is none.
  struct Longest {
    int worker = any_worker;
    double seconds = 0;
  };
  Longest find_longest() {
    Longest longest;
    for (const int k : begun_)
      if (const PartFeed& feed = feeds_[at(k)]; feed.to_give_away() > 0)
        if (const double seconds =
                static_cast<double>(paces_[at(k)].pending_updates() + feed.updates_left()) * rate_of(k);
            seconds > longest.seconds)
          longest = {k, seconds};
    return longest;
  }

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

  /// Whether a worker that cannot advance can do so only once it is heard of again. Most wait so most of the time, and are not looked at
  /// until then; a worker that finds nothing to do may find it later.
  bool waits_for_word(const View& view, int worker) const {
    return !feeds_[at(worker)].over() || view.workers[at(worker)].pending > steps_ahead;
  }
  /// Of a worker that can.
  Transfer advance(int worker, double now) {
    auto& results = results_[at(worker)];
    if (result_can_leave(worker)) {
      Transfer result = std::move(results.front());
      results.pop_front();
      return result;
    }
    auto [transfer, complete] = feeds_[at(worker)].take(is_end());
    for (const Piece& piece : complete)
      results.push_back({worker, true, {piece}, {}, {}});
    paces_[at(worker)].given(transfer, now);
    return std::move(transfer);
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
      part = taken_from_another(worker);
    if (part) {
      if (const auto place = std::ranges::lower_bound(begun_, worker);
          place == begun_.end() || *place != worker)
        begun_.insert(place, worker);
      feeds_[at(worker)].begin(worker, cut(*part, side), view.workers[at(worker)].free);
      if (!rests_.empty()) // it may have been the end before
        waits_.assign(waits_.size(), false);
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
  std::optional<Part> taken_from_another(int worker) {
    if (!longest_)
      longest_ = find_longest();
    const auto [other, seconds] = *longest_;
    if (other == any_worker)
      return {};
    PartFeed& feed = feeds_[at(other)];
    const double of_a_step = static_cast<double>(feed.area()) * (rate_of(other) + rate_of(worker));
    const auto steps =
        static_cast<Index>(std::min(seconds / of_a_step, static_cast<double>(feed.to_give_away())));
    if (steps < 1)
      return {};
    std::vector<Piece> results;
    Part part = feed.give_away(steps, results);
    for (const Piece& piece : results)
      results_[at(other)].push_back({other, true, {piece}, {}, {}});
    waits_[at(other)] = false;
    longest_ = find_longest(); // as long as this part is nobody's
    return part;
  }

  Product product_;
  ChunkPool pool_;
  std::vector<Part> rests_; ///< too large for those who took their beginning
  std::vector<ChunkShape> shapes_;
  std::vector<PartFeed> feeds_;
  std::vector<std::deque<Transfer>> results_; ///< that are complete when what was sent is done
  std::vector<Pace> paces_;
  std::vector<int> begun_;  ///< workers that have had a part, in their order
  std::vector<bool> waits_; ///< workers that are not looked at
  double now_ = 0;
  std::optional<double> mean_rate_; ///< seconds per update of a block, of those of whom they are known
  std::optional<Longest> longest_;
};

} // namespace

std::unique_ptr<Policy> shared_chunks(const Star& star, const Product& product) {
  return std::make_unique<SharedChunks>(star, product);
}

} // namespace hetgrid::server
