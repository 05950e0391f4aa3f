#include "runtime/engine.hpp"

namespace hetgrid::runtime {

void Engine::serve() {
  // From the most urgent one on again after every piece of work, as it may have made others possible.
  for (std::size_t a = 0; a < activities_.size();) {
    const Outcome outcome = activities_[a]();
    held_ = outcome == Outcome::holding;
    if (held_)
      break;
    a = outcome == Outcome::done ? 0 : a + 1;
  }
  for (comm::PanelStream* const channel : channels_)
    channel->progress();
}

void Engine::attend() {
  serve();
  if (held_)
    wait([&] { return !held_; });
}

void Engine::wait(kernel::UpdateQueue& queue, kernel::UpdateQueue::Ticket ticket) {
  if (!queue.done(ticket))
    wait([&] { return queue.done(ticket); });
}

void Engine::settle() {
  wait([&] { return std::ranges::all_of(channels_, &comm::PanelStream::quiet); });
}

void Engine::finish() {
  wait([&] {
    bool drained = true;
    for (comm::PanelStream* const channel : channels_)
      drained &= channel->drained();
    return drained;
  });
}

} // namespace hetgrid::runtime
