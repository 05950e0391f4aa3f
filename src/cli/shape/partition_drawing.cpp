#include "cli/shape/partition_drawing.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

constexpr double hatching_period = 8;    ///< pixels between lines
constexpr double smallest_labelled = 16; ///< pixels
constexpr double smallest_hatched = 9;   ///< on smaller rectangles, hatching is only noise
constexpr double largest_font = 22;

std::string outline(const partition::Rectangle& r) {
  return fmt::format("M{} {}h{}v{}h-{}z", r.column, r.row, r.columns, r.rows, r.columns);
}

/// The process, in the middle of a rectangle if that is large enough.
std::string label(const partition::Rectangle& r, double cell, const Fill& fill) {
  const double width = static_cast<double>(r.columns) * cell, height = static_cast<double>(r.rows) * cell;
  const double size = std::min({largest_font, 0.55 * width, 0.55 * height});
  if (std::min(width, height) < smallest_labelled)
    return {};
  return words((static_cast<double>(r.column) + static_cast<double>(r.columns) / 2) * cell,
               (static_cast<double>(r.row) + static_cast<double>(r.rows) / 2) * cell + 0.36 * size,
               std::to_string(r.owner), size,
               fill.dark ? " text-anchor=\"middle\" fill=\"#fff\" pointer-events=\"none\""
                         : " text-anchor=\"middle\" fill=\"#000\" pointer-events=\"none\"");
}

} // namespace

Drawing draw_partition(std::int64_t cells, std::span<const partition::Rectangle> rectangles,
                       const ProcessFills& fills, double side) {
  struct Of {
    std::string path;
    std::int64_t area = 0;
    partition::Rectangle widest; ///< in its shorter side
  };
  const double cell = side / static_cast<double>(cells);
  std::map<int, Of> processes;
  const auto shorter = [](const partition::Rectangle& r) { return std::min(r.rows, r.columns); };
  for (const partition::Rectangle& r : rectangles) {
    Of& of = processes[r.owner];
    of.path += outline(r);
    of.area += r.rows * r.columns;
    if (shorter(r) > shorter(of.widest))
      of.widest = r;
  }
  std::string painted, hatched, labels;
  for (const auto& [process, of] : processes) {
    const Fill& fill = fills[process];
    painted += fmt::format(
        "<path class=\"process\" d=\"{}\" fill=\"{}\"><title>process {}: {:.3g} %</title></path>\n", of.path,
        fill.colour, process, 100 * static_cast<double>(of.area) / static_cast<double>(cells * cells));
    const double widest = static_cast<double>(shorter(of.widest)) * cell;
    if (fill.hatching > 0 &&
        widest >= smallest_hatched) // the patterns must not be scaled with the cells: their lines would be
      hatched +=
          fmt::format("<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"{:.5g}\" height=\"{:.5g}\" "
                      "fill=\"url(#hatching-{})\"/>\n",
                      static_cast<double>(of.widest.column) * cell, static_cast<double>(of.widest.row) * cell,
                      static_cast<double>(of.widest.columns) * cell,
                      static_cast<double>(of.widest.rows) * cell, fill.hatching);
    labels += label(of.widest, cell, fill);
  }
  return {side, side,
          fmt::format("<g transform=\"scale({0:.6g})\" shape-rendering=\"crispEdges\">\n{1}</g>\n"
                      "<g opacity=\"0.4\" pointer-events=\"none\">\n{2}</g>\n{3}"
                      "<rect width=\"{4:.5g}\" height=\"{4:.5g}\" fill=\"none\" stroke=\"#444\"/>\n",
                      cell, painted, hatched, labels, side)};
}

std::string svg_file(const Drawing& drawing) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" color=\"#222\" "
      "fill=\"currentColor\">\n<defs>\n{2}</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<g transform=\"translate({3} {3})\">\n{4}</g>\n</svg>\n",
      drawing.width + 2 * margin, drawing.height + 2 * margin, hatchings(hatching_period), margin,
      drawing.elements);
}

} // namespace hetgrid::cli
