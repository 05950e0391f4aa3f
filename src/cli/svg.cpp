#include "cli/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

// Lengths in pixels.
constexpr double side = 360;        ///< of the panel's and the matrix's longer edge
constexpr double margin = 48;       ///< round both, room for the labels of grid rows and columns
constexpr double title_height = 76; ///< above both
constexpr double legend_row = 24;
constexpr double smallest_labelled = 16; ///< cells below this are not labelled
constexpr int largest_matrix = 400;      ///< blocks

std::string escape(const std::string& text) {
  std::string result;
  for (const char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
  return result;
}

/// Neighbouring numbers get distant hues (golden angle); lightness varies, too, for those who see few hues.
std::string colour(int process) {
  const double hue = std::fmod(210 + 137.508 * process, 360.0);
  const double lightness = std::array{0.72, 0.58, 0.80}[static_cast<std::size_t>(process % 3)];
  const double amplitude = 0.62 * std::min(lightness, 1 - lightness);
  const auto channel = [&](double n) {
    const double k = std::fmod(n + hue / 30, 12.0);
    return static_cast<int>(
        std::lround(255 * (lightness - amplitude * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0))));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(8), channel(4));
}

/// Collects elements.
class Canvas {
public:
  void rectangle(double x, double y, double width, double height, const std::string& fill, const char* stroke,
                 const std::string& title = {}) {
    body_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" stroke=\"{}\"", x, y,
        width, height, fill, stroke);
    body_ += title.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", escape(title));
  }
  void line(double x1, double y1, double x2, double y2) {
    body_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"#222\" "
                         "stroke-width=\"1.5\"/>\n",
                         x1, y1, x2, y2);
  }
  void text(double x, double y, const std::string& words, double size, const char* anchor = "start",
            const char* weight = "normal") {
    body_ += fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.1f}\" text-anchor=\"{}\" font-weight=\"{}\">"
        "{}</text>\n",
        x, y, size, anchor, weight, escape(words));
  }
  std::string finish(double width, double height) const {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"#222\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
        width, height, body_);
  }

private:
  std::string body_;
};

/// Process that owns block (i, j) of the matrix.
int owner(const plan::Plan& plan, int i, int j) {
  const auto& rows = plan.rows.order;
  const auto& columns = plan.columns.order;
  return plan.arrangement.at(rows[static_cast<std::size_t>(i) % rows.size()],
                             columns[static_cast<std::size_t>(j) % columns.size()]);
}

/// m x n blocks from (left, top); runs of one owner within a block row are one rectangle.
void draw_blocks(Canvas& canvas, const plan::Plan& plan, int m, int n, double left, double top, double cell) {
  const bool outlined = cell >= 3;
  for (int i = 0; i < m; ++i)
    for (int j = 0, end = 0; j < n; j = end) {
      const int process = owner(plan, i, j);
      const int limit = outlined ? j + 1 : n;
      for (end = j + 1; end < limit && owner(plan, i, end) == process; ++end) {
      }
      canvas.rectangle(left + j * cell, top + i * cell, (end - j) * cell, cell, colour(process),
                       outlined ? "white" : "none", fmt::format("block ({}, {}): process {}", i, j, process));
    }
}

/// The panel, every block with its process, block rows and columns with their grid coordinate.
void draw_panel(Canvas& canvas, const plan::Plan& plan, double left, double top) {
  const auto& rows = plan.rows.order;
  const auto& columns = plan.columns.order;
  const int m = static_cast<int>(rows.size()), n = static_cast<int>(columns.size());
  const double cell = side / std::max(m, n);
  canvas.text(left, top - 52, fmt::format("Panel: {} x {} blocks", m, n), 16, "start", "bold");
  draw_blocks(canvas, plan, m, n, left, top, cell);
  if (cell < smallest_labelled)
    return;
  const double size = std::min(14.0, cell * 0.55);
  const double baseline = cell / 2 + size * 0.36;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      canvas.text(left + (j + 0.5) * cell, top + i * cell + baseline, std::to_string(owner(plan, i, j)), size,
                  "middle");
  for (int i = 0; i < m; ++i)
    canvas.text(left - 8, top + i * cell + baseline, fmt::format("{}", rows[static_cast<std::size_t>(i)]),
                size, "end");
  for (int j = 0; j < n; ++j)
    canvas.text(left + (j + 0.5) * cell, top - 8, fmt::format("{}", columns[static_cast<std::size_t>(j)]),
                size, "middle");
  canvas.text(left, top - 34, "grid column above, grid row on the left, process in the block", 11);
}

void draw_matrix(Canvas& canvas, const plan::Plan& plan, int blocks, double left, double top) {
  const double cell = side / blocks;
  canvas.text(left, top - 52, fmt::format("Matrix: {0} x {0} blocks", blocks), 16, "start", "bold");
  canvas.text(left, top - 34, "the panel, repeated", 11);
  draw_blocks(canvas, plan, blocks, blocks, left, top, cell);
  const int m = static_cast<int>(plan.rows.order.size()), n = static_cast<int>(plan.columns.order.size());
  // Borders of the panels, where they are no borders of single blocks, and of the matrix.
  for (int i = m; m > 1 && i < blocks; i += m)
    canvas.line(left, top + i * cell, left + side, top + i * cell);
  for (int j = n; n > 1 && j < blocks; j += n)
    canvas.line(left + j * cell, top, left + j * cell, top + side);
  for (const double end : {0.0, side}) {
    canvas.line(left, top + end, left + side, top + end);
    canvas.line(left + end, top, left + end, top + side);
  }
}

/// Fraction of the panel's blocks that each grid coordinate owns.
std::vector<double> fractions(const plan::AxisPanel& panel) {
  std::vector<double> result;
  for (const int count : panel.count)
    result.push_back(static_cast<double>(count) / static_cast<double>(panel.order.size()));
  return result;
}

/// One line per process: place, cycle-time, share of the matrix against share of the speed.
void draw_legend(Canvas& canvas, const plan::Plan& plan, std::span<const std::string> hosts, double left,
                 double top) {
  const bool named = !hosts.empty();
  const std::array<double, 6> columns{left + 30, left + 130, left + 280, left + 400, left + 530, left + 670};
  const std::array<const char*, 6> heads{"process",         "grid (row, column)", "cycle-time",
                                         "share of matrix", "share of speed",     named ? "host" : ""};
  for (std::size_t k = 0; k < heads.size(); ++k)
    canvas.text(columns[k], top, heads[k], 12, "start", "bold");
  const std::vector<double> rows = fractions(plan.rows), cols = fractions(plan.columns);
  double y = top;
  const auto describe = [&](int process, const std::string& place, double share, const std::string& fill) {
    y += legend_row;
    const double t = plan.cycle_times[static_cast<std::size_t>(process)];
    canvas.rectangle(left, y - 13, 20, 16, fill, "#222");
    canvas.text(columns[0], y, std::to_string(process), 13);
    canvas.text(columns[1], y, place, 13);
    canvas.text(columns[2], y, fmt::format("{:.4g}", t), 13);
    canvas.text(columns[3], y, fmt::format("{:.1f} %", 100 * share), 13);
    canvas.text(columns[4], y, fmt::format("{:.1f} %", 100 / t / plan.bound), 13);
    if (named)
      canvas.text(columns[5], y, hosts[static_cast<std::size_t>(process)], 13);
  };
  for (int i = 0; i < plan.arrangement.p; ++i)
    for (int j = 0; j < plan.arrangement.q; ++j) {
      const int process = plan.arrangement.at(i, j);
      describe(process, fmt::format("({}, {})", i, j),
               rows[static_cast<std::size_t>(i)] * cols[static_cast<std::size_t>(j)], colour(process));
    }
  for (const int process : plan.idle)
    describe(process, "idle", 0, "white");
  y += 1.5 * legend_row;
  canvas.text(
      left, y,
      fmt::format("Work per unit time: {:.4g} of at most {:.4g} ({:.1f} %); uniform layout {:.4g}; predicted "
                  "speedup {:.2f}",
                  plan.panel_work, plan.bound, 100 * plan.panel_work / plan.bound, plan.cyclic_work,
                  plan.speedup()),
      13);
}

/// Two panels of the longer axis, some more if they are small.
int default_matrix_blocks(const plan::Plan& plan) {
  const int longer = static_cast<int>(std::max(plan.rows.order.size(), plan.columns.order.size()));
  return std::min(largest_matrix, std::max(24 / longer, 2) * longer);
}

} // namespace

std::string draw_plan(const plan::Plan& plan, std::span<const std::string> hosts, int matrix_blocks) {
  if (matrix_blocks < 0 || matrix_blocks > largest_matrix)
    throw ArgumentError("matrix_blocks", std::to_string(matrix_blocks),
                        fmt::format("0 to {}", largest_matrix));
  const int blocks = matrix_blocks == 0 ? default_matrix_blocks(plan) : matrix_blocks;
  const double top = title_height + 8, right = margin + side + margin;
  Canvas canvas;
  draw_panel(canvas, plan, margin, top);
  draw_matrix(canvas, plan, blocks, right, top);
  draw_legend(canvas, plan, hosts, margin, top + side + 40);
  const double lines = static_cast<double>(plan.arrangement.process.size() + plan.idle.size()) + 2.5;
  return canvas.finish(right + side + margin, top + side + 40 + lines * legend_row);
}

} // namespace hetgrid::cli
