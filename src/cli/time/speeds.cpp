#include "cli/time/speeds.hpp"

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
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
