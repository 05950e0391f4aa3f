#include "comm/panel_stream.hpp"

#include <algorithm>
#include <new>

namespace hetgrid::comm {
namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

} // namespace

PanelStream::PanelStream(const NodeGroups& groups, int slots)
    : groups_(groups), slots_(static_cast<std::size_t>(slots)) {
  if (groups.count() > 1)
    line_ = Communicator::split(groups.line(), 0, groups.rank());
  needs_.emplace_back(static_cast<std::size_t>(groups.count()), true);
}

int PanelStream::add_audience(std::span<const int> members) {
  std::vector<char>& needs = needs_.emplace_back(static_cast<std::size_t>(groups_.count()), false);
  for (const int member : members)
    needs[static_cast<std::size_t>(groups_.group_of(member))] = true;
  return static_cast<int>(needs_.size()) - 1;
}

void PanelStream::map_window(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t slot_bytes = rounded_up(bytes, page);
  const std::size_t counter_bytes = rounded_up(slots_.size() * sizeof(Counters), page);
  const std::size_t total = counter_bytes + slots_.size() * slot_bytes;
  window_ = SharedWindow(groups_, total);
  std::byte* const base = window_.data();
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    Counters* const counters = reinterpret_cast<Counters*>(base) + s;
    slots_[s] = {};
    slots_[s].counters = groups_.node_rank() == 0 ? new (counters) Counters{} : std::launder(counters);
    slots_[s].data = base + counter_bytes + s * slot_bytes;
  }
  HG_MPI(MPI_Barrier(groups_.node())); // the counters are zero before anyone counts
  capacity_ = slot_bytes;
}

void PanelStream::reserve(std::size_t bytes) {
  if (bytes <= capacity_ && !window_.empty())
    return;
  // Room for small panels at once: a window is slow to make.
  constexpr std::size_t smallest = std::size_t{128} << 10;
  window_ = SharedWindow();
  capacity_ = 0;
  map_window(std::max(bytes, smallest));
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
  const int my_group = groups_.group_of(groups_.rank());
  slot.segments.clear();
  const std::size_t segment_limit = groups_.count() > 1 ? segment_bytes : capacity_;
  int tag = 0; // counts all segments, since two groups need not know the same ones
  for (const Piece& piece : pieces)
    for (std::size_t begin = 0; begin < piece.bytes; begin += segment_limit, ++tag)
      if (groups_.group_of(piece.owner) == my_group || needs(my_group, piece))
        slot.segments.push_back({{piece.owner, piece.offset + begin,
                                  std::min(segment_limit, piece.bytes - begin), piece.audience},
                                 tag_of(slot_index, tag)});
  slot.expected_filled += slot.segments.size();
  slot.expected_released += static_cast<std::uint64_t>(groups_.node_size());

  if (groups_.count() > 1 && groups_.leader_of(my_group) == groups_.rank())
    for (std::size_t i = 0; i < slot.segments.size(); ++i) {
      const Segment& segment = slot.segments[i];
      if (groups_.group_of(segment.owner) == my_group)
        continue;
      const int source_group = neighbour(segment, -1);
      const int source =
          source_group == groups_.group_of(segment.owner) ? segment.owner : groups_.leader_of(source_group);
      MPI_Request request = MPI_REQUEST_NULL;
      HG_MPI(MPI_Irecv(slot.data + segment.offset, static_cast<int>(segment.bytes), MPI_BYTE, source,
                       segment.tag, line_.get(), &request));
      receives_.add(request, {slot_index, i});
    }
  return next_++;
}

/// Panels are under way at the same time and their messages may overtake each other: the tag tells slot and
/// segment.
int PanelStream::tag_of(int slot, int segment) const noexcept {
  const int tags_per_slot = 32'768 / static_cast<int>(slots_.size()); // MPI guarantees tags up to 32 767
  return slot * tags_per_slot + segment % tags_per_slot;
}

int PanelStream::neighbour(const Piece& piece, int step) const noexcept {
  int group = groups_.group_of(groups_.rank());
  do
    group = (group + step + groups_.count()) % groups_.count();
  while (group != groups_.group_of(piece.owner) && !needs(group, piece));
  return group;
}

void PanelStream::send_on(int slot, std::size_t index) {
  const Segment& segment = slots_[static_cast<std::size_t>(slot)].segments[index];
  const int next = neighbour(segment, 1);
  if (next == groups_.group_of(segment.owner))
    return; // the ring is closed
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Isend(slots_[static_cast<std::size_t>(slot)].data + segment.offset,
                   static_cast<int>(segment.bytes), MPI_BYTE, groups_.leader_of(next), segment.tag,
                   line_.get(), &request));
  sends_.add(request, slot);
}

void PanelStream::publish(Ticket ticket) {
  Slot& slot = slots_[slot_of(ticket)];
  std::uint64_t mine = 0;
  for (std::size_t i = 0; i < slot.segments.size(); ++i)
    if (slot.segments[i].owner == groups_.rank()) {
      ++mine;
      send_on(static_cast<int>(slot_of(ticket)), i);
    }
  slot.counters->filled.fetch_add(mine, std::memory_order_release);
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
