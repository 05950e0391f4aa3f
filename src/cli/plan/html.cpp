// The plan as one page: XHTML-compatible HTML5 with its style and pictures inside, no scripts, nothing to load.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/markup.hpp"
#include "cli/output/page.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/svg.hpp"
#include "cli/output/svg_colours.hpp"
#include "cli/plan/report.hpp"
#include "layout/subscript.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::size_t most_bars = 32;     ///< load bars: of more processes, the busiest and the least busy
constexpr std::size_t longest_table = 64; ///< processes; longer tables are folded

/// A part of the time of a process, in the bars.
struct BusyPart {
  const char* name;
  double plan::ProcessPrediction::*seconds;
  const char* colour;
};
constexpr BusyPart parts[] = {{"update", &plan::ProcessPrediction::update, "#1f4e79"},
                              {"panels", &plan::ProcessPrediction::panel, "#e07b39"},
                              {"communication", &plan::ProcessPrediction::communication, "#9fc5e8"},
                              {"waiting", &plan::ProcessPrediction::idle, "transparent"}};

class PlanPage : private PageBody {
public:
  PlanPage(const PlanReport& report, int matrix_blocks)
      : report_(report), plan_(report.plan), matrix_blocks_(matrix_blocks), fills_(report.plan),
        hosts_(hosts_of(report.platform)) {
    places_.assign(plan_.cycle_times.size(), {-1, -1});
    for (int i = 0; i < plan_.arrangement.p; ++i)
      for (int j = 0; j < plan_.arrangement.q; ++j)
        places_[at(plan_.arrangement.at(i, j))] = {i, j};
  }

  std::string text() {
    heading();
    maps();
    load();
    processes();
    idle();
    bounds();
    distributions();
    shapes();
    return page(title(), text_);
  }

private:
  std::string title() const {
    const char* const names[] = {"matrix product", "LU factorization", "QR factorization",
                                 "Cholesky factorization"};
    return fmt::format("{}, n = {}, {} x {} grid", names[static_cast<int>(report_.problem.operation)],
                       report_.problem.n, plan_.arrangement.p, plan_.arrangement.q);
  }
  /// Number and host, in at most `width` pixels.
  std::string name(int process, double width, double size) const {
    const std::string full =
        hosts_.empty() ? std::to_string(process) : fmt::format("{} {}", process, hosts_[at(process)]);
    return escape_markup(shortened(full, width, size));
  }
  /// Part of the matrix.
  double share(int process) const {
    const auto [i, j] = places_[at(process)];
    return i < 0 ? 0
                 : static_cast<double>(plan_.rows.count[at(i)]) * plan_.columns.count[at(j)] /
                       static_cast<double>(plan_.rows.order.size() * plan_.columns.order.size());
  }
  double busy(int process) const {
    return 1 - report_.prediction.processes[at(process)].idle / report_.prediction.seconds;
  }

  void heading();
  void maps();
  std::vector<int> bars() const;
  void load();
  void row(int process);
  void processes();
  void idle();
  void bounds();
  void distributions();
  void shapes();

  const PlanReport& report_;
  const plan::Plan& plan_;
  int matrix_blocks_;
  ProcessFills fills_;
  std::vector<std::string> hosts_;
  std::vector<std::pair<int, int>> places_; ///< in the grid; (-1, -1) if idle
};

void PlanPage::heading() {
  const plan::Problem& problem = report_.problem;
  append(text_, "<h1>{}</h1>\n<p>blocks of {}, {}; {}{}</p>\n", title(), problem.block_size,
         precision(report_), counted(plan_.cycle_times.size(), "process", "processes"),
         plan_.idle.empty() ? "" : fmt::format(", {} of them idle", plan_.idle.size()));
  if (report_.interrupted)
    append(text_, "<p class=\"note\">The search was interrupted: this is the best plan it had found.</p>\n");
  append(text_, "<div class=\"figures\">\n");
  figure(duration(report_.prediction.seconds), "predicted");
  figure(speed(report_.prediction.gflops), "predicted");
  figure(fmt::format("{:.1f} %", 100 * report_.prediction.efficiency), "of what all processes can do");
  figure(fmt::format("{:.2f} times", report_.uniform.seconds / report_.prediction.seconds),
         "as fast as the uniform layout, same grid");
  figure(byte_size(report_.prediction.bytes), "moved between processes");
  append(text_, "</div>\n");
  if (!report_.prediction.fits)
    append(text_, "<p class=\"note\">The matrices do not fit into the memory of every process.</p>\n");
  const auto [given, assumed] = basis(report_.platform, problem);
  append(text_, "<p>Given: {}. Assumed: {}.</p>\n", fmt::join(given, ", "),
         assumed.empty() ? "nothing" : fmt::format("{}", fmt::join(assumed, ", ")));
}

void PlanPage::maps() {
  const Drawing grid = draw_arrangement(plan_, hosts_, page_width);
  append(text_,
         "<h2>Who sits where</h2>\n<figure>\n{}<figcaption>The {} x {} grid; the fastest processes own "
         "most.</figcaption>"
         "\n</figure>\n",
         inline_svg(grid.width, grid.height + 2, with_hatchings(grid.elements)), plan_.arrangement.p,
         plan_.arrangement.q);
  const Drawing drawing = draw_maps(plan_, hosts_, {matrix_blocks_, report_.problem.blocks()});
  append(text_, "<h2>Who owns what</h2>\n<figure>\n{}</figure>\n",
         inline_svg(drawing.width, drawing.height, drawing.elements));
}

/// Processes whose load is shown, busiest first.
std::vector<int> PlanPage::bars() const {
  std::vector<int> shown = plan_.arrangement.process;
  std::ranges::stable_sort(shown, std::greater{}, [&](int process) { return busy(process); });
  if (shown.size() > most_bars)
    shown.erase(shown.begin() + most_bars / 2, shown.end() - most_bars / 2);
  return shown;
}

void PlanPage::load() {
  constexpr double height = 18, step = 24, right = 70;
  const double left = hosts_.empty() ? 48 : 190; // room for names
  const std::vector<int> shown = bars();
  const double scale = (page_width - left - right) / report_.prediction.seconds;
  std::string elements;
  const auto out = std::back_inserter(elements);
  for (std::size_t line = 0; line < shown.size(); ++line) {
    const double y = static_cast<double>(line) * step;
    fmt::format_to(out, "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\" font-size=\"12\">{}</text>\n",
                   left - 8, y + 13, name(shown[line], left - 8, 12));
    double x = left;
    for (const BusyPart& part : parts) {
      const double seconds = report_.prediction.processes[at(shown[line])].*part.seconds;
      fmt::format_to(
          out,
          "<rect x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\" fill=\"{}\" stroke=\"#888\" "
          "stroke-width=\"0.5\"><title>{}: {}</title></rect>\n",
          x, y, seconds * scale, height, part.colour, part.name, duration(seconds));
      x += seconds * scale;
    }
    fmt::format_to(out, "<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"12\">{:.1f} %</text>\n",
                   page_width - right + 8, y + 13, 100 * busy(shown[line]));
  }
  append(text_, "<h2>Who waits for whom</h2>\n<p>");
  for (const BusyPart& part : parts)
    append(text_,
           "<span class=\"legend\"><span class=\"swatch\" style=\"background-color:{}\"></span> {}</span>",
           part.colour, part.name);
  append(text_,
         "<br/>Predicted time of each process on the grid, {} in all, busiest first; at the right the "
         "part in "
         "which it does not wait.{}</p>\n<figure>\n{}</figure>\n",
         duration(report_.prediction.seconds),
         shown.size() < plan_.arrangement.process.size() ? " The busiest and the least busy ones." : "",
         inline_svg(page_width, static_cast<double>(shown.size()) * step, elements));
}

/// A line of the table of processes.
void PlanPage::row(int process) {
  const Fill& fill = fills_[process];
  const auto [i, j] = places_[at(process)];
  append(text_,
         "<tr><td><span class=\"swatch hatching-{}\" style=\"background-color:{}\"></span></td><td>{}</td>",
         fill.hatching, fill.colour, process);
  if (!hosts_.empty())
    append(text_, "<td class=\"text\">{}</td>", escape_markup(hosts_[at(process)]));
  append(text_, "<td>{}</td><td>{:.4g}</td><td>{}</td>", i < 0 ? "idle" : fmt::format("({}, {})", i, j),
         plan_.cycle_times[at(process)], speed(report_.platform.processes[at(process)].gflops));
  const plan::ProcessPrediction& predicted = report_.prediction.processes[at(process)];
  if (i < 0)
    append(text_, "<td></td><td></td><td></td><td></td><td></td></tr>\n");
  else
    append(text_, "<td>{:.2f} %</td><td>{} x {}</td><td>{:.1f} %</td><td>{}</td><td>{}</td></tr>\n",
           100 * share(process), plan_.rows.count[at(i)], plan_.columns.count[at(j)], 100 * busy(process),
           byte_size(predicted.bytes), byte_size(predicted.memory));
}

void PlanPage::processes() {
  const bool fold = plan_.cycle_times.size() > longest_table;
  append(text_,
         "<h2>Processes</h2>\n{}<div class=\"scroll\"><table>\n<tr><th></th><th>process</th>{}<th>place</th>"
         "<th>cycle-time</th><th>speed</th><th>of the matrix</th><th>blocks in the panel</th><th>busy</th>"
         "<th>receives</th><th>memory</th></tr>\n",
         fold ? fmt::format("<details><summary>all {}</summary>", plan_.cycle_times.size()) : "",
         hosts_.empty() ? "" : "<th class=\"text\">host</th>");
  for (int process = 0; process < static_cast<int>(plan_.cycle_times.size()); ++process)
    row(process);
  append(text_, "</table></div>{}\n", fold ? "</details>" : "");
}

/// Why processes are left out.
void PlanPage::idle() {
  if (plan_.idle.empty())
    return;
  append(text_, "<p>Why processes are idle: {}.</p>\n", why_idle(plan_));
}

void PlanPage::bounds() {
  append(text_, "<h2>Work per unit time</h2>\n<table>\n<tr><th class=\"text\"></th><th>blocks</th><th>of the "
                "bound</th></tr>\n");
  const auto line = [&](const char* what, double work) {
    append(text_, "<tr><td class=\"text\">{}</td><td>{:.5g}</td><td>{:.2f} %</td></tr>\n", what, work,
           100 * work / plan_.bound);
  };
  line("bound: sum of 1/t over all processes", plan_.bound);
  line("proven bound of a grid of this shape", plan_.grid_bound);
  if (plan_.rearranged()) {
    line("W of the best real shares found", plan_.searched_work);
    line("W of r and c, processes rearranged for the panel", plan_.work);
  } else {
    line("W of the real shares", plan_.work);
  }
  line("W of the panel", plan_.panel_work);
  line("uniform block-cyclic layout on this grid", plan_.cyclic_work);
  append(text_,
         "</table>\n<p>Blocks updated in the time in which a process with cycle-time 1 updates one.</p>\n");
}

void PlanPage::distributions() {
  if (report_.distributions.empty())
    return;
  append(
      text_,
      "<h2>Other distributions</h2>\n<div class=\"scroll\"><table>\n<tr><th class=\"text\">distribution</th>"
      "<th "
      "class=\"text\">shape</th><th>balance</th><th>volume</th><th>predicted</th><th>speed</th><th>time</"
      "th><th></th></"
      "tr>\n");
  std::vector<plan::Compared> rows = report_.distributions;
  rows.insert(rows.end(), report_.partitions.begin(), report_.partitions.end());
  for (const plan::Compared& row : rows)
    append(text_,
           "<tr{}><td class=\"text\">{}</td><td "
           "class=\"text\">{}</td><td>{:.3f}</td><td>{:.2f}</td><td>{}</td>"
           "<td>{}</td><td>{:.2f}</td><td class=\"text\">{}</td></tr>\n",
           row.distribution.name == "hetgrid" ? " class=\"ours\"" : "", escape_markup(row.distribution.name),
           escape_markup(row.shape), row.balance, row.half_perimeters, duration(row.prediction.seconds),
           speed(row.prediction.gflops), row.ratio, row.prediction.fits ? "" : "does not fit into memory");
  append(
      text_,
      "</table></div>\n<p>Balance: part of the power of all processes that updating the whole matrix uses. "
      "Volume: "
      "communication of a product; time: predicted; both relative to the plan.</p>\n");
}

void PlanPage::shapes() {
  if (plan_.shapes.size() < 2)
    return;
  append(text_, "<h2>Grids considered</h2>\n<table>\n<tr><th>grid</th><th>processes</th><th>predicted "
                "time</th></tr>\n");
  for (const plan::ConsideredShape& shape : plan_.shapes)
    append(text_, "<tr{}><td>{} x {}</td><td>{}</td><td>{}</td></tr>\n",
           shape.p == plan_.arrangement.p && shape.q == plan_.arrangement.q ? " class=\"ours\"" : "", shape.p,
           shape.q, shape.p * shape.q, duration(shape.seconds));
  append(text_, "</table>\n<p>Each with the fastest processes.</p>\n");
}

} // namespace

std::string plan_page(const PlanReport& report, int matrix_blocks) {
  return PlanPage(report, matrix_blocks).text();
}

} // namespace hetgrid::cli
