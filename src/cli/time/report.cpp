#include "cli/time/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/quantities.hpp"
#include "cli/time/operations.hpp"
#include "kernel/execution.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Derived figures of a measurement.
struct Figures {
  double seconds;                     ///< median
  double gflops;                      ///< 1e9 operations a second
  double gigabytes;                   ///< 1e9 bytes moved a second, of a routine that only moves
  double of_aggregate;                ///< fraction of what the ranks reach alone
  std::optional<double> to_scalapack; ///< ScaLAPACK's time for the same routine / this time, if it was timed
};

Figures figures(const CaseResult& result, const Measurement& measured) {
  const double seconds = measured.median();
  const double rate = measured.flops / seconds;
  const Measurement* const peer = result.find(measured.routine, "ScaLAPACK", "uniform");
  return {seconds, rate / 1e9, measured.bytes / seconds / 1e9, result.ideal_seconds(measured.flops) / seconds,
          peer ? std::optional(peer->median() / seconds) : std::nullopt};
}

/// The routine only moves data: what counts is bytes a second.
bool moves(const Measurement& measured) {
  return measured.bytes > 0;
}

/// What solving costs beside the factorization of the same matrix: time of gesv / time of getrf. None for
/// other routines.
std::optional<double> to_getrf(const CaseResult& result, const Measurement& measured) {
  const Measurement* const getrf = result.find("getrf", measured.library, measured.layout);
  if (measured.routine != "gesv" || !getrf)
    return std::nullopt;
  return measured.median() / getrf->median();
}

bool is_checked(const Measurement& measured) {
  return std::ranges::all_of(measured.errors, [](const ScaledError& one) { return one.value.has_value(); });
}

/// Relative: 0.1 means that the model says 10 % more than was measured.
double prediction_error(double predicted, const Measurement& measured) {
  return predicted / measured.median() - 1;
}

/// The letters and sizes of the case that its operation has, in the order of the routine's arguments.
Json parameters(const Case& one) {
  const TimedOperation& operation = find_operation(one.operation);
  Json json;
  for (const auto& [name, letter] :
       {std::pair("side", one.side), {"uplo", one.uplo}, {"transa", one.transa}, {"transb", one.transb}})
    if (operation.has(name))
      json[name] = std::string(1, letter);
  for (const auto& [name, size] : {std::pair("m", one.m), {"n", one.n}, {"k", one.k}, {"nrhs", one.nrhs}})
    if (name == std::string("n") || operation.has(name))
      json[name] = size;
  return json;
}

/// "transa = N, m = 100"
std::string text(const Json& parameters) {
  std::string words;
  for (const auto& [name, value] : parameters.items())
    words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name,
                         value.is_string() ? value.get<std::string>() : value.dump());
  return words;
}

/// "pdgetrf, m = 100, n = 100, grid 2 x 3, block size 64"
std::string operation(const CaseResult& result, const Measurement& measured) {
  const Case& one = result.parameters;
  return fmt::format("p{}{}, {}, grid {} x {}, block size {}", one.precision, measured.routine,
                     text(parameters(one)), result.p, result.q, one.block_size);
}

/// Of all ranks, on the layout of a measurement.
std::vector<RankPlace> places(const TimeReport& report, const PlannedResult& planned,
                              const Measurement& measured) {
  std::vector<RankPlace> places(report.speeds.cycle_times.size());
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    places[rank].host = report.machine.host_names.at(rank);
    places[rank].cycle_time = report.speeds.cycle_times[rank];
  }
  if (measured.layout != "uniform" && measured.layout != "uneven") { // a partition: a grid of one row
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
      places[rank].row = 0;
      places[rank].column = static_cast<int>(rank);
    }
    return places;
  }
  const plan::Arrangement& grid = planned.plan.arrangement;
  for (int i = 0; i < grid.p; ++i)
    for (int j = 0; j < grid.q; ++j) {
      const int process = measured.layout == "uniform" ? i * grid.q + j : grid.at(i, j);
      RankPlace& place = places.at(static_cast<std::size_t>(process));
      place.row = i;
      place.column = j;
    }
  return places;
}

/// The parts of a profile and their names.
constexpr std::pair<const char*, double measure::Profile::*> parts[] = {
    {"panel", &measure::Profile::panel},
    {"exchange", &measure::Profile::exchange},
    {"update", &measure::Profile::update},
    {"swap", &measure::Profile::swap},
    {"idle", &measure::Profile::idle}};

/// A value for each rank; of many the range.
template <typename Number>
std::string listed(const std::vector<double>& values, Number&& number, const char* separator) {
  constexpr std::size_t longest = 64;
  if (values.size() > longest) {
    const auto [least, most] = std::ranges::minmax(values);
    return fmt::format("{} values from {} to {}", values.size(), number(least), number(most));
  }
  std::string text;
  for (const double value : values)
    text += (text.empty() ? "" : separator) + number(value);
  return text;
}

std::vector<double> gflops(const std::vector<double>& rates) {
  std::vector<double> result;
  for (const double rate : rates)
    result.push_back(rate / 1e9);
  return result;
}

/// JSON has no infinity, and NaN counts as one.
double finite(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::max();
}

Json to_json(const measure::Profile& profile) {
  Json json;
  for (const auto& [name, part] : parts)
    json[name] = profile.*part;
  return json;
}

Json to_json(const PlannedResult& planned, const Measurement& measured) {
  const CaseResult& result = planned.result;
  const Figures derived = figures(result, measured);
  Json json;
  json["routine"] = measured.routine;
  json["library"] = measured.library;
  json["layout"] = measured.layout;
  if (moves(measured))
    json["bytes"] = measured.bytes;
  else
    json["flops"] = measured.flops;
  json["seconds"] = measured.seconds;
  json["median_seconds"] = derived.seconds;
  if (moves(measured)) {
    json["gigabytes_per_second"] = derived.gigabytes;
  } else {
    json["gflops"] = derived.gflops;
    json["fraction_of_aggregate"] = derived.of_aggregate;
  }
  if (derived.to_scalapack)
    json["ratio_to_scalapack"] = *derived.to_scalapack;
  if (const auto ratio = to_getrf(result, measured))
    json["time_to_getrf"] = *ratio;
  if (const auto predicted = planned.predicted.seconds(measured)) {
    json["predicted_seconds"] = *predicted;
    json["prediction_error"] = prediction_error(*predicted, measured);
  }
  if (const auto found = planned.predicted.lookahead.find(measured.layout);
      found != planned.predicted.lookahead.end())
    json["gemm_lookahead"] = found->second;
  for (const ScaledError& error : measured.errors) {
    std::string key = error.name;
    std::replace(key.begin(), key.end(), ' ', '_');
    json[key] = to_json(error);
  }
  if (measured.growth)
    json["growth"] = finite(*measured.growth);
  json["passed"] = measured.passed();
  for (const RankProfile& profile : measured.profiles) {
    json["profile_seconds"].push_back(to_json(profile.seconds));
    json["idle_fraction"].push_back(profile.seconds.idle / measured.mean());
    json["bytes_sent"].push_back(profile.sent.bytes);
    json["messages_sent"].push_back(profile.sent.messages);
  }
  return json;
}

Json to_json(const PlannedResult& planned) {
  const CaseResult& result = planned.result;
  const Case& one = result.parameters;
  Json json;
  json["operation"] = one.operation;
  json["precision"] = std::string(1, one.precision);
  json.update(parameters(one));
  json["block_size"] = one.block_size;
  json["grid"] = std::vector<int>{result.p, result.q};
  json["plan"] = Json::parse(plan::to_json(planned.plan));
  json["rank_gflops"] = gflops(result.rank_rates);
  json["aggregate_gflops"] = result.aggregate() / 1e9;
  if (result.emulated)
    json["changes"] = changes_json(result);
  for (const Measurement& measured : result.measurements)
    json["measurements"].push_back(to_json(planned, measured));
  return json;
}

Json to_json(const Machine& machine) {
  Json json;
  if (!machine.simulation.empty())
    json["simulation"] = machine.simulation;
  json["cpu"] = machine.cpu;
  json["cores"] = machine.cores;
  json["blas"] = machine.blas;
  json["mpi"] = machine.mpi;
  json["ranks"] = machine.ranks;
  json["hosts"] = machine.hosts;
  return json;
}

void print_measurements(const PlannedResult& planned) {
  const CaseResult& result = planned.result;
  fmt::print("  {:<7} {:<10} {:<8} {:>9} {:>8} {:>11} {:>12} {:>13} {:>11} {:>8}", "routine", "library",
             "layout", "time", "spread", moves(result.measurements.front()) ? "moves" : "speed",
             "of together", "to ScaLAPACK", "predicted", "error");
  for (const ScaledError& error : result.measurements.front().errors)
    fmt::print(" {:>{}}", error.name, std::max<std::size_t>(9, error.name.size()));
  if (result.measurements.front().growth)
    fmt::print(" {:>9}", "growth");
  fmt::print("\n");
  for (const Measurement& measured : result.measurements) {
    const Figures derived = figures(result, measured);
    fmt::print("  {:<7} {:<10} {:<8} {:>9} {:>6.1f} % {:>11} {:>12} {:>13}", measured.routine,
               measured.library, measured.layout, duration(derived.seconds),
               100 * measure::summarize(measured.seconds).spread,
               moves(measured) ? bandwidth(1e9 * derived.gigabytes) : speed(derived.gflops),
               moves(measured) ? "-" : fmt::format("{:.3f}", derived.of_aggregate),
               derived.to_scalapack ? fmt::format("{:.3f}", *derived.to_scalapack) : "-");
    const auto predicted = planned.predicted.seconds(measured);
    fmt::print(" {:>11} {:>8}", predicted ? duration(*predicted) : "-",
               predicted ? fmt::format("{:+.1f} %", 100 * prediction_error(*predicted, measured)) : "-");
    for (const ScaledError& error : measured.errors)
      fmt::print(" {:>{}}", error.value ? fmt::format("{:.2e}", *error.value) : "-",
                 std::max<std::size_t>(9, error.name.size()));
    if (measured.growth)
      fmt::print(" {:>9.3g}", *measured.growth);
    fmt::print(" {}\n", !is_checked(measured) ? "not checked" : measured.passed() ? "PASSED" : "FAILED");
  }
}

void print_ratios_to_getrf(const CaseResult& result) {
  for (const Measurement& measured : result.measurements)
    if (const auto ratio = to_getrf(result, measured))
      fmt::print("  time of gesv / time of getrf, {}, {} layout: {:.3f}\n", measured.library, measured.layout,
                 *ratio);
}

/// The time, and the per cent of the run that they are.
std::string share(double seconds, double of) {
  return fmt::format("{} {:5.1f} %", duration(std::max(seconds, 0.0)), 100 * seconds / of);
}

void print_profile(const std::string& rank, const RankProfile& profile, double run) {
  fmt::print("  {:>6}", rank);
  double other = run;
  for (const auto& [name, part] : parts) {
    fmt::print(" {:>16}", share(profile.seconds.*part, run));
    other -= profile.seconds.*part;
  }
  fmt::print(" {:>16} {:>9} {:>9.0f}\n", share(other, run), byte_size(profile.sent.bytes),
             profile.sent.messages);
}

RankProfile mean_of(const std::vector<RankProfile>& profiles) {
  RankProfile mean;
  const double count = static_cast<double>(profiles.size());
  for (const RankProfile& one : profiles) {
    for (const auto& [name, part] : parts)
      mean.seconds.*part += one.seconds.*part / count;
    mean.sent.bytes += one.sent.bytes / count;
    mean.sent.messages += one.sent.messages / count;
  }
  return mean;
}

/// A line for every rank; of many ranks, which are in the JSON, only the one that is busiest and the one that waits most.
std::vector<std::size_t> ranks_printed(const std::vector<RankProfile>& profiles) {
  constexpr std::size_t longest = 64;
  std::vector<std::size_t> ranks(profiles.size());
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  if (ranks.size() <= longest)
    return ranks;
  const auto [least, most] =
      std::ranges::minmax(ranks, {}, [&](std::size_t rank) { return profiles[rank].seconds.idle; });
  return {least, most};
}

void print_profiles(const CaseResult& result) {
  for (const Measurement& measured : result.measurements) {
    if (measured.profiles.empty())
      continue;
    const double run = measured.mean();
    fmt::print("  where the {} of {} of {}, {} layout, go (mean of the runs)\n  {:>6}", duration(run),
               measured.routine, measured.library, measured.layout, "rank");
    for (const auto& [name, part] : parts)
      fmt::print(" {:>16}", name);
    fmt::print(" {:>16} {:>9} {:>9}\n", "other", "sent", "messages");
    for (const std::size_t rank : ranks_printed(measured.profiles))
      print_profile(std::to_string(rank), measured.profiles[rank], run);
    print_profile("mean", mean_of(measured.profiles), run);
  }
}

} // namespace

Json to_json(const ScaledError& error) {
  return error.value ? Json(finite(*error.value)) : Json();
}

std::string changed_speeds(const CaseResult& result) {
  std::string text;
  for (std::size_t k = 0; k < result.changed_rates.size(); ++k)
    text += fmt::format(", {} from {:g} s on", speed(together(result.changed_rates[k]) / 1e9),
                        result.emulated->changes()[k].seconds);
  return text;
}

Json changes_json(const CaseResult& result) {
  Json changes = Json::array();
  for (std::size_t k = 0; k < result.changed_rates.size(); ++k)
    changes.push_back({{"from_s", result.emulated->changes()[k].seconds},
                       {"rank_gflops", gflops(result.changed_rates[k])},
                       {"aggregate_gflops", together(result.changed_rates[k]) / 1e9}});
  return changes;
}

std::optional<double> Predicted::seconds(const Measurement& measured) const {
  if (measured.library != "hetgrid" || measured.routine != routine)
    return std::nullopt;
  if (measured.layout == "uniform" || measured.layout == "uneven")
    return measured.layout == "uniform" ? uniform : uneven;
  const auto found = partitions.find(measured.layout);
  return found == partitions.end() ? std::nullopt : std::optional(found->second);
}

void print_header(const TimeReport& report) {
  const Machine& machine = report.machine;
  if (kernel::simulated) {
    fmt::print("simulated    virtual time of {}\n", machine.simulation);
  } else {
    fmt::print("CPU          {}, {}\n", machine.cpu,
               counted(static_cast<std::size_t>(machine.cores), "core", "cores"));
    fmt::print("BLAS         {}\n", machine.blas);
    if (!machine.slow_blas.empty())
      fmt::print("             {}\n", machine.slow_blas);
  }
  fmt::print("MPI          {}, {} on {}\n", machine.mpi,
             counted(static_cast<std::size_t>(machine.ranks), "rank", "ranks"),
             counted(static_cast<std::size_t>(machine.hosts), "host", "hosts"));
  fmt::print("cycle-times  {} ({})\n",
             listed(
                 report.speeds.cycle_times, [](double time) { return fmt::format("{:.4g}", time); }, ", "),
             report.speeds.origin);
  std::fflush(stdout);
}

void print_result(const TimeReport& report, const PlannedResult& planned) {
  const CaseResult& result = planned.result;
  const Case& one = result.parameters;
  const plan::AxisPanel &rows = planned.plan.rows, &columns = planned.plan.columns;
  fmt::print("\n{}, median of {}\n", operation(result, result.measurements.front()),
             counted(static_cast<std::size_t>(report.timing.runs), "run", "runs"));
  fmt::print("panel {} x {} blocks: rows {}, columns {}; predicted speedup over the uniform layout {:.2f}\n",
             rows.order.size(), columns.order.size(), fmt::join(rows.count, " "),
             fmt::join(columns.count, " "), planned.plan.speedup());
  fmt::print("ranks alone, {}: {}, together {}{}\n",
             kernel::simulated ? "speeds of their hosts"
                               : fmt::format("{}gemm of order {}, all at the same time", one.precision,
                                             report.timing.aggregate_size),
             listed(gflops(result.rank_rates), speed, ", "), speed(result.aggregate() / 1e9),
             changed_speeds(result));
  print_measurements(planned);
  print_ratios_to_getrf(result);
  for (const auto& [layout, lookahead] : planned.predicted.lookahead)
    fmt::print("  {}: gemm.lookahead={}\n", layout, lookahead);
  print_profiles(result);
  std::fflush(stdout);
}

std::vector<RunTrace> run_traces(const TimeReport& report) {
  std::vector<RunTrace> runs;
  for (const PlannedResult& planned : report.results)
    for (const Measurement& measured : planned.result.measurements)
      if (!measured.traces.empty())
        runs.push_back({operation(planned.result, measured),
                        measured.library + ", " + measured.layout + " layout", measured.seconds.back(),
                        places(report, planned, measured), measured.traces});
  return runs;
}

bool passed(const TimeReport& report) {
  return std::all_of(report.results.begin(), report.results.end(), [](const PlannedResult& one) {
    const auto& all = one.result.measurements;
    return std::all_of(all.begin(), all.end(), [](const Measurement& measured) { return measured.passed(); });
  });
}

std::string to_json(const TimeReport& report) {
  Json json;
  json["simulated"] = kernel::simulated;
  json["machine"] = to_json(report.machine);
  json["cycle_times"] = report.speeds.cycle_times;
  json["cycle_times_origin"] = report.speeds.origin;
  for (const PlannedResult& planned : report.results)
    json["results"].push_back(to_json(planned));
  return plan::json_text(json);
}

} // namespace hetgrid::cli
