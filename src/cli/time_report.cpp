#include "cli/time_report.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

bool all_passed(const PlannedResult& planned) {
  const auto& all = planned.result.measurements;
  return std::all_of(all.begin(), all.end(), [](const Measurement& one) { return one.check.passed(); });
}

/// Derived figures of a measurement.
struct Figures {
  double seconds;      ///< median
  double gflops;       ///< 1e9 operations a second
  double of_aggregate; ///< fraction of what the ranks reach alone
  double to_scalapack; ///< ScaLAPACK's time / this time
};

Figures figures(const CaseResult& result, const Measurement& measured) {
  const double seconds = measured.median();
  const double rate = result.flops / seconds;
  return {seconds, rate / 1e9, rate / result.aggregate(), result.peer()->median() / seconds};
}

std::vector<double> gflops(const std::vector<double>& rates) {
  std::vector<double> result;
  for (const double rate : rates)
    result.push_back(rate / 1e9);
  return result;
}

Json to_json(const CaseResult& result, const Measurement& measured) {
  const Figures derived = figures(result, measured);
  Json json;
  json["routine"] = measured.routine;
  json["layout"] = measured.layout;
  json["seconds"] = measured.seconds;
  json["median_seconds"] = derived.seconds;
  json["gflops"] = derived.gflops;
  json["fraction_of_aggregate"] = derived.of_aggregate;
  json["ratio_to_scalapack"] = derived.to_scalapack;
  json["residual"] = measured.check.residual;
  json["difference_from_scalapack"] = measured.check.difference;
  json["passed"] = measured.check.passed();
  return json;
}

Json to_json(const PlannedResult& planned) {
  const CaseResult& result = planned.result;
  const Case& one = result.parameters;
  Json json;
  json["operation"] = one.operation;
  json["precision"] = std::string(1, one.precision);
  json["transa"] = std::string(1, one.transa);
  json["transb"] = std::string(1, one.transb);
  json["m"] = one.m;
  json["n"] = one.n;
  json["k"] = one.k;
  json["block_size"] = one.block_size;
  json["grid"] = std::vector<int>{result.p, result.q};
  json["plan"] = Json::parse(plan::to_json(planned.plan));
  json["rank_gflops"] = gflops(result.rank_rates);
  json["aggregate_gflops"] = result.aggregate() / 1e9;
  for (const Measurement& measured : result.measurements)
    json["measurements"].push_back(to_json(result, measured));
  return json;
}

Json to_json(const Machine& machine) {
  Json json;
  json["cpu"] = machine.cpu;
  json["cores"] = machine.cores;
  json["blas"] = machine.blas;
  json["mpi"] = machine.mpi;
  json["ranks"] = machine.ranks;
  json["hosts"] = machine.hosts;
  return json;
}

} // namespace

void print_header(const TimeReport& report) {
  const Machine& machine = report.machine;
  fmt::print("CPU          {}, {} cores\n", machine.cpu, machine.cores);
  fmt::print("BLAS         {}\n", machine.blas);
  fmt::print("MPI          {}, {} ranks on {} host{}\n", machine.mpi, machine.ranks, machine.hosts,
             machine.hosts == 1 ? "" : "s");
  fmt::print("cycle-times  {:.4g} ({})\n", fmt::join(report.speeds.cycle_times, ", "), report.speeds.origin);
  std::fflush(stdout);
}

void print_result(const TimeReport& report, const PlannedResult& planned) {
  const CaseResult& result = planned.result;
  const Case& one = result.parameters;
  const plan::AxisPanel &rows = planned.plan.rows, &columns = planned.plan.columns;
  fmt::print("\np{}{} {}{}, m n k = {} {} {}, grid {} x {}, block size {}, median of {} runs\n",
             one.precision, one.operation, one.transa, one.transb, one.m, one.n, one.k, result.p, result.q,
             one.block_size, report.timing.runs);
  fmt::print("panel {} x {} blocks: rows {}, columns {}; predicted speedup over the uniform layout {:.2f}\n",
             rows.order.size(), columns.order.size(), fmt::join(rows.count, " "),
             fmt::join(columns.count, " "), planned.plan.speedup());
  fmt::print("ranks alone, {}gemm of order {}, all at the same time: {:.2f} GF/s, together {:.2f} GF/s\n",
             one.precision, report.timing.aggregate_size, fmt::join(gflops(result.rank_rates), " "),
             result.aggregate() / 1e9);
  fmt::print("  {:<10} {:<8} {:>9} {:>8} {:>9} {:>12} {:>13} {:>9} {:>11}\n", "routine", "layout", "time s",
             "spread", "GF/s", "of together", "to ScaLAPACK", "residual", "difference");
  for (const Measurement& measured : result.measurements) {
    const Figures derived = figures(result, measured);
    fmt::print("  {:<10} {:<8} {:>9.4f} {:>6.1f} % {:>9.2f} {:>12.3f} {:>13.3f} {:>9.2e} {:>11.2e} {}\n",
               measured.routine, measured.layout, derived.seconds,
               100 * kernel::summarize(measured.seconds).spread, derived.gflops, derived.of_aggregate,
               derived.to_scalapack, measured.check.residual, measured.check.difference,
               measured.check.passed() ? "PASSED" : "FAILED");
  }
  std::fflush(stdout);
}

bool passed(const TimeReport& report) {
  return std::all_of(report.results.begin(), report.results.end(), all_passed);
}

std::string to_json(const TimeReport& report) {
  Json json;
  json["machine"] = to_json(report.machine);
  json["cycle_times"] = report.speeds.cycle_times;
  json["cycle_times_origin"] = report.speeds.origin;
  for (const PlannedResult& planned : report.results)
    json["results"].push_back(to_json(planned));
  return json.dump(2);
}

} // namespace hetgrid::cli
