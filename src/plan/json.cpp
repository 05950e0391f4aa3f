#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace hetgrid::plan {

NLOHMANN_JSON_SERIALIZE_ENUM(Operation,
                             {{Operation::gemm, "gemm"}, {Operation::factorization, "factorization"}})

namespace {

using Json = nlohmann::ordered_json;

Json parse(const std::string& text, const char* what) {
  try {
    Json json = Json::parse(text);
    if (!json.is_object())
      throw InputError(std::string(what) + ": expected a JSON object, found " + json.type_name());
    return json;
  } catch (const Json::exception& error) { // malformed, or a number beyond double precision
    throw InputError(std::string(what) + ": malformed JSON: " + error.what());
  }
}

/// json[name] as T. \throws InputError naming the field
template <typename T>
T field(const Json& json, const std::string& name) {
  const auto place = json.find(name);
  if (place == json.end())
    throw InputError("field \"" + name + "\" is missing");
  try {
    if constexpr (std::is_same_v<T, int>)
      if (!place->is_number_integer())
        throw InputError("field \"" + name + "\" = " + place->dump() + ": expected an integer");
    return place->template get<T>();
  } catch (const Json::exception&) {
    throw InputError("field \"" + name + "\" has an unexpected type: " + place->dump());
  }
}

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
              {"panel_work", plan.panel_work},
              {"cyclic_work", plan.cyclic_work},
              {"idle", plan.idle}}
      .dump(2);
}

Plan plan_from_json(const std::string& text) {
  const Json json = parse(text, "plan");
  Plan plan;
  plan.cycle_times = field<std::vector<double>>(json, "cycle_times");
  const auto operation = field<std::string>(json, "operation");
  if (operation != "gemm" && operation != "factorization")
    throw InputError("field \"operation\" = \"" + operation + "\": expected gemm or factorization");
  plan.operation = Json(operation).get<Operation>();
  plan.arrangement = {field<int>(json, "p"), field<int>(json, "q"),
                      field<std::vector<int>>(json, "arrangement")};
  plan.shares = {field<std::vector<double>>(json, "r"), field<std::vector<double>>(json, "c")};
  plan.rows = axis_from_json(json, "rows");
  plan.columns = axis_from_json(json, "columns");
  plan.work = field<double>(json, "work");
  plan.bound = field<double>(json, "bound");
  plan.panel_work = field<double>(json, "panel_work");
  plan.cyclic_work = field<double>(json, "cyclic_work");
  plan.idle = field<std::vector<int>>(json, "idle");
  validate(plan);
  return plan;
}

std::vector<double> Platform::cycle_times() const {
  std::vector<double> times;
  for (const ProcessSpeed& process : processes)
    times.push_back(process.cycle_time);
  return times;
}

std::string to_json(const Platform& platform) {
  Json processes = Json::array();
  for (const ProcessSpeed& process : platform.processes)
    processes.push_back({{"host", process.host},
                         {"rank", process.rank},
                         {"cycle_time", process.cycle_time},
                         {"gflops", process.gflops},
                         {"spread", process.spread}});
  return Json{{"block_size", platform.block_size}, {"processes", processes}}.dump(2);
}

Platform platform_from_json(const std::string& text) {
  const Json json = parse(text, "platform");
  Platform platform;
  platform.block_size = field<int>(json, "block_size");
  const Json processes = field<Json>(json, "processes");
  if (!processes.is_array() || processes.empty())
    throw InputError("field \"processes\": expected a non-empty array");
  for (const Json& entry : processes) {
    platform.processes.push_back({field<std::string>(entry, "host"), field<int>(entry, "rank"),
                                  field<double>(entry, "cycle_time"), field<double>(entry, "gflops"),
                                  field<double>(entry, "spread")});
    const ProcessSpeed& process = platform.processes.back();
    const std::string name = "processes[" + std::to_string(platform.processes.size() - 1) + "]";
    if (!std::isfinite(process.cycle_time) || process.cycle_time <= 0)
      throw ArgumentError(name + ".cycle_time", std::to_string(process.cycle_time), "positive and finite");
    if (process.rank != static_cast<int>(platform.processes.size()) - 1)
      throw ArgumentError(name + ".rank", std::to_string(process.rank),
                          "processes in the order of their ranks");
  }
  return platform;
}

} // namespace hetgrid::plan
