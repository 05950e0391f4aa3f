// Where the port of the server was idle though a worker could have taken something, in a run whose transfers go one at a time.
#pragma once

#include "hetgrid/server.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::testing {

/// A worker can give back what is computed, and take a chunk, or a step unless so many are waiting for its core.
class IdlePort {
public:
  IdlePort(const server::Star& star, int most_waiting)
      : most_waiting_(most_waiting), of_(star.workers.size()) {}

  server::Observer observer() {
    return [this](const server::Transfer& transfer, const server::Occurrence& when) {
      of_[static_cast<std::size_t>(transfer.worker)].push_back(
          {transfer.to_server, transfer.updates.empty(), when});
      port_.emplace_back(when.begin, when.end);
    };
  }

  /// Empty, or the first time.
  std::string verdict() {
    std::ranges::sort(port_);
    double idle_since = 0;
    for (const auto& [begin, end] : port_) {
      if (begin > idle_since)
        if (const int worker = who_could(idle_since); worker >= 0)
          return "idle from " + std::to_string(idle_since) + " to " + std::to_string(begin) +
                 " though there was something for worker " + std::to_string(worker);
      idle_since = std::max(idle_since, end);
    }
    return "";
  }

private:
  struct Event {
    bool to_server, only_c;
    server::Occurrence when;
  };

  /// A worker whose next transfer need not have waited, or -1.
  int who_could(double time) const {
    for (std::size_t worker = 0; worker < of_.size(); ++worker) {
      const std::vector<Event>& events = of_[worker]; // in their order
      const auto next =
          std::ranges::find_if(events, [&](const Event& event) { return event.when.begin > time; });
      if (next == events.end())
        continue;
      const auto waiting = std::count_if(events.begin(), next, [&](const Event& event) {
        return !event.to_server && !event.only_c && event.when.update_end > time;
      });
      if (next->to_server || next->only_c ? waiting == 0 : waiting < most_waiting_)
        return static_cast<int>(worker);
    }
    return -1;
  }

  int most_waiting_;
  std::vector<std::vector<Event>> of_; ///< transfers, by worker
  std::vector<std::pair<double, double>> port_;
};

} // namespace hetgrid::testing
