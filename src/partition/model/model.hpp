// The models of run times of [DeFlumere14] 3.4, one algorithm a file.
#pragma once

#include "hetgrid/shape.hpp"
#include "partition/bands.hpp"

namespace hetgrid::partition {

/// What a run depends on beside the partition. Nothing of it is checked here.
struct Run {
  const plan::Platform& platform;
  const plan::Problem& problem;
  Schedule schedule;
  Topology topology = {};
};

PredictedTime serial_with_barrier(const Bands& partition, const Run& run);   ///< SCB, (3.8)
PredictedTime parallel_with_barrier(const Bands& partition, const Run& run); ///< PCB, (3.9)
PredictedTime serial_with_overlap(const Bands& partition, const Run& run);   ///< SCO, (3.10)
PredictedTime parallel_with_overlap(const Bands& partition, const Run& run); ///< PCO, (3.11)
PredictedTime parallel_interleaving(const Bands& partition, const Run& run); ///< PIO, (3.12)

/// By run.schedule.algorithm.
PredictedTime predict(const Bands& partition, const Run& run);

/// \throws ArgumentError as the public predict() does
void check(std::int64_t cells, int processes, const Run& run);

} // namespace hetgrid::partition
