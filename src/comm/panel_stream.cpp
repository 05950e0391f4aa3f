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

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

} // namespace

PanelStream::PanelStream(const NodeGroups& groups, int slots) : slots_(static_cast<std::size_t>(slots)) {
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
#ifdef HETGRID_SIMULATED
  const bool in_common = !kernel::computes();
  window_ = SharedWindow(*groups_, counter_bytes + (in_common ? 0 : data_bytes));
#else
  window_ = SharedWindow(*groups_, counter_bytes + data_bytes);
#endif
  if (!all_succeed(groups_->line(), !window_.empty())) {
    window_ = SharedWindow();
    return false;
  }
  std::byte* const base = window_.data();
#ifdef HETGRID_SIMULATED
  std::byte* const data = in_common ? kernel::common_memory(data_bytes) : base + counter_bytes;
#else
  std::byte* const data = base + counter_bytes;
#endif
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    slots_[s] = {};
    slots_[s].counters = std::launder(reinterpret_cast<Counters*>(base) + s);
    slots_[s].data = data + s * slot_bytes;
  }
  capacity_ = slot_bytes;
  return true;
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
  const std::size_t segment_limit = groups_->count() > 1 ? segment_bytes : capacity_;
  int tag = 0; // counts all segments, since two groups need not know the same ones
  for (const Piece& piece : pieces)
    for (std::size_t begin = 0; begin < piece.bytes; begin += segment_limit, ++tag)
      if (concerns(my_group, piece))
        slot.segments.push_back({{piece.owner, piece.offset + begin,
                                  std::min(segment_limit, piece.bytes - begin), piece.audience},
                                 tag_of(slot_index, tag)});
  slot.expected_filled += slot.segments.size();
  slot.expected_released += static_cast<std::uint64_t>(groups_->node_size());

  if (groups_->count() > 1 && groups_->leader_of(my_group) == groups_->rank())
    for (std::size_t i = 0; i < slot.segments.size(); ++i) {
      const Segment& segment = slot.segments[i];
      if (groups_->group_of(segment.owner) == my_group)
        continue;
      const int source_group = neighbour(segment, -1);
      const int source =
          source_group == groups_->group_of(segment.owner) ? segment.owner : groups_->leader_of(source_group);
      receives_.add(receive(slot.data + segment.offset, segment.bytes, source, segment.tag, line_.get()),
                    {slot_index, i});
    }
  note_progress();
  return next_++;
}

/// Panels are under way at the same time and their messages may overtake each other: the tag tells slot and
/// segment.
int PanelStream::tag_of(int slot, int segment) const noexcept {
  const int tags_per_slot = 32'768 / static_cast<int>(slots_.size()); // MPI guarantees tags up to 32 767
  return slot * tags_per_slot + segment % tags_per_slot;
}

int PanelStream::neighbour(const Piece& piece, int step) const noexcept {
  const int count = groups_->count(), mine = groups_->group_of(groups_->rank());
  if (piece.audience == everyone)
    return (mine + step + count) % count;
  const std::span<const int> audience = groups_of(piece.audience);
  const auto distance = [&](int group) { return (step * (group - mine) + count - 1) % count + 1; };
  int nearest = groups_->group_of(piece.owner);
  if (audience.empty())
    return nearest;
  const auto visit = [&](int group) {
    if (distance(group) < distance(nearest))
      nearest = group;
  };
  // Those next to mine in the order of groups, round the end.
  const auto above = std::ranges::upper_bound(audience, mine),
             not_below = std::ranges::lower_bound(audience, mine);
  visit(step > 0 ? *(above == audience.end() ? audience.begin() : above)
                 : *((not_below == audience.begin() ? audience.end() : not_below) - 1));
  return nearest;
}

void PanelStream::send_on(int slot, std::size_t index) {
  const Segment& segment = slots_[static_cast<std::size_t>(slot)].segments[index];
  const int next = neighbour(segment, 1);
  if (next == groups_->group_of(segment.owner))
    return; // the ring is closed
  sends_.add(send(slots_[static_cast<std::size_t>(slot)].data + segment.offset, segment.bytes,
                  groups_->leader_of(next), segment.tag, line_.get()),
             slot);
}

void PanelStream::publish(Ticket ticket) {
  Slot& slot = slots_[slot_of(ticket)];
  std::uint64_t mine = 0;
  for (std::size_t i = 0; i < slot.segments.size(); ++i)
    if (slot.segments[i].owner == groups_->rank()) {
      ++mine;
      send_on(static_cast<int>(slot_of(ticket)), i);
    }
  slot.counters->filled.fetch_add(mine, std::memory_order_release);
  note_progress();
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
