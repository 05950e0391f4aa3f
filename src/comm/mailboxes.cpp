#include "comm/mailboxes.hpp"

#include "comm/attribute.hpp"
#include "comm/collectives.hpp"
#include "comm/messages.hpp"
#include "comm/requests.hpp"

#include <algorithm>
#include <new>

namespace hetgrid::comm {
namespace {

constexpr int message_tag = 0;

/// Slots lie in cache and are many enough to hide latency; a process's slots together are about this large.
constexpr std::size_t largest_slot = std::size_t{512} << 10, smallest_slot = std::size_t{32} << 10,
                      bytes_sent = std::size_t{4} << 20;

const Attribute<Mailboxes>& attached_mailboxes() {
  static const Attribute<Mailboxes> all;
  return all;
}

std::size_t slot_size(std::size_t processes) {
  return std::clamp(bytes_sent / (Mailboxes::slots * processes) / 64 * 64, smallest_slot, largest_slot);
}

} // namespace

std::size_t Mailboxes::memory(int processes) noexcept {
  const auto ends = 2 * static_cast<std::size_t>(processes); // to and from each
  return ends * (slots * slot_size(static_cast<std::size_t>(processes)) + 4 * sizeof(End));
}

Mailboxes& Mailboxes::of(MPI_Comm comm, bool shared) {
  Mailboxes* const attached = attached_mailboxes().of(comm);
  Mailboxes& mailboxes =
      attached ? *attached : attached_mailboxes().set(comm, std::make_unique<Mailboxes>(comm));
  if (shared && !mailboxes.groups_)
    mailboxes.share();
  return mailboxes;
}

Mailboxes::Mailboxes(MPI_Comm comm) : comm_(comm) {
  HG_MPI(MPI_Comm_rank(comm, &rank_));
  HG_MPI(MPI_Comm_size(comm, &size_));
  const std::size_t processes = static_cast<std::size_t>(size_);
  slot_bytes_ = slot_size(processes);
  // Not initialised: what is never used, as the slots of those that share memory, costs addresses only.
  private_slots_ = std::make_unique_for_overwrite<std::byte[]>(2 * processes * slots * slot_bytes_);
  std::byte* next = private_slots_.get();
  for (std::vector<End>* const ends : {&outgoing_, &incoming_}) {
    ends->resize(processes);
    for (End& end : *ends)
      for (std::byte*& slot : end.slot) {
        slot = next;
        next += slot_bytes_;
      }
  }
}

void Mailboxes::share() {
  groups_ = std::make_unique<NodeGroups>(comm_);
  const std::size_t members = static_cast<std::size_t>(groups_->node_size());
  if (members == 1)
    return;
  const std::size_t mailboxes = members * members;
  const std::size_t bytes = mailboxes * (sizeof(Counters) + slots * slot_bytes_);
  window_ = SharedWindow(*groups_, bytes);
  if (window_.empty())
    return; // MPI does as well
  std::byte* const first_slot = window_.data() + mailboxes * sizeof(Counters);
  const std::vector<int> node = all_gather(std::vector{rank_}, groups_->node());
  const auto end_of = [&](std::size_t sender, std::size_t receiver) {
    const std::size_t k = sender * members + receiver;
    End end;
    end.counters = std::launder(reinterpret_cast<Counters*>(window_.data()) + k);
    for (std::size_t s = 0; s < slots; ++s)
      end.slot[s] = first_slot + (k * slots + s) * slot_bytes_;
    return end;
  };
  const std::size_t me = static_cast<std::size_t>(groups_->node_rank());
  for (std::size_t member = 0; member < members; ++member) {
    outgoing_[static_cast<std::size_t>(node[member])] = end_of(me, member);
    incoming_[static_cast<std::size_t>(node[member])] = end_of(member, me);
  }
}

std::uint64_t Mailboxes::under_way(End& end) {
  if (end.counters)
    end.done = end.counters->released.load(std::memory_order_acquire);
  else
    while (end.done < end.begun && comm::test(end.request[end.done % slots]))
      ++end.done;
  return end.begun - end.done;
}

std::byte* Mailboxes::slot_for(int peer) {
  End& end = outgoing_[static_cast<std::size_t>(peer)];
  return under_way(end) < slots ? end.slot[end.begun % slots] : nullptr;
}

void Mailboxes::send(int peer, std::size_t bytes) {
  End& end = outgoing_[static_cast<std::size_t>(peer)];
  const std::size_t slot = end.begun++ % slots;
  if (end.counters)
    end.counters->sent.store(end.begun, std::memory_order_release);
  else
    end.request[slot] = comm::send(end.slot[slot], bytes, peer, message_tag, comm_);
  note_progress();
}

bool Mailboxes::all_sent(int peer) {
  End& end = outgoing_[static_cast<std::size_t>(peer)];
  return end.counters || under_way(end) == 0; // what lies in shared memory is sent
}

void Mailboxes::expect(int peer, std::size_t bytes) {
  End& end = incoming_[static_cast<std::size_t>(peer)];
  const std::size_t slot = end.begun++ % slots;
  if (!end.counters)
    end.request[slot] = receive(end.slot[slot], bytes, peer, message_tag, comm_);
  note_progress();
}

std::byte* Mailboxes::arrived(int peer) {
  End& end = incoming_[static_cast<std::size_t>(peer)];
  if (end.done == end.begun)
    return nullptr;
  const std::size_t slot = end.done % slots;
  const bool there = end.counters ? end.counters->sent.load(std::memory_order_acquire) > end.done
                                  : comm::test(end.request[slot]);
  return there ? end.slot[slot] : nullptr;
}

void Mailboxes::release(int peer) {
  End& end = incoming_[static_cast<std::size_t>(peer)];
  ++end.done;
  if (end.counters)
    end.counters->released.store(end.done, std::memory_order_release);
  note_progress();
}

} // namespace hetgrid::comm
