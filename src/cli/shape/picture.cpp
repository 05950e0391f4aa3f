// The chosen shape with a legend; the start and the end of the Push.
#include <algorithm>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"
#include "cli/shape/partition_drawing.hpp"
#include "cli/shape/report.hpp"

namespace hetgrid::cli {
namespace {

// Pixels.
constexpr double side = 400;
constexpr double gap = 30;
constexpr double legend_width = 330;
constexpr std::size_t longest_legend = 18; ///< processes: as many as lines beside the square

std::string moved(double x, double y, const std::string& elements) {
  return fmt::format("<g transform=\"translate({:.5g} {:.5g})\">\n{}</g>\n", x, y, elements);
}

std::string legend(const ShapeReport& report, const ProcessFills& fills) {
  const std::vector<Owned> all = owned(report, report.best());
  constexpr double share = 130, sends = 220, receives = 310; // right edges
  std::string elements = words(28, 10, "process", 11.5) + words(share, 10, "share", 11.5, at_end) +
                         words(sends, 10, "sends", 11.5, at_end) +
                         words(receives, 10, "receives", 11.5, at_end);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double y = line_height * (static_cast<double>(k) + 1);
    const Fill& fill = fills[static_cast<int>(k)];
    const std::string place = fmt::format(
        "<rect y=\"{:.5g}\" width=\"20\" height=\"15\" stroke=\"#444\" stroke-width=\"0.6\"", y - 2);
    elements += fmt::format("{} fill=\"{}\"/>\n", place, fill.colour);
    if (fill.hatching > 0)
      elements += fmt::format("{} fill=\"url(#hatching-{})\" opacity=\"0.4\"/>\n", place, fill.hatching);
    elements += words(48, y + 10, std::to_string(k), 11.5, at_end) +
                words(share, y + 10, fmt::format("{:.2f} %", 100 * all[k].share), 11.5, at_end) +
                words(sends, y + 10, byte_size(all[k].sent), 11.5, at_end) +
                words(receives, y + 10, byte_size(all[k].received), 11.5, at_end);
  }
  return elements;
}

} // namespace

std::string shape_svg(const ShapeReport& report) {
  const partition::Candidate& best = report.best();
  const ProcessFills fills(static_cast<int>(report.platform.processes.size()));
  const bool listed = report.platform.processes.size() <= longest_legend;
  Drawing drawing{side + (listed ? gap + legend_width : 0), title_room + side, {}};
  drawing.elements =
      words(0, 12,
            fmt::format("{}: {}, volume {:.4g}", best.shape, duration(best.time.seconds),
                        relative_volume(report, best)),
            16, bold) +
      words(0, 32, heading(report), 11) +
      moved(0, title_room, draw_partition(report.cells, best.rectangles, fills, side).elements) +
      (listed ? moved(side + gap, title_room, legend(report, fills)) : "");
  return svg_file(drawing);
}

std::string push_svg(const PushReport& report) {
  const ProcessFills fills(report.start.processes());
  const double cells = static_cast<double>(report.start.cells() * report.start.cells());
  const auto square = [&](const std::string& title, const partition::Partition& partition,
                          std::int64_t volume) {
    return words(0, 12, title, 16, bold) +
           words(0, 32, fmt::format("volume {:.4f}", static_cast<double>(volume) / cells), 11) +
           moved(0, title_room,
                 draw_partition(partition.cells(), rectangles(partition), fills, side).elements);
  };
  return svg_file({2 * side + gap, title_room + side,
                   square("Start, at random", report.start, report.start_volume) +
                       moved(side + gap, 0,
                             square(fmt::format("After {}", counted(static_cast<std::size_t>(report.pushes),
                                                                    "Push", "Pushes")),
                                    report.end, report.end_volume))});
}

} // namespace hetgrid::cli
