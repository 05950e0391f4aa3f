#include "cli/multiply/report.hpp"

#include "cli/options/precision.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "hetgrid/server_bounds.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {

using plan::Json;

double MultiplyReport::part() const {
  const server::Product& product = plan->product;
  return 1 - static_cast<double>(results_there) / static_cast<double>(product.r() * product.s());
}

double MultiplyReport::updates_in_all() const {
  return part() * static_cast<double>(layout.m) * static_cast<double>(layout.n) * static_cast<double>(k);
}

double MultiplyReport::operations() const {
  return operations_per_update(layout.precision) * updates_in_all();
}

double MultiplyReport::gflops() const {
  return operations() / seconds / 1e9;
}

double MultiplyReport::of_bound() const {
  return part() * server::bounds(plan->star, plan->product).best() / seconds;
}

std::string multiply_text(const MultiplyReport& report) {
  const ProductPlan& plan = *report.plan;
  const server::Product& product = plan.product;
  std::string text;
  append(text, "{} = {} {}: {} x {}, k = {}, {}; blocks of {}, {} of {} by {}\n", report.c, report.a,
         report.b, report.layout.m, report.layout.n, report.k, precision_name(report.layout.precision),
         product.block_size, report.work.enrolled(), counted(plan.star.workers.size(), "worker", "workers"),
         plan.policy);
  if (report.results_there > 0)
    append(text, "{} of {} blocks of C were there\n", report.results_there, product.r() * product.s());
  append(text, "{}, {}, {:.3f} of the bound; predicted {}\n", duration(report.seconds),
         speed(report.gflops()), report.of_bound(), duration(plan.schedule.predicted.seconds));
  return text + report.work.text(product);
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
            {"seconds", report.seconds},
            {"predicted_s", plan.schedule.predicted.seconds},
            {"gflops", report.gflops()},
            {"of_bound", report.of_bound()},
            {"bytes", report.work.bytes_moved()},
            {"least_bytes", report.work.least_bytes(plan.product)},
            {"workers", report.work.json()}};
  return plan::json_text(json) + "\n";
}

} // namespace hetgrid::cli
