#include "cli/tune/report.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/output/quantities.hpp"
#include "plan/json_fields.hpp"
#include "schedule/parameters.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string or_defaults(const std::string& parameters) {
  return parameters.empty() ? "defaults" : parameters;
}

} // namespace

void print_tune_header(const Machine& machine, const Speeds& speeds) {
  fmt::print("CPU          {}, {}\n", machine.cpu,
             counted(static_cast<std::size_t>(machine.cores), "core", "cores"));
  fmt::print("MPI          {}, {} on {}\n", machine.mpi,
             counted(static_cast<std::size_t>(machine.ranks), "rank", "ranks"),
             counted(static_cast<std::size_t>(machine.hosts), "host", "hosts"));
  fmt::print("cycle-times  {:.4g} ({})\n\n", fmt::join(speeds.cycle_times, ", "), speeds.origin);
  fmt::print("{:<9} {:>6}  {:>7} {:>10} {:>7} {:>7} {:>6}  parameters\n", "operation", "n", "grid", "seconds",
             "ratio", "faster", "tried");
  std::fflush(stdout);
}

void print_tune_result(const TuneResult& result) {
  const auto& [tuned, start, search] = result;
  const PairedRuns& runs = search.final_runs;
  const std::string faster =
      runs.second.empty() ? "-" : fmt::format("{}/{}", runs.wins(), runs.second.size());
  const std::string parameters = runs.second.empty() ? or_defaults(start) + ", nothing is faster"
                                                     : schedule::choices_text(tuned.parameters);
  fmt::print("{:<9} {:>6}  {:>7} {:>10.4f} {:>7.3f} {:>7} {:>6}  {}{}\n", plan::command_name(tuned.operation),
             tuned.n, fmt::format("{}x{}", tuned.p, tuned.q), tuned.seconds, tuned.ratio, faster,
             search.tried, parameters, search.complete ? "" : " (not all were tried: --seconds)");
  std::fflush(stdout);
}

std::string tune_report_to_json(const Machine& machine, const Speeds& speeds,
                                const std::vector<TuneResult>& results) {
  Json list = Json::array();
  for (const auto& [tuned, start, search] : results)
    list.push_back({{"operation", plan::command_name(tuned.operation)},
                    {"n", tuned.n},
                    {"p", tuned.p},
                    {"q", tuned.q},
                    {"default", start},
                    {"parameters", schedule::choices_text(tuned.parameters)},
                    {"seconds", tuned.seconds},
                    {"ratio", tuned.ratio},
                    {"faster", search.final_runs.wins()},
                    {"tried", search.tried},
                    {"complete", search.complete},
                    {"default_runs", search.final_runs.first},
                    {"tuned_runs", search.final_runs.second}});
  return plan::json_text({{"machine",
                           {{"cpu", machine.cpu},
                            {"cores", machine.cores},
                            {"hosts", machine.hosts},
                            {"ranks", machine.ranks},
                            {"blas", machine.blas},
                            {"mpi", machine.mpi}}},
                          {"cycle_times", speeds.cycle_times},
                          {"speeds", speeds.origin},
                          {"results", list}});
}

} // namespace hetgrid::cli
