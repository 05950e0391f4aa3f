// An arrangement in which given shares respect r_i t_ij c_j <= 1 exists if and only if the loads r_i c_j,
// sorted, are nowhere above the speeds 1/t, sorted. So the shares alone are the unknowns, and the arrangement
// follows: the largest load to the fastest process. From any shares two moves alternate until W no longer
// rises:
//
//   deal   The processes are dealt out by the loads. No other arrangement leaves the tightest constraint
//          more room.
//   climb  Edge exchanges between acceptable trees of this arrangement.
//
// The first starts are those of [Boudet99] 4.4 with many splits into fast and slow processes (on small grids
// all of them), which needs no threshold, and products of the quantiles of the speeds: the rows take a part b
// of the spread of log(1/t), the columns the rest. With b = 0 the columns are slices of the sorted processes;
// with b = 1/q the rows divide the spread within a slice again. Then the best shares are disturbed again and
// again, all of them or those of one row or column, by factors between the spread of all speeds and the
// distance between two of them.
#include "plan/search/local_search.hpp"

#include "layout/subscript.hpp"
#include "plan/search/exact_shares.hpp"
#include "plan/search/heuristic.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <set>

namespace hetgrid::plan {
namespace {

class LocalSearch {
public:
  LocalSearch(std::span<const double> sorted, int p, int q, std::uint64_t seed, double bound,
              ProgressMeter& meter)
      : sorted_(sorted), p_(p), q_(q), bound_(bound), best_(search_heuristically(sorted, p, q)),
        random_(seed), meter_(meter), moved_(p, q, {sorted.begin(), sorted.end()}),
        factor_(generic(TimeMatrix(p, q, std::vector<double>(sorted.size(), 1.0)))) {}

  Solution run(double effort) {
    constexpr double short_search = 0.05; // which only asks how much of the speeds a grid reaches
    ascend(best_.shares);
    if (effort >= short_search) {
      start_from_corners();
      start_from_quantiles({0.0, 0.5 / q_, 1.0 / q_, 2.0 / q_, 0.25, 0.5, 0.75, 1 - 2.0 / p_, 1 - 1.0 / p_,
                            1 - 0.5 / p_, 1.0});
    } else
      start_from_quantiles({0.0, 0.25, 1 - 0.5 / p_});
    chains(effort);
    best_.bound = bound_;
    return std::move(best_);
  }

private:
  bool finished() const { return meter_.ended() || best_.work >= bound_ * (1 - 1e-12); }

  /// Deals and climbs from the given shares on; keeps what is better than the best so far.
  void ascend(const Shares& start) {
    deal(start);
    tree_.grow(moved_, start);
    for (double last = 0;;) {
      climb(tree_);
      highest_ = std::max(highest_, best_.work);
      const bool goes_on =
          meter_.advance(static_cast<double>(p_) * q_ * (p_ + q_), fraction_, highest_, bound_);
      const double reached = tree_.work();
      if (reached > best_.work * (1 + resolution))
        adopt();
      if (!goes_on || reached <= last * (1 + resolution))
        return;
      last = reached;
      const Shares shares = tree_.shares();
      deal(shares);
      tree_.grow(moved_, shares);
    }
  }

  /// moved_ becomes the matrix in which the largest load has the smallest cycle-time.
  void deal(const Shares& shares) {
    loads_.clear();
    for (int i = 0; i < p_; ++i)
      for (int j = 0; j < q_; ++j)
        loads_.push_back({~std::bit_cast<std::uint64_t>(shares.r[at(i)] * shares.c[at(j)]), i * q_ + j});
    sort_loads();
    for (std::size_t k = 0; k < loads_.size(); ++k) {
      const int cell = loads_[k].cell, i = cell / q_, j = cell % q_;
      moved_(i, j) = sorted_[k] * factor_(i, j);
    }
  }

  /// By their keys, equal ones in the order of the cells. Of many loads a radix sort, digit by digit from the lowest, is
  /// several times as fast as one that compares.
  void sort_loads() {
    constexpr std::size_t few = 128;
    if (loads_.size() < few) {
      std::ranges::sort(loads_, [](const Load& a, const Load& b) {
        return a.key < b.key || (a.key == b.key && a.cell < b.cell);
      });
      return;
    }
    constexpr int digits = 8;
    const auto digit = [](const Load& load, int d) { return static_cast<std::uint8_t>(load.key >> (8 * d)); };
    std::array<std::array<std::uint32_t, 256>, digits> count{};
    for (const Load& load : loads_)
      for (int d = 0; d < digits; ++d)
        ++count[at(d)][digit(load, d)];
    sorted_loads_.resize(loads_.size());
    for (int d = 0; d < digits; ++d) {
      std::array<std::uint32_t, 256>& place = count[at(d)];
      if (place[digit(loads_.front(), d)] == loads_.size())
        continue; // all alike
      std::exclusive_scan(place.begin(), place.end(), place.begin(), std::uint32_t{0});
      for (const Load& load : loads_)
        sorted_loads_[place[digit(load, d)]++] = load;
      std::swap(loads_, sorted_loads_);
    }
  }

  void adopt() {
    best_.arrangement.process.resize(sorted_.size());
    for (std::size_t k = 0; k < loads_.size(); ++k)
      best_.arrangement.process[at(loads_[k].cell)] = static_cast<int>(k);
    best_.shares = tree_.shares_for(TimeMatrix(sorted_, best_.arrangement));
    best_.work = work(best_.shares);
  }

  void start_from_corners() {
    const int cells = p_ * q_, most = cells <= 64 ? cells : 8;
    std::set<std::pair<int, int>> known;
    for (int k = 1; k <= most; ++k) {
      const int fast = static_cast<int>(static_cast<double>(k) * cells / most);
      const FastCorner corner = fast_corner(p_, q_, fast);
      if (finished() || !known.emplace(corner.rows, corner.columns).second)
        continue;
      const TimeMatrix t(sorted_, hook_arrangement(p_, q_, corner));
      ascend(corner_shares(t, corner));
    }
  }

  /// \param parts  b
  void start_from_quantiles(std::initializer_list<double> parts) {
    for (const double b : parts) {
      if (finished())
        return;
      Shares shares;
      for (int i = 0; i < p_; ++i)
        shares.r.push_back(std::pow(quantile((i + 0.5) / p_), b));
      for (int j = 0; j < q_; ++j)
        shares.c.push_back(std::pow(quantile((j + 0.5) / q_), 1 - b));
      ascend(shares);
    }
  }

  double quantile(double fraction) const {
    return 1 / sorted_[static_cast<std::size_t>(fraction * static_cast<double>(sorted_.size()))];
  }

  /// Disturbs from the best start again and again. From 17 to 64 processes a chain of improvements now and then ends on
  /// a hill that is not the highest, and there is time for several chains.
  void chains(double effort) {
    const bool several = effort >= 1 && sorted_.size() > 16 && sorted_.size() <= 64;
    const int count = several ? 6 : 1;
    const Solution start = best_;
    Solution best = start;
    for (chain_ = 0; chain_ < count && !finished(); ++chain_) {
      best_ = start;
      disturb(several ? 0.5 * effort : effort, count);
      if (best_.work > best.work)
        best = best_;
    }
    best_ = std::move(best);
  }

  void disturb(double effort, int count_of_chains) {
    const double cells = static_cast<double>(sorted_.size());
    const double spread = std::log(sorted_.back() / sorted_.front());
    // Up to 4 x 4 as many as there is to find, beyond as many as the time for each allows; from 20 x 20 on the shares are
    // rounded to blocks by more than another step finds.
    constexpr double most = 4000, cost_of_most = 16 * (4 + 4), cost_of_large = 400 * (20 + 20);
    const double cost = cells * (p_ + q_);
    const double part = cost < cost_of_most ? cost / cost_of_most : std::pow(cost_of_most / cost, 0.42),
                 part_of_large = cost < cost_of_large ? 1 : std::sqrt(cost_of_large / cost);
    const int steps = static_cast<int>(effort * most * part * part_of_large);
    for (int step = 0; step < steps && !finished(); ++step) {
      fraction_ = (chain_ + static_cast<double>(step) / steps) / count_of_chains;
      ascend(disturbed(best_.shares, 2 * spread * std::pow(cells, -uniform())));
    }
  }

  /// Logarithms of the shares changed by at most `size`.
  Shares disturbed(Shares shares, double size) {
    if (uniform() < 0.5) {
      for (std::vector<double>* side : {&shares.r, &shares.c})
        for (double& share : *side)
          share *= std::exp(size * (2 * uniform() - 1));
    } else {
      std::vector<double>& side = uniform() * (p_ + q_) < p_ ? shares.r : shares.c;
      side[random_() % side.size()] *= std::exp(3 * size * (2 * uniform() - 1));
    }
    return shares;
  }

  /// In [0, 1), the same everywhere, unlike std::uniform_real_distribution.
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  std::span<const double> sorted_;
  int p_, q_;
  double bound_;
  Solution best_;
  std::mt19937_64 random_;
  ProgressMeter& meter_;
  double fraction_ = 0;
  int chain_ = 0;
  double highest_ = 0; ///< W of the best of all chains

  /// A load r_i c_j > 0. As bits, numbers above 0 have their own order.
  struct Load {
    std::uint64_t key; ///< complement of the bits: the largest load comes first
    int cell;
  };
  std::vector<Load> loads_, sorted_loads_;
  TimeMatrix moved_;  ///< cycle-times as dealt out, moved apart as by generic()
  TimeMatrix factor_; ///< generic_factor() of all cells
  SpanningTree tree_;
};

} // namespace

Solution iterated_local_search(std::span<const double> sorted, int p, int q, std::uint64_t seed, double bound,
                               ProgressMeter& meter, double effort) {
  return LocalSearch(sorted, p, q, seed, bound, meter).run(effort);
}

} // namespace hetgrid::plan
