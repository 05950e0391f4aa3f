#include "cli/time/speeds.hpp"

#include <tuple>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/options/option_values.hpp"
#include "hetgrid/error.hpp"
#include "measure/probe.hpp"

namespace hetgrid::cli {
namespace {

void check_count(const MpiSession& session, const std::string& origin, std::size_t count) {
  if (count != static_cast<std::size_t>(session.size()))
    throw ArgumentError(origin, fmt::format("{} cycle-times", count),
                        fmt::format("one for each of the {} ranks", session.size()));
}

} // namespace

void add_speed_options(CLI::App& command, SpeedOptions& options,
                       std::initializer_list<CLI::Option*> replaced) {
  CLI::Option_group* const speeds = command.add_option_group("Speeds", "Default: measured");
  speeds->add_option("--cycle-times", options.cycle_times, "Cycle-time of each rank, as in 1,3")
      ->transform(not_empty());
  speeds->add_option("--platform", options.platform, "Platform file of hetgrid probe")
      ->transform(not_empty());
  CLI::Option* const plan =
      speeds->add_option("--plan", options.plan, "Plan of hetgrid plan --json")->transform(not_empty());
  for (CLI::Option* const option : replaced)
    plan->excludes(option);
  speeds->require_option(0, 1);
}

plan::Plan make_plan(const Speeds& speeds, const plan::Options& request) {
  return speeds.platform ? plan::make_plan(*speeds.platform, request)
                         : plan::make_plan(speeds.cycle_times, request);
}

void set_grid(const MpiSession& session, const std::string& grid, plan::Options& request) {
  if (!grid.empty())
    std::tie(request.p, request.q) = parse_pair("--grid", grid);
  if (static_cast<long>(request.p) * request.q > session.size())
    throw ArgumentError("--grid", grid, fmt::format("at most as many cells as ranks ({})", session.size()));
}

Speeds find_speeds(const MpiSession& session, const SpeedOptions& options, int block_size) {
  Speeds speeds;
  std::string text;
  if (!options.plan.empty()) {
    // Through JSON: rank 0 alone has to see the file.
    text = session.from_root([&] { return plan::to_json(plan_from_file(options.plan)); });
    plan::Plan plan = parsed(text, plan::plan_from_json);
    speeds = {options.plan, plan.cycle_times, std::nullopt, std::move(plan)};
  } else if (!options.platform.empty()) {
    text = session.from_root([&] { return plan::to_json(platform_from_file(options.platform)); });
    speeds = {options.platform, {}, parsed(text, plan::platform_from_json), std::nullopt};
  } else if (!options.cycle_times.empty()) {
    speeds.origin = "--cycle-times";
    session.together([&] { speeds.cycle_times = parse_cycle_times(options.cycle_times); });
  } else {
    speeds.origin = fmt::format("measured at block size {}", block_size);
    session.together([&] { speeds.platform = measure::probe(MPI_COMM_WORLD, block_size); });
  }
  if (speeds.platform)
    speeds.cycle_times = speeds.platform->cycle_times();
  session.together([&] { check_count(session, speeds.origin, speeds.cycle_times.size()); });
  return speeds;
}

} // namespace hetgrid::cli
