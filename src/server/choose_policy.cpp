// Who works, with how much memory, and by which policy. The larger the chunks of C the less is sent, and the fewer workers have one;
// and where the server's port is busy all the time, workers that are not needed only make it send more. Between small and large
// chunks the time has one minimum, more or less: from the side that is best if nothing is ever waited for, the search goes both ways as
// long as policies become faster. Where chunks are few, the last of them keep everybody waiting: it begins anew where all have several.
// Where simulations are long, these are the two that are mostly fast, and all others are compared where it ends.
#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_memory.hpp"
#include "plan/in_parallel.hpp"
#include "server/judge.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace hetgrid::server {
namespace {

constexpr double few_choices = 1e5; ///< transfers times workers of a simulation that is short
constexpr int sides_in_an_octave = 4;

bool is_mostly_fast(std::string_view policy) {
  return turn_of(policy) < std::ssize(mostly_fast);
}

Index quotient(Index dividend, Index divisor) {
  return (dividend + divisor - 1) / divisor;
}

/// Of the largest chunks up to `most` that the memory has room for; 0: for none.
Index side_of(const Worker& worker, Index most) {
  return worker.buffers == 0 ? most : std::min(most, largest_mu(MemoryLayout::overlapped, worker.buffers));
}

/// That a worker takes for a step of a chunk of at most this side, for each of its updates.
double seconds_per_update(const Worker& worker, Index side) {
  const Index mu = side_of(worker, side);
  if (mu == 0)
    return std::numeric_limits<double>::infinity();
  return std::max(worker.seconds_per_update, 2 * worker.seconds_per_block / static_cast<double>(mu));
}

/// Those that do a chunk fastest, first.
std::vector<std::size_t> by_speed(const Star& star, Index side) {
  std::vector<double> seconds;
  for (const Worker& worker : star.workers)
    seconds.push_back(seconds_per_update(worker, side));
  std::vector<std::size_t> order(seconds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return seconds[k]; });
  return order;
}

/// A way to do the product.
struct Attempt {
  Enrolment enrolment;
  double least = 0;            ///< seconds that any policy with chunks takes
  double likely = 0;           ///< if all who have a chunk always had something to do
  bool is_short = false;       ///< the simulation
  bool several_chunks = false; ///< for every worker that the port keeps busy: all end nearly together
};

/// Attempts with chunks of a side: as many of the fastest workers as keep up with the port, and twice as many.
std::vector<Attempt> attempts_with(const Star& star, const Product& product, Index side) {
  const Index p = std::ssize(star.workers),
              chunks = quotient(product.r(), side) * quotient(product.s(), side);
  const double updates = static_cast<double>(product.r() * product.s()) * static_cast<double>(product.t());
  const double least = bounds(enrolled(star, {0, side}), product).best();
  double speed = 0;
  Index needed = 0;
  for (const std::size_t k : by_speed(star, side))
    if (needed < std::min(p, chunks) && speed * least < updates) {
      speed += 1 / seconds_per_update(star.workers[k], side);
      ++needed;
    }
  constexpr Index several = 4;
  const double transfers = static_cast<double>(chunks) * static_cast<double>(product.t());
  std::vector<Attempt> attempts;
  for (const Index workers : {needed, 2 * needed})
    if (attempts.empty() || attempts.back().enrolment.workers > 0)
      attempts.push_back({{workers < p ? workers : 0, side},
                          least,
                          std::max(least, updates / speed),
                          transfers * static_cast<double>(std::min(workers, p)) <= few_choices,
                          chunks >= several * needed});
  return attempts;
}

/// Sides of chunks, as far as they make few enough transfers; the largest is the last.
std::vector<Index> sides_of_chunks(const Star& star, const Product& product) {
  Index largest = 1;
  for (const Worker& worker : star.workers)
    largest = std::max(largest, side_of(worker, std::max(product.r(), product.s())));
  const double most = most_transfers(star);
  std::vector<Index> sides;
  for (int k = 0;; ++k) {
    const auto side = static_cast<Index>(std::round(std::exp2(static_cast<double>(k) / sides_in_an_octave)));
    if (side >= largest)
      break;
    const auto chunks = static_cast<double>(quotient(product.r(), side) * quotient(product.s(), side));
    if (chunks * static_cast<double>(product.t()) <= most && (sides.empty() || sides.back() < side))
      sides.push_back(side);
  }
  sides.push_back(largest);
  return sides;
}

struct Found {
  Enrolment enrolment;
  std::optional<Judged> fastest; ///< policy with it, as far as known

  double seconds() const { return fastest ? fastest->seconds : std::numeric_limits<double>::infinity(); }
};

/// The enrolment with which the fastest of some policies is fastest.
class EnrolmentSearch {
public:
  EnrolmentSearch(std::string_view policy, const Star& star, const Product& product, bool added,
                  const Uncertainty& uncertainty)
      : star_(star), product_(product), uncertainty_(uncertainty) {
    for (const PolicyInfo& info : policies())
      if (policy == "auto" ? info.compared && (added || !info.added) : info.name == policy)
        (is_mostly_fast(info.name) || policy != "auto" ? tried_ : others_).push_back(info);
    Product least_sent = product;
    least_sent.added |= std::ranges::any_of(tried_, &PolicyInfo::added);
    for (const Index side : sides_of_chunks(star, product))
      sides_.push_back(attempts_with(star, least_sent, side));
    // The largest are as large as the memory allows, whatever its layout.
    if (std::ranges::none_of(star.workers, [](const Worker& worker) { return worker.buffers == 0; }))
      for (Attempt& attempt : sides_.back())
        attempt.enrolment.side = 0;
  }

  Found best() {
    const auto seconds = [](const std::vector<Attempt>& attempts) { return attempts.front().likely; };
    const double least = seconds(*std::ranges::min_element(sides_, {}, seconds));
    auto likely = sides_.cend() - 1; // of those alike the largest
    while (seconds(*likely) > least)
      --likely;
    best_side_ = likely;
    best_.enrolment = likely->front().enrolment;
    search_from(likely);
    if (const auto several = several_chunks_each(likely); several != likely && several->front().is_short)
      search_from(several);
    refine_workers();
    return best_;
  }

private:
  using Sides = std::vector<std::vector<Attempt>>;
  static constexpr int most_in_vain = 2; ///< steps that make nothing faster

  /// The largest side not above this one with several chunks each.
  Sides::const_iterator several_chunks_each(Sides::const_iterator side) const {
    while (side != sides_.begin() && !side->front().several_chunks)
      --side;
    return side;
  }

  void search_from(Sides::const_iterator start) {
    attempt(start);
    auto side = start;
    for (int in_vain = 0; in_vain < most_in_vain && side + 1 != sides_.end();)
      in_vain = attempt(++side) ? 0 : in_vain + 1;
    side = start;
    for (int in_vain = 0; in_vain < most_in_vain && side != sides_.begin();)
      in_vain = attempt(--side) ? 0 : in_vain + 1;
  }

  /// With these numbers of workers, as far as there are so many. \return whether that pays for the simulations
  bool pays(std::initializer_list<Index> numbers) {
    constexpr double worthwhile = 0.01; ///< of the time
    const Index all = std::ssize(star_.workers);
    std::vector<Attempt> attempts;
    for (const Index workers : numbers)
      if (0 < workers && workers <= all)
        attempts.push_back({{workers < all ? workers : 0, best_.enrolment.side}});
    const double before = best_.seconds();
    attempt(best_side_, attempts);
    return best_.seconds() < (1 - worthwhile) * before;
  }

  /// Twice as many as long as that pays, then some more or fewer, in steps that are halved.
  void refine_workers() {
    const Index all = std::ssize(star_.workers);
    while (best_.enrolment.workers > 0 && pays({std::min(2 * best_.enrolment.workers, all)})) {
    }
    int in_vain = 0;
    for (Index step = quotient(best_.enrolment.workers, 4); step > 0 && in_vain < most_in_vain; step /= 2)
      in_vain = pays({best_.enrolment.workers - step, best_.enrolment.workers + step}) ? 0 : in_vain + 1;
  }

  struct Trial {
    const Enrolment& enrolment;
    const Star& star;
    const Judge& judge;
    const PolicyInfo& policy;
    Judged judged = {};
  };

  /// Who is mostly fast begins first, those with most workers, whose simulations are long, before others: what one has reached is
  /// the end of the patience with those that begin later.
  void judge_all(std::vector<Trial>& trials) const {
    std::vector<Trial*> turns;
    for (Trial& trial : trials)
      turns.push_back(&trial);
    std::ranges::stable_sort(turns, {}, [](const Trial* trial) {
      return std::pair(turn_of(trial->policy.name), -std::ssize(trial->star.workers));
    });
    std::atomic<double> least = best_.seconds();
    plan::in_parallel(turns.size(), [&](std::size_t turn) {
      Trial& trial = *turns[turn];
      trial.judged = trial.judge(trial.policy, {0, least});
      if (!trial.judged.feasible() || trial.judged.given_up)
        return;
      double known = least;
      while (trial.judged.seconds < known && !least.compare_exchange_weak(known, trial.judged.seconds)) {
      }
    });
  }

  /// \return whether something became faster
  bool attempt(Sides::const_iterator side) {
    if (!attempted_.insert(side - sides_.begin()).second)
      return false; // from where the search began before
    return attempt(side, *side);
  }
  bool attempt(Sides::const_iterator side, std::span<const Attempt> attempts) {
    std::deque<Star> stars; // to which judges refer, and trials to these
    std::deque<Judge> judges;
    std::vector<Trial> trials;
    for (const Attempt& one : attempts) {
      if (uncertainty_.exact() && one.least >= best_.seconds())
        continue;
      const Star& star = stars.emplace_back(enrolled(star_, one.enrolment));
      const Judge& judge = judges.emplace_back(star, product_, uncertainty_, 1);
      for (const PolicyInfo& info : tried_)
        trials.push_back({one.enrolment, star, judge, info});
      if (one.is_short && uncertainty_.exact())
        for (const PolicyInfo& info : others_)
          trials.push_back({one.enrolment, star, judge, info});
    }
    judge_all(trials);
    const double before = best_.seconds();
    for (Trial& trial : trials)
      if (Judged& judged = trial.judged;
          judged.feasible() && !judged.given_up && judged.seconds < best_.seconds()) {
        best_ = {trial.enrolment, std::move(judged)};
        best_side_ = side;
      }
    return best_.seconds() < before;
  }

  const Star& star_;
  const Product& product_;
  std::vector<PolicyInfo> tried_, others_; ///< others in short simulations only
  Uncertainty uncertainty_;
  Sides sides_;                        ///< the largest chunks last
  std::set<std::ptrdiff_t> attempted_; ///< of the sides
  Found best_;
  Sides::const_iterator best_side_;
};

double fastest(const std::vector<Judged>& policies) {
  return policies.front().feasible() ? policies.front().seconds : std::numeric_limits<double>::infinity();
}

} // namespace

Star enrolled(Star star, const Enrolment& enrolment) {
  const auto& [workers, side] = enrolment;
  if (workers > 0 && workers < std::ssize(star.workers)) {
    std::vector<std::size_t> order = by_speed(star, side > 0 ? side : std::numeric_limits<Index>::max());
    order.resize(static_cast<std::size_t>(workers));
    std::ranges::sort(order);
    const std::vector<Worker> all = std::exchange(star.workers, {});
    for (const std::size_t k : order)
      star.workers.push_back(all[k]);
    const auto server = std::ranges::find(order, static_cast<std::size_t>(star.server));
    star.server = star.server < 0 || server == order.end() ? -1 : static_cast<int>(server - order.begin());
  }
  if (side > 0)
    for (Worker& worker : star.workers) {
      const Index most = buffers_needed(MemoryLayout::overlapped, side);
      worker.buffers = worker.buffers > 0 ? std::min(worker.buffers, most) : most;
    }
  return star;
}

Choice choose_policy(std::string_view policy, const Star& star, const Product& product, bool added,
                     const Uncertainty& uncertainty) {
  validate(star);
  validate(product);
  if (policy != "auto")
    product_for(policy, product); // nobody knows the name?
  Choice choice;
  const auto compare = [&](const Found& found) {
    const auto& [enrolment, known] = found;
    if (!choice.policies.empty() && choice.enrolment == enrolment)
      return;
    const Star one = enrolled(star, enrolment);
    std::vector<Judged> judged;
    if (policy == "auto")
      judged = compare_policies(one, product, added, uncertainty, known ? &*known : nullptr);
    else if (known && uncertainty.exact())
      judged.push_back(*known);
    else
      judged.push_back(
          Judge(one, product, uncertainty)(*std::ranges::find(policies(), policy, &PolicyInfo::name), {}));
    if (choice.policies.empty() || fastest(judged) < fastest(choice.policies))
      choice = {enrolment, std::move(judged)};
  };
  const auto search = [&](std::string_view name) {
    return EnrolmentSearch(name, star, product, added, uncertainty).best();
  };
  compare(search(policy));
  if (const std::string_view best = choice.policies.front().policy.name;
      policy == "auto" && !is_mostly_fast(best))
    compare(search(best));
  // Who gives out tasks one by one uses memory in another way.
  if (!uncertainty.exact() && has_few_tasks(product))
    compare({});
  return choice;
}

} // namespace hetgrid::server
