#include "cli/shape/report.hpp"

#include <fmt/format.h>

#include "cli/output/quantities.hpp"
#include "partition/bands.hpp"
#include "partition/metrics.hpp"

namespace hetgrid::cli {

const char* name_of(partition::Algorithm algorithm) {
  return algorithm_names[static_cast<int>(algorithm)];
}

std::string heading(const ShapeReport& report) {
  return fmt::format("product, n = {}, {} x {} cells: {}, {}, {}", report.problem.n, report.cells,
                     report.cells, counted(report.platform.processes.size(), "process", "processes"),
                     name_of(report.algorithm),
                     report.topology.centre ? fmt::format("a star about process {}", *report.topology.centre)
                                            : "all connected");
}

double relative_volume(const ShapeReport& report, const partition::Candidate& candidate) {
  return static_cast<double>(candidate.volume) / static_cast<double>(report.cells * report.cells);
}

std::vector<Owned> owned(const ShapeReport& report, const partition::Candidate& candidate) {
  const partition::Bands bands(report.cells, static_cast<int>(report.platform.processes.size()),
                               candidate.rectangles);
  const double cells = static_cast<double>(report.cells * report.cells);
  const double bytes = report.problem.matrix_bytes() / 3 / cells; // of a cell of one matrix
  std::vector<Owned> all;
  for (const partition::ProcessMetrics& of : partition::metrics(bands))
    all.push_back({static_cast<double>(of.cells) / cells, static_cast<double>(of.sent) * bytes,
                   static_cast<double>(of.received) * bytes});
  return all;
}

} // namespace hetgrid::cli
