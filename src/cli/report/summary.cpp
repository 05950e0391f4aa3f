#include "cli/report/summary.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {
namespace {

RoutineSummary& line_of(std::vector<RoutineSummary>& lines, const ProfiledCalls& calls) {
  const auto found = std::ranges::find_if(lines, [&](const RoutineSummary& line) {
    return line.routine == calls.routine && line.way == calls.way && line.why == calls.why;
  });
  if (found != lines.end())
    return *found;
  lines.push_back({calls.routine, calls.way, calls.why});
  return lines.back();
}

void add(RoutineSummary& line, int rank, const measure::CallSum& sum) {
  line.calls = std::max(line.calls, sum.calls);
  line.seconds = std::max(line.seconds, sum.seconds);
  line.bytes += sum.moved.bytes;
  line.messages += sum.moved.messages;
  line.ranks.emplace_back(rank, sum);
}

void measure_parts(RoutineSummary& line, const ProgramProfile& profile) {
  double computing = 0, power = 0;
  for (const auto& [rank, sum] : line.ranks) {
    const double cycle_time = std::ranges::find(profile.ranks, rank, &ProcessProfile::rank)->cycle_time;
    computing += (sum.parts.panel + sum.parts.update) / cycle_time;
    power += line.seconds / cycle_time;
    double known = 0;
    for (std::size_t k = 0; k < activities.size(); ++k) {
      line.parts[k] += sum.parts.*measure::profile_entries[k];
      known += sum.parts.*measure::profile_entries[k];
    }
    line.parts.back() += std::max(0.0, line.seconds - known);
  }
  const double all = line.seconds * static_cast<double>(line.ranks.size());
  for (double& part : line.parts)
    part = all > 0 ? part / all : 0;
  if (line.way != measure::Way::passed_through && power > 0)
    line.of_together = computing / power;
}

} // namespace

std::vector<RoutineSummary> summarize(const ProgramProfile& profile) {
  std::vector<RoutineSummary> lines;
  for (const ProcessProfile& rank : profile.ranks)
    for (const ProfiledCalls& calls : rank.calls)
      add(line_of(lines, calls), rank.rank, calls.sum);
  for (RoutineSummary& line : lines)
    measure_parts(line, profile);
  std::ranges::stable_sort(lines, std::greater(), &RoutineSummary::seconds);
  return lines;
}

double seconds_in_calls(const ProgramProfile& profile) {
  double longest = 0;
  for (const ProcessProfile& rank : profile.ranks) {
    double seconds = 0;
    for (const ProfiledCalls& calls : rank.calls)
      seconds += calls.sum.seconds;
    longest = std::max(longest, seconds);
  }
  return longest;
}

double seconds_of_program(const ProgramProfile& profile) {
  return std::ranges::max(profile.ranks, {}, &ProcessProfile::seconds).seconds;
}

std::vector<std::string> remarks(const ProgramProfile& profile) {
  std::vector<std::string> lines;
  const auto present = profile.ranks.size(), all = static_cast<std::size_t>(profile.processes);
  if (present < all)
    lines.push_back(fmt::format("{} of {} have no file: they made no call, or did not come to MPI_Finalize.",
                                all - present, counted(all, "process", "processes")));
  const auto [first, last] = std::ranges::minmax(
      profile.ranks, {}, [](const ProcessProfile& rank) { return rank.began + rank.seconds; });
  if (const double apart = last.began + last.seconds - first.began - first.seconds; apart > 60)
    lines.push_back(fmt::format("Process {} came to MPI_Finalize {} after process {}: their files may be of "
                                "different runs.",
                                last.rank, duration(apart), first.rank));
  if (!std::ranges::all_of(profile.ranks, &ProcessProfile::complete))
    lines.push_back("Of long runs the trace has the beginning only; the sums are those of all calls.");
  return lines;
}

std::string way_text(const RoutineSummary& summary) {
  const std::string way =
      summary.way == measure::Way::native ? "" : measure::way_names[static_cast<std::size_t>(summary.way)];
  return summary.why.empty() ? way : way + ": " + summary.why;
}

} // namespace hetgrid::cli
