#include "server/static_plan.hpp"

#include "layout/subscript.hpp"
#include "server/policy/first_worker.hpp"
#include "server/policy/pace.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

namespace hetgrid::server {
namespace {

/// Remembers what another one decides.
class Recorded : public Policy {
public:
  Recorded(Policy& policy, std::vector<Transfer>& transfers) : policy_(policy), transfers_(transfers) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    std::optional<Transfer> transfer = policy_.next(view, worker);
    if (transfer)
      transfers_.push_back(*transfer);
    return transfer;
  }
  void progressed(const View& view, int worker) override { policy_.progressed(view, worker); }

private:
  Policy& policy_;
  std::vector<Transfer>& transfers_;
};

/// A worker's transfers from when its memory is empty until it is again.
struct Stretch {
  std::deque<std::pair<std::size_t, Transfer>> transfers; ///< and their places in the plan
  Index updates = 0;                                      ///< of blocks
  Index room = 0;                                         ///< elements, at least
  bool begun = false;
  bool ended = false; ///< memory is empty again
};

/// The transfers of each worker.
std::vector<std::deque<Stretch>> stretches_of(const Product& product, std::vector<Transfer> transfers,
                                              std::size_t workers) {
  std::vector<std::deque<Stretch>> stretches(workers);
  std::vector<Index> held(workers, 0); // elements
  for (std::size_t place = 0; place < transfers.size(); ++place) {
    Transfer& transfer = transfers[place];
    auto& mine = stretches[at(transfer.worker)];
    Index& elements_held = held[at(transfer.worker)];
    if (elements_held == 0)
      mine.emplace_back();
    const Index moved = elements(product, transfer.pieces);
    elements_held += transfer.to_server ? -moved : moved;
    mine.back().room = std::max(mine.back().room, elements_held);
    elements_held -= elements(product, transfer.released);
    mine.back().ended = elements_held == 0;
    mine.back().updates += updates(transfer);
    mine.back().transfers.emplace_back(place, std::move(transfer));
  }
  return stretches;
}

class Following : public Policy {
public:
  Following(const Star& star, const Product& product, std::vector<Transfer> transfers)
      : star_(star), product_(product),
        stretches_(stretches_of(product, std::move(transfers), star.workers.size())),
        given_(star.workers.size()), paces_(star.workers.size()) {
    for (const auto& stretches : stretches_)
      enrolled_.push_back(!stretches.empty());
  }

  std::optional<Transfer> next(const View& view, int worker) override {
    if (std::exchange(heard_, false))
      hand_over(view);
    if (worker == any_worker)
      worker = first_ready(view);
    if (worker == any_worker || stretches_[at(worker)].empty())
      return {};
    auto& stretches = stretches_[at(worker)];
    Stretch& stretch = stretches.front();
    const Transfer transfer = stretch.transfers.front().second;
    remember(given_[at(worker)], stretch);
    stretch.begun = true;
    stretch.updates -= updates(transfer);
    stretch.transfers.pop_front();
    if (stretch.transfers.empty())
      stretches.pop_front();
    if (is_reported(transfer))
      paces_[at(worker)].given(transfer, view.now);
    return transfer;
  }

  void progressed(const View& view, int worker) override {
    paces_[at(worker)].done(view.workers[at(worker)].pending, view.now);
    heard_ = true;
  }

  /// Stretches without result go to others from their beginning.
  bool lost(const View& view, int worker, std::span<const Update> undone) override {
    auto& mine = stretches_[at(worker)];
    std::deque<Stretch> anew;
    Index known = 0;
    for (const Stretch& given : given_[at(worker)]) {
      const auto [all, open] = updates_of(given, undone);
      known += open;
      if (open < all && (open > 0 || !given.ended))
        return false; // a part is back, and C is no longer what it was
      if (open > 0 || !given.ended)
        anew.push_back(given);
    }
    if (known < std::ssize(undone))
      return false;
    for (const Stretch& rest : mine)
      if (rest.begun)
        anew.back().transfers.insert(anew.back().transfers.end(), rest.transfers.begin(),
                                     rest.transfers.end());
      else
        anew.push_back(rest);
    enrolled_[at(worker)] = false;
    if (std::ranges::any_of(anew,
                            [&](const Stretch& stretch) { return taker_of(view, stretch) == any_worker; })) {
      enrolled_[at(worker)] = true;
      return false;
    }
    mine.clear();
    given_[at(worker)].clear();
    paces_[at(worker)] = Pace();
    for (Stretch& stretch : anew) {
      stretch.begun = false;
      stretch.updates = 0;
      for (const auto& [place, transfer] : stretch.transfers)
        stretch.updates += updates(transfer);
      const int taker = taker_of(view, stretch);
      give(std::move(stretch), taker);
    }
    return true;
  }

  void found(const View&, int worker) override {
    enrolled_[at(worker)] = true;
    heard_ = true;
  }

private:
  /// The first transfer of a stretch is given.
  static void remember(std::deque<Stretch>& given, const Stretch& stretch) {
    constexpr std::size_t remembered = 8; // of more than a worker can have without result
    if (!stretch.begun) {
      given.push_back({{}, 0, stretch.room, true, false});
      if (given.size() > remembered)
        given.pop_front();
    }
    given.back().transfers.push_back(stretch.transfers.front());
    given.back().ended = stretch.transfers.size() == 1;
  }
  /// All of a stretch, and those without result.
  static std::pair<Index, Index> updates_of(const Stretch& stretch, std::span<const Update> undone) {
    Index all = 0, open = 0;
    for (const auto& [place, transfer] : stretch.transfers)
      for (const Update& update : transfer.updates) {
        ++all;
        open += std::ranges::find(undone, update) != undone.end();
      }
    return {all, open};
  }

  void give(Stretch stretch, int taker) {
    for (auto& [place, transfer] : stretch.transfers)
      transfer.worker = taker;
    stretches_[at(taker)].push_back(std::move(stretch));
  }
  /// Who would end it first.
  int taker_of(const View& view, const Stretch& stretch) const {
    int taker = any_worker;
    double earliest = std::numeric_limits<double>::infinity();
    for (int worker = 0; worker < static_cast<int>(stretches_.size()); ++worker)
      if (enrolled_[at(worker)] && stretch.room <= capacity(product_, star_.workers[at(worker)]))
        if (const double end = seconds_with(view, worker, stretch); end < earliest) {
          taker = worker;
          earliest = end;
        }
    return taker;
  }

  bool is_ready(const WorkerState& state, const Transfer& transfer) const {
    return transfer.to_server ? state.pending == 0 : elements(product_, transfer.pieces) <= state.free;
  }
  int first_ready(const View& view) const {
    const auto planned = [&](int worker) -> const auto& {
      return stretches_[at(worker)].front().transfers.front();
    };
    return first_worker(
        stretches_.size(),
        [&](int worker) { return stretches_[at(worker)].empty() ? std::size_t{0} : planned(worker).first; },
        [&](int worker) {
          return !stretches_[at(worker)].empty() &&
                 is_ready(view.workers[at(worker)], planned(worker).second);
        });
  }

  /// Stretches of whoever would end last go to those who have none left, as long as these end earlier, and not by a trifle: neither
  /// is known exactly, and a plan that comes true is better than what is seen of it on the way.
  void hand_over(const View& view) {
    constexpr double worth_it = 0.6;
    for (;;) {
      const int last = ends_last(view);
      if (last == any_worker)
        return;
      const Stretch& stretch = stretches_[at(last)].back();
      int taker = any_worker;
      double earliest = worth_it * seconds_left(view, last);
      for (int worker = 0; worker < static_cast<int>(stretches_.size()); ++worker)
        if (enrolled_[at(worker)] && stretches_[at(worker)].empty() &&
            stretch.room <= capacity(product_, star_.workers[at(worker)]))
          if (const double end = seconds_with(view, worker, stretch); end < earliest) {
            taker = worker;
            earliest = end;
          }
      if (taker == any_worker)
        return;
      give(stretch, taker);
      stretches_[at(last)].pop_back();
    }
  }

  /// Of those who have a stretch that is not begun, as far as it is known how fast they are.
  int ends_last(const View& view) const {
    int last = any_worker;
    double most = 0;
    for (int worker = 0; worker < static_cast<int>(stretches_.size()); ++worker)
      if (const auto& stretches = stretches_[at(worker)]; !stretches.empty() && !stretches.back().begun)
        if (const double seconds = seconds_left(view, worker); seconds > most) {
          last = worker;
          most = seconds;
        }
    return last;
  }

  double seconds_left(const View& view, int worker) const {
    Index left = paces_[at(worker)].pending_updates();
    for (const Stretch& stretch : stretches_[at(worker)])
      left += stretch.updates;
    return static_cast<double>(left) * paces_[at(worker)].seconds_per_update(view.now);
  }
  /// If the stretch is its next one.
  double seconds_with(const View& view, int worker, const Stretch& stretch) const {
    double link = 0;
    for (const auto& [place, transfer] : stretch.transfers)
      link += seconds(product_, star_.workers[at(worker)], transfer);
    const double pace = paces_[at(worker)].seconds_per_update(view.now);
    return seconds_left(view, worker) + std::max(link, static_cast<double>(stretch.updates) * pace);
  }

  Star star_;
  Product product_;
  std::vector<std::deque<Stretch>> stretches_; ///< of each worker, those that are not sent yet
  std::vector<std::deque<Stretch>> given_;     ///< what each was given of those that it has begun last
  std::vector<bool> enrolled_;
  std::vector<Pace> paces_;
  bool heard_ = false; ///< of somebody, since stretches were handed over last
};

/// Bits of the FNV-1a hash.
class Fingerprint {
public:
  void add(Index number) {
    for (int byte = 0; byte < 8; ++byte)
      value = (value ^ (static_cast<std::uint64_t>(number) >> 8 * byte & 0xff)) * 0x100000001b3;
  }
  void add(Blocks range) {
    add(range.begin);
    add(range.end);
  }
  void add(const std::vector<Piece>& pieces) {
    add(std::ssize(pieces));
    for (const Piece& piece : pieces) {
      add(static_cast<Index>(piece.operand));
      add(piece.rows);
      add(piece.columns);
    }
  }

  std::uint64_t value = 0xcbf29ce484222325;
};

} // namespace

StaticPlan static_plan(const Star& star, const Product& product, Policy& policy) {
  StaticPlan plan;
  Recorded recorded(policy, plan.transfers);
  plan.predicted = simulate(star, product, recorded);
  return plan;
}

std::uint64_t fingerprint(std::span<const Transfer> transfers) {
  Fingerprint hash;
  for (const Transfer& transfer : transfers) {
    hash.add(transfer.worker);
    hash.add(transfer.to_server ? 1 : 0);
    hash.add(transfer.pieces);
    hash.add(std::ssize(transfer.updates));
    for (const Update& update : transfer.updates)
      for (const Blocks range : {update.rows, update.columns, update.steps})
        hash.add(range);
    hash.add(transfer.released);
  }
  return hash.value;
}

std::vector<Transfer> remaining(const Product& product, std::size_t workers, std::vector<Transfer> transfers,
                                std::span<const Piece> done) {
  std::vector<bool> is_done(static_cast<std::size_t>(product.r() * product.s()));
  const auto block = [&](Index i, Index j) { return static_cast<std::size_t>(i + j * product.r()); };
  const auto each_block = [&](const Piece& piece, auto&& visit) {
    for (Index j = piece.columns.begin; j < piece.columns.end; ++j)
      for (Index i = piece.rows.begin; i < piece.rows.end; ++i)
        visit(block(i, j));
  };
  for (const Piece& piece : done)
    each_block(piece, [&](std::size_t k) { is_done[k] = true; });

  const auto is_served = [&](const Stretch& stretch) { // all its results are there
    bool served = true;
    for (const auto& [place, transfer] : stretch.transfers)
      if (transfer.to_server)
        for (const Piece& piece : transfer.pieces)
          each_block(piece, [&](std::size_t k) { served = served && is_done[k]; });
    return served;
  };
  std::vector<bool> left_out(transfers.size());
  for (const auto& of_worker : stretches_of(product, transfers, workers))
    for (const Stretch& stretch : of_worker)
      if (stretch.ended && is_served(stretch))
        for (const auto& [place, transfer] : stretch.transfers)
          left_out[place] = true;
  std::size_t number = 0;
  std::erase_if(transfers, [&](const Transfer&) { return left_out[number++]; });
  return transfers;
}

std::unique_ptr<Policy> follow(const Star& star, const Product& product, std::vector<Transfer> transfers) {
  return std::make_unique<Following>(star, product, std::move(transfers));
}

} // namespace hetgrid::server
