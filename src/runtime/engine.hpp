// What a process does while it waits, and between two pieces of its own work.
//
// A distributed routine is a loop over its own work (update this chunk, multiply that panel), and a few services which
// others wait for and which become possible at any time: collect a panel, factor it, solve for a chunk. The loop stays
// in the routine. The services are activities of an engine: whenever the process has to wait, and wherever its loop
// lets it, the engine does the most urgent one that is possible, and moves the messages of the channels.
//
//     engine.add(factor); engine.add(collect);       the most urgent first
//     engine.join(stream);
//     engine.wait(panel is here); work; engine.attend(); work; engine.attend(); ..
//     engine.finish();
#pragma once

#include "comm/panel_stream.hpp"
#include "comm/wait.hpp"
#include "kernel/update_queue.hpp"
#include "measure/profile.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace hetgrid::runtime {

/// Of one call of an activity.
enum class Outcome {
  nothing, ///< it has nothing to do, or cannot do it yet
  done,    ///< it has done a piece of work
  holding ///< others wait for what it has begun and cannot go on with yet: nothing less urgent may come between
};

/// Waits for a condition, which is expected to move messages where that matters; the time counts as idle.
template <typename Condition>
void wait(Condition&& condition) {
  const measure::Phase phase(&measure::Profile::idle);
  comm::wait_until(condition);
}

class Engine {
public:
  /// Does one piece of work, if possible; must not wait.
  using Activity = std::function<Outcome()>;

  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Less urgent than those added before.
  void add(Activity activity) { activities_.push_back(std::move(activity)); }
  /// The messages of this channel move from now on. It must live as long as the engine is used.
  void join(comm::PanelStream& channel) {
    if (std::ranges::find(channels_, &channel) == channels_.end())
      channels_.push_back(&channel);
  }

  /// Waits for a condition, and until none holds this process. Meanwhile activities do what they can.
  template <typename Condition>
  void wait(Condition&& condition) {
    runtime::wait([&] {
      serve();
      return !held_ && condition();
    });
  }
  /// Between two pieces of the caller's work: activities do what they can. Returns as soon as none holds this process.
  void attend();
  /// Waits until this update and all before it are done. Meanwhile activities do what they can.
  void wait(kernel::UpdateQueue& queue, kernel::UpdateQueue::Ticket ticket);
  /// Waits until all that has been opened is here and has gone on to others: from then on they can wait for nothing of this
  /// process's, though it waits elsewhere, where no channel moves.
  void settle();
  /// Waits until all messages of the channels have left and all slots are released.
  void finish();

private:
  void serve();

  std::vector<Activity> activities_;
  std::vector<comm::PanelStream*> channels_;
  bool held_ = false; ///< the last call of an activity was holding
};

} // namespace hetgrid::runtime
