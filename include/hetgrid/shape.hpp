// How long a product C := A B takes on a partition, and which shape of partition is fastest on a machine: the models and the
// shapes of [DeFlumere14]. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/model.hpp"
#include "hetgrid/parameters.hpp"
#include "hetgrid/partition.hpp"
#include "hetgrid/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace hetgrid::partition {

using Algorithm = schedule::ProductAlgorithm;

/// When a product sends what.
struct Schedule {
  Algorithm algorithm;
  /// Of PIO: rows of B in a window, at most. 0: those of a cell, as steps have about any other network than a star.
  int depth = 0;
  /// Of PIO: windows that are sent ahead of the one that is multiplied; 0: as the product has it.
  int lookahead = 0;

  Schedule(Algorithm algorithm) : algorithm(algorithm) {}
  /// As a product runs with these parameters.
  explicit Schedule(const schedule::Parameters& parameters);
};

/// Who has links with whom.
struct Topology {
  /// Of a star, the process that has a link with each of the others, whose messages to each other it passes on; none: all
  /// processes have links with each other.
  std::optional<int> centre;

  bool operator==(const Topology&) const = default;
};

/// A star has a process in its centre if one of them needs no link to get there; without one, and on all other networks, all
/// processes have links with each other.
Topology topology_of(const plan::Network& network);

/// A predicted time and its parts, seconds. Of SCB to PCO: seconds = max(communication, overlapped) + remainder.
struct PredictedTime {
  double seconds = 0;
  double communication = 0; ///< of all messages
  double overlapped = 0;    ///< that the process which ends last computes meanwhile
  double remainder = 0;     ///< that it computes afterwards
  int last = 0;             ///< that process

  bool operator==(const PredictedTime&) const = default;
};

/// Predicted run of an algorithm. Links are those of Platform::link, each with its own latency and bandwidth; on a bus messages
/// that an algorithm would send at once wait for each other. A process computes at its speed for the cells that it owns. PIO has
/// a step for every row and column of cells. On a bus a step sends all its messages one after the
/// other, as in [DeFlumere14] (3.12). Elsewhere hosts send at once, as the product does: a step, or all that PCB and PCO send, lasts
/// as long as the one that sends or receives most, as what one outer process of a star sends another, over both links, or as the
/// longest chain of hosts that pass a piece on. What is computed beside messages, with PIO everything, takes their overhead longer. How messages
/// share the links of a star is followed up to four processes, with PIO for the windows that are under way together.
/// \param problem  a product; its block size does not matter: a cell has n / N rows and columns
/// \throws ArgumentError on an illegal platform, if the platform has fewer processes than the partition, if the problem is no
/// product or has fewer than N rows, on an illegal schedule, or if no process is the centre
PredictedTime predict(const Partition& partition, const plan::Platform& platform,
                      const plan::Problem& problem, const Schedule& schedule, const Topology& topology = {});

/// A shape that processes may share the matrices in.
struct Candidate {
  std::string shape;    ///< name
  std::string obstacle; ///< why it is none for these processes, and there is nothing else; empty: it is one
  std::vector<Rectangle> rectangles; ///< rectangles() of the partition
  std::int64_t volume = 0;           ///< of communication, VoC of (6.1), cells
  PredictedTime time;
  int lookahead = 0; ///< with which it takes this time; 0: as the product has it

  bool feasible() const { return obstacle.empty(); }
};

/// Times that differ by a smaller part than this are the same: neither whole cells nor the models are better than that.
inline constexpr double no_difference = 1e-3;

/// All shapes for the processes of a platform, on N x N cells: those that are possible first, the fastest of them before the
/// others; of those that take the same time, the one with the smallest volume of communication. Which one is best follows from the models alone, not from the thresholds that [DeFlumere14] prints.
///
/// Shares are in proportion to the speeds that the processes have with them, as far as their memory goes ([DeFlumere14] 3.3).
/// Under SCO and PCO the fastest process, if it can compute alone, has a larger share, such that the time is the least. Where the
/// depth of windows is known and their lookahead is not, as many are sent ahead as make a shape fastest and fit into the memory.
/// \param cells  N \throws ArgumentError as predict() does, unless there are 2 to most_processes of them
std::vector<Candidate> candidates(const plan::Platform& platform, const plan::Problem& problem,
                                  const Schedule& schedule, const Topology& topology, std::int64_t cells);
/// The same in the topology of the platform's network.
std::vector<Candidate> candidates(const plan::Platform& platform, const plan::Problem& problem,
                                  const Schedule& schedule, std::int64_t cells);

/// The first of the candidates for "auto", else that of a name, as "square-corner" for Square Corner.
/// \param argument  of which `name` is the value \param expected  what else it may be, in front of the names
/// \throws ArgumentError for a shape that there is not, or not for these speeds
const Candidate& candidate_named(const char* argument, const std::string& name,
                                 const std::vector<Candidate>& candidates, const std::string& expected = "");

} // namespace hetgrid::partition
