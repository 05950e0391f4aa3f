// How fast a worker is, by when it is heard of.
#pragma once

#include "hetgrid/server.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace hetgrid::server {

/// What a worker has been given and not done, and how long its updates take lately.
class Pace {
public:
  void given(const Transfer& transfer, double now) {
    pending_.push_back({transfer.updates, updates(transfer), now});
    pending_updates_ += pending_.back().updates;
  }
  /// All but the last so many transfers are done.
  void done(Index pending, double now) {
    constexpr double memory = 0.7; // of a few steps: speeds change
    for (; std::ssize(pending_) > pending; pending_.pop_front()) {
      const Given& oldest = pending_.front();
      seconds_ = memory * seconds_ + now - std::max(since_, oldest.begin);
      updates_ = memory * updates_ + static_cast<double>(oldest.updates);
      since_ = now;
      pending_updates_ -= oldest.updates;
    }
  }
  /// Results leave once these are done.
  bool waits_for(const Transfer& result) const {
    return std::ranges::any_of(pending_,
                               [&](const Given& given) { return server::waits_for(result, given.list); });
  }
  Index pending_updates() const { return pending_updates_; }
  /// Seconds that an update takes, if that is known: also of one that lasts already. 0: it is not
  double seconds_per_update(double now) const {
    const double known = updates_ > 0 ? seconds_ / updates_ : 0;
    if (pending_.empty())
      return known;
    const Given& oldest = pending_.front();
    return std::max(known, (now - std::max(since_, oldest.begin)) /
                               static_cast<double>(std::max<Index>(1, oldest.updates)));
  }

private:
  struct Given {
    std::vector<Update> list;
    Index updates; ///< blocks
    double begin;
  };
  std::deque<Given> pending_;
  Index pending_updates_ = 0;        ///< blocks
  double seconds_ = 0, updates_ = 0; ///< of those that are done, the older the less
  double since_ = 0;                 ///< the last was done
};

} // namespace hetgrid::server
