// Broadcast of a sequence of panels along one line (row or column) of the grid.
//
// A panel is a buffer of bytes that every member of the line must see; each member writes the pieces it owns.
// Members on the same node form a group and share one copy of the panel in an MPI shared-memory window: the
// owner writes its piece once and the others read it in place, so that a broadcast inside a node moves no
// data at all. Where there is no memory to share every member is a group of its own. Between groups a piece travels along
// a tree over the ring of groups (owner's group, next group or the one that needs it first, ...), cut into segments so that the
// hops overlap: a chain if it is long, a tree of few levels if it is short (schedule::broadcast_of). The receiver of a group, its
// leader, receives straight into the shared panel. With one process a node this is the classical pipelined ring broadcast, or a
// tree; with one node it is flags in shared memory.
//
//     slot 0:  panel s      being multiplied
//     slot 1:  panel s + 1  being written, sent and received meanwhile (double buffer; more slots on request)
//
// Use, the same sequence on every member:
//     ticket = stream.open(pieces)        after wait_until(stream.can_open())
//     write own pieces to stream.panel(ticket); stream.publish(ticket)
//     wait_until(stream.ready(ticket)); read the panel; stream.release(ticket)
// Nothing in here blocks but reserve(); messages move only inside progress(), which every wait must call.
//
// A piece may have an audience, a set of members that need it: then it travels only to their groups. So the same
// stream also collects (the audience is one member) and scatters.
#pragma once

#include "comm/communicator.hpp"
#include "comm/node_groups.hpp"
#include "comm/pending_messages.hpp"
#include "comm/shared_window.hpp"
#include "hetgrid/parameters.hpp"
#include "schedule/broadcast.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hetgrid::comm {

class PanelStream {
public:
  /// The audience that consists of all members.
  static constexpr int everyone = 0;
  /// No member.
  static constexpr int none = -1;
  /// A contiguous range of bytes of the panel, written by member `owner` of the line. Its offset is that in the slot of
  /// my group, and means nothing if the piece does not concern my group.
  struct Piece {
    int owner;
    std::size_t offset;
    std::size_t bytes;
    int audience = everyone;
    double delay = 0; ///< seconds before one passes it on to another, if all of the audience are waited for
    int first =
        none; ///< member of the audience whose group gets it first; none: the next one behind the owner
  };
  using Ticket = std::int64_t;

  /// Collective over the line. `groups` must live as long as the stream.
  /// \param slots panels that can be under way at a time
  explicit PanelStream(const NodeGroups& groups, int slots = 2);
  PanelStream(const PanelStream&) = delete;
  PanelStream& operator=(const PanelStream&) = delete;

  /// How pieces travel is chosen for this machine from now on. Local: all members must do it.
  void use(const schedule::Machine& machine) noexcept {
    machine_ = machine;
    routes_ = {};
  }
  /// What no more than so many groups receive its owner sends to each of them, from now on. Local, as above.
  void send_directly_to(int receivers) noexcept {
    direct_receivers_ = receivers;
    routes_ = {};
  }

  /// Names a set of members as an audience, by the same number on every member. Collective in that sense, local
  /// otherwise.
  int add_audience(std::span<const int> members);
  /// The number of the audience with these members in this order, which is added if there is none.
  int audience_of(std::span<const int> members);

  /// Collective over the line, with no panel under way: so many can be from now on. If that is another number than before, room
  /// has to be made anew.
  void use_slots(int slots);
  /// Collective over the line, with no panel under way: makes room for panels of up to `bytes`, the same on every
  /// member. Room once made is kept. Shared memory if it can be had, else messages and memory of each member.
  /// \throws SystemError, on every member of the line, if a member has no memory
  void reserve(std::size_t bytes);
  /// The same with as many bytes as the pieces take that concern my group, the same on its members. Where memory cannot be
  /// shared after all each of them takes as much as all together.
  void reserve_for_group(std::size_t bytes);
  /// What reserve() takes of a member's memory at most.
  static constexpr std::size_t memory(std::size_t bytes, int slots) noexcept {
    return static_cast<std::size_t>(slots) * (std::max(bytes, smallest_capacity) + 2 * page);
  }

  /// True if a member of my group writes or needs the pieces of this owner and this audience. Local.
  bool concerns_group(int owner, int audience) const noexcept {
    return concerns(groups_->group_of(groups_->rank()), {owner, 0, 0, audience});
  }

  /// Panels that can be under way at a time.
  int slots() const noexcept { return static_cast<int>(slots_.size()); }
  /// True if the next panel's slot is free: everyone on the node has released it.
  bool can_open();
  /// Starts the next panel: posts this process's receives. `pieces`, but for offsets the same on every member, must not
  /// overlap. Tickets are consecutive numbers.
  /// \throws SystemError, on every member, if the pieces take more messages than MPI tells from each other
  Ticket open(std::span<const Piece> pieces);
  std::byte* panel(Ticket ticket) noexcept { return slots_[slot_of(ticket)].data; }
  /// My pieces are written.
  void publish(Ticket ticket);
  /// The same in steps, one for each group in any order: only messages to that group are sent.
  void publish_to(Ticket ticket, int group);
  int groups() const noexcept { return groups_->count(); }
  /// True if all pieces of the panel that have my group in their audience are there.
  bool ready(Ticket ticket);
  /// I have read the panel. Counts once my messages from and to its slot are done, too: where a group shares the
  /// slot, the others may write there then.
  void release(Ticket ticket);

  /// Moves messages: forwards what has arrived. Cheap if there is nothing to do.
  void progress();
  /// True if none of my messages is under way: what I have opened has come and gone on.
  bool quiet() const { return receives_.empty() && sends_.empty(); }
  /// True if all my sends are complete and all my releases count.
  bool drained();
  /// True if pieces cross node borders on this line.
  bool spans_nodes() const noexcept { return groups_->count() > 1; }

private:
  /// Room for small panels at once: a window is slow to make.
  static constexpr std::size_t smallest_capacity = std::size_t{128} << 10, page = 4096;

  /// In shared memory, which is zero: how many segments were filled in and how often the slot was released, since the
  /// beginning.
  struct alignas(64) Counters {
    std::atomic<std::uint64_t> filled;
    std::atomic<std::uint64_t> released;
  };
  struct Segment : Piece {
    int tag, fan_out;
  };
  struct Slot {
    Counters* counters = nullptr;
    std::byte* data = nullptr;
    std::uint64_t expected_filled = 0;
    std::uint64_t expected_released = 0;
    bool release_due = false;      ///< released by me, but not counted yet
    std::vector<Segment> segments; ///< of the panel in the slot, those that my group needs or sends
  };
  struct Receive {
    int slot;
    std::size_t segment; ///< index into the slot's segments
  };

  /// How so many bytes get to so many groups.
  struct Route {
    double bytes = 0, delay = 0;
    int receivers = none;
    schedule::Broadcast broadcast = {1, 1};
  };

  std::size_t slot_of(Ticket ticket) const noexcept {
    return static_cast<std::size_t>(ticket) % slots_.size();
  }
  std::int64_t tags_per_slot() const noexcept;
  /// Ascending.
  std::span<const int> groups_of(int audience) const noexcept {
    const auto* const first = &audience_begin_[static_cast<std::size_t>(audience)];
    return std::span(audience_groups_).subspan(first[0], first[1] - first[0]);
  }
  bool concerns(int group, const Piece& piece) const noexcept;
  // The groups that have a piece, in the order of the ring: position 0 is the owner's.
  schedule::Ring ring_of(const Piece& piece) const noexcept;
  int index_of(const Piece& piece, int group) const noexcept;
  int receivers(const Piece& piece) const noexcept;
  schedule::Broadcast route_of(const Piece& piece);
  int my_position(const Piece& piece) const noexcept;
  int group_at(const Piece& piece, int position) const noexcept;
  void receive_segment(int slot, std::size_t segment);
  static constexpr int every_group = -1;
  void send_on(int slot, std::size_t segment, int to_group = every_group);
  void send_mine(int slot, int to_group);
  void tell_my_group(Slot& slot);
  /// True if none of my messages uses the slot.
  bool is_quiet(int slot) const;
  void count_releases();
  void use(const NodeGroups& groups);
  void grow(std::size_t bytes);
  bool map_window(std::size_t bytes);
  void find_groups(std::size_t audience);

  const NodeGroups* groups_;
  std::int64_t largest_tag_;
  schedule::Machine machine_;
  int direct_receivers_ = 1;
  std::array<Route, 64> routes_; ///< the last ones: a panel may have a piece for each process, of few lengths
  std::unique_ptr<NodeGroups> single_;            ///< where memory cannot be shared
  Communicator line_;                             ///< for the messages between groups
  std::vector<int> audience_members_;             ///< of all audiences, one after the other
  std::vector<std::size_t> members_begin_{0, 0};  ///< of each audience, and the end; everyone is not stored
  std::vector<int> audience_groups_;              ///< of all audiences, one after the other
  std::vector<std::size_t> audience_begin_{0, 0}; ///< of each audience, and the end; everyone is not stored
  SharedWindow window_;
  std::size_t capacity_ = 0; ///< bytes of a slot
  std::vector<Slot> slots_;
  Ticket next_ = 0;
  PendingMessages<Receive> receives_;
  PendingMessages<int> sends_; ///< by slot
};

} // namespace hetgrid::comm
