#include "cli/output/svg.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "cli/output/markup.hpp"
#include "cli/output/svg_colours.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

// Lengths in pixels.
constexpr double side = 372;             ///< of the panel's and the matrix's longer edge
constexpr double label_room = 26;        ///< left of a map, for grid rows
constexpr double title_room = 58;        ///< above a map, for its title and grid columns
constexpr double gap = 34;               ///< between panel and matrix
constexpr double hatching_period = 8;    ///< between lines
constexpr double smallest_labelled = 15; ///< blocks below this are not labelled
constexpr double smallest_hatched = 9;   ///< on smaller blocks, hatching is only noise
constexpr double smallest_outlined = 4;
constexpr int most_drawn =
    124; ///< block rows and columns; more of them would be smaller than 3 pixels: noise
constexpr std::size_t most_blocks_seen = 63; ///< processes; blocks of more of them are noise
constexpr double readable = 24;              ///< blocks of a panel; where they are smaller it is wrapped
constexpr double line_gap = 24;              ///< between the lines of a wrapped panel, for their labels
constexpr double line_height = 22;           ///< of the legend
constexpr std::size_t longest_table = 24;    ///< processes with a line of their own in the legend
constexpr std::size_t longest_list = 400;    ///< processes named in the legend

using Order = std::vector<int>; ///< grid coordinate of each block

std::string rectangle(double x, double y, double width, double height, const Fill& fill,
                      const std::string& title) {
  const std::string place =
      fmt::format("<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"{:.5g}\" height=\"{:.5g}\"", x, y, width, height);
  std::string result =
      fmt::format("{} fill=\"{}\" stroke=\"#444\" stroke-width=\"0.6\"><title>{}</title></rect>\n", place,
                  fill.colour, escape_markup(title));
  if (fill.hatching > 0 && std::min(width, height) >= smallest_hatched)
    result += fmt::format("{} fill=\"url(#hatching-{})\" opacity=\"0.4\" pointer-events=\"none\"/>\n", place,
                          fill.hatching);
  return result;
}

std::string name(int process, std::span<const std::string> hosts) {
  return hosts.empty() ? fmt::format("process {}", process)
                       : fmt::format("process {} ({})", process, hosts[static_cast<std::size_t>(process)]);
}

double fraction(const plan::AxisPanel& panel, int coordinate) {
  return static_cast<double>(panel.count[static_cast<std::size_t>(coordinate)]) /
         static_cast<double>(panel.order.size());
}

double share(const plan::Plan& plan, int i, int j) {
  return fraction(plan.rows, i) * fraction(plan.columns, j);
}

/// Blocks begin to end of one axis that follow each other and have the same owner.
struct Run {
  std::size_t begin, end;
};

std::vector<std::vector<Run>> runs_by_coordinate(const Order& order, int coordinates) {
  std::vector<std::vector<Run>> result(static_cast<std::size_t>(coordinates));
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && order[end] == order[begin])
      ++end;
    result[static_cast<std::size_t>(order[begin])].push_back({begin, end});
  }
  return result;
}

/// Outlines of the blocks in the Cartesian product of two sets of runs.
std::string outlines(const std::vector<Run>& rows, const std::vector<Run>& columns, double cell) {
  const auto length = [cell](std::size_t count) { return static_cast<double>(count) * cell; };
  std::string path;
  for (const Run& row : rows)
    for (const Run& column : columns)
      path += fmt::format("M{0:.5g} {1:.5g}h{2:.5g}v{3:.5g}h-{2:.5g}z", length(column.begin),
                          length(row.begin), length(column.end - column.begin), length(row.end - row.begin));
  return path;
}

/// White lines between the blocks, a pixel wide. Not every program that shows SVG knows non-scaling-stroke.
std::string block_lines(std::size_t rows, std::size_t columns, double cell) {
  std::string path;
  for (std::size_t i = 1; i < rows; ++i)
    path += fmt::format("M0 {}H{}", i, columns);
  for (std::size_t j = 1; j < columns; ++j)
    path += fmt::format("M{} 0V{}", j, rows);
  return fmt::format("<path d=\"{}\" stroke=\"#fff\" stroke-width=\"{:.4g}\"/>\n", path, 1 / cell);
}

/// The blocks with the given owners from (left, top), each `cell` wide.
std::string blocks(const plan::Plan& plan, std::span<const std::string> hosts, const ProcessFills& fills,
                   const Order& rows, const Order& columns, double left, double top, double cell) {
  const auto row_runs = runs_by_coordinate(rows, plan.arrangement.p);
  const auto column_runs = runs_by_coordinate(columns, plan.arrangement.q);
  std::string painted, hatched;
  for (int i = 0; i < plan.arrangement.p; ++i)
    for (int j = 0; j < plan.arrangement.q; ++j) {
      const int process = plan.arrangement.at(i, j);
      const std::vector<Run>& row = row_runs[static_cast<std::size_t>(i)];
      const std::vector<Run>& column = column_runs[static_cast<std::size_t>(j)];
      if (row.empty() || column.empty())
        continue;
      painted +=
          fmt::format("<path class=\"process\" d=\"{}\" fill=\"{}\"><title>{}: {:.3g} %</title></path>\n",
                      outlines(row, column, 1), fills[process].colour, escape_markup(name(process, hosts)),
                      100 * share(plan, i, j));
      if (fills[process].hatching > 0 && cell >= smallest_hatched)
        hatched += fmt::format("<path d=\"{}\" fill=\"url(#hatching-{})\"/>\n", outlines(row, column, cell),
                               fills[process].hatching);
    }
  // Whole numbers within the scaled group keep the file small; the patterns must not be scaled.
  return fmt::format("<g transform=\"translate({:.5g} {:.5g})\">\n"
                     "<g transform=\"scale({:.6g})\" shape-rendering=\"crispEdges\">\n{}{}</g>\n"
                     "<g opacity=\"0.4\" pointer-events=\"none\">\n{}</g>\n</g>\n",
                     left, top, cell, painted,
                     cell >= smallest_outlined ? block_lines(rows.size(), columns.size(), cell) : "",
                     hatched);
}

/// Owners of `count` blocks, the panel repeated.
Order repeated(const Order& panel, int count) {
  Order result(static_cast<std::size_t>(count));
  for (std::size_t b = 0; b < result.size(); ++b)
    result[b] = panel[b % panel.size()];
  return result;
}

/// Of a long panel, what can be seen.
Order beginning(const Order& panel) {
  return repeated(panel, std::min(static_cast<int>(panel.size()), most_drawn));
}

/// Process in every block, grid coordinates beside block rows and above block columns.
std::string panel_labels(const plan::Plan& plan, const ProcessFills& fills, const Order& rows,
                         const Order& columns, double left, double top, double cell) {
  const double size = std::min(14.0, cell * 0.5), baseline = cell / 2 + size * 0.36;
  std::string result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = top + static_cast<double>(i) * cell + baseline;
    result += words(left - 6, y, std::to_string(rows[i]), size, at_end);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const int process = plan.arrangement.at(rows[i], columns[j]);
      result += words(left + (static_cast<double>(j) + 0.5) * cell, y, std::to_string(process), size,
                      fills[process].dark ? " text-anchor=\"middle\" fill=\"#fff\""
                                          : " text-anchor=\"middle\" fill=\"#000\"");
    }
  }
  for (std::size_t j = 0; j < columns.size(); ++j)
    result += words(left + (static_cast<double>(j) + 0.5) * cell, top - 6, std::to_string(columns[j]), size,
                    centred);
  return result;
}

/// How a panel is broken into lines, as a text is: a long one has several, below each other if it is wide, beside each
/// other if it is high.
struct Wrapping {
  std::size_t lines = 1, length = 1; ///< blocks of the longer axis in a line
  double cell = 0;                   ///< pixels
};

/// The fewest lines with which blocks are readable, or those with which they are largest.
Wrapping wrapping(std::size_t shorter, std::size_t longer) {
  Wrapping best;
  for (std::size_t lines = 1; lines <= longer && best.cell < readable; ++lines) {
    const std::size_t length = (longer + lines - 1) / lines;
    const double across =
        (side - static_cast<double>(lines - 1) * line_gap) / static_cast<double>(lines * shorter);
    const double cell = std::min({side / static_cast<double>(length), across, 80.0});
    if (cell > best.cell)
      best = {(longer + length - 1) / length, length, cell};
  }
  return best;
}

Order part(const Order& order, std::size_t begin, std::size_t length) {
  const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(std::min(length, order.size() - begin))};
}

std::string draw_panel(const plan::Plan& plan, std::span<const std::string> hosts, const ProcessFills& fills,
                       double left, double top) {
  const Order rows = beginning(plan.rows.order), columns = beginning(plan.columns.order);
  const bool wide = columns.size() >= rows.size();
  const Wrapping wrap =
      wrapping(std::min(rows.size(), columns.size()), std::max(rows.size(), columns.size()));
  const bool labelled = wrap.cell >= smallest_labelled;
  const bool whole = rows.size() == plan.rows.order.size() && columns.size() == plan.columns.order.size();
  std::string result =
      words(left, top - 40,
            fmt::format("Panel: {}{} x {} blocks",
                        whole ? "" : fmt::format("first {} x {} of ", rows.size(), columns.size()),
                        plan.rows.order.size(), plan.columns.order.size()),
            16, bold);
  std::string note;
  if (wrap.lines > 1)
    note = fmt::format("in {} lines", wrap.lines);
  if (labelled)
    note += fmt::format("{}grid column above, grid row on the left{}", note.empty() ? "" : "; ",
                        note.empty() ? ", process in the block" : "");
  result += words(left, top - 23, note, 11);
  const double step = static_cast<double>(std::min(rows.size(), columns.size())) * wrap.cell + line_gap;
  for (std::size_t line = 0; line < wrap.lines; ++line) {
    const std::size_t begin = line * wrap.length;
    const Order line_rows = wide ? rows : part(rows, begin, wrap.length),
                line_columns = wide ? part(columns, begin, wrap.length) : columns;
    const double shift = static_cast<double>(line) * step;
    const double x = wide ? left : left + shift, y = wide ? top + shift : top;
    result += blocks(plan, hosts, fills, line_rows, line_columns, x, y, wrap.cell);
    if (labelled)
      result += panel_labels(plan, fills, line_rows, line_columns, x, y, wrap.cell);
  }
  return result;
}

/// Borders of the panels within the matrix and of the matrix.
std::string panel_borders(const plan::Plan& plan, int matrix_blocks, double left, double top, double cell) {
  const auto edges = [&](std::size_t panel) {
    std::vector<double> result{0};
    for (std::size_t b = panel; panel * cell >= 12 && b < static_cast<std::size_t>(matrix_blocks); b += panel)
      result.push_back(static_cast<double>(b) * cell);
    result.push_back(side);
    return result;
  };
  std::string path;
  for (const double y : edges(plan.rows.order.size()))
    path += fmt::format("M0 {:.5g}H{}", y, side);
  for (const double x : edges(plan.columns.order.size()))
    path += fmt::format("M{:.5g} 0V{}", x, side);
  return fmt::format(
      "<path d=\"{}\" transform=\"translate({:.5g} {:.5g})\" stroke=\"#000\" stroke-width=\"1.2\"/>\n", path,
      left, top);
}

int longest_axis(const plan::Plan& plan) {
  return static_cast<int>(std::max(plan.rows.order.size(), plan.columns.order.size()));
}

/// Two panels of the longer axis, some more if they are small, as far as that can be seen.
int default_matrix_blocks(const plan::Plan& plan) {
  const int longest = longest_axis(plan);
  return std::min(most_drawn, std::max(24 / longest, 2) * longest);
}

std::string draw_matrix(const plan::Plan& plan, std::span<const std::string> hosts, const ProcessFills& fills,
                        const DrawnMatrix& matrix, double left, double top) {
  int drawn = matrix.blocks == 0 ? default_matrix_blocks(plan) : matrix.blocks;
  if (matrix.all > 0)
    drawn = static_cast<int>(std::min<std::int64_t>(drawn, matrix.all));
  const double cell = side / drawn;
  return words(left, top - 40,
               drawn < matrix.all ? fmt::format("Matrix: first {} of {} blocks each way", drawn, matrix.all)
                                  : fmt::format("Matrix: {0} x {0} blocks", drawn),
               16, bold) +
         words(left, top - 23,
               drawn < longest_axis(plan) ? "the beginning of the panel" : "the panel, repeated", 11) +
         blocks(plan, hosts, fills, repeated(plan.rows.order, drawn), repeated(plan.columns.order, drawn),
                left, top, cell) +
         panel_borders(plan, drawn, left, top, cell);
}

/// Where the parts of a length that are proportional to the shares begin, and the end.
std::vector<double> edges(const std::vector<double>& shares, double length) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<double> result{0};
  for (const double share : shares)
    result.push_back(result.back() + share / sum * length);
  return result;
}

/// A rectangle r_i x c_j for each process: its area is the part of the matrix that the process owns.
std::string draw_shares(const plan::Plan& plan, std::span<const std::string> hosts, const ProcessFills& fills,
                        double length, double left, double top) {
  const std::vector<double> y = edges(plan.shares.r, length), x = edges(plan.shares.c, length);
  std::string painted, labels;
  for (int i = 0; i < plan.arrangement.p; ++i)
    for (int j = 0; j < plan.arrangement.q; ++j) {
      const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
      const int process = plan.arrangement.at(i, j);
      const double width = x[column + 1] - x[column], height = y[row + 1] - y[row];
      painted += fmt::format(
          "<rect class=\"process\" x=\"{:.6g}\" y=\"{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" "
          "fill=\"{}\"{}><title>{}: {:.3g} %</title></rect>\n",
          x[column], y[row], width, height, fills[process].colour,
          std::min(width, height) >= smallest_outlined ? " stroke=\"#fff\" stroke-width=\"0.6\"" : "",
          escape_markup(name(process, hosts)), 100 * width * height / (length * length));
      const std::string number = std::to_string(process);
      const double size = std::min({13.0, 0.7 * height, 1.5 * width / static_cast<double>(number.size())});
      if (size >= 6)
        labels +=
            words(x[column] + width / 2, y[row] + height / 2 + 0.36 * size, number, size,
                  fills[process].dark ? " text-anchor=\"middle\" fill=\"#fff\" pointer-events=\"none\""
                                      : " text-anchor=\"middle\" fill=\"#000\" pointer-events=\"none\"");
    }
  return words(left, top - 40,
               fmt::format("Shares: r x c of the {} x {} grid", plan.arrangement.p, plan.arrangement.q), 16,
               bold) +
         words(
             left, top - 23,
             fmt::format("the area of a rectangle is the part of the matrix that its process owns; panel of "
                         "{} x {} blocks",
                         plan.rows.order.size(), plan.columns.order.size()),
             11) +
         fmt::format("<g transform=\"translate({:.5g} {:.5g})\">\n{}{}</g>\n", left, top, painted, labels);
}

/// A line of the legend.
struct Entry {
  int process = 0;
  std::string place; ///< on the grid
  double share = 0;  ///< of the matrix
};

std::vector<Entry> entries(const plan::Plan& plan) {
  std::vector<Entry> result;
  for (int i = 0; i < plan.arrangement.p; ++i)
    for (int j = 0; j < plan.arrangement.q; ++j)
      result.push_back({plan.arrangement.at(i, j), fmt::format("({}, {})", i, j), share(plan, i, j)});
  for (const int process : plan.idle)
    result.push_back({process, "idle", 0});
  return result;
}

/// One line per process: place, cycle-time, share of the matrix against share of the speed.
Drawing legend_table(const plan::Plan& plan, std::span<const std::string> hosts, const ProcessFills& fills,
                     double width) {
  const std::array<double, 6> ends{72,  152, 252,
                                   370, 480, 500}; // of right-aligned columns; host is left-aligned
  const std::array<const char*, 5> heads{"process", "grid place", "cycle-time", "share of matrix",
                                         "share of speed"};
  Drawing legend{width, line_height, {}};
  for (std::size_t k = 0; k < heads.size(); ++k)
    legend.elements += words(ends[k], 14, heads[k], 12, " text-anchor=\"end\" font-weight=\"bold\"");
  if (!hosts.empty())
    legend.elements += words(ends[5], 14, "host", 12, bold);
  for (const Entry& entry : entries(plan)) {
    const double y = legend.height + 14;
    const auto index = static_cast<std::size_t>(entry.process);
    const double t = plan.cycle_times.empty() ? 1 : plan.cycle_times[index];
    const std::array<std::string, 5> cells{
        std::to_string(entry.process), entry.place, fmt::format("{:.4g}", t),
        fmt::format("{:.2f} %", 100 * entry.share), fmt::format("{:.2f} %", 100 / t / plan.bound)};
    legend.elements += rectangle(1, y - 13, 22, 16, fills[entry.process], name(entry.process, hosts));
    for (std::size_t k = 0; k < cells.size(); ++k)
      legend.elements += words(ends[k], y, cells[k], 13, at_end);
    if (!hosts.empty())
      legend.elements += words(ends[5], y, shortened(hosts[index], width - ends[5], 13), 13);
    legend.height += line_height;
  }
  return legend;
}

/// Many processes: share and host beside each other, in columns read downwards.
Drawing legend_list(const plan::Plan& plan, std::span<const std::string> hosts, const ProcessFills& fills,
                    double width) {
  const std::vector<Entry> all = entries(plan);
  const std::size_t columns = hosts.empty() ? 6 : 4;
  const std::size_t lines = (all.size() + columns - 1) / columns;
  const double step = 18, column_width = width / static_cast<double>(columns);
  Drawing legend{width, 20 + static_cast<double>(lines) * step, {}};
  legend.elements =
      words(0, 12, "process, share of matrix" + std::string(hosts.empty() ? "" : ", host"), 12, bold);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Entry& entry = all[k];
    const double x = static_cast<double>(k / lines) * column_width,
                 y = 34 + static_cast<double>(k % lines) * step;
    legend.elements += rectangle(x + 1, y - 11, 18, 14, fills[entry.process], name(entry.process, hosts));
    legend.elements += words(x + 48, y, std::to_string(entry.process), 11.5, at_end);
    legend.elements += words(
        x + 98, y, entry.place == "idle" ? "idle" : fmt::format("{:.2f} %", 100 * entry.share), 11.5, at_end);
    if (!hosts.empty())
      legend.elements +=
          words(x + 106, y,
                shortened(hosts[static_cast<std::size_t>(entry.process)], column_width - 112, 11.5), 11.5);
  }
  return legend;
}

Drawing legend_grid(const plan::Plan& plan, std::span<const std::string> hosts, double width) {
  Drawing legend = draw_arrangement(plan, hosts, width);
  legend.elements = words(0, 12,
                          fmt::format("Arrangement: process at each place of the grid{}",
                                      plan.idle.empty() ? "" : fmt::format("; {} idle", plan.idle.size())),
                          12, bold) +
                    fmt::format("<g transform=\"translate(0 24)\">\n{}</g>\n", legend.elements);
  legend.height += 24;
  return legend;
}

Drawing draw_legend(const plan::Plan& plan, std::span<const std::string> hosts, double width) {
  const std::size_t count = plan.arrangement.process.size() + plan.idle.size();
  const ProcessFills fills(plan);
  Drawing legend = count <= longest_table  ? legend_table(plan, hosts, fills, width)
                   : count <= longest_list ? legend_list(plan, hosts, fills, width)
                                           : legend_grid(plan, hosts, width);
  legend.height += 1.5 * line_height;
  legend.elements +=
      words(0, legend.height - 6,
            fmt::format("Work per unit time: {:.4g} of at most {:.4g} ({:.1f} %); uniform layout {:.4g}",
                        plan.panel_work, plan.bound, 100 * plan.panel_work / plan.bound, plan.cyclic_work),
            13);
  return legend;
}

} // namespace

std::string words(double x, double y, std::string_view text, double size, const char* attributes) {
  return fmt::format("<text x=\"{:.5g}\" y=\"{:.5g}\" font-size=\"{:.3g}\"{}>{}</text>\n", x, y, size,
                     attributes, escape_markup(text));
}

std::string shortened(const std::string& text, double width, double size) {
  const auto most = static_cast<std::size_t>(std::max(width / (0.56 * size), 2.0));
  if (text.size() <= most)
    return text;
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) // within a character of UTF-8
    --end;
  return text.substr(0, end) + "\u2026";
}

Drawing draw_maps(const plan::Plan& plan, std::span<const std::string> hosts, const DrawnMatrix& matrix) {
  if (matrix.blocks < 0 || matrix.blocks > largest_drawn_matrix)
    throw ArgumentError("matrix_blocks", std::to_string(matrix.blocks),
                        fmt::format("0 to {}", largest_drawn_matrix));
  const ProcessFills fills(plan);
  const double right = label_room + side + gap;
  if (plan.arrangement.process.size() > most_blocks_seen) {
    const double length = right + side - label_room;
    return {right + side + 1, title_room + length + 1,
            draw_shares(plan, hosts, fills, length, label_room, title_room)};
  }
  return {right + side + 1, title_room + side + 1,
          draw_panel(plan, hosts, fills, label_room, title_room) +
              draw_matrix(plan, hosts, fills, matrix, right, title_room)};
}

Drawing draw_arrangement(const plan::Plan& plan, std::span<const std::string> hosts, double width) {
  const ProcessFills fills(plan);
  const plan::Arrangement& grid = plan.arrangement;
  const double cell = std::min((width - 1) / grid.q, 40.0), size = std::min(12.0, cell * 0.38);
  Drawing drawing{width, grid.p * cell + 1, {}};
  for (int i = 0; i < grid.p; ++i)
    for (int j = 0; j < grid.q; ++j) {
      const int process = grid.at(i, j);
      drawing.elements += rectangle(
          j * cell, i * cell, cell, cell, fills[process],
          fmt::format("{} at ({}, {}): {:.3g} %", name(process, hosts), i, j, 100 * share(plan, i, j)));
      if (cell >= smallest_labelled)
        drawing.elements +=
            words((j + 0.5) * cell, (i + 0.5) * cell + 0.36 * size, std::to_string(process), size,
                  fills[process].dark ? " text-anchor=\"middle\" fill=\"#fff\" pointer-events=\"none\""
                                      : " text-anchor=\"middle\" fill=\"#000\" pointer-events=\"none\"");
    }
  return drawing;
}

std::string draw_plan(const plan::Plan& plan, std::span<const std::string> hosts, const DrawnMatrix& matrix) {
  const Drawing maps = draw_maps(plan, hosts, matrix);
  const Drawing legend = draw_legend(plan, hosts, maps.width - label_room);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" color=\"#222\" "
      "fill=\"currentColor\">\n<defs>\n{2}</defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<g transform=\"translate({3} {3})\">\n{4}</g>\n"
      "<g transform=\"translate({5} {6:.0f})\">\n{7}</g>\n</svg>\n",
      maps.width + 2 * margin, maps.height + legend.height + 3 * margin, hatchings(hatching_period), margin,
      maps.elements, margin + label_room, maps.height + 2 * margin, legend.elements);
}

} // namespace hetgrid::cli
