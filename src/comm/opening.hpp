// How the processes of a call meet, and give up where they wait for each other in calls on different contexts.
#pragma once

#include "comm/process_sets.hpp"
#include "hetgrid/error.hpp"

#include <cstdint>
#include <mpi.h>
#include <span>

namespace hetgrid::comm {

/// What processes learn that should not have met.
SystemError different_contexts();

/// The first thing that the processes of a call do together: a reduction over the processes of a context, whichever of the
/// contexts that have these processes each of them means. Its wait is the one that a call on another context can make
/// endless, and the only one: within the call everyone has come.
class Opening {
public:
  /// Over a communicator alone: who calls on another one is waited for.
  explicit Opening(MPI_Comm comm) noexcept : comm_(comm) {}
  /// Of the calls on a context, given by its communicator. Collective over the processes of the context, at the first call
  /// for them. \throws SystemError on all processes that wait for each other
  static Opening of_context(MPI_Comm context);

  /// The processes, in some order: after the opening.
  MPI_Comm comm() const noexcept { return comm_; }

  /// values[k] = the largest of all processes. Collective. \throws SystemError on all processes that wait for each other
  /// in calls on different contexts, and from then on at every call on one of these contexts
  void largest(std::span<std::int64_t> values) const;

private:
  Opening(KnownContext& known, MPI_Comm context)
      : comm_(known.set->meeting->comm.get()), context_(context), known_(&known),
        generation_(known.set->generation) {}

  MPI_Comm comm_, context_ = MPI_COMM_NULL;
  KnownContext* known_ = nullptr;
  int generation_ = 0;
};

/// What others have said on a context that is freed now. Local.
void receive_last_notices(MPI_Comm comm, KnownContext& context);

} // namespace hetgrid::comm
