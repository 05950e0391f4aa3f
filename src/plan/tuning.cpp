#include "plan/tuning.hpp"

#include "plan/json_fields.hpp"
#include "plan/limits.hpp"
#include "schedule/parameters.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace hetgrid::plan {
namespace {

constexpr int version = 1;
constexpr double farthest = 4; ///< ratio of orders
constexpr Range seconds_range{1e-12, 1e12}, ratio_range{1e-6, 1e6};

constexpr std::array operations{std::pair(Operation::gemm, "gemm"), std::pair(Operation::getrf, "lu"),
                                std::pair(Operation::geqrf, "qr"), std::pair(Operation::potrf, "cholesky")};

Json machine_to_json(const TuningMachine& machine) {
  return {{"cpu", machine.cpu}, {"cores", machine.cores}, {"mpi", machine.mpi}, {"hosts", machine.hosts}};
}

template <typename T>
T at_least_one(Fields& fields, const char* name) {
  const T value = fields.get<T>(name);
  if (value < 1)
    refuse(fields.place(name), value, "at least 1");
  return value;
}

TuningMachine machine_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  const TuningMachine machine{fields.get<std::string>("cpu"), at_least_one<int>(fields, "cores"),
                              fields.get<std::string>("mpi"), at_least_one<int>(fields, "hosts")};
  fields.finish();
  return machine;
}

Operation operation_from_json(Fields& fields) {
  const auto name = fields.get<std::string>("operation");
  for (const auto& [operation, text] : operations)
    if (name == text)
      return operation;
  refuse(fields.place("operation"), name, "gemm, lu, qr or cholesky");
}

double number_from_json(Fields& fields, const char* name, const Range& range) {
  const double value = fields.get<double>(name);
  check(fields.place(name), value, range);
  return value;
}

schedule::Parameters parameters_from_json(Fields& fields, Operation operation) {
  const auto text = fields.get<std::string>("parameters");
  const schedule::Parameters parameters =
      schedule::parameters_from_text(fields.place("parameters"), text, {});
  if (with_parameters_of(operation, {}, parameters) != parameters)
    refuse(fields.place("parameters"), text, std::string("those of ") + command_name(operation) + " alone");
  return parameters;
}

TunedCase case_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  TunedCase one;
  one.machine = machine_from_json(fields.require("machine"), fields.place("machine"));
  one.p = at_least_one<int>(fields, "p");
  one.q = at_least_one<int>(fields, "q");
  one.operation = operation_from_json(fields);
  one.n = at_least_one<int>(fields, "n");
  one.parameters = parameters_from_json(fields, one.operation);
  one.seconds = number_from_json(fields, "seconds", seconds_range);
  one.ratio = number_from_json(fields, "ratio", ratio_range);
  fields.finish();
  return one;
}

} // namespace

bool TunedCase::same_runs(const TunedCase& other) const {
  return machine == other.machine &&
         std::tie(p, q, operation, n) == std::tie(other.p, other.q, other.operation, other.n);
}

const char* command_name(Operation operation) {
  return std::ranges::find(operations, operation, &std::pair<Operation, const char*>::first)->second;
}

schedule::Parameters with_parameters_of(Operation operation, schedule::Parameters target,
                                        const schedule::Parameters& source) {
  switch (operation) {
  case Operation::gemm:
    target.gemm_depth = source.gemm_depth;
    target.gemm_lookahead = source.gemm_lookahead;
    break;
  case Operation::getrf:
    target.lu = source.lu;
    break;
  case Operation::geqrf:
    target.qr = source.qr;
    break;
  case Operation::potrf:
    target.cholesky = source.cholesky;
    break;
  }
  return target;
}

const TunedCase* nearest_case(std::span<const TunedCase> cases, Operation operation, std::int64_t n) {
  const auto distance = [n](const TunedCase& one) {
    const auto a = static_cast<double>(std::max<std::int64_t>(n, 1)), b = static_cast<double>(one.n);
    return std::max(a / b, b / a);
  };
  const TunedCase* nearest = nullptr;
  for (const TunedCase& one : cases)
    if (one.operation == operation && distance(one) <= farthest &&
        (!nearest || std::pair(distance(one), one.n) < std::pair(distance(*nearest), nearest->n)))
      nearest = &one;
  return nearest;
}

std::vector<TunedCase> merged(std::vector<TunedCase> known, std::span<const TunedCase> found) {
  for (const TunedCase& one : found) {
    std::erase_if(known, [&](const TunedCase& other) { return other.same_runs(one); });
    known.push_back(one);
  }
  return known;
}

std::string tuning_to_json(std::span<const TunedCase> cases) {
  Json list = Json::array();
  for (const TunedCase& one : cases)
    list.push_back({{"machine", machine_to_json(one.machine)},
                    {"p", one.p},
                    {"q", one.q},
                    {"operation", command_name(one.operation)},
                    {"n", one.n},
                    {"parameters", schedule::choices_text(one.parameters)},
                    {"seconds", one.seconds},
                    {"ratio", one.ratio}});
  return json_text({{"version", version}, {"cases", list}});
}

std::vector<TunedCase> tuning_from_json(const std::string& text) {
  const Json json = parse_json(text, "tuning");
  Fields fields(json, "");
  if (const int found = fields.get<int>("version"); found != version)
    refuse("version", found, std::to_string(version));
  std::vector<TunedCase> cases;
  for_each_of(fields.require("cases"), "cases", [&](const Json& one, const std::string& place) {
    cases.push_back(case_from_json(one, place));
  });
  fields.finish();
  return cases;
}

} // namespace hetgrid::plan
