// What contexts with the same processes have in common.
#pragma once

#include "comm/communicator.hpp"
#include "comm/last_resort.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <vector>

namespace hetgrid::comm {

/// Of messages about openings, on the communicators of the BLACS, which do not use it, and for the making of a meeting's.
inline constexpr int opening_tag = 0x4847;

/// Where the processes of a set meet, and what they tell each other there.
struct Meeting : MadeOfLastResort {
  /// Numbers of one meeting at most.
  static constexpr std::size_t most_values = 193;

  Communicator comm;
  std::array<std::int64_t, most_values> values; ///< must outlive a reduction that nobody waits for any more
  Meeting* given_up_before = nullptr;
};

/// The processes of a context, and of all others that have them, in whatever order: those who mean different ones of these
/// contexts meet and find out, instead of waiting for each other. Lives until MPI_Finalize.
struct ProcessSet : MadeOfLastResort {
  std::pmr::vector<int> world_ranks{last_resort()}; ///< ascending
  std::int64_t fingerprint = 0;                     ///< of the ranks

  // Openings of calls (opening.hpp). They are counted anew where some were given up: that makes a new generation.
  int generation = 0;
  std::unique_ptr<Meeting> meeting; ///< from the first call on
  std::int64_t opened = 0;          ///< openings that this process has come to
  std::int64_t awaited = 0;         ///< the last one in which others are known to wait
  bool given_up = false;            ///< processes waited for each other: no opening completes any more
  bool all_arrived = false;         ///< at the first opening

  /// All that this process knows of.
  template <typename Function>
  static void each(Function&& visit);

  /// For contexts that are made after calls were given up.
  void begin_generation(int next);
  /// For the meeting. Collective over the set.
  Communicator make_communicator() const;
};

/// A context, by its communicator.
struct KnownContext : MadeOfLastResort {
  explicit KnownContext(ProcessSet* processes) : set(processes) {}

  ProcessSet* set;
  bool given_up = false; ///< with calls of its processes: whoever calls on it gets an INFO
  int arrived = 0; ///< others that have come on it to the first opening of the set: the first process counts

  /// Local. \return nullptr if some of its processes are not in MPI_COMM_WORLD \throws std::bad_alloc as last_resort()
  static KnownContext* of(MPI_Comm context);
};

/// For every process of MPI_COMM_WORLD what the search for deadlocks (opening.cpp) has last heard of it.
struct Heard {
  std::int64_t wait = 0, while_waiting = 0;
};

/// All sets of this process.
struct ProcessSets : MadeOfLastResort {
  std::pmr::vector<std::unique_ptr<ProcessSet>> sets{last_resort()};
  std::pmr::vector<Heard> heard{last_resort()}; ///< by rank in MPI_COMM_WORLD
  std::vector<MPI_Request> never_started;

  /// Who frees a communicator without a look at its messages leaves them to the next one to which MPI gives its number. This
  /// number is not used again before MPI_Finalize, since a persistent request refers to the communicator. Local.
  void keep(MPI_Comm comm);
  ~ProcessSets();
};

ProcessSets& process_sets();

template <typename Function>
void ProcessSet::each(Function&& visit) {
  const auto& sets = process_sets().sets;
  for (std::size_t k = 0; k < sets.size(); ++k) // contexts that it meets may be of new ones
    visit(*sets[k]);
}

} // namespace hetgrid::comm
