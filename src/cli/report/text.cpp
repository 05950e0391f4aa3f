// The profile as text, JSON and trace events.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "cli/report/presentation.hpp"
#include "cli/report/summary.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view header = "{:<16} {:>7} {:>10} {:>7} {:>8} {:>7} {:>7} {:>7} {:>7} {:>10}  {}\n",
                           row = "{:<16} {:>7} {:>10} {:>5.1f} % {:>8} {:>7} {:>7} {:>7} {:>7} {:>10}  {}\n";

std::string percent(double part) {
  return fmt::format("{:.1f} %", 100 * part);
}

std::string line_of(const RoutineSummary& line, double program) {
  const bool known = line.way != measure::Way::passed_through;
  const auto part = [&](std::size_t k) { return known ? percent(line.parts[k]) : "-"; };
  return fmt::format(fmt::runtime(row), line.routine, line.calls, duration(line.seconds),
                     program > 0 ? 100 * line.seconds / program : 0,
                     known ? fmt::format("{:.3f}", line.of_together) : "-", part(0), part(1), part(2),
                     part(4), known ? byte_size(line.bytes) : "-", way_text(line));
}

} // namespace

std::string profile_text(const ProgramProfile& profile) {
  const double program = seconds_of_program(profile);
  std::string text = fmt::format("{}, {} from the first call to MPI_Finalize, {} of them in calls\n\n",
                                 counted(static_cast<std::size_t>(profile.processes), "process", "processes"),
                                 duration(program), duration(seconds_in_calls(profile)));
  append(text, fmt::runtime(header), "routine", "calls", "time", "of all", "together", "panel", "bcast",
         "update", "wait", "sent", "");
  for (const RoutineSummary& line : summarize(profile))
    text += line_of(line, program);
  text += "\ntime: of the slowest process. together: time in panels and updates, weighted by speed, of all "
          "that the "
          "processes had.\nsent: in messages; what passes through shared memory is none.\n";
  for (const std::string& remark : remarks(profile))
    text += remark + "\n";
  return text;
}

std::string profile_json(const ProgramProfile& profile) {
  Json routines = Json::array();
  for (const RoutineSummary& line : summarize(profile)) {
    Json ranks = Json::array();
    for (const auto& [rank, sum] : line.ranks) {
      Json one{{"rank", rank}, {"calls", sum.calls}, {"seconds", sum.seconds}};
      for (std::size_t k = 0; k < activities.size(); ++k)
        one[activities[k]] = sum.parts.*measure::profile_entries[k];
      one["messages"] = sum.moved.messages;
      one["bytes"] = sum.moved.bytes;
      ranks.push_back(std::move(one));
    }
    routines.push_back({{"routine", line.routine},
                        {"way", measure::way_names[static_cast<std::size_t>(line.way)]},
                        {"why", line.why},
                        {"calls", line.calls},
                        {"seconds", line.seconds},
                        {"of_together", line.of_together},
                        {"messages", line.messages},
                        {"bytes", line.bytes},
                        {"ranks", std::move(ranks)}});
  }
  return plan::json_text({{"processes", profile.processes},
                          {"seconds", seconds_of_program(profile)},
                          {"seconds_in_calls", seconds_in_calls(profile)},
                          {"routines", std::move(routines)},
                          {"remarks", remarks(profile)}}) +
         "\n";
}

std::string profile_trace(const ProgramProfile& profile) {
  const double origin = std::ranges::min(profile.ranks, {}, &ProcessProfile::began).began;
  std::vector<RankTrace> ranks;
  RunTrace run{"calls",
               counted(static_cast<std::size_t>(profile.processes), "process", "processes"),
               seconds_of_program(profile),
               {},
               {}};
  for (const ProcessProfile& rank : profile.ranks) {
    const double begin = rank.began - origin;
    RankTrace trace{begin, begin + rank.seconds, rank.phases, rank.events};
    for (measure::Interval& phase : trace.intervals)
      phase.begin += begin, phase.end += begin;
    for (CallTime& call : trace.calls)
      call.begin += begin, call.end += begin;
    ranks.push_back(std::move(trace));
    run.places.push_back({-1, -1, rank.host, rank.cycle_time});
    run.numbers.push_back(rank.rank);
  }
  run.ranks = ranks;
  std::ostringstream out;
  write_trace_events(out, {&run, 1});
  return out.str();
}

} // namespace hetgrid::cli
