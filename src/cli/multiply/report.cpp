#include "cli/multiply/report.hpp"

#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

bool is_remote(const server::Worker& worker) {
  return worker.process != 0;
}

const char* type_name(char precision) {
  return precision == 's'   ? "single precision"
         : precision == 'd' ? "double precision"
         : precision == 'c' ? "complex single precision"
                            : "complex double precision";
}

std::string worker_name(const ProductPlan& plan, int process) {
  const plan::ProcessSpeed& speed = plan.platform.processes[static_cast<std::size_t>(process)];
  return fmt::format("{}{}: t {:.4g}", process, speed.host.empty() ? "" : " (" + speed.host + ")",
                     speed.cycle_time);
}

Json worker_json(const MultiplyReport& report, std::size_t k) {
  const server::Worker& worker = report.plan->star.workers[k];
  const server::WorkerOutcome& outcome = report.outcome.workers[k];
  return {{"process", worker.process},
          {"buffers", worker.buffers},
          {"chunks", report.chunks[k]},
          {"computing_s", outcome.computing},
          {"waiting_s", outcome.waiting},
          {"bytes_sent", is_remote(worker) ? outcome.bytes_sent : 0},
          {"bytes_returned", is_remote(worker) ? outcome.bytes_returned : 0},
          {"most_elements", outcome.most_elements},
          {"stalls", report.outcome.stalls[k]}};
}

} // namespace

double MultiplyReport::part() const {
  const server::Product& product = plan->product;
  return 1 - static_cast<double>(results_there) / static_cast<double>(product.r() * product.s());
}

double MultiplyReport::updates_in_all() const {
  return part() * static_cast<double>(layout.m) * static_cast<double>(layout.n) * static_cast<double>(k) /
         std::pow(static_cast<double>(plan->product.block_size), 3);
}

double MultiplyReport::operations() const {
  const double of_an_element = layout.precision == 'c' || layout.precision == 'z' ? 8 : 2;
  return of_an_element * updates_in_all() * std::pow(static_cast<double>(plan->product.block_size), 3);
}

double MultiplyReport::gflops() const {
  return operations() / outcome.seconds / 1e9;
}

double MultiplyReport::of_bound() const {
  return part() * server::bounds(plan->star, plan->product).best() / outcome.seconds;
}

double MultiplyReport::bytes_moved() const {
  double sum = 0;
  for (std::size_t w = 0; w < plan->star.workers.size(); ++w)
    if (is_remote(plan->star.workers[w]))
      sum += outcome.workers[w].bytes_sent + outcome.workers[w].bytes_returned;
  return sum;
}

double MultiplyReport::least_bytes() const {
  std::vector<double> remote = updates;
  for (std::size_t w = 0; w < remote.size(); ++w)
    if (!is_remote(plan->star.workers[w]))
      remote[w] = 0;
  const auto side = static_cast<double>(plan->product.block_size);
  return side * side * plan->product.element_bytes * server::least_traffic(plan->star, plan->product, remote);
}

std::string multiply_text(const MultiplyReport& report) {
  const ProductPlan& plan = *report.plan;
  const server::Product& product = plan.product;
  std::string text;
  const auto print = [&]<typename... Values>(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
  };
  print("{} = {} {}: {} x {}, k = {}, {}; blocks of {}, {} of {} by {}\n", report.c, report.a, report.b,
        report.layout.m, report.layout.n, report.k, type_name(report.layout.precision), product.block_size,
        report.outcome.enrolled(), counted(plan.star.workers.size(), "worker", "workers"), plan.policy);
  if (report.results_there > 0)
    print("{} of {} blocks of C were there\n", report.results_there, product.r() * product.s());
  print("{}, {}, {:.3f} of the bound; predicted {}\n", duration(report.outcome.seconds),
        speed(report.gflops()), report.of_bound(), duration(plan.schedule.predicted.seconds));
  if (const double moved = report.bytes_moved(); moved > 0)
    print("{} moved, {:.2f} times the least of any algorithm in this memory\n", byte_size(moved),
          moved / report.least_bytes());
  print("\n  {:<28} {:>9} {:>7} {:>10} {:>10} {:>10} {:>10}\n", "Worker", "blocks", "chunks", "computing",
        "waiting", "sent", "returned");
  for (std::size_t w = 0; w < plan.star.workers.size(); ++w) {
    const server::Worker& worker = plan.star.workers[w];
    const server::WorkerOutcome& outcome = report.outcome.workers[w];
    print("  {:<28} {:>9} {:>7} {:>10} {:>10} {:>10} {:>10}\n", worker_name(plan, worker.process),
          worker.buffers == 0 ? "any" : std::to_string(worker.buffers), report.chunks[w],
          duration(outcome.computing), duration(outcome.waiting),
          is_remote(worker) ? byte_size(outcome.bytes_sent) : "-",
          is_remote(worker) ? byte_size(outcome.bytes_returned) : "-");
  }
  for (std::size_t w = 0; w < plan.star.workers.size(); ++w)
    if (const server::Index stalls = report.outcome.stalls[w]; stalls > 0)
      print("process {} stalled {}: others did its part meanwhile\n", plan.star.workers[w].process,
            counted(static_cast<std::size_t>(stalls), "time", "times"));
  return text;
}

std::string multiply_json(const MultiplyReport& report) {
  const ProductPlan& plan = *report.plan;
  Json json{{"a", report.a},
            {"b", report.b},
            {"c", report.c},
            {"precision", std::string(1, report.layout.precision)},
            {"m", report.layout.m},
            {"n", report.layout.n},
            {"k", report.k},
            {"block_size", plan.product.block_size},
            {"policy", plan.policy},
            {"blocks_there", report.results_there},
            {"seconds", report.outcome.seconds},
            {"predicted_s", plan.schedule.predicted.seconds},
            {"gflops", report.gflops()},
            {"of_bound", report.of_bound()},
            {"bytes", report.bytes_moved()},
            {"least_bytes", report.least_bytes()}};
  json["workers"] = Json::array();
  for (std::size_t w = 0; w < plan.star.workers.size(); ++w)
    json["workers"].push_back(worker_json(report, w));
  return json.dump(2) + "\n";
}

} // namespace hetgrid::cli
