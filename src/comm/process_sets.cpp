#include "comm/process_sets.hpp"

#include "comm/attribute.hpp"
#include "comm/finalize.hpp"
#include "comm/opening.hpp"

#include <algorithm>
#include <utility>

namespace hetgrid::comm {
namespace {

/// At the beginning of MPI_Finalize, while communicators can still be freed.
extern "C" int delete_process_sets(MPI_Comm, int, void* sets, void*) {
  delete static_cast<ProcessSets*>(sets);
  return MPI_SUCCESS;
}

/// A reduction that some have begun and others never will: MPI has no way to withdraw it, so that its memory stays, and
/// its communicator is not freed.
void give_up(std::unique_ptr<Meeting> meeting) {
  static Meeting* last = nullptr;
  if (meeting)
    meeting->given_up_before = std::exchange(last, meeting.get());
  static_cast<void>(meeting.release());
}

extern "C" int leave_context(MPI_Comm comm, int, void* context, void*) {
  const std::unique_ptr<KnownContext> known(static_cast<KnownContext*>(context));
  try {
    receive_last_notices(comm, *known);
  } catch (const SystemError&) {
    return MPI_ERR_OTHER;
  }
  return MPI_SUCCESS;
}

const Attribute<KnownContext>& known_contexts() {
  static const Attribute<KnownContext> all(leave_context);
  return all;
}

std::int64_t fingerprint_of(const std::pmr::vector<int>& ranks) { // FNV-1a
  std::uint64_t bits = 14695981039346656037u;
  for (const int rank : ranks)
    bits = (bits ^ static_cast<std::uint64_t>(rank)) * 1099511628211u;
  return static_cast<std::int64_t>(bits);
}

} // namespace

void ProcessSets::keep(MPI_Comm comm) {
  never_started.push_back(MPI_REQUEST_NULL);
  HG_MPI(MPI_Recv_init(nullptr, 0, MPI_BYTE, rank_in(comm), opening_tag, comm, &never_started.back()));
}

ProcessSets::~ProcessSets() {
  for (MPI_Request& request : never_started)
    if (request != MPI_REQUEST_NULL)
      MPI_Request_free(&request);
  for (const auto& set : sets)
    if (set->given_up)
      give_up(std::move(set->meeting));
}

ProcessSets& process_sets() {
  static ProcessSets* const all = [] {
    auto made = std::make_unique<ProcessSets>();
    int processes = 0;
    HG_MPI(MPI_Comm_size(MPI_COMM_WORLD, &processes));
    made->heard.resize(static_cast<std::size_t>(processes));
    call_in_finalize(delete_process_sets, made.get());
    return made.release();
  }();
  return *all;
}

KnownContext* KnownContext::of(MPI_Comm context) {
  if (KnownContext* const known = known_contexts().of(context))
    return known;
  std::pmr::vector<int> ranks = world_ranks(context, last_resort());
  std::ranges::sort(ranks);
  if (std::ranges::find(ranks, MPI_UNDEFINED) != ranks.end())
    return nullptr;
  auto& sets = process_sets().sets;
  auto place = std::ranges::find_if(sets, [&](const auto& set) { return set->world_ranks == ranks; });
  if (place == sets.end()) {
    auto set = std::make_unique<ProcessSet>();
    set->fingerprint = fingerprint_of(ranks);
    set->world_ranks = std::move(ranks);
    place = sets.insert(sets.end(), std::move(set));
  }
  return &known_contexts().set(context, std::make_unique<KnownContext>(place->get()));
}

void ProcessSet::begin_generation(int next) {
  give_up(std::move(meeting));
  generation = next;
  opened = awaited = 0;
  given_up = all_arrived = false;
}

Communicator ProcessSet::make_communicator() const {
  MPI_Group world = MPI_GROUP_NULL, members = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  HG_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
  HG_MPI(MPI_Group_incl(world, static_cast<int>(world_ranks.size()), world_ranks.data(), &members));
  HG_MPI(MPI_Comm_create_group(MPI_COMM_WORLD, members, opening_tag, &comm));
  HG_MPI(MPI_Group_free(&members));
  HG_MPI(MPI_Group_free(&world));
  return Communicator(comm);
}

} // namespace hetgrid::comm
