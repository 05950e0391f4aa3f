#include "hetgrid/plan.hpp"
#include "plan/json_fields.hpp"
#include "schedule/parameters.hpp"

namespace hetgrid::plan {

NLOHMANN_JSON_SERIALIZE_ENUM(Operation, {{Operation::gemm, "gemm"},
                                         {Operation::getrf, "getrf"},
                                         {Operation::geqrf, "geqrf"},
                                         {Operation::potrf, "potrf"}})

namespace {

Json axis_to_json(const AxisPanel& panel) {
  return {{"count", panel.count}, {"order", panel.order}};
}

AxisPanel axis_from_json(const Json& json, const std::string& place) {
  Fields axis(json, place);
  AxisPanel panel{axis.get<std::vector<int>>("count"), axis.get<std::vector<int>>("order")};
  axis.finish();
  return panel;
}

Operation operation_from_json(const Json& json) {
  const auto operation = json.get<Operation>(); // the first one where it is none
  if (Json(operation) != json)
    refuse("operation", json, "gemm, getrf, geqrf or potrf");
  return operation;
}

} // namespace

std::string to_json(const Plan& plan) {
  return json_text({{"cycle_times", plan.cycle_times},
                    {"operation", plan.operation},
                    {"p", plan.arrangement.p},
                    {"q", plan.arrangement.q},
                    {"arrangement", plan.arrangement.process},
                    {"r", plan.shares.r},
                    {"c", plan.shares.c},
                    {"rows", axis_to_json(plan.rows)},
                    {"columns", axis_to_json(plan.columns)},
                    {"work", plan.work},
                    {"bound", plan.bound},
                    {"grid_bound", plan.grid_bound},
                    {"panel_work", plan.panel_work},
                    {"cyclic_work", plan.cyclic_work},
                    {"idle", plan.idle},
                    {"parameters", schedule::to_text(plan.parameters)}});
}

Plan plan_from_json(const std::string& text) {
  const Json json = parse_json(text, "plan");
  Fields fields(json, "");
  Plan plan;
  plan.cycle_times = fields.get<std::vector<double>>("cycle_times");
  plan.operation = operation_from_json(fields.require("operation"));
  plan.arrangement = {fields.get<int>("p"), fields.get<int>("q"),
                      fields.get<std::vector<int>>("arrangement")};
  plan.shares = {fields.get<std::vector<double>>("r"), fields.get<std::vector<double>>("c")};
  plan.rows = axis_from_json(fields.require("rows"), "rows");
  plan.columns = axis_from_json(fields.require("columns"), "columns");
  plan.work = fields.get<double>("work");
  plan.bound = fields.get<double>("bound");
  plan.grid_bound = fields.get<double>("grid_bound");
  plan.panel_work = fields.get<double>("panel_work");
  plan.cyclic_work = fields.get<double>("cyclic_work");
  plan.idle = fields.get<std::vector<int>>("idle");
  plan.parameters =
      schedule::parameters_from_text("plan: parameters", fields.get_or<std::string>("parameters", ""), {});
  fields.finish();
  validate(plan);
  return plan;
}

} // namespace hetgrid::plan
