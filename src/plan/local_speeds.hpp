// Speeds where they depend on the size of the local part of the matrix, and memory limits.
#pragma once

#include "hetgrid/plan.hpp"

#include <vector>

namespace hetgrid::plan {

/// Does the speed of any process depend on how much of the matrices it owns, or is its memory too small for all of them?
bool depends_on_sizes(const Platform& platform, const Problem& problem);

/// The most elements of a matrix that a process can own if they are to fit into its memory and an update with one
/// operation on each is to take at most `time`, in units of 1e-9 s.
double most_elements(const ProcessSpeed& process, const Problem& problem, double time);

/// Cycle-times of processes that own most_elements() each, in the unit of the platform's own: where a process has
/// neither a curve nor too little memory, its own. They are within the limits of cycle-times.
std::vector<double> cycle_times_at(const Platform& platform, const Problem& problem, double time);

/// The time, in units of 1e-9 s, of an update with one operation on each element of the whole matrix by all processes,
/// if they reach `efficiency` of their speeds together, 0 to 1. What does not fit in their memory takes for ever: then
/// a time in which they have all that fits.
double time_of_whole_matrix(const Platform& platform, const Problem& problem, double efficiency);

} // namespace hetgrid::plan
