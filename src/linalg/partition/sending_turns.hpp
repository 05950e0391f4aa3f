// Who may send when: all processes at once, or one after the other.
#pragma once

#include "comm/messages.hpp"
#include "comm/panel_stream.hpp"
#include "comm/pending_messages.hpp"
#include "runtime/engine.hpp"

namespace hetgrid::linalg {

/// Publishes a panel of every process: at once, or, serially, as soon as what the process before has published is gone,
/// which it says by a message to the next one; each sends to one after the other then. The same on all processes of the
/// communicator.
class SendingTurns {
public:
  SendingTurns(MPI_Comm comm, int rank, int size, comm::PanelStream& stream, comm::PanelStream::Ticket ticket,
               bool serial)
      : comm_(comm), rank_(rank), stream_(stream), ticket_(ticket), serial_(serial),
        is_my_turn_(!serial || rank == 0), tells_next_(serial && rank + 1 < size) {
    if (!is_my_turn_)
      messages_.add(comm::receive(&received_, 1, rank - 1, tag, comm), Message::from_before);
  }

  /// An activity of the engine.
  runtime::Outcome attend() {
    messages_.test_some(
        [this](Message message) { is_my_turn_ = is_my_turn_ || message == Message::from_before; });
    if (is_my_turn_ && !published_ && (!serial_ || stream_.drained())) {
      publish();
      return runtime::Outcome::done;
    }
    if (published_ && tells_next_ && stream_.drained()) {
      messages_.add(comm::send(&sent_, 1, rank_ + 1, tag, comm_), Message::to_next);
      tells_next_ = false;
      return runtime::Outcome::done;
    }
    return runtime::Outcome::nothing;
  }

  /// Nothing more of this process is to be sent.
  bool over() const noexcept { return published_ && !tells_next_ && messages_.empty(); }

private:
  void publish() {
    if (serial_)
      stream_.publish_to(ticket_, next_group_++);
    else
      stream_.publish(ticket_);
    published_ = !serial_ || next_group_ == stream_.groups();
  }

  enum class Message { from_before, to_next };
  static constexpr int tag = 1; // of the communicator of a grid, which redistribution uses with tag 0

  MPI_Comm comm_;
  int rank_;
  comm::PanelStream& stream_;
  comm::PanelStream::Ticket ticket_;
  bool serial_, is_my_turn_, tells_next_, published_ = false;
  int next_group_ = 0; ///< serially
  std::byte received_{}, sent_{};
  comm::PendingMessages<Message> messages_;
};

} // namespace hetgrid::linalg
