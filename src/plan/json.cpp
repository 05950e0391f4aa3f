#include "hetgrid/plan.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::plan {

NLOHMANN_JSON_SERIALIZE_ENUM(Operation, {{Operation::gemm, "gemm"},
                                         {Operation::getrf, "getrf"},
                                         {Operation::geqrf, "geqrf"},
                                         {Operation::potrf, "potrf"}})

namespace {

Json axis_to_json(const AxisPanel& panel) {
  return {{"count", panel.count}, {"order", panel.order}};
}

AxisPanel axis_from_json(const Json& json, const std::string& name) {
  const Json axis = field<Json>(json, name);
  return {field<std::vector<int>>(axis, "count"), field<std::vector<int>>(axis, "order")};
}

} // namespace

std::string to_json(const Plan& plan) {
  return Json{{"cycle_times", plan.cycle_times},
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
              {"idle", plan.idle}}
      .dump(2);
}

Plan plan_from_json(const std::string& text) {
  const Json json = parse_json(text, "plan");
  Plan plan;
  plan.cycle_times = field<std::vector<double>>(json, "cycle_times");
  const Json operation = field<Json>(json, "operation");
  plan.operation = operation.get<Operation>();
  if (Json(plan.operation) != operation)
    throw InputError("field \"operation\" = " + operation.dump() +
                     ": expected gemm, getrf, geqrf or potrf");
  plan.arrangement = {field<int>(json, "p"), field<int>(json, "q"),
                      field<std::vector<int>>(json, "arrangement")};
  plan.shares = {field<std::vector<double>>(json, "r"), field<std::vector<double>>(json, "c")};
  plan.rows = axis_from_json(json, "rows");
  plan.columns = axis_from_json(json, "columns");
  plan.work = field<double>(json, "work");
  plan.bound = field<double>(json, "bound");
  plan.grid_bound = field<double>(json, "grid_bound");
  plan.panel_work = field<double>(json, "panel_work");
  plan.cyclic_work = field<double>(json, "cyclic_work");
  plan.idle = field<std::vector<int>>(json, "idle");
  validate(plan);
  return plan;
}

} // namespace hetgrid::plan
