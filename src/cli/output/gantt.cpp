#include "cli/output/gantt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "cli/output/activity_looks.hpp"
#include "cli/output/markup.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/svg.hpp"

namespace hetgrid::cli {
namespace {

// Lengths in pixels.
constexpr double plot_width = 960;
constexpr double widest_label = 250;
constexpr double busy_width = 64;    ///< right of the rows
constexpr double title_height = 34;  ///< of an operation
constexpr double legend_height = 30; ///< of the colours
constexpr double run_height = 30;    ///< of the words above a run's rows
constexpr double axis_height = 46;   ///< below a run's rows
constexpr double smallest_words = 11;
constexpr double first_cell = 0.5;

constexpr const char* at_end_bold = " text-anchor=\"end\" font-weight=\"bold\"";

constexpr std::size_t kinds = activity_looks.size(); ///< of bars
constexpr std::size_t wait_activity = activities.size() - 1;

/// Cells in the order of time.
class Cells {
public:
  explicit Cells(double begin) : cell_(static_cast<int>(begin)), time_(begin) {}

  /// The activity lasts until `end`, in cells.
  void add(std::size_t activity, double end) {
    while (time_ < end) {
      const double until = std::min(end, cell_ + 1.0);
      if (until - time_ >= 1) {
        show(activity); // alone in its cell: what is left from others has to wait for one that is shared
      } else {
        backlog_[activity] += until - time_;
        if (until >= cell_ + 1.0)
          show_largest();
      }
      time_ = until;
    }
  }
  std::vector<Bar> finish() {
    if (time_ - cell_ >= 0.5 || bars_.empty())
      show_largest();
    return std::move(bars_);
  }

private:
  void show_largest() {
    const auto largest = std::ranges::max_element(backlog_);
    *largest -= 1;
    show(static_cast<std::size_t>(largest - backlog_.begin()));
  }
  void show(std::size_t activity) {
    if (!bars_.empty() && bars_.back().activity == activity)
      ++bars_.back().end;
    else
      bars_.push_back({cell_, cell_ + 1, activity});
    ++cell_;
  }

  int cell_;
  double time_;
  std::array<double, kinds> backlog_{}; ///< cells
  std::vector<Bar> bars_;
};

/// Seconds of each kind.
std::array<double, kinds> sums(const RankTrace& trace) {
  std::array<double, kinds> sum{};
  for (const measure::Interval& interval : trace.intervals)
    sum[static_cast<std::size_t>(interval.entry)] += interval.end - interval.begin;
  sum[other_activity] = trace.end - trace.begin - std::accumulate(sum.begin(), sum.end(), 0.0);
  return sum;
}

/// Part of the run in which a rank does something that has a name.
double busy(const RankTrace& trace, double seconds) {
  const std::array<double, kinds> sum = sums(trace);
  return seconds > 0 ? std::accumulate(sum.begin(), sum.begin() + wait_activity, 0.0) / seconds : 0;
}

double mean_busy(const RunTrace& run) {
  double sum = 0;
  for (const RankTrace& trace : run.ranks)
    sum += busy(trace, run.seconds);
  return sum / static_cast<double>(std::max<std::size_t>(1, run.ranks.size()));
}

/// 1, 2 or 5 times a power of ten.
double nice_step(double length, int most) {
  const double power = std::pow(10, std::floor(std::log10(length / most)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (length / (factor * power) <= most)
      return factor * power;
  return 10 * power;
}

double row_height(std::size_t ranks) {
  return std::clamp(std::floor(1100.0 / static_cast<double>(ranks)), 1.0, 24.0);
}

/// Rows between two that are labelled.
std::size_t label_step(double height) {
  return static_cast<std::size_t>(std::ceil((smallest_words + 2) / height));
}

/// Draws the runs of one operation.
class Chart {
public:
  Chart(std::span<const RunTrace> runs, double label_width, double cell)
      : runs_(runs), left_(label_width + 10), cell_(cell) {
    for (const RunTrace& run : runs)
      longest_ = std::max(longest_, run.seconds);
    if (longest_ <= 0)
      longest_ = 1;
  }

  Drawing draw() {
    const std::string& title = runs_.front().operation;
    drawing_ = {left_ + plot_width + busy_width, title_height, {}};
    drawing_.elements += words(0, 18, title, 17, bold);
    draw_legend();
    for (const RunTrace& run : runs_)
      draw_run(run);
    return std::move(drawing_);
  }

private:
  double x_of(double seconds) const { return left_ + plot_width * seconds / longest_; }

  /// The colours that occur.
  void draw_legend() {
    std::array<double, kinds> sum{};
    double all = 0;
    for (const RunTrace& run : runs_)
      for (const RankTrace& trace : run.ranks) {
        const std::array<double, kinds> mine = sums(trace);
        std::ranges::transform(sum, mine, sum.begin(), std::plus<>());
        all += trace.end - trace.begin;
      }
    double x = 0;
    const double y = drawing_.height;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      if (sum[kind] <= 1e-3 * all)
        continue;
      drawing_.elements +=
          fmt::format("<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"14\" height=\"14\" fill=\"{}\"/>\n", x, y,
                      activity_looks[kind].colour);
      drawing_.elements += words(x + 20, y + 11.5, activity_looks[kind].meaning, 12);
      x += 46 + 6.1 * static_cast<double>(std::string_view(activity_looks[kind].meaning).size());
    }
    drawing_.height += legend_height;
  }

  void draw_run(const RunTrace& run) {
    const double height = row_height(run.ranks.size());
    const double top = drawing_.height + run_height;
    drawing_.elements += words(0, top - 9, fmt::format("{}: {}", run.variant, length(run)), 13.5, bold);
    drawing_.elements += words(drawing_.width, top - 9, "busy", 12, at_end_bold);
    draw_axis(top, top + height * static_cast<double>(run.ranks.size()));
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank)
      draw_row(run, rank, top + height * static_cast<double>(rank), height);
    const double bottom = top + height * static_cast<double>(run.ranks.size());
    drawing_.elements +=
        fmt::format("<path d=\"M{:.6g} {:.6g}V{:.6g}\" stroke=\"#000\" stroke-width=\"1.2\"/>\n",
                    x_of(run.seconds), top - 4, bottom + 4);
    drawing_.height = bottom + axis_height;
  }

  static std::string length(const RunTrace& run) {
    return fmt::format("{}, ranks busy {:.1f} % of the time", duration(run.seconds), 100 * mean_busy(run));
  }

  void draw_axis(double top, double bottom) {
    const TimeUnit unit = time_unit(longest_);
    const double step = nice_step(longest_ / unit.size, 10);
    std::string lines;
    for (int k = 0; k * step <= longest_ / unit.size * (1 + 1e-9); ++k) {
      const double x = x_of(k * step * unit.size);
      lines += fmt::format("M{:.6g} {:.6g}V{:.6g}", x, top, bottom + 5);
      drawing_.elements += words(x, bottom + 19, fmt::format("{:.6g}", k * step), 12, centred);
    }
    drawing_.elements += fmt::format("<path d=\"{}\" stroke=\"#ccc\" stroke-width=\"1\"/>\n", lines);
    drawing_.elements += words(left_ + plot_width + 14, bottom + 19, fmt::format("time, {}", unit.name), 12);
  }

  void draw_row(const RunTrace& run, std::size_t rank, double top, double height) {
    const RankTrace& trace = run.ranks[rank];
    const double middle = top + height / 2, size = std::clamp(height - 6, smallest_words, 13.0);
    const std::string label = rank_label(rank, run.places[rank]);
    if (rank % label_step(height) == 0) {
      drawing_.elements +=
          words(left_ - 10, middle + 0.36 * size, shortened(label, left_ - 10, size), size, at_end);
      drawing_.elements += words(drawing_.width, middle + 0.36 * size,
                                 fmt::format("{:.0f} %", 100 * busy(trace, run.seconds)), size, at_end);
    }
    const double thickness = height >= 8 ? height - 3 : height >= 4 ? height - 1 : height;
    drawing_.elements += fmt::format("<g class=\"rank\" stroke-width=\"{:.4g}\" transform=\"translate({:.6g} "
                                     "{:.6g}) scale({:.6g} 1)\"><title>{}"
                                     "</title>\n{}</g>\n",
                                     thickness, left_, middle, cell_,
                                     escape_markup(label + summary(trace, run.seconds)), paths(trace));
  }

  /// ": update 71 %, wait 29 %"
  static std::string summary(const RankTrace& trace, double seconds) {
    const std::array<double, kinds> sum = sums(trace);
    std::string text;
    for (std::size_t kind = 0; kind < kinds; ++kind)
      if (sum[kind] > 5e-4 * seconds)
        text += fmt::format("{}{} {:.1f} %", text.empty() ? ": " : ", ",
                            kind == other_activity ? "other" : activities[kind], 100 * sum[kind] / seconds);
    return text;
  }

  /// A path for each kind of bar. Waiting is below, all along.
  std::string paths(const RankTrace& trace) const {
    const std::vector<Bar> all = bars(trace, cell_ * longest_ / plot_width);
    if (all.empty())
      return {};
    std::array<std::string, kinds> d;
    std::array<int, kinds> end{};
    d[wait_activity] = fmt::format("M{} 0H{}", all.front().begin, all.back().end);
    for (const Bar& bar : all)
      if (bar.activity != wait_activity) {
        std::string& path = d[bar.activity];
        path += fmt::format("{}{} 0h{}", path.empty() ? 'M' : 'm', bar.begin - end[bar.activity],
                            bar.end - bar.begin);
        end[bar.activity] = bar.end;
      }
    std::string result;
    for (const std::size_t kind :
         {wait_activity, other_activity, std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}})
      if (!d[kind].empty())
        result += fmt::format("<path class=\"a{}\" d=\"{}\"/>\n", kind, d[kind]);
    return result;
  }

  std::span<const RunTrace> runs_;
  double left_; ///< of the rows
  double cell_; ///< pixels
  double longest_ = 0;
  Drawing drawing_;
};

/// As wide as the longest label, within reason.
double label_width(std::span<const RunTrace> runs) {
  std::size_t longest = 0;
  for (const RunTrace& run : runs)
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank)
      longest = std::max(longest, rank_label(rank, run.places[rank]).size());
  return std::min(widest_label, 0.56 * 13 * static_cast<double>(longest));
}

std::string draw(std::span<const RunTrace> runs, double cell) {
  const double labels = label_width(runs);
  std::string elements, style;
  double width = 0, height = margin;
  for (std::size_t begin = 0, end = 0; begin < runs.size(); begin = end) {
    while (end < runs.size() && runs[end].operation == runs[begin].operation)
      ++end;
    const Drawing chart = Chart(runs.subspan(begin, end - begin), labels, cell).draw();
    elements +=
        fmt::format("<g transform=\"translate({} {:.6g})\">\n{}</g>\n", margin, height, chart.elements);
    width = chart.width;
    height += chart.height;
  }
  for (std::size_t kind = 0; kind < kinds; ++kind)
    style += fmt::format(".a{}{{stroke:{}}}", kind, activity_looks[kind].colour);
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                     "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" fill=\"#111\">\n"
                     "<style>{2}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{3}</svg>\n",
                     width + 2 * margin, height + margin, style, elements);
}

} // namespace

std::string rank_label(std::size_t rank, const RankPlace& place) {
  std::string label = fmt::format("rank {}", rank);
  if (place.row >= 0)
    label += fmt::format(" ({}, {})", place.row, place.column);
  if (!place.host.empty())
    label += ", " + place.host;
  return label + fmt::format(", t = {:.4g}", place.cycle_time);
}

std::vector<Bar> bars(const RankTrace& trace, double cell) {
  if (trace.end <= trace.begin)
    return {};
  Cells cells(trace.begin / cell);
  for (const measure::Interval& interval : trace.intervals) {
    cells.add(other_activity, interval.begin / cell);
    cells.add(static_cast<std::size_t>(interval.entry), interval.end / cell);
  }
  cells.add(other_activity, trace.end / cell);
  return cells.finish();
}

std::string draw_gantt(std::span<const RunTrace> runs, std::size_t largest) {
  double cell = first_cell;
  std::string picture = draw(runs, cell);
  for (; picture.size() > largest && cell < plot_width; cell *= 2)
    picture = draw(runs, 2 * cell);
  return picture;
}

} // namespace hetgrid::cli
