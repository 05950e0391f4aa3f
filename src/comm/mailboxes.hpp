// Sequences of small messages between any two processes of a communicator, packed and unpacked in place.
//
// From every process to every other there is a mailbox: two slots of equal size, filled and emptied in turns,
// so that the sender packs a message while the receiver unpacks the one before. Between processes that share
// memory a slot lies in a shared window: packing there and unpacking from there are the only copies. Between
// others both sides have the slots and MPI carries the message.
#pragma once

#include "comm/communicator.hpp"
#include "comm/node_groups.hpp"
#include "comm/shared_window.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hetgrid::comm {

class Mailboxes {
public:
  /// Slots of a mailbox.
  static constexpr int slots = 2;

  /// Those of a communicator, made at the first call and freed with it. Collective over `comm`. If `shared`
  /// (the same everywhere) and processes of it can share memory, they do so from this call on; making shared
  /// memory takes longer than a few small messages. To be called within a Reservation of memory().
  static Mailboxes& of(MPI_Comm comm, bool shared);
  /// What a process takes at most for those of a communicator of so many processes, bytes.
  static std::size_t memory(int processes) noexcept;

  explicit Mailboxes(MPI_Comm comm);
  Mailboxes(const Mailboxes&) = delete;
  Mailboxes& operator=(const Mailboxes&) = delete;

  /// Size of a slot, a multiple of 64; the same on every process.
  std::size_t slot_bytes() const noexcept { return slot_bytes_; }
  int rank() const noexcept { return rank_; }

  /// All below is local, and nothing blocks. Messages move in these calls only.

  /// A free slot for a message to `peer`, or nullptr. send() passes it on, filled with `bytes`.
  std::byte* slot_for(int peer);
  void send(int peer, std::size_t bytes);
  /// All messages to `peer` have left, so that the mailbox is as new.
  bool all_sent(int peer);

  /// Announces that one more message of `bytes` will come from `peer`. No more than `slots` messages may be
  /// announced and not yet released.
  void expect(int peer, std::size_t bytes);
  /// The oldest message from `peer` that was announced and not released, or nullptr if it is not there yet.
  std::byte* arrived(int peer);
  void release(int peer);

private:
  using Count = std::atomic<std::uint64_t>;
  static_assert(Count::is_always_lock_free);

  /// In shared memory, which is zero; counts messages of a mailbox. Sender and receiver write to lines of their own.
  struct Counters {
    alignas(64) Count sent{0};
    alignas(64) Count released{0};
  };
  /// One end of a mailbox: what this process sends to, or receives from, a peer.
  struct End {
    std::array<std::byte*, slots> slot{};
    std::array<MPI_Request, slots> request{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    Counters* counters = nullptr;      ///< of a shared mailbox; nullptr: by MPI
    std::uint64_t begun = 0, done = 0; ///< messages sent or expected; those that have left or are released
  };

  void share();
  /// Messages sent and not yet gone.
  static std::uint64_t under_way(End& end);

  MPI_Comm comm_;
  int rank_ = 0, size_ = 0;
  std::size_t slot_bytes_ = 0;
  std::unique_ptr<std::byte[]> private_slots_;
  std::unique_ptr<NodeGroups> groups_;
  SharedWindow window_;
  std::vector<End> outgoing_, incoming_; ///< by rank
};

} // namespace hetgrid::comm
