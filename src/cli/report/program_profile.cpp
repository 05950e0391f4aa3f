#include "cli/report/program_profile.hpp"

#include <algorithm>
#include <filesystem>

#include "hetgrid/error.hpp"
#include "plan/json_fields.hpp"
#include "plan/text_file.hpp"

namespace hetgrid::cli {
namespace {

using plan::Fields;
using plan::Json;

constexpr int most_processes = 1 << 20;
/// Of seconds, bytes, calls: sums stay finite.
constexpr double largest = 1e18;

double amount(Fields& fields, const char* name) {
  const auto value = fields.get<double>(name);
  if (!(0 <= value && value <= largest))
    plan::refuse(fields.place(name), fields.require(name), "0 to 1e18");
  return value;
}

measure::Way way_of(Fields& fields) {
  const auto name = fields.get<std::string>("way");
  const auto found = std::ranges::find(measure::way_names, name);
  if (found == measure::way_names.end())
    plan::refuse(fields.place("way"), fields.require("way"), "native, uneven, in place or passed through");
  return static_cast<measure::Way>(found - measure::way_names.begin());
}

ProfiledCalls calls_from(const Json& json, const std::string& place) {
  Fields fields(json, place);
  ProfiledCalls calls{fields.get<std::string>("routine"), way_of(fields), fields.get<std::string>("why"), {}};
  calls.sum.calls = static_cast<std::int64_t>(amount(fields, "calls"));
  calls.sum.seconds = amount(fields, "seconds");
  for (std::size_t k = 0; k < measure::profile_entries.size(); ++k)
    calls.sum.parts.*measure::profile_entries[k] = amount(fields, measure::activities[k]);
  calls.sum.moved.messages = amount(fields, "messages");
  calls.sum.moved.bytes = amount(fields, "bytes");
  fields.finish();
  return calls;
}

/// An index below `end`, seconds of the beginning and of the end; of phases the step, too.
std::vector<double> interval_from(const Json& json, const std::string& place, std::size_t count,
                                  std::size_t end) {
  const auto row = plan::value_of<std::vector<double>>(json, place);
  const auto is_step = [](double step) { return measure::no_step <= step && step <= 1e9; };
  if (row.size() != count || !(0 <= row[0] && row[0] < static_cast<double>(end)) ||
      !(0 <= row[1] && row[1] <= row[2] && row[2] <= 1e9) || (count == 4 && !is_step(row[3])))
    plan::refuse(place, json, "an index, seconds of the beginning and of the end");
  return row;
}

void check(const ProcessProfile& profile, Fields& fields) {
  const auto require = [&fields](bool right, const char* name, const char* expected) {
    if (!right)
      plan::refuse(fields.place(name), fields.require(name), expected);
  };
  require(1 <= profile.processes && profile.processes <= most_processes, "processes", "1 to 1048576");
  require(0 <= profile.rank && profile.rank < profile.processes, "rank", "less than \"processes\"");
  require(1e-6 <= profile.cycle_time && profile.cycle_time <= 1e6, "cycle_time", "1e-6 to 1e6");
}

} // namespace

ProcessProfile process_profile_from_json(const std::string& text, const std::string& name) try {
  const Json json = plan::parse_json(text, "profile");
  Fields fields(json, "");
  fields.get<std::string>("version");
  ProcessProfile profile;
  profile.rank = fields.get<int>("rank");
  profile.processes = fields.get<int>("processes");
  profile.host = fields.get<std::string>("host");
  profile.cycle_time = fields.get<double>("cycle_time");
  profile.began = amount(fields, "began");
  profile.seconds = amount(fields, "seconds");
  profile.complete = fields.get<bool>("complete");
  check(profile, fields);
  plan::for_each_of(fields.require("calls"), "calls", [&](const Json& calls, const std::string& place) {
    profile.calls.push_back(calls_from(calls, place));
  });
  plan::for_each_of(fields.require("events"), "events", [&](const Json& event, const std::string& place) {
    const auto row = interval_from(event, place, 3, profile.calls.size());
    profile.events.push_back({profile.calls[static_cast<std::size_t>(row[0])].routine, row[1], row[2]});
  });
  plan::for_each_of(fields.require("phases"), "phases", [&](const Json& phase, const std::string& place) {
    const auto row = interval_from(phase, place, 4, measure::profile_entries.size());
    profile.phases.push_back(
        {row[1], row[2], static_cast<std::int32_t>(row[0]), static_cast<std::int32_t>(row[3])});
  });
  fields.finish();
  return profile;
} catch (const InputError& error) {
  throw InputError(name + ": " + error.what());
}

ProgramProfile
read_program_profile(const std::string& file,
                     const std::function<void(const std::string& name, int processes)>& reading) {
  ProgramProfile program;
  // The first one that is there tells how many there may be.
  int missing = 0;
  for (int rank = 0; rank < (program.processes > 0 ? program.processes : most_processes); ++rank) {
    const std::string name = file + "." + std::to_string(rank);
    if (!std::filesystem::exists(name)) {
      if (program.ranks.empty() && ++missing == 4096)
        break;
      continue;
    }
    reading(name, program.processes);
    ProcessProfile profile = process_profile_from_json(plan::text_of_file(name), name);
    if (profile.rank != rank)
      throw InputError(
          ArgumentError(name + ": rank", std::to_string(profile.rank), std::to_string(rank)).what());
    if (program.ranks.empty())
      program.processes = profile.processes;
    if (profile.processes != program.processes)
      throw InputError(ArgumentError(name + ": processes", std::to_string(profile.processes),
                                     std::to_string(program.processes) + ", as in " + file + "." +
                                         std::to_string(program.ranks.front().rank))
                           .what());
    program.ranks.push_back(std::move(profile));
  }
  if (program.ranks.empty())
    throw InputError(
        ArgumentError("FILE", file, "what HETGRID_PROFILE named: there is no " + file + ".0").what());
  return program;
}

} // namespace hetgrid::cli
