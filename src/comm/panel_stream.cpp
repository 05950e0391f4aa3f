#include "comm/panel_stream.hpp"

#include "comm/agreement.hpp"
#include "comm/messages.hpp"
#include "hetgrid/error.hpp"
#include "kernel/workspace.hpp"

#include <algorithm>
#include <new>
#include <string>

namespace hetgrid::comm {
namespace {

/// MPI counts bytes in an int.
constexpr std::size_t largest_message = std::size_t{1} << 30;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Messages have tags from 0 to this, the same on all processes. With Open MPI only MPI_COMM_WORLD tells it.
std::int64_t largest_tag() {
  constexpr std::int64_t guaranteed = 32'767;
  int found = 0;
  const int* largest = nullptr;
  HG_MPI(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found));
  return found ? *largest : guaranteed;
}

} // namespace

PanelStream::PanelStream(const NodeGroups& groups, int slots)
    : largest_tag_(largest_tag()), slots_(static_cast<std::size_t>(slots)) {
  use(groups);
}

void PanelStream::use(const NodeGroups& groups) {
  groups_ = &groups;
  if (groups.count() > 1)
    line_ = Communicator::split(groups.line(), 0, groups.rank());
  audience_groups_.clear();
  audience_begin_.resize(2);
  for (std::size_t audience = 1; audience + 1 < members_begin_.size(); ++audience)
    find_groups(audience);
}

int PanelStream::add_audience(std::span<const int> members) {
  audience_members_.insert(audience_members_.end(), members.begin(), members.end());
  members_begin_.push_back(audience_members_.size());
  const std::size_t audience = members_begin_.size() - 2;
  find_groups(audience);
  return static_cast<int>(audience);
}

int PanelStream::audience_of(std::span<const int> members) {
  for (std::size_t audience = 1; audience + 1 < members_begin_.size(); ++audience)
    if (std::ranges::equal(members, std::span(audience_members_)
                                        .subspan(members_begin_[audience],
                                                 members_begin_[audience + 1] - members_begin_[audience])))
      return static_cast<int>(audience);
  return add_audience(members);
}

void PanelStream::find_groups(std::size_t audience) {
  const auto first = static_cast<std::ptrdiff_t>(audience_groups_.size());
  for (std::size_t k = members_begin_[audience]; k < members_begin_[audience + 1]; ++k)
    audience_groups_.push_back(groups_->group_of(audience_members_[k]));
  std::sort(audience_groups_.begin() + first, audience_groups_.end());
  audience_groups_.erase(std::unique(audience_groups_.begin() + first, audience_groups_.end()),
                         audience_groups_.end());
  audience_begin_.push_back(audience_groups_.size());
}

bool PanelStream::concerns(int group, const Piece& piece) const noexcept {
  return groups_->group_of(piece.owner) == group || piece.audience == everyone ||
         std::ranges::binary_search(groups_of(piece.audience), group);
}

bool PanelStream::map_window(std::size_t bytes) {
  const std::size_t slot_bytes = rounded_up(bytes, page);
  const std::size_t counter_bytes = rounded_up(slots_.size() * sizeof(Counters), page);
  const std::size_t data_bytes = slots_.size() * slot_bytes;
  window_ = SharedWindow(*groups_, counter_bytes + (kernel::computes() ? data_bytes : 0));
  if (!all_succeed(groups_->line(), !window_.empty())) {
    window_ = SharedWindow();
    return false;
  }
  std::byte* const base = window_.data();
  std::byte* data = base + counter_bytes;
  if constexpr (kernel::simulated)
    if (!kernel::computes())
      data = kernel::common_memory(data_bytes);
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    slots_[s] = {};
    slots_[s].counters = std::launder(reinterpret_cast<Counters*>(base) + s);
    slots_[s].data = data + s * slot_bytes;
  }
  capacity_ = slot_bytes;
  return true;
}

void PanelStream::use_slots(int slots) {
  if (slots == this->slots())
    return;
  window_ = SharedWindow();
  capacity_ = 0;
  slots_.assign(static_cast<std::size_t>(slots), {});
}

void PanelStream::reserve(std::size_t bytes) {
  if (bytes > capacity_ || window_.empty())
    grow(bytes);
}

void PanelStream::reserve_for_group(std::size_t bytes) {
  if (!all_succeed(groups_->line(), bytes <= capacity_ && !window_.empty()))
    grow(std::max(bytes, capacity_));
}

void PanelStream::grow(std::size_t bytes) {
  bytes = std::max(bytes, smallest_capacity);
  window_ = SharedWindow();
  capacity_ = 0;
  if (map_window(bytes))
    return;
  if (!single_) {
    single_ = std::make_unique<NodeGroups>(NodeGroups::of_single_processes(groups_->line()));
    use(*single_);
    if (map_window(bytes))
      return;
  }
  throw SystemError("no memory for panels of " + std::to_string(bytes) + " bytes");
}

bool PanelStream::can_open() {
  progress();
  const Slot& slot = slots_[slot_of(next_)];
  // At least: the others may have released the coming panel already if none of its pieces is mine.
  return slot.counters->released.load(std::memory_order_acquire) >= slot.expected_released;
}

PanelStream::Ticket PanelStream::open(std::span<const Piece> pieces) {
  const int slot_index = static_cast<int>(slot_of(next_));
  Slot& slot = slots_[slot_of(next_)];
  const int my_group = groups_->group_of(groups_->rank());
  slot.segments.clear();
  const std::int64_t tags = tags_per_slot();
  std::int64_t count = 0; // of all segments, since two groups need not know the same ones
  for (const Piece& piece : pieces) {
    const auto [fan_out, segments] = route_of(piece);
    const std::size_t length = std::min(rounded_up(piece.bytes, static_cast<std::size_t>(segments) * 64) /
                                            static_cast<std::size_t>(segments),
                                        largest_message);
    for (std::size_t begin = 0; begin < piece.bytes; begin += length, ++count)
      if (concerns(my_group, piece)) {
        Piece part = piece;
        part.offset += begin;
        part.bytes = std::min(length, piece.bytes - begin);
        slot.segments.push_back({part, static_cast<int>(slot_index * tags + count), fan_out});
      }
  }
  if (spans_nodes() && count > tags)
    throw SystemError("a panel travels in " + std::to_string(count) + " messages, MPI tells " +
                      std::to_string(tags) + " from each other");
  slot.expected_filled += slot.segments.size();
  slot.expected_released += static_cast<std::uint64_t>(groups_->node_size());

  if (groups_->count() > 1 && groups_->leader_of(my_group) == groups_->rank())
    for (std::size_t i = 0; i < slot.segments.size(); ++i)
      if (groups_->group_of(slot.segments[i].owner) != my_group)
        receive_segment(slot_index, i);
  note_progress();
  return next_++;
}

/// Panels are under way at the same time and their messages may overtake each other, as do those of a panel that a process
/// sends and those that it passes on: the tag tells slot and segment.
std::int64_t PanelStream::tags_per_slot() const noexcept {
  return (largest_tag_ + 1) / static_cast<std::int64_t>(slots_.size());
}

/// Of a group that has the piece in its audience; of others, where it would be.
int PanelStream::index_of(const Piece& piece, int group) const noexcept {
  if (piece.audience == everyone)
    return group;
  const std::span<const int> audience = groups_of(piece.audience);
  return static_cast<int>(std::ranges::lower_bound(audience, group) - audience.begin());
}

schedule::Ring PanelStream::ring_of(const Piece& piece) const noexcept {
  const bool all = piece.audience == everyone;
  const int owner = groups_->group_of(piece.owner), place = index_of(piece, owner);
  const bool owner_is_in = all || std::ranges::binary_search(groups_of(piece.audience), owner);
  const int begin =
      piece.first == none ? place + owner_is_in : index_of(piece, groups_->group_of(piece.first));
  return {all ? groups_->count() : static_cast<int>(groups_of(piece.audience).size()), begin,
          owner_is_in ? place : -1};
}

int PanelStream::receivers(const Piece& piece) const noexcept {
  if (piece.audience == everyone)
    return groups_->count() - 1;
  const std::span<const int> audience = groups_of(piece.audience);
  return static_cast<int>(audience.size()) -
         std::ranges::binary_search(audience, groups_->group_of(piece.owner));
}

schedule::Broadcast PanelStream::route_of(const Piece& piece) {
  const int to = receivers(piece);
  const auto bytes = static_cast<double>(piece.bytes);
  Route& route = routes_[(piece.bytes / 64 + static_cast<std::size_t>(to)) % routes_.size()];
  if (route.receivers != to || route.bytes != bytes || route.delay != piece.delay)
    route = {bytes, piece.delay, to,
             schedule::broadcast_of(bytes, to, machine_, piece.delay, direct_receivers_)};
  return route.broadcast;
}

int PanelStream::my_position(const Piece& piece) const noexcept {
  const int mine = groups_->group_of(groups_->rank());
  return mine == groups_->group_of(piece.owner) ? 0 : ring_of(piece).position(index_of(piece, mine));
}

int PanelStream::group_at(const Piece& piece, int position) const noexcept {
  if (position == 0)
    return groups_->group_of(piece.owner);
  const int place = ring_of(piece).place(position);
  return piece.audience == everyone ? place : groups_of(piece.audience)[static_cast<std::size_t>(place)];
}

void PanelStream::receive_segment(int slot, std::size_t index) {
  const Segment& segment = slots_[static_cast<std::size_t>(slot)].segments[index];
  const int from = (my_position(segment) - 1) / segment.fan_out;
  receives_.add(receive(slots_[static_cast<std::size_t>(slot)].data + segment.offset, segment.bytes,
                        from == 0 ? segment.owner : groups_->leader_of(group_at(segment, from)), segment.tag,
                        line_.get()),
                {slot, index});
}

void PanelStream::send_on(int slot, std::size_t index, int to_group) {
  const Segment& segment = slots_[static_cast<std::size_t>(slot)].segments[index];
  const int first = my_position(segment) * segment.fan_out + 1;
  const int last = std::min(receivers(segment), first + segment.fan_out - 1);
  for (int position = first; position <= last; ++position) {
    const int group = group_at(segment, position);
    if (to_group == every_group || to_group == group)
      sends_.add(send(slots_[static_cast<std::size_t>(slot)].data + segment.offset, segment.bytes,
                      groups_->leader_of(group), segment.tag, line_.get()),
                 slot);
  }
}

void PanelStream::send_mine(int slot, int to_group) {
  const std::vector<Segment>& segments = slots_[static_cast<std::size_t>(slot)].segments;
  for (std::size_t i = 0; i < segments.size(); ++i)
    if (segments[i].owner == groups_->rank())
      send_on(slot, i, to_group);
  note_progress();
}

void PanelStream::tell_my_group(Slot& slot) {
  const auto mine = std::ranges::count(slot.segments, groups_->rank(), &Segment::owner);
  slot.counters->filled.fetch_add(static_cast<std::uint64_t>(mine), std::memory_order_release);
  note_progress();
}

void PanelStream::publish(Ticket ticket) {
  send_mine(static_cast<int>(slot_of(ticket)), every_group);
  tell_my_group(slots_[slot_of(ticket)]);
}

void PanelStream::publish_to(Ticket ticket, int group) {
  if (group == groups_->group_of(groups_->rank()))
    tell_my_group(slots_[slot_of(ticket)]);
  else
    send_mine(static_cast<int>(slot_of(ticket)), group);
}

bool PanelStream::ready(Ticket ticket) {
  progress();
  const Slot& slot = slots_[slot_of(ticket)];
  return slot.counters->filled.load(std::memory_order_acquire) >= slot.expected_filled;
}

void PanelStream::release(Ticket ticket) {
  slots_[slot_of(ticket)].release_due = true;
  count_releases();
}

bool PanelStream::is_quiet(int slot) const {
  return std::ranges::find(sends_.payloads(), slot) == sends_.payloads().end() &&
         std::ranges::find(receives_.payloads(), slot, &Receive::slot) == receives_.payloads().end();
}

void PanelStream::count_releases() {
  for (std::size_t s = 0; s < slots_.size(); ++s)
    if (slots_[s].release_due && is_quiet(static_cast<int>(s))) {
      slots_[s].release_due = false;
      note_progress();
      slots_[s].counters->released.fetch_add(1, std::memory_order_release);
    }
}

bool PanelStream::drained() {
  progress();
  return sends_.empty() && std::ranges::none_of(slots_, &Slot::release_due);
}

void PanelStream::progress() {
  receives_.test_some([this](const Receive& arrived) {
    slots_[static_cast<std::size_t>(arrived.slot)].counters->filled.fetch_add(1, std::memory_order_release);
    send_on(arrived.slot, arrived.segment);
  });
  sends_.test_some([](int) {});
  count_releases();
}

} // namespace hetgrid::comm
