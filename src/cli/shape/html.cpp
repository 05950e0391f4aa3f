// The choice as one page.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/markup.hpp"
#include "cli/output/page.hpp"
#include "cli/output/quantities.hpp"
#include "cli/shape/partition_drawing.hpp"
#include "cli/shape/report.hpp"

namespace hetgrid::cli {
namespace {

constexpr double large = 400, small = 200;   ///< squares, pixels
constexpr std::size_t longest_unfolded = 64; ///< processes; longer tables are folded

/// A part of a predicted time, in the bars.
struct TimePart {
  const char* name;
  double partition::PredictedTime::*seconds;
  const char* colour;
};
constexpr TimePart bars[] = {{"communication", &partition::PredictedTime::communication, "#9fc5e8"},
                             {"overlapped", &partition::PredictedTime::overlapped, "#e07b39"},
                             {"remainder", &partition::PredictedTime::remainder, "#1f4e79"}};

class ShapePage : private PageBody {
public:
  explicit ShapePage(const ShapeReport& report)
      : report_(report), fills_(static_cast<int>(report.platform.processes.size())) {}

  std::string text() {
    append(text_, "<h1>{}</h1>\n<p>{}</p>\n", report_.best().shape, heading(report_));
    chosen();
    table();
    algorithms();
    processes();
    const auto [given, assumed] = basis(report_.platform, report_.problem, relative_speeds);
    append(text_, "<p>Given: {}. Assumed: {}.</p>\n", fmt::join(given, ", "),
           assumed.empty() ? "nothing" : fmt::format("{}", fmt::join(assumed, ", ")));
    return page(heading(report_), text_);
  }

private:
  std::string picture(const partition::Candidate& candidate, double side) const {
    const Drawing drawing = draw_partition(report_.cells, candidate.rectangles, fills_, side - 2);
    return "<g transform=\"translate(1 1)\">" + drawing.elements + "</g>\n";
  }
  void chosen() {
    const partition::Candidate& best = report_.best();
    append(text_, "<div class=\"figures\">\n");
    figure(duration(best.time.seconds), "predicted");
    figure(speed(report_.problem.operations() / best.time.seconds / 1e9), "predicted");
    figure(fmt::format("{:.4g}", relative_volume(report_, best)), "elements sent over n\u00b2");
    append(text_, "</div>\n<figure>\n{}</figure>\n",
           inline_svg(large, large, with_hatchings(picture(best, large))));
  }
  std::string bar(const partition::PredictedTime& time, double longest) const {
    constexpr double width = 180, height = 5;
    std::string elements;
    for (std::size_t k = 0; k < std::size(bars); ++k)
      elements += fmt::format("<rect y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\" fill=\"{}\"><title>{}: "
                              "{}</title></rect>\n",
                              height * static_cast<double>(k), time.*bars[k].seconds / longest * width,
                              height, bars[k].colour, bars[k].name, duration(time.*bars[k].seconds));
    return inline_svg(width, height * std::size(bars), elements);
  }
  void table() {
    double longest = 0;
    for (const partition::Candidate& row : report_.candidates)
      for (const TimePart& part : bars)
        longest = std::max(longest, row.time.*part.seconds);
    append(text_, "<h2>Candidates</h2>\n<p>");
    for (const TimePart& part : bars)
      append(text_,
             "<span class=\"legend\"><span class=\"swatch\" style=\"background-color:{}\"></span> {}</span>",
             part.colour, part.name);
    append(text_,
           "<br/>Overlapped, remainder: computed during communication and after it by the process that ends "
           "last. Volume: elements sent over n\u00b2.</p>\n<div class=\"scroll\"><table>\n<tr><th "
           "class=\"text\">shape</th><th></th><th>volume</th><th>predicted</th><th></th></tr>\n");
    for (const partition::Candidate& row : report_.candidates)
      if (row.feasible())
        append(text_,
               "<tr{}><td class=\"text\">{}</td><td>{}</td><td>{:.4f}</td><td>{}</td><td>{}</td></tr>\n",
               &row == &report_.best() ? " class=\"ours\"" : "", row.shape,
               inline_svg(small, small, picture(row, small)), relative_volume(report_, row),
               duration(row.time.seconds), bar(row.time, longest));
      else
        append(text_, "<tr><td class=\"text\">{}</td><td class=\"text\" colspan=\"4\">{}</td></tr>\n",
               row.shape, escape_markup(row.obstacle));
    append(text_, "</table></div>\n");
  }
  void algorithms() {
    if (report_.by_algorithm.empty())
      return;
    append(text_,
           "<h2>Algorithms</h2>\n<table>\n<tr><th class=\"text\">algorithm</th><th class=\"text\">best "
           "shape</th><th>volume</th><th>predicted</th></tr>\n");
    for (std::size_t k = 0; k < report_.by_algorithm.size(); ++k) {
      const partition::Candidate& row = report_.by_algorithm[k];
      append(text_, "<tr{}><td class=\"text\">{}</td>",
             k == static_cast<std::size_t>(report_.algorithm) ? " class=\"ours\"" : "", algorithm_names[k]);
      if (row.feasible())
        append(text_, "<td class=\"text\">{}</td><td>{:.4f}</td><td>{}</td></tr>\n", row.shape,
               relative_volume(report_, row), duration(row.time.seconds));
      else
        append(text_, "<td class=\"text\" colspan=\"3\">{}</td></tr>\n", escape_markup(row.obstacle));
    }
    append(text_, "</table>\n");
  }
  void processes() {
    const std::vector<Owned> all = owned(report_, report_.best());
    const bool fold = all.size() > longest_unfolded;
    append(text_,
           "<h2>Processes</h2>\n{}<div class=\"scroll\"><table>\n<tr><th></th><th>process</th><th>speed</th>"
           "<th>of the matrix</th><th>sends</th><th>receives</th></tr>\n",
           fold ? fmt::format("<details><summary>all {}</summary>", all.size()) : "");
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Fill& fill = fills_[static_cast<int>(k)];
      append(
          text_,
          "<tr><td><span class=\"swatch hatching-{}\" style=\"background-color:{}\"></span></td><td>{}</td>"
          "<td>{}</td><td>{:.2f} %</td><td>{}</td><td>{}</td></tr>\n",
          fill.hatching, fill.colour, k, speed(report_.platform.processes[k].gflops), 100 * all[k].share,
          byte_size(all[k].sent), byte_size(all[k].received));
    }
    append(text_, "</table></div>{}\n", fold ? "</details>" : "");
  }

  const ShapeReport& report_;
  ProcessFills fills_;
};

} // namespace

std::string shape_page(const ShapeReport& report) {
  return ShapePage(report).text();
}

} // namespace hetgrid::cli
