// Regions of the plane of speed ratios, by the shape that is fastest there.
#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"
#include "cli/shape/partition_drawing.hpp"
#include "cli/shape/report.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

// The axes of the figures in [DeFlumere14].
constexpr double largest_p = 30, largest_r = 20;
constexpr double step = 0.25;               ///< between ratios
constexpr std::int64_t finest_cells = 4000; ///< borders shall not be those of rounding

// Pixels.
constexpr double unit = 20; ///< of an axis
constexpr double axis_room = 46, left_room = 44;
constexpr double strip = 60; ///< height of the map of two processes

double x_of(double p) {
  return left_room + (p - 1) * unit;
}

/// Which shape is fastest for a ratio.
class Winners {
public:
  explicit Winners(const ShapeReport& report) : report_(report), platform_(report.platform) {
    const auto fastest = std::ranges::max_element(platform_.processes, {}, &plan::ProcessSpeed::gflops);
    gflops_ = fastest->gflops;
    cycle_time_ = fastest->cycle_time;
    for (plan::ProcessSpeed& process : platform_.processes)
      process.curve.clear();
  }

  const std::string& operator()(const std::vector<double>& ratio) {
    for (std::size_t k = 0; k < ratio.size(); ++k) {
      platform_.processes[k].gflops = gflops_ * ratio[k] / ratio.front();
      platform_.processes[k].cycle_time = cycle_time_ * ratio.front() / ratio[k];
    }
    winner_ = partition::candidates(platform_, report_.problem, report_.algorithm, report_.topology,
                                    std::min(finest_cells, report_.problem.n))
                  .front();
    if (!winner_.feasible())
      winner_.shape = "none";
    return winner_.shape;
  }

private:
  const ShapeReport& report_;
  plan::Platform platform_;
  double gflops_ = 0, cycle_time_ = 0; ///< of the fastest process, whatever the ratio
  partition::Candidate winner_;
};

/// Regions as paths, by shape. All maps have the same colours.
class Regions {
public:
  explicit Regions(const ShapeReport& report) {
    for (const partition::Candidate& candidate : report.candidates)
      paths_[candidate.shape];
  }

  /// A line of the map from (p, y) on, `height` pixels high. \param winner  of P
  void add_line(double p, double y, double height, const std::function<std::string(double)>& winner) {
    for (double begin = p, end = p; begin < largest_p; begin = end) {
      const std::string shape = winner(begin + step / 2);
      for (end = begin + step; end < largest_p && winner(end + step / 2) == shape;)
        end += step;
      paths_[shape] +=
          fmt::format("M{:.5g} {:.5g}H{:.5g}v{:.5g}H{:.5g}z", x_of(begin), y, x_of(end), height, x_of(begin));
    }
  }

  /// \param top  of the legend
  std::string elements(double top) const {
    const ProcessFills fills(static_cast<int>(paths_.size()));
    std::string elements, legend;
    int k = 0, listed = 0;
    for (const auto& [shape, path] : paths_) {
      const Fill& fill = fills[k++];
      if (path.empty())
        continue;
      const double x = left_room + 190 * (listed % 3), y = top + line_height * (listed / 3);
      elements +=
          fmt::format("<path d=\"{}\" fill=\"{}\" shape-rendering=\"crispEdges\"><title>{}</title></path>\n",
                      path, fill.colour, shape);
      legend += fmt::format("<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"20\" height=\"15\" fill=\"{}\" "
                            "stroke=\"#444\" stroke-width=\"0.6\"/>\n",
                            x, y, fill.colour) +
                words(x + 28, y + 12, shape, 12);
      ++listed;
    }
    return elements + legend;
  }
  double legend_height() const {
    const auto listed =
        std::ranges::count_if(paths_, [](const auto& region) { return !region.second.empty(); });
    return line_height * static_cast<double>((listed + 2) / 3);
  }

private:
  std::map<std::string, std::string> paths_;
};

std::string axis_of_p(double bottom) {
  std::string elements;
  for (double p = 5; p <= largest_p; p += 5)
    elements += fmt::format("<path d=\"M{:.5g} {:.5g}v5\" stroke=\"#444\"/>\n", x_of(p), bottom) +
                words(x_of(p), bottom + 19, fmt::format("{:g}", p), 11, centred);
  return elements + words(x_of((1 + largest_p) / 2), bottom + 36, "P, speed of process 0", 12, centred);
}

std::string axis_of_r(double bottom) {
  std::string elements;
  const auto y_of = [&](double r) { return bottom - (r - 1) * unit; };
  for (double r = 5; r <= largest_r; r += 5)
    elements += fmt::format("<path d=\"M{:.5g} {:.5g}h-5\" stroke=\"#444\"/>\n", left_room, y_of(r)) +
                words(left_room - 8, y_of(r) + 4, fmt::format("{:g}", r), 11, at_end);
  const double middle = y_of((1 + largest_r) / 2);
  return elements + fmt::format("<g transform=\"translate(12 {:.5g}) rotate(-90)\">\n{}</g>\n", middle,
                                words(0, 0, "R, speed of process 1", 12, centred));
}

} // namespace

std::string shape_map(const ShapeReport& report) {
  const std::size_t processes = report.platform.processes.size();
  if (processes < 2 || processes > 3)
    throw ArgumentError("--map", counted(processes, "process", "processes"), "2 or 3 processes");
  Winners winners(report);
  Regions regions(report);
  const double height = processes == 2 ? strip : (largest_r - 1) * unit;
  const double bottom = title_room + height;
  if (processes == 2)
    regions.add_line(1, title_room, strip, [&](double p) { return winners({p, 1}); });
  else
    for (double r = 1; r < largest_r; r += step)
      regions.add_line(r, bottom - (r - 1 + step) * unit, step * unit, [&](double p) {
        const double middle = r + step / 2;
        return winners({std::max(p, middle + step / 4), middle, 1}); // on the diagonal, within P > R
      });
  const double width = x_of(largest_p);
  std::string elements =
      words(left_room, 12, fmt::format("Fastest shape for speeds {}", processes == 2 ? "P : 1" : "P : R : 1"),
            16, bold) +
      words(left_room, 32, heading(report), 11) + regions.elements(bottom + axis_room) + axis_of_p(bottom) +
      (processes == 3 ? axis_of_r(bottom) : "");
  return svg_file({width, bottom + axis_room + regions.legend_height(), elements});
}

} // namespace hetgrid::cli
