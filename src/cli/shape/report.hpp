// What `hetgrid shape` has to say, on the screen, as a picture and as a page.
#pragma once

#include <string>
#include <vector>

#include "cli/output/basis.hpp"
#include "hetgrid/partition.hpp"
#include "hetgrid/shape.hpp"

namespace hetgrid::cli {

struct ShapeReport {
  plan::Platform platform;
  plan::Problem problem;
  std::int64_t cells = 0;
  partition::Algorithm algorithm = partition::Algorithm::pio;
  partition::Topology topology;
  std::vector<partition::Candidate> candidates; ///< fastest first; there is one
  /// The fastest of every algorithm, in their order; empty unless asked for.
  std::vector<partition::Candidate> by_algorithm;

  /// The shape that is chosen.
  const partition::Candidate& best() const { return candidates.front(); }
};

/// "SCB" to "PIO", in the order of partition::Algorithm.
inline constexpr const char* algorithm_names[] = {"SCB", "PCB", "SCO", "PCO", "PIO"};
const char* name_of(partition::Algorithm algorithm);

/// "product, n = 4000, 1000 x 1000 cells: 3 processes, PIO, all connected"
std::string heading(const ShapeReport& report);

/// Of N^2 cells.
double relative_volume(const ShapeReport& report, const partition::Candidate& candidate);

/// What every process owns and how much it sends and receives, cells; by process.
struct Owned {
  double share = 0; ///< of the matrix
  double sent = 0;  ///< bytes
  double received = 0;
};
std::vector<Owned> owned(const ShapeReport& report, const partition::Candidate& candidate);

/// As in `basis`.
inline constexpr RelativeSpeeds relative_speeds{"ratios of speeds", "the fastest process"};

/// One screen of text.
std::string shape_text(const ShapeReport& report);

/// The chosen shape with a legend, an SVG file.
std::string shape_svg(const ShapeReport& report);

/// One self-contained HTML page with all candidates.
std::string shape_page(const ShapeReport& report);

/// Which shape wins for which ratio of speeds: P : R : 1 of three processes as a map ([DeFlumere14] figures 7.8 to 7.20), or
/// P : 1 of two as a line; an SVG file. Everything but the ratios is that of the report, process 0 being P.
/// \throws ArgumentError unless there are two or three processes
std::string shape_map(const ShapeReport& report);

/// A random partition, and what a run of the Push DFA makes of it ([DeFlumere14] 6.2), an SVG file and as text.
struct PushReport {
  partition::Partition start, end;
  std::int64_t start_volume = 0, end_volume = 0, pushes = 0;
};
std::string push_text(const PushReport& report);
std::string push_svg(const PushReport& report);

} // namespace hetgrid::cli
