// Updates of a matrix, the bulk of a routine's arithmetic, in the order in which they are asked for. What an update reads and
// writes is the queue's until it is done, and it may return before: a device can stand here, while its process goes on with
// panels and messages. A core does it at once.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <utility>

namespace hetgrid::kernel {

/// Of this process: how often a queue is asked whether an update is done before it does it, as if that took a device's time. 0: at
/// once. For tests of those who have to wait.
int& update_delay();

class UpdateQueue {
public:
  /// Updates are counted from 1 on.
  using Ticket = std::int64_t;

  /// \param update  a function without arguments; what it refers to must live until it is done
  template <typename Update>
  Ticket submit(Update&& update) {
    if (update_delay() == 0 && waiting_.empty() && !running_) {
      run(update);
      return ++submitted_;
    }
    waiting_.emplace_back(std::forward<Update>(update));
    return ++submitted_;
  }
  /// Of the last one.
  Ticket submitted() const { return submitted_; }

  /// Whether this update, and all before it, are done. It has to be asked again and again; an update may ask, too.
  bool done(Ticket ticket) {
    if (done_ < ticket && !waiting_.empty() && !running_ && ++questions_ >= update_delay()) {
      questions_ = 0;
      const std::function<void()> update = std::move(waiting_.front());
      waiting_.pop_front();
      run(update);
    }
    return done_ >= ticket;
  }

private:
  template <typename Update>
  void run(Update& update) {
    running_ = true;
    update();
    running_ = false;
    ++done_;
  }

  std::list<std::function<void()>> waiting_;
  Ticket submitted_ = 0, done_ = 0;
  int questions_ = 0;
  bool running_ = false;
};

} // namespace hetgrid::kernel
