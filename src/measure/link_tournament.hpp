// Links of hosts, of which there are too many to measure every pair: a link of each to a centre explains all pairs, and few
// measurements of disjoint pairs, many at a time, find it.
#pragma once

#include "hetgrid/platform.hpp"
#include "measure/probe_pairs.hpp"

#include <vector>

namespace hetgrid::measure {

/// A pair is as fast as the slower of its hosts, so a host is at least as fast as its fastest pair. It is that fast if its
/// partner there is known to be faster, and as fast as one need know if nobody is.
///
/// The first rounds are those of a tournament, in which all pairs differ: as many as hosts have bits, twice, or until
/// everybody has met everybody. Later ones pair those that may be faster than they seem with the fastest that they have not met.
/// Hosts are numbers from 0 on.
class LinkTournament {
public:
  explicit LinkTournament(int hosts);

  /// Pairs to measure next, none of which has a host in common with another one; empty: no more.
  std::vector<Pair> next_round();
  /// Of a pair of the last round.
  void add(const Pair& pair, const plan::Link& link);

  /// Of each host to the centre: a message takes both latencies and the slower bandwidth.
  std::vector<plan::Link> links() const;
  /// True if these links say of all pairs but a few what was measured.
  bool explain(const std::vector<plan::Link>& links) const;
  /// Of all pairs that were measured.
  const std::vector<plan::Link>& measured() const noexcept { return measured_; }

private:
  struct Meeting {
    int partner;
    plan::Link link;
  };
  std::vector<Pair> round_of_tournament() const;
  std::vector<Pair> round_of_the_unknown() const;
  double seconds_per_byte(int host) const;

  std::vector<std::vector<Meeting>> meetings_; ///< of each host
  std::vector<Pair> pairs_;                    ///< that were measured
  std::vector<plan::Link> measured_;           ///< of them
  int round_ = 0, tournament_rounds_, most_rounds_;
};

/// Links whose bandwidths differ by no larger a part are alike.
inline constexpr double alike = 0.1;

bool are_alike(const std::vector<plan::Link>& links);

} // namespace hetgrid::measure
