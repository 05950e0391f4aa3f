// Time of computing ([DeFlumere14] 3.2) and room for it (3.3).
#pragma once

#include "partition/metrics.hpp"
#include "partition/model/model.hpp"

namespace hetgrid::partition {

double elements_per_cell(const Bands& partition, const Run& run);

/// (3.6): so many cells of C take 2 n operations an element, at the speed for all elements that the process owns,
/// in the precision of the problem.
double seconds_of_cells(const Bands& partition, const Run& run, int process, const ProcessMetrics& owned,
                        std::int64_t cells);

/// Communication, and meanwhile what needs none; then the rest: (3.10), (3.11). Without overlap everything comes after it,
/// (3.8), (3.9). What is computed beside messages takes their overhead longer. Not of PIO.
PredictedTime computed_around(double communication, const Bands& partition, const Run& run, bool overlap);

/// Of PIO: rows of cells of B in a window, at most.
double steps_of_window(const Bands& partition, const Run& run);

/// Bytes that a process needs: its cells of A, B and C and what it receives, all of it at once, or of PIO that of the windows that
/// are under way.
double bytes_needed(const Bands& partition, const Run& run, const ProcessMetrics& of);

} // namespace hetgrid::partition
