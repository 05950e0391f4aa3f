// The plan on one screen: who sits where and owns what, how fast that is, who waits for whom, who is left out and why.
#include "cli/plan/report.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "cli/plan/comparison_table.hpp"
#include "layout/subscript.hpp"
#include "schedule/parameters.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::size_t screen_width = 110;
constexpr std::size_t most_rows = 12;   ///< of the grid that are shown one by one
constexpr std::size_t most_listed = 16; ///< places of a grid too wide for rows that are listed
constexpr std::size_t most_idle = 3;    ///< that are named
constexpr std::size_t longest_sequence = 32;

const char* routine(plan::Operation operation) {
  switch (operation) {
  case plan::Operation::gemm:
    return "gemm";
  case plan::Operation::getrf:
    return "getrf";
  case plan::Operation::geqrf:
    return "geqrf";
  case plan::Operation::potrf:
    break;
  }
  return "potrf";
}

/// Writes to a string.
class PlanText {
public:
  explicit PlanText(const PlanReport& report) : report_(report), plan_(report.plan) {}

  std::string text() {
    heading();
    if (grid_fits())
      arrangement();
    else if (plan_.arrangement.process.size() <= most_listed)
      list();
    else
      summary();
    panel();
    work();
    times();
    waiting();
    idle();
    const auto [given, assumed] = basis(report_.platform, report_.problem);
    append(text_, "Given: {}\nAssumed, not measured: {}\n", fmt::join(given, ", "),
           assumed.empty() ? "nothing" : fmt::format("{}", fmt::join(assumed, ", ")));
    if (!report_.distributions.empty())
      append(text_, "\n{}", comparison_table(report_.distributions, report_.partitions));
    if (!report_.partition.empty())
      append(text_, "\nPartition: {}\n", report_.partition);
    return std::move(text_);
  }

private:
  void heading() {
    const plan::Problem& problem = report_.problem;
    append(text_, "{}, n = {}, blocks of {}, {}: {} x {} grid of {}{}\n", routine(problem.operation),
           problem.n, problem.block_size, precision(report_), plan_.arrangement.p, plan_.arrangement.q,
           counted(plan_.cycle_times.size(), "process", "processes"),
           report_.interrupted ? "; the search was interrupted, this is its best so far" : "");
  }

  std::string name(int process) const {
    const std::string& host = report_.platform.processes[at(process)].host;
    return host.empty() ? fmt::format("{}", process) : fmt::format("{} ({})", process, host);
  }
  /// Part of the matrix in a panel that process (i, j) owns.
  double share(int i, int j) const {
    return static_cast<double>(plan_.rows.count[at(i)]) * plan_.columns.count[at(j)] /
           static_cast<double>(plan_.rows.order.size() * plan_.columns.order.size());
  }
  /// Part of the time in which a process does not wait.
  double busy(int process) const {
    const double idle = report_.prediction.processes[at(process)].idle;
    return 1 - idle / report_.prediction.seconds;
  }

  std::string cell(int i, int j) const {
    const int process = plan_.arrangement.at(i, j);
    return fmt::format("{}: t {:.4g}, {:.1f} %", name(process), plan_.cycle_times[at(process)],
                       100 * share(i, j));
  }
  std::size_t cell_width() const {
    std::size_t width = 12;
    for (int i = 0; i < plan_.arrangement.p; ++i)
      for (int j = 0; j < plan_.arrangement.q; ++j)
        width = std::max(width, cell(i, j).size());
    return width;
  }
  bool grid_fits() const {
    return at(plan_.arrangement.p) <= most_rows &&
           at(plan_.arrangement.q) * (cell_width() + 2) + 16 <= screen_width;
  }

  void arrangement() {
    const std::size_t width = cell_width();
    append(text_,
           "\nArrangement: process, cycle-time, part of the matrix; row shares r, column shares c\n\n");
    for (int i = 0; i < plan_.arrangement.p; ++i) {
      for (int j = 0; j < plan_.arrangement.q; ++j)
        append(text_, "  {:<{}}", cell(i, j), width);
      append(text_, "  | r = {:.5g}\n", plan_.shares.r[at(i)]);
    }
    for (const double c : plan_.shares.c)
      append(text_, "  {:<{}}", fmt::format("c = {:.5g}", c), width);
    append(text_, "\n");
  }

  /// For wide grids of few processes: a line each.
  void list() {
    append(
        text_,
        "\nArrangement: place, process, cycle-time, part of the matrix; shares r and c of its grid row and "
        "column\n\n");
    const std::size_t width = cell_width();
    for (int i = 0; i < plan_.arrangement.p; ++i)
      for (int j = 0; j < plan_.arrangement.q; ++j)
        append(text_, "  ({}, {})  {:<{}}  r = {:.5g}, c = {:.5g}\n", i, j, cell(i, j), width,
               plan_.shares.r[at(i)], plan_.shares.c[at(j)]);
  }

  /// For grids that do not fit on a screen: the extremes.
  void summary() {
    append(text_, "\nArrangement: too large for a screen (--json, --svg and --html have all of it)\n\n");
    const auto line = [&](const char* what, const std::vector<double>& shares) {
      const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
      const auto [least, most] = std::ranges::minmax(shares);
      append(text_, "  {:<8} {:>5}, of which each owns {:.3g} to {:.3g} % of the matrix\n", what,
             shares.size(), 100 * least / sum, 100 * most / sum);
    };
    line("rows", plan_.shares.r);
    line("columns", plan_.shares.c);
    for (const auto& [what, i, j] :
         {std::tuple{"first", 0, 0}, {"last", plan_.arrangement.p - 1, plan_.arrangement.q - 1}})
      append(text_, "  {:<8} process {} at ({}, {})\n", what, cell(i, j), i, j);
  }

  static std::string sequence(const std::vector<int>& values) {
    const std::span<const int> shown(values.data(), std::min(values.size(), longest_sequence));
    return fmt::format("{}{}", fmt::join(shown, " "), values.size() > shown.size() ? " ..." : "");
  }
  void panel() {
    append(text_, "\nPanel, {} x {} blocks, repeated over the matrix\n\n", plan_.rows.order.size(),
           plan_.columns.order.size());
    for (const auto& [what, axis] : {std::pair{"rows", &plan_.rows}, {"columns", &plan_.columns}})
      append(text_, "  {:<8} counts {}; order {}\n", what, sequence(axis->count), sequence(axis->order));
  }

  void work() {
    append(text_, "\nWork per unit time (blocks in the time in which a process with t = 1 updates one)\n\n");
    const auto line = [&](const char* what, double work) {
      append(text_, "  {:<38} {:>10.5g}   {:>6.4f} of the bound\n", what, work, work / plan_.bound);
    };
    line("bound, sum of 1/t", plan_.bound);
    if (plan_.grid_bound < plan_.bound * (1 - 1e-9))
      line("proven bound of a grid of this shape", plan_.grid_bound);
    if (plan_.rearranged()) {
      line("W of the best real shares found", plan_.searched_work);
      line("W of r and c, processes rearranged", plan_.work);
    } else {
      line("W of the real shares", plan_.work);
    }
    line("W of the panel", plan_.panel_work);
    line("uniform block-cyclic, this grid", plan_.cyclic_work);
  }

  void times() {
    append(text_, "\nPredicted\n\n  {:<38} {:>10} {:>11} {:>18}\n", "", "time", "speed", "of all processes");
    const auto line = [&](const char* what, const plan::Prediction& prediction) {
      append(text_, "  {:<38} {:>10} {:>11} {:>18.3f}{}\n", what, duration(prediction.seconds),
             speed(prediction.gflops), prediction.efficiency,
             prediction.fits ? "" : "  does not fit into the memory");
    };
    line("this plan", report_.prediction);
    line("uniform layout, this grid", report_.uniform);
    if (const std::string choices = schedule::choices_text(plan_.parameters); !choices.empty())
      append(text_, "\nChosen by the speeds of kernels at several widths: {}\n", choices);
    append(text_, "\nPredicted speedup over the uniform layout: {:.3f}\n",
           report_.uniform.seconds / report_.prediction.seconds);
  }

  void waiting() {
    const std::vector<int>& grid = plan_.arrangement.process;
    if (grid.size() == 1)
      return;
    const auto by_busy = [&](int process) { return busy(process); };
    const int most = *std::ranges::max_element(grid, {}, by_busy),
              least = *std::ranges::min_element(grid, {}, by_busy);
    const double mean =
        std::accumulate(grid.begin(), grid.end(), 0.0, [&](double sum, int k) { return sum + busy(k); }) /
        static_cast<double>(grid.size());
    if (busy(most) - busy(least) < 0.01) {
      append(text_, "No process waits for others: all are busy {:.1f} to {:.1f} % of the time\n",
             100 * busy(least), 100 * busy(most));
      return;
    }
    append(text_,
           "The others wait for process {}, busy {:.1f} % of the time; {} waits longest, busy {:.1f} %; on "
           "average {:.1f} %\n",
           name(most), 100 * busy(most), name(least), 100 * busy(least), 100 * mean);
  }

  void idle() {
    if (plan_.idle.empty())
      return;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < std::min(plan_.idle.size(), most_idle); ++k)
      names.push_back(fmt::format("{}: t {:.4g}", name(plan_.idle[k]), plan_.cycle_times[at(plan_.idle[k])]));
    append(text_, "Idle: {}{}", fmt::join(names, "; "),
           plan_.idle.size() > most_idle ? fmt::format("; {} in all", plan_.idle.size()) : "");
    append(text_, ": {}\n", why_idle(plan_));
  }

  const PlanReport& report_;
  const plan::Plan& plan_;
  std::string text_;
};

} // namespace

std::string plan_text(const PlanReport& report) {
  return PlanText(report).text();
}

} // namespace hetgrid::cli
