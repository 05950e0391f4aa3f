#include "cli/plan/server_lu_report.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "hetgrid/error.hpp"
#include "plan/json_fields.hpp"
#include "schedule/sharing_limit.hpp"

namespace hetgrid::cli {
namespace {

using plan::Json;
using server::lu::Panel;
using server::lu::Step;

constexpr std::size_t shown_runs = 12; ///< of panels

/// Panels of one width that one process factors, one after the other.
struct PanelRun {
  std::size_t first = 0, count = 0;
  Panel panel;
};

std::vector<PanelRun> runs_of(const std::vector<Panel>& panels) {
  std::vector<PanelRun> runs;
  for (std::size_t k = 0; k < panels.size(); ++k)
    if (!runs.empty() && runs.back().panel == panels[k])
      ++runs.back().count;
    else
      runs.push_back({k, 1, panels[k]});
  return runs;
}

ServerLuReport::WithoutLookAhead without_look_ahead(const char* name, server::lu::Widths widths,
                                                    const ServerLuReport& report) {
  ServerLuReport::WithoutLookAhead result{name, {}, ""};
  try {
    result.plan = server::lu::make_plan(report.star, report.matrix.r(), widths);
  } catch (const ArgumentError& error) {
    result.obstacle = error.what();
  }
  return result;
}

/// Of all steps.
std::vector<int> enrolled(const ServerLuReport& report, const server::lu::Plan& plan) {
  std::set<int> workers;
  for (const Step& step : plan.steps)
    workers.insert(step.enrolled.begin(), step.enrolled.end());
  std::vector<int> processes;
  for (const int worker : workers)
    processes.push_back(report.star.workers[static_cast<std::size_t>(worker)].process);
  return processes;
}

/// "4", or "3 to 9" of steps of several widths; the last one has what is left.
std::string widths(const server::lu::Plan& plan) {
  const auto last = plan.steps.size() > 1 ? plan.steps.end() - 1 : plan.steps.end();
  const auto [least, most] =
      std::ranges::minmax(std::ranges::subrange(plan.steps.begin(), last), {}, &Step::mu);
  return least.mu == most.mu ? std::to_string(least.mu) : fmt::format("{} to {}", least.mu, most.mu);
}

/// Writes to a string.
class ServerLuText {
public:
  explicit ServerLuText(const ServerLuReport& report) : report_(report) {}

  std::string text() {
    const server::Star& star = report_.star;
    append(text_, "lu from a server, n = {}, blocks of {}: {}, {}, {}\n", report_.matrix.n,
           report_.matrix.block_size, counted(star.workers.size(), "worker", "workers"), report_.plan.policy,
           star.port == plan::Port::one ? "one port" : "a port for each");
    panels();
    const server::lu::Run& run = report_.plan.predicted;
    append(text_,
           "\nPredicted {}, {:.3f} of the bound, {} of computing or of the links; {} sent and returned\n",
           duration(run.seconds), fraction(run.seconds), duration(report_.bound), byte_size(run.bytes));
    policies();
    one_by_one();
    return std::move(text_);
  }

private:
  double fraction(double seconds) const { return report_.bound / seconds; }

  void panels() {
    append(text_, "\n  {:<18} {:>9}  {}\n", "Panels", "columns", "factored by");
    const std::vector<PanelRun> runs = runs_of(report_.plan.panels);
    for (std::size_t k = 0; k < std::min(runs.size(), shown_runs); ++k)
      append(text_, "  {:<18} {:>9}  {}\n",
             runs[k].count == 1 ? std::to_string(runs[k].first + 1)
                                : fmt::format("{} to {}", runs[k].first + 1, runs[k].first + runs[k].count),
             runs[k].panel.width, process(runs[k].panel.process));
    if (runs.size() > shown_runs)
      append(text_, "  ... (--json has them all)\n");
  }
  std::string process(int rank) const {
    return name_of(rank, report_.platform.processes[static_cast<std::size_t>(rank)]) +
           (rank == 0 ? ", the server" : "");
  }

  void policies() {
    if (report_.policies.empty())
      return;
    append(text_, "\n  {:<18} {:>10} {:>13} {:>8} {:>10}\n", "Policy", "time", "of the bound", "panels",
           "bytes");
    for (const server::lu::JudgedLookAhead& judged : report_.policies)
      if (const server::lu::Run& run = judged.plan.predicted; judged.obstacle.empty())
        append(text_, "  {:<18} {:>10} {:>13.3f} {:>8} {:>10}  {}\n", judged.policy.name,
               duration(run.seconds), fraction(run.seconds), judged.plan.panels.size(), byte_size(run.bytes),
               judged.policy.summary);
      else
        append(text_, "  {:<18} {}\n", judged.policy.name, judged.obstacle);
  }

  void one_by_one() {
    append(text_, "\n  {:<18} {:>10} {:>13} {:>8} {:>10}\n", "One by one, mu", "time", "of the bound",
           "panels", "enrolled");
    for (const ServerLuReport::WithoutLookAhead& each : report_.one_by_one)
      if (each.obstacle.empty())
        append(text_, "  {:<18} {:>10} {:>13.3f} {:>8} {:>10}\n", each.widths + ": " + widths(each.plan),
               duration(each.plan.seconds), fraction(each.plan.seconds), each.plan.steps.size(),
               enrolled(report_, each.plan).size());
      else
        append(text_, "  {:<18} {}\n", each.widths, each.obstacle);
    append(text_,
           "  (panel, rows of U, rest: each when the one before is done, on whom it suits, all at the speed "
           "of products, as "
           "[Dongarra06] 7 has it; mu in blocks)\n");
  }

  const ServerLuReport& report_;
  std::string text_;
};

Json policy_json(const server::lu::JudgedLookAhead& judged) {
  if (!judged.obstacle.empty())
    return {{"name", judged.policy.name}, {"obstacle", judged.obstacle}};
  return {{"name", judged.policy.name},
          {"seconds", judged.plan.predicted.seconds},
          {"panels", judged.plan.panels.size()},
          {"bytes", judged.plan.predicted.bytes}};
}

Json one_by_one_json(const ServerLuReport& report, const ServerLuReport::WithoutLookAhead& each) {
  if (!each.obstacle.empty())
    return {{"widths", each.widths}, {"obstacle", each.obstacle}};
  Json mu = Json::array();
  for (const Step& step : each.plan.steps)
    mu.push_back(step.mu);
  return {{"widths", each.widths},
          {"seconds", each.plan.seconds},
          {"mu", std::move(mu)},
          {"enrolled", enrolled(report, each.plan)}};
}

} // namespace

ServerLuReport server_lu_report(const plan::Platform& platform, const server::Product& matrix,
                                const std::string& policy) {
  if (platform.server.rank != 0)
    throw ArgumentError("server.rank", std::to_string(platform.server.rank), "0 with --operation lu");
  ServerLuReport report{platform, matrix, {}, {}, {}, {}, 0};
  const server::Product all = server::lu::all_products(matrix.n, 0, matrix.block_size, matrix.element_bytes);
  report.star = server::star_of(platform, matrix, schedule::sharing_limit());
  check_simulation_length(report.star, all);
  report.bound = server::lu::least_seconds_with_server(report.star, all);
  if (policy == "auto") {
    report.policies = server::lu::compare_look_ahead(report.star, matrix);
    report.plan = report.policies.front().plan;
  } else {
    report.plan = server::lu::plan_look_ahead(report.star, matrix, policy);
  }
  report.one_by_one = {without_look_ahead("equal", server::lu::Widths::equal, report),
                       without_look_ahead("free", server::lu::Widths::free, report)};
  return report;
}

std::string server_lu_text(const ServerLuReport& report) {
  return ServerLuText(report).text();
}

std::string server_lu_json(const ServerLuReport& report) {
  Json json{{"operation", "lu"},
            {"n", report.matrix.n},
            {"block_size", report.matrix.block_size},
            {"policy", report.plan.policy},
            {"seconds", report.plan.predicted.seconds},
            {"bytes", report.plan.predicted.bytes},
            {"bound", report.bound}};
  json["panels"] = Json::array();
  for (const Panel& panel : report.plan.panels)
    json["panels"].push_back({{"width", panel.width}, {"process", panel.process}});
  for (const server::lu::JudgedLookAhead& judged : report.policies)
    json["policies"].push_back(policy_json(judged));
  json["one_by_one"] = Json::array();
  for (const ServerLuReport::WithoutLookAhead& each : report.one_by_one)
    json["one_by_one"].push_back(one_by_one_json(report, each));
  return plan::json_text(json);
}

} // namespace hetgrid::cli
