// How fast a worker is, by when it is heard of.
#pragma once

#include "hetgrid/server.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <vector>

namespace hetgrid::server {

/// What a worker has been given and not done, and how long its updates take lately.
class Pace {
public:
  void given(const Transfer& transfer, double now) {
    pending_.push_back({transfer.updates, updates(transfer), now});
    pending_updates_ += pending_.back().updates;
    look_at_oldest();
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
    look_at_oldest();
  }
  /// Results leave once these are done.
  bool waits_for(const Transfer& result) const {
    return std::ranges::any_of(pending_,
                               [&](const Given& given) { return server::waits_for(result, given.list); });
  }
  Index pending_updates() const { return pending_updates_; }
  /// Seconds that an update takes, if that is known: also of one that lasts already. 0: it is not
  double seconds_per_update(double now) const {
    return now <= due_ ? known_ : std::max(known_, (now - oldest_since_) / oldest_updates_);
  }

private:
  struct Given {
    std::vector<Update> list;
    Index updates; ///< blocks
    double begin;
  };
  /// All workers are asked for each transfer: mostly by when the oldest should be done, that is in time.
  void look_at_oldest() {
    known_ = updates_ > 0 ? seconds_ / updates_ : 0;
    due_ = std::numeric_limits<double>::infinity();
    if (pending_.empty())
      return;
    oldest_since_ = std::max(since_, pending_.front().begin);
    oldest_updates_ = static_cast<double>(std::max<Index>(1, pending_.front().updates));
    due_ = oldest_since_ + known_ * oldest_updates_;
  }

  std::deque<Given> pending_;
  Index pending_updates_ = 0;                            ///< blocks
  double seconds_ = 0, updates_ = 0;                     ///< of those that are done, the older the less
  double since_ = 0;                                     ///< the last was done
  double known_ = 0;                                     ///< seconds of an update of those
  double oldest_since_ = 0;                              ///< the oldest of the pending has begun
  double oldest_updates_ = 1;                            ///< of it
  double due_ = std::numeric_limits<double>::infinity(); ///< it should be done
};

} // namespace hetgrid::server
