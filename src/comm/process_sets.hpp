// What contexts with the same processes have in common.
#pragma once

#include "comm/communicator.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <vector>

namespace hetgrid::comm {

/// Where the processes of a set meet, and what they tell each other there.
struct Meeting {
  /// Numbers of one meeting at most.
  static constexpr std::size_t most_values = 193;

  Communicator comm;
  std::array<std::int64_t, most_values> values; ///< must outlive a reduction that nobody waits for any more
  Meeting* given_up_before = nullptr;
};

/// The processes of a context, and of all others that have them, in whatever order: those who mean different ones of these
/// contexts meet and find out, instead of waiting for each other. Lives until MPI_Finalize.
struct ProcessSet {
  std::vector<int> world_ranks; ///< ascending
  std::int64_t fingerprint = 0; ///< of the ranks

  // Openings of calls (opening.hpp). They are counted anew where some were given up: that makes a new generation.
  int generation = 0;
  std::unique_ptr<Meeting> meeting; ///< from the first call on
  std::int64_t opened = 0;          ///< openings that this process has come to
  std::int64_t awaited = 0;         ///< the last one in which others are known to wait
  bool given_up = false;            ///< processes waited for each other: no opening completes any more
  int arrived = 0;                  ///< at the first opening, but for the first process, which counts
  bool all_arrived = false;

  /// All that this process knows of.
  template <typename Function>
  static void each(Function&& visit);

  /// For contexts that are made after calls were given up.
  void begin_generation(int next);
  /// Makes the communicator of the meeting. Collective over the set.
  void make_communicator();
};

/// A context, by its communicator.
struct KnownContext {
  ProcessSet* set;
  bool given_up = false; ///< with calls of its processes: whoever calls on it gets an INFO

  /// Local. \return nullptr if some of its processes are not in MPI_COMM_WORLD \throws std::bad_alloc
  static KnownContext* of(MPI_Comm context);
};

/// For every process of MPI_COMM_WORLD what the search for deadlocks (opening.cpp) has last heard of it.
struct Heard {
  std::int64_t wait = 0, while_waiting = 0;
};

/// All sets of this process.
struct ProcessSets {
  std::vector<std::unique_ptr<ProcessSet>> sets;
  std::vector<Heard> heard; ///< by rank in MPI_COMM_WORLD
  ~ProcessSets();
};

ProcessSets& process_sets();

template <typename Function>
void ProcessSet::each(Function&& visit) {
  for (const auto& set : process_sets().sets)
    visit(*set);
}

} // namespace hetgrid::comm
