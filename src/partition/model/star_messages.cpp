#include "partition/model/star_messages.hpp"

#include "partition/model/computation.hpp"
#include "partition/model/star.hpp"

#include <algorithm>
#include <map>

namespace hetgrid::partition {
namespace {

/// How many messages there are of each kind.
std::map<StarPiece, std::int64_t> counted(const Bands& partition) {
  const StarPieces pieces(partition);
  std::map<StarPiece, std::int64_t> count;
  for (std::size_t b = 0; b < partition.columns(); ++b)
    for (const StarPiece& piece : pieces.of_column(b))
      count[piece] += partition.width(b);
  for (std::size_t a = 0; a < partition.rows(); ++a)
    for (const StarPiece& piece : pieces.of_row(a))
      count[piece] += partition.height(a);
  return count;
}

} // namespace

double star_messages(const Bands& partition, const Run& run) {
  const double bytes_per_cell = elements_per_cell(partition, run) * run.problem.element_bytes;
  const StarLinks links(run, partition.processes());
  Fluid fluid(links.bandwidths());
  double latency = 0;
  for (const auto& [piece, count] : counted(partition)) {
    const auto [all, whole] = links.route(piece.from, piece.to);
    latency = std::max(latency, whole.latency);
    if (whole.seconds_per_byte > 0) // those that are alike as one, of their weight together
      fluid.add({all, static_cast<double>(count) / whole.seconds_per_byte,
                 static_cast<double>(count * piece.cells) * bytes_per_cell});
  }
  double seconds = 0;
  while (!fluid.empty()) {
    const double step = fluid.next();
    fluid.advance(step);
    seconds += step;
  }
  return latency + seconds;
}

} // namespace hetgrid::partition
