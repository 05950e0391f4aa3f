// Mutants of the structure of platform and plan files: well-formed JSON with other values, members and entries. Most of
// them are mended afterwards where one field has to agree with another one (ranks, links by pairs, counts by orders), so
// that what is read is planned and predicted, and not refused for the first mutation already.
#pragma once

#include "plan/limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::testing {

/// Makes mutants. Same seed, same calls: same mutants.
class JsonMutator {
public:
  using Json = nlohmann::ordered_json;

  explicit JsonMutator(std::uint64_t seed) : random_(seed) {}

  /// A mutant of one of the files; what it has not may come from another one.
  Json platform(const std::vector<Json>& corpus) {
    Json json = mutant(corpus);
    if (!one_in(4))
      mend_platform(json);
    return json;
  }
  Json plan(const std::vector<Json>& corpus) {
    Json json = mutant(corpus);
    if (!one_in(4))
      mend_plan(json);
    return json;
  }

  /// Evenly distributed over 0 .. count - 1; 0 for count = 0.
  std::size_t below(std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(random_() % count);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }

private:
  /// A value of the file, by the name of the member in which it is, maybe in an array.
  struct Place {
    Json* value;
    std::string name;
  };

  static void collect(Json& json, const std::string& name, std::vector<Place>& places) {
    places.push_back({&json, name});
    if (json.is_object())
      for (auto& [key, value] : json.items())
        collect(value, key, places);
    if (json.is_array())
      for (Json& value : json)
        collect(value, name, places);
  }

  Json mutant(const std::vector<Json>& corpus) {
    Json json = corpus[below(corpus.size())];
    Json other = corpus[below(corpus.size())];
    std::vector<Place> others;
    collect(other, "", others);
    for (std::size_t count = 1 + below(6); count > 0; --count)
      mutate(json, others);
    return json;
  }

  void mutate(Json& json, const std::vector<Place>& others) {
    std::vector<Place> places;
    collect(json, "", places);
    const auto some = [&](auto&& belongs) -> Place* {
      std::vector<Place*> found;
      for (Place& place : places)
        if (belongs(*place.value))
          found.push_back(&place);
      return found.empty() ? nullptr : found[below(found.size())];
    };
    switch (below(12)) {
    case 0: // a member or an entry goes
      if (Place* place = some([](const Json& x) { return x.is_structured() && !x.empty(); }))
        place->value->erase(std::next(place->value->begin(), position(*place->value)));
      break;
    case 1: // an entry comes again, maybe many times
      if (Place* place = some([](const Json& x) { return x.is_array() && !x.empty(); })) {
        const Json entry = (*place->value)[below(place->value->size())];
        for (std::size_t copies = one_in(8) ? below(24) : 1; copies > 0; --copies)
          place->value->insert(std::next(place->value->begin(), position(*place->value)), entry);
      }
      break;
    case 2: // two entries change places
      if (Place* place = some([](const Json& x) { return x.is_array() && x.size() > 1; }))
        std::swap((*place->value)[below(place->value->size())], (*place->value)[below(place->value->size())]);
      break;
    case 3: // any order
      if (Place* place = some([](const Json& x) { return x.is_array() && x.size() > 1; }))
        for (std::size_t k = place->value->size(); k > 1; --k)
          std::swap((*place->value)[k - 1], (*place->value)[below(k)]);
      break;
    case 4: { // a value of the same name from another file
      const Place& source = others[below(others.size())];
      std::vector<Place*> found;
      for (Place& place : places)
        if (place.name == source.name && place.value->type() == source.value->type())
          found.push_back(&place);
      if (!found.empty())
        *found[below(found.size())]->value = Json(*source.value);
      break;
    }
    case 5: // a value of another type
      if (one_in(4))
        *places[below(places.size())].value = any_value();
      break;
    case 6: // a string
      if (Place* place = some([](const Json& x) { return x.is_string(); }))
        *place->value = text(place->name);
      break;
    case 7: // members that platforms may have
      if (Place* place = some([](const Json& x) { return x.is_object(); }))
        add_member(*place->value, known_members(*place));
      break;
    default: // numbers
      if (Place* place = some([](const Json& x) { return x.is_number(); }))
        *place->value = number(place->name, place->value->get<double>());
    }
  }

  std::ptrdiff_t position(const Json& json) { return static_cast<std::ptrdiff_t>(below(json.size())); }

  static const plan::Range& range_of(const std::string& name) {
    using namespace plan::limits;
    static const std::map<std::string, plan::Range> ranges{
        {"cycle_time", cycle_time},
        {"cycle_times", cycle_time},
        {"gflops", gflops},
        {"spread", spread},
        {"curve", {1e-6, 1e18}},
        {"memory", memory},
        {"period", quota_period},
        {"share", quota_share},
        {"send", seconds_per_byte},
        {"receive", seconds_per_byte},
        {"latency", latency},
        {"bandwidth", {1 / seconds_per_byte.high, 1 / seconds_per_byte.low}},
        {"block_size", {1, block_size}},
        {"r", {1e-100, 1e100}},
        {"c", {1e-100, 1e100}},
        {"work", {1e-100, 1e100, true}},
        {"bound", {1e-100, 1e100, true}},
        {"grid_bound", {1e-100, 1e100, true}},
        {"panel_work", {1e-100, 1e100, true}},
        {"cyclic_work", {1e-100, 1e100, true}},
    };
    static const plan::Range few{0, 8};
    static const plan::Range rate = kernel_rate;
    const auto known = ranges.find(name);
    if (known != ranges.end())
      return known->second;
    return is_small_integer(name) ? few : rate;
  }

  static bool is_small_integer(const std::string& name) {
    static constexpr std::array names{"p", "q", "rank", "arrangement", "count", "order", "idle"};
    return std::ranges::find(names, name) != names.end();
  }

  Json number(const std::string& name, double old) {
    const plan::Range& range = range_of(name);
    const bool integer = is_small_integer(name) || name == "block_size";
    const auto as = [&](double value) {
      return integer ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    const double low = std::max(range.low, 1e-320), high = range.high;
    switch (below(12)) {
    case 0:
      return as(range.low);
    case 1:
      return as(range.high);
    case 2:
      return range.zero || integer ? as(0) : Json(range.low);
    case 3:
      return Json(std::nextafter(one_in(2) ? range.low : range.high, one_in(2) ? -1 : 1e308));
    case 4: {
      static const std::array<Json, 15> extremes{0,
                                                 -1,
                                                 -0.0,
                                                 1,
                                                 0.5,
                                                 1e-300,
                                                 5e-324,
                                                 1e300,
                                                 -1e300,
                                                 std::numeric_limits<double>::max(),
                                                 std::numeric_limits<int>::max(),
                                                 std::numeric_limits<int>::min(),
                                                 std::numeric_limits<std::int64_t>::max(),
                                                 std::numeric_limits<std::uint64_t>::max(),
                                                 4294967296};
      return extremes[below(extremes.size())];
    }
    case 5:
    case 6: // anything that is legal
      return integer ? Json(below(static_cast<std::size_t>(range.high) + 1))
                     : Json(std::exp(between(std::log(low), std::log(high))));
    default: // not far away
      return integer ? Json(static_cast<std::int64_t>(within(old, -1e18, 1e18)) +
                            static_cast<std::int64_t>(below(5)) - 2)
                     : Json(old * std::exp2(between(-3, 3)));
    }
  }

  Json text(const std::string& name) {
    static constexpr std::array media{"switch", "bus", "star"};
    static constexpr std::array operations{"gemm", "getrf", "geqrf", "potrf"};
    static constexpr std::array names{"", "a", "b", "node1", "cellar", "\xc3\xa4", "\n", "<&\"'>"};
    if (one_in(8))
      return names[below(names.size())];
    if (name == "medium")
      return media[below(media.size())];
    if (name == "operation")
      return operations[below(operations.size())];
    return one_in(16) ? std::string(below(400), 'x') : names[below(names.size() - 3)];
  }

  Json any_value() {
    static const std::array<Json, 8> values{
        nullptr, true, "x", Json::array(), Json::object(), 1.5, {{"a", {1, 2}}}, {1, {2, {3}}}};
    return values[below(values.size())];
  }

  Json link() {
    Json link{{"latency", number("latency", 1e-5)}};
    if (!one_in(4))
      link["bandwidth"] = number("bandwidth", 1e9);
    return link;
  }

  /// Members of an object of this name that a file may leave out.
  static std::vector<std::string> known_members(const Place& object) {
    if (object.name == "processes")
      return {"curve", "memory", "segment", "kernels", "quota", "overhead", "host", "gflops"};
    if (object.name == "network")
      return {"medium", "segments", "links", "pairs", "within_host", "between_hosts", "between_segments"};
    if (object.name == "kernels")
      return {"lu_update",
              "narrow_update",
              "qr_update",
              "cholesky_update",
              "cholesky_diagonal",
              "getrf_panel",
              "geqrf_panel",
              "potrf_panel",
              "trsm",
              "copy",
              "interchange"};
    if (object.name.empty() && object.value->contains("processes"))
      return {"network"};
    return {};
  }

  void add_member(Json& object, const std::vector<std::string>& known) {
    if (known.empty())
      return;
    const std::string& name = known[below(known.size())];
    if (name == "curve") {
      Json points = Json::array();
      const double gflops =
          object.contains("gflops") && object["gflops"].is_number() ? object["gflops"].get<double>() : 30;
      const bool interchange = one_in(2);
      double elements = std::exp(between(0, 20));
      for (std::size_t count = 1 + below(6); count > 0; --count) {
        Json point{elements, gflops * std::exp2(between(-2, 2) * static_cast<double>(1 + below(6)))};
        if (interchange)
          point.push_back(number("", 0.05));
        points.push_back(point);
        elements *= 1 + std::exp(between(-20, 6));
      }
      object[name] = points;
    } else if (name == "kernels") {
      object[name] = {{"trsm", number("", 0.47)}};
    } else if (name == "quota") {
      object[name] = {{"period", number("period", 0.1)}, {"share", number("share", 0.5)}};
    } else if (name == "overhead") {
      object[name] = {{"send", number("send", 1e-9)}, {"receive", number("receive", 1e-9)}};
    } else if (name == "segments") {
      object[name] =
          Json::array({{{"name", text("name")}, {"medium", text("medium")}, {"between_hosts", link()}}});
    } else if (name == "links" || name == "pairs") {
      object[name] = Json::array({link(), link(), link()});
    } else if (name == "within_host" || name == "between_hosts" || name == "between_segments") {
      object[name] = link();
    } else if (name == "network") {
      object[name] = {{"medium", text("medium")}, {"between_hosts", link()}};
    } else if (name == "medium" || name == "host" || name == "segment") {
      object[name] = text(name);
    } else if (name == "memory" && !one_in(4)) {
      object[name] = std::exp(between(std::log(1e3), std::log(1e12)));
    } else {
      object[name] = number(name, 1);
    }
  }

  /// Entries repeated, or left out, until there are so many.
  static void resize(Json& array, std::size_t size) {
    if (array.empty())
      return;
    const Json before = array;
    array = Json::array();
    for (std::size_t k = 0; k < size; ++k)
      array.push_back(before[k % before.size()]);
  }

  static bool is_list(const Json& object, const char* name) {
    return object.is_object() && object.contains(name) && object[name].is_array();
  }

  static double number_of(const Json& object, const char* name, double otherwise) {
    return object.is_object() && object.contains(name) && object[name].is_number()
               ? object[name].get<double>()
               : otherwise;
  }

  static double within(double value, double low, double high) {
    return value >= low ? std::min(value, high) : low; // NaN: low
  }

  static void mend_curve(Json& process) {
    if (!is_list(process, "curve"))
      return;
    Json& curve = process["curve"];
    if (!std::ranges::all_of(curve, [](const Json& point) {
          return point.is_array() && !point.empty() &&
                 std::ranges::all_of(point, [](const Json& x) { return x.is_number(); });
        }))
      return;
    std::vector<Json> points(curve.begin(), curve.end());
    std::ranges::sort(points, {}, [](const Json& point) { return point[0].get<double>(); });
    const auto same =
        std::ranges::unique(points, {}, [](const Json& point) { return point[0].get<double>(); });
    points.erase(same.begin(), same.end());
    for (Json& point : points)
      resize(point, points.front().size());
    curve = points;
  }

  void mend_platform(Json& json) {
    using namespace plan::limits;
    if (!is_list(json, "processes") || json["processes"].empty())
      return;
    Json& processes = json["processes"];
    double smallest = cycle_time.high;
    for (const Json& process : processes)
      smallest =
          std::min(smallest, within(number_of(process, "cycle_time", 1), cycle_time.low, cycle_time.high));
    // So that the speeds are legal, too, if the smallest cycle-time has any of them.
    const double speed =
        within(number_of(processes[0], "gflops", 50), gflops.low * 1e7, gflops.high / 10) * smallest;
    std::map<std::string, Json> segments;
    for (std::size_t k = 0; k < processes.size(); ++k) {
      Json& process = processes[k];
      if (!process.is_object())
        process = {{"cycle_time", 1}};
      const double t = within(number_of(process, "cycle_time", smallest), smallest,
                              std::min(cycle_time.high, 0.9e6 * smallest));
      process["cycle_time"] = t;
      if (process.contains("rank"))
        process["rank"] = k;
      if (process.contains("gflops"))
        process["gflops"] = speed / t * (one_in(2) ? 1 : between(0.75, 1.4));
      mend_curve(process);
      if (process.contains("host") && process["host"].is_string() && process["host"] != "")
        process["segment"] =
            segments.try_emplace(process["host"], process.contains("segment") ? process["segment"] : Json(""))
                .first->second;
    }
    if (json.contains("network") && json["network"].is_object())
      mend_network(json["network"], processes.size());
  }

  void mend_network(Json& network, std::size_t processes) {
    const bool star = network.contains("medium") && network["medium"] == "star";
    if (star) {
      network.erase("segments");
      if (!is_list(network, "links") || network["links"].empty())
        network["links"] = Json::array({link(), link()});
      resize(network["links"], processes);
    } else {
      network.erase("links");
    }
    if (is_list(network, "pairs"))
      resize(network["pairs"], processes * processes);
    if (is_list(network, "segments")) {
      std::map<std::string, Json> known;
      for (const Json& segment : network["segments"])
        if (segment.is_object() && segment.contains("name") && segment["name"].is_string() &&
            !(segment.contains("medium") && segment["medium"] == "star"))
          known.try_emplace(segment["name"].get<std::string>(), segment);
      network["segments"] = Json::array();
      for (const auto& [name, segment] : known)
        network["segments"].push_back(segment);
    }
  }

  /// Entries that are integers from 0 to most - 1.
  static std::vector<int> legal(const Json& json, int most) {
    std::vector<int> values;
    for (const Json& value : json.is_array() ? json : Json::array())
      if (value.is_number_integer() && value >= 0 && value < most)
        values.push_back(value.get<int>());
    return values;
  }

  void mend_axis(Json& plan, const char* name, int coordinates) {
    const Json order = plan.contains(name) && plan[name].is_object() && plan[name].contains("order")
                           ? plan[name]["order"]
                           : Json::array();
    std::vector<int> owners = legal(order, coordinates);
    if (owners.empty())
      owners.push_back(static_cast<int>(below(static_cast<std::size_t>(coordinates))));
    std::vector<int> count(static_cast<std::size_t>(coordinates), 0);
    for (const int owner : owners)
      ++count[static_cast<std::size_t>(owner)];
    plan[name] = {{"count", count}, {"order", owners}};
  }

  /// The grid, its shape as far as the processes suffice, the sizes of all that depends on it.
  void mend_plan(Json& plan) {
    if (!is_list(plan, "cycle_times") || plan["cycle_times"].empty())
      return;
    double smallest = plan::limits::cycle_time.high;
    std::vector<double> times;
    for (const Json& t : plan["cycle_times"])
      times.push_back(within(t.is_number() ? t.get<double>() : 1, plan::limits::cycle_time.low,
                             plan::limits::cycle_time.high));
    smallest = *std::ranges::min_element(times);
    for (double& t : times)
      t = std::min(t, 0.9e6 * smallest);
    plan["cycle_times"] = times;
    const int processes = static_cast<int>(times.size());
    const int p = static_cast<int>(within(number_of(plan, "p", 1), 1, processes));
    const int q = static_cast<int>(within(number_of(plan, "q", 1), 1, processes / p));
    plan["p"] = p;
    plan["q"] = q;
    std::vector<int> order = legal(plan.contains("arrangement") ? plan["arrangement"] : Json(), processes);
    for (const int idle : legal(plan.contains("idle") ? plan["idle"] : Json(), processes))
      order.push_back(idle);
    for (int process = 0; process < processes; ++process)
      order.push_back(process);
    std::vector<int> once;
    for (const int process : order)
      if (std::ranges::find(once, process) == once.end())
        once.push_back(process);
    plan["arrangement"] = std::vector<int>(once.begin(), once.begin() + p * q);
    plan["idle"] = std::vector<int>(once.begin() + p * q, once.end());
    for (const auto& [name, size] : {std::pair{"r", p}, {"c", q}}) {
      if (!is_list(plan, name) || plan[name].empty())
        plan[name] = {1};
      resize(plan[name], static_cast<std::size_t>(size));
    }
    mend_axis(plan, "rows", p);
    mend_axis(plan, "columns", q);
  }

  std::mt19937_64 random_;
};

} // namespace hetgrid::testing
