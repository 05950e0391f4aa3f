// The profile as one page.
#include <algorithm>

#include <fmt/format.h>

#include "cli/output/activity_looks.hpp"
#include "cli/output/markup.hpp"
#include "cli/output/page.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/svg.hpp"
#include "cli/report/presentation.hpp"
#include "cli/report/summary.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::size_t most_pictured_routines = 8;
constexpr std::size_t most_pictured_processes = 64; ///< in a picture

class ProfilePage : private PageBody {
public:
  explicit ProfilePage(const ProgramProfile& profile) : profile_(profile), lines_(summarize(profile)) {}

  std::string text() {
    const std::string processes =
        counted(static_cast<std::size_t>(profile_.processes), "process", "processes");
    append(text_, "<h1>Calls of a program</h1>\n<div class=\"figures\">\n");
    figure(processes, "in the program");
    figure(duration(seconds_of_program(profile_)), "from the first call to MPI_Finalize");
    figure(duration(seconds_in_calls(profile_)), "in calls");
    append(text_, "</div>\n");
    for (const std::string& remark : remarks(profile_))
      append(text_, "<p class=\"note\">{}</p>\n", escape_markup(remark));
    table();
    legend();
    std::size_t pictures = 0;
    for (const RoutineSummary& line : lines_)
      if (line.way != measure::Way::passed_through && line.seconds > 0 && pictures++ < most_pictured_routines)
        picture(line);
    return page("calls of a program", text_);
  }

private:
  void table() {
    const double program = seconds_of_program(profile_);
    append(text_,
           "<h2>Routines</h2>\n<p>Time: of the slowest process. Of together: time in panels and updates, "
           "weighted by "
           "speed, of all that the processes had. Sent: in messages; what passes through shared memory is "
           "none.</p>\n"
           "<div class=\"scroll\"><table>\n<tr><th class=\"text\">routine</th><th>calls</th><th>time</th>"
           "<th>of the program</th><th>of together</th><th>sent</th><th class=\"text\">way</th></tr>\n");
    for (const RoutineSummary& line : lines_) {
      const bool known = line.way != measure::Way::passed_through;
      append(text_,
             "<tr><td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{:.1f} %</td><td>{}</td><td>{}</td>"
             "<td class=\"text\">{}</td></tr>\n",
             escape_markup(line.routine), line.calls, duration(line.seconds),
             program > 0 ? 100 * line.seconds / program : 0,
             known ? fmt::format("{:.3f}", line.of_together) : "-", known ? byte_size(line.bytes) : "-",
             escape_markup(way_text(line)));
    }
    append(text_, "</table></div>\n");
  }

  void legend() {
    append(text_, "<p>");
    for (const ActivityLook& look : activity_looks)
      append(text_,
             "<span class=\"legend\"><span class=\"swatch\" style=\"background:{}\"></span> {}</span>\n",
             look.colour, look.meaning);
    append(text_, "</p>\n");
  }

  /// What each process did in the calls of a line, on the scale of the slowest.
  void picture(const RoutineSummary& line) {
    constexpr double label = 60, height = 16, bar = 12, width = page_width - label;
    const std::size_t count = std::min(line.ranks.size(), most_pictured_processes);
    std::string elements;
    for (std::size_t k = 0; k < count; ++k) {
      const auto& [rank, sum] = line.ranks[k];
      const double y = height * static_cast<double>(k);
      elements += words(0, y + 10, std::to_string(rank), 11);
      double x = label, other = sum.seconds;
      const auto draw = [&](std::size_t activity, double seconds) {
        const double wide = width * seconds / line.seconds;
        elements += fmt::format("<rect x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\" "
                                "fill=\"{}\"><title>process {}, {}: {}</title></rect>\n",
                                x, y, wide, bar, activity_looks[activity].colour, rank,
                                activity_looks[activity].meaning, duration(seconds));
        x += wide;
      };
      for (std::size_t activity = 0; activity < activities.size(); ++activity) {
        const double seconds = std::min(sum.parts.*measure::profile_entries[activity], other);
        other -= seconds;
        draw(activity, seconds);
      }
      draw(activities.size(), other);
    }
    append(text_, "<h2>{}{}</h2>\n<p>{}, {}{}.</p>\n<figure>\n{}</figure>\n", escape_markup(line.routine),
           line.way == measure::Way::native ? "" : ", " + escape_markup(way_text(line)),
           counted(static_cast<std::size_t>(line.calls), "call", "calls"), duration(line.seconds),
           count < line.ranks.size() ? fmt::format("; the first {} of {} processes", count, line.ranks.size())
                                     : "",
           inline_svg(page_width, height * static_cast<double>(count), elements));
  }

  const ProgramProfile& profile_;
  std::vector<RoutineSummary> lines_;
};

} // namespace

std::string profile_page(const ProgramProfile& profile) {
  return ProfilePage(profile).text();
}

} // namespace hetgrid::cli
