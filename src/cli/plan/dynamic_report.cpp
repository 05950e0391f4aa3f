#include "cli/plan/dynamic_report.hpp"

#include <fmt/format.h>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "hetgrid/dynamic_policy.hpp"
#include "plan/json_fields.hpp"
#include "schedule/sharing_limit.hpp"

namespace hetgrid::cli {
namespace {

constexpr double most_simulated = 5e5; ///< tasks
constexpr double most_held = 2e9;      ///< blocks of all matrices, times workers

DynamicReport::Simulated simulated(const dynamic::StrategyInfo& strategy, const DynamicReport& report,
                                   const server::Star& star, const std::vector<double>& speeds, bool known) {
  dynamic::Options options;
  if (known)
    options.speeds = speeds;
  const auto made =
      dynamic::make_strategy(strategy.name, report.tasks, static_cast<int>(speeds.size()), options);
  const auto policy = dynamic::make_policy(strategy.name, star, report.product, options);
  return {strategy, known, dynamic::simulate(*made, {speeds, 0, false}),
          server::simulate(star, report.product, *policy).seconds};
}

bool can_be_simulated(const dynamic::Tasks& tasks, std::size_t workers) {
  const double r = static_cast<double>(tasks.rows), s = static_cast<double>(tasks.columns),
               t = static_cast<double>(tasks.steps);
  return r * s * t <= most_simulated && (r * t + t * s + r * s) * static_cast<double>(workers) <= most_held;
}

double over_bound(const DynamicReport& report, double blocks) {
  return blocks / report.analysis.lower_bound;
}

std::string strategy_name(const DynamicReport::Simulated& simulated) {
  return std::string(simulated.strategy.name) + (simulated.speeds_known ? ", speeds known" : "");
}

} // namespace

DynamicReport dynamic_report(const plan::Platform& platform, const server::Product& product) {
  DynamicReport report;
  server::Star star = server::star_of(platform, product, schedule::sharing_limit());
  std::vector<double> speeds;
  for (server::Worker& worker : star.workers) {
    speeds.push_back(1 / worker.seconds_per_update);
    worker.buffers = 0; // as in the analysis
  }
  const double q = static_cast<double>(product.block_size);
  report.product = product;
  report.product.added = true;
  report.tasks = {dynamic::Kernel::matrix_product, product.r(), product.s(), product.t()};
  report.block_bytes = q * q * product.element_bytes;
  report.workers = speeds.size();
  report.analysis = dynamic::analyse(report.tasks, speeds);
  if (can_be_simulated(report.tasks, speeds.size()))
    for (const dynamic::StrategyInfo& strategy : dynamic::strategies())
      for (const bool known : {false, true})
        if (!known || strategy.name == "partition")
          report.simulated.push_back(simulated(strategy, report, star, speeds, known));
  return report;
}

std::string dynamic_text(const DynamicReport& report) {
  const dynamic::Analysis& analysis = report.analysis;
  std::string text;
  const auto line = [&](const std::string& name, double blocks, const std::string& time,
                        std::string_view summary) {
    append(text, "  {:<24} {:>12.0f} {:>10} {:>13.3f} {:>10}  {}\n", name, blocks,
           byte_size(blocks * report.block_bytes), over_bound(report, blocks), time, summary);
  };
  append(text,
         "gemm from a server, {} x {} x {} tasks of blocks of {} by {} that ask for them; memory not "
         "limited\n\n",
         report.tasks.rows, report.tasks.columns, report.tasks.steps, report.product.block_size,
         counted(report.workers, "worker", "workers"));
  append(text, "  {:<24} {:>12} {:>10} {:>13} {:>10}\n", "Sent and returned", "blocks", "bytes",
         "of the bound", "time");
  line("lower bound", analysis.lower_bound, "", "each worker has a cube of tasks");
  line("analysis, 2 phases", analysis.agnostic.sum(), "",
       fmt::format("first phase {:.0f}, second {:.0f} blocks", analysis.agnostic.first,
                   analysis.agnostic.second));
  for (const DynamicReport::Simulated& simulated : report.simulated)
    line(strategy_name(simulated), static_cast<double>(simulated.outcome.sent), duration(simulated.seconds),
         simulated.strategy.summary);
  if (report.simulated.empty())
    append(text, "  (too many tasks to simulate the strategies)\n");
  append(text,
         "\nThe second phase begins with {:.0f} tasks left, beta = {:.4f}, from the numbers of tasks and "
         "workers alone;\n"
         "{:.4f} is best for these speeds, and would save {:.3f} %\n",
         analysis.threshold, analysis.agnostic_beta, analysis.beta,
         100 * (1 - analysis.volumes.sum() / analysis.agnostic.sum()));
  return text;
}

std::string dynamic_json(const DynamicReport& report) {
  const dynamic::Analysis& analysis = report.analysis;
  plan::Json json{{"tasks", {report.tasks.rows, report.tasks.columns, report.tasks.steps}},
                  {"block_size", report.product.block_size},
                  {"workers", report.workers},
                  {"lower_bound", analysis.lower_bound},
                  {"beta", analysis.beta},
                  {"blocks", {analysis.volumes.first, analysis.volumes.second}},
                  {"agnostic_beta", analysis.agnostic_beta},
                  {"agnostic_blocks", {analysis.agnostic.first, analysis.agnostic.second}},
                  {"threshold", analysis.threshold}};
  json["strategies"] = plan::Json::array();
  for (const DynamicReport::Simulated& simulated : report.simulated)
    json["strategies"].push_back({{"name", simulated.strategy.name},
                                  {"speeds_known", simulated.speeds_known},
                                  {"blocks", simulated.outcome.sent},
                                  {"requests", simulated.outcome.requests},
                                  {"seconds", simulated.seconds},
                                  {"seconds_without_network", simulated.outcome.seconds},
                                  {"ideal_seconds", simulated.outcome.ideal_seconds}});
  return plan::json_text(json);
}

} // namespace hetgrid::cli
