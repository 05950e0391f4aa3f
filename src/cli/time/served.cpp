#include "cli/time/served.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options/arguments.hpp"
#include "cli/output/quantities.hpp"
#include "hetgrid/error.hpp"
#include "linalg/server/star.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {

using Json = nlohmann::ordered_json;

server::Star served_star(const std::string& operation, const Speeds& speeds, const ServerOptions& options,
                         const server::Product& product) {
  if (!speeds.platform)
    throw ArgumentError("OPERATION", operation,
                        "speeds measured, or --platform: it needs links and memory, too");
  plan::Platform platform = server::uncertainty_from_text("--speed-error", options.speed_error).unknown
                                ? server::with_equal_speeds(*speeds.platform)
                                : *speeds.platform;
  platform.server.rank = 0;
  platform.server.computes = options.computes || platform.processes.size() == 1;
  set_worker_memory(platform, options.memory, product.block_size,
                    static_cast<std::size_t>(product.element_bytes));
  return linalg::star_of(platform, product);
}

std::string workers_of(const server::Star& star) {
  return fmt::format("{}, {}", counted(star.workers.size(), "worker", "workers"),
                     star.workers.front().process == 0 ? "the server computes, too"
                                                       : "the server only serves");
}

void print_served(const TimeReport& report, const std::string& title, const ServedCase& served) {
  fmt::print("\n{}; median of {}\n", title,
             counted(static_cast<std::size_t>(report.timing.runs), "run", "runs"));
  fmt::print(
      "ranks alone, together {}{}{}\n", speed(served.result.aggregate() / 1e9), changed_speeds(served.result),
      served.result.emulated
          ? fmt::format(": {} at best",
                        duration(served.result.ideal_seconds(served.result.measurements.front().flops)))
          : "");
  fmt::print("  {:<16} {:>9} {:>8} {:>11} {:>12} {:>11} {:>8} {:>9} {:>8} {:>9}\n", "policy", "time",
             "spread", "speed", "of together", "predicted", "error", "moved", "planned", "residual");
  for (std::size_t k = 0; k < served.runs.size(); ++k) {
    const Measurement& measured = served.result.measurements[k];
    const ServedRun& run = served.runs[k];
    const double seconds = measured.median(), rate = measured.flops / seconds;
    const ScaledError& error = measured.errors.front();
    fmt::print("  {:<16} {:>9} {:>6.1f} % {:>11} {:>12.3f} {:>11} {:>+6.1f} % {:>9} {:>8} {:>9} {}\n",
               run.policy, duration(seconds), 100 * measure::summarize(measured.seconds).spread,
               speed(rate / 1e9), served.result.ideal_seconds(measured.flops) / seconds,
               duration(run.predicted_seconds), 100 * (run.predicted_seconds / seconds - 1),
               byte_size(run.bytes), byte_size(run.predicted_bytes),
               error.value ? fmt::format("{:.2e}", *error.value) : "-",
               !error.value        ? "not checked"
               : measured.passed() ? "PASSED"
                                   : "FAILED");
  }
  std::fflush(stdout);
}

Json served_json(const std::string& operation, const Json& sizes, std::size_t workers,
                 const ServedCase& served) {
  const Case& one = served.result.parameters;
  Json json{{"operation", operation}, {"precision", std::string(1, one.precision)}};
  json.update(sizes);
  json.update({{"block_size", one.block_size},
               {"workers", workers},
               {"aggregate_gflops", served.result.aggregate() / 1e9}});
  if (served.result.emulated)
    json["changes"] = changes_json(served.result);
  for (std::size_t k = 0; k < served.runs.size(); ++k) {
    const Measurement& measured = served.result.measurements[k];
    const ServedRun& run = served.runs[k];
    const double rate = measured.flops / measured.median();
    json["measurements"].push_back(
        {{"policy", run.policy},
         {"seconds", measured.seconds},
         {"median_s", measured.median()},
         {"gflops", rate / 1e9},
         {"ideal_s", served.result.ideal_seconds(measured.flops)},
         {"of_aggregate", served.result.ideal_seconds(measured.flops) / measured.median()},
         {"predicted_s", run.predicted_seconds},
         {"bytes", run.bytes},
         {"predicted_bytes", run.predicted_bytes},
         {"residual", to_json(measured.errors.front())},
         {"passed", measured.passed()}});
  }
  return json;
}

void finish_served(const MpiSession& session, const Json& results, bool right, OutputFile* json) {
  session.together([&] {
    if (json && json->wanted())
      json->write(plan::json_text(results) + "\n");
    flush_standard_output();
    if (json)
      json->publish();
    if (!right)
      throw SystemError(fmt::format("a result is wrong: its residual is not below {}", residual_limit));
  });
}

} // namespace hetgrid::cli
