// The Trace Event Format: "X" are complete events, "M" names of processes and threads.
#include "cli/output/trace.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Elements of a JSON array, one a line.
class Elements {
public:
  explicit Elements(std::ostream& out) : out_(out) {}
  void add(const std::string& element) {
    out_ << (first_ ? "\n" : ",\n") << element;
    first_ = false;
  }

private:
  std::ostream& out_;
  bool first_ = true;
};

Json metadata(std::size_t pid, std::size_t tid, const char* kind, const char* argument, const Json& value) {
  return {{"ph", "M"}, {"pid", pid}, {"tid", tid}, {"name", kind}, {"args", {{argument, value}}}};
}

/// Host names may have bytes that are no UTF-8.
std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Nanoseconds as microseconds.
std::string microseconds(long long nanoseconds) {
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

/// Both ends are rounded alike, so that events that follow one another do not overlap.
std::string complete_event(std::size_t pid, std::size_t tid, const std::string& name, double begin_seconds,
                           double end_seconds, const std::string& arguments = "") {
  const long long begin = std::llround(begin_seconds * 1e9), end = std::llround(end_seconds * 1e9);
  return fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{}{}}})", pid, tid, text(name),
                     microseconds(begin), microseconds(end - begin), arguments);
}

std::string complete_event(std::size_t pid, std::size_t tid, const measure::Interval& interval) {
  const std::string step =
      interval.step == measure::no_step ? "" : fmt::format(R"(,"args":{{"step":{}}})", interval.step);
  return complete_event(pid, tid, activities[static_cast<std::size_t>(interval.entry)], interval.begin,
                        interval.end, step);
}

void write_run(Elements& events, std::size_t pid, const RunTrace& run) {
  events.add(text(metadata(pid, 0, "process_name", "name", run.operation + ", " + run.variant)));
  events.add(text(metadata(pid, 0, "process_sort_index", "sort_index", pid)));
  for (std::size_t k = 0; k < run.ranks.size(); ++k) {
    const std::size_t rank = run.numbers.empty() ? k : static_cast<std::size_t>(run.numbers[k]);
    events.add(text(metadata(pid, rank, "thread_name", "name", rank_label(rank, run.places[k]))));
    events.add(text(metadata(pid, rank, "thread_sort_index", "sort_index", rank)));
    for (const CallTime& call : run.ranks[k].calls)
      events.add(complete_event(pid, rank, call.routine, call.begin, call.end));
    for (const measure::Interval& interval : run.ranks[k].intervals)
      events.add(complete_event(pid, rank, interval));
  }
}

} // namespace

std::string missing_part(const RunTrace& run) {
  std::size_t ranks = 0;
  double known = run.seconds;
  for (const RankTrace& trace : run.ranks)
    if (!trace.complete) {
      ++ranks;
      known = std::min(known, trace.intervals.empty() ? 0 : trace.intervals.back().end);
    }
  return ranks == 0
             ? ""
             : fmt::format("{}, {}: of {} the phases are known up to {} of {} only, for which there was room",
                           run.operation, run.variant, counted(ranks, "rank", "ranks"), duration(known),
                           duration(run.seconds));
}

void write_trace_events(std::ostream& out, std::span<const RunTrace> runs) {
  out << R"({"displayTimeUnit":"ms","traceEvents":[)";
  Elements events(out);
  for (std::size_t pid = 0; pid < runs.size(); ++pid)
    write_run(events, pid, runs[pid]);
  out << "\n]}\n";
}

} // namespace hetgrid::cli
