// The text is read event by event, so that what is refused is refused before it is built: deep nesting, which would be
// walked recursively later, and fields that come twice.
#include "plan/json_fields.hpp"

#include "plan/limits.hpp"
#include "plan/shortened.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hetgrid::plan {
namespace {

/// Of arrays and objects. Files of ours have four.
constexpr std::size_t most_levels = 16;
/// Of an object.
constexpr std::size_t most_fields = 64;

std::string text_of_json(const Json& json) {
  if (json.is_object() || json.is_array())
    return std::string(json.is_object() ? "an object" : "an array");
  return shortened(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

class Builder : public nlohmann::json_sax<Json> {
public:
  explicit Builder(const char* what) : what_(what) {}

  Json result() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; } // not in a text

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.key = name;
    if (level.json->contains(name))
      throw InputError(place() + ": expected once, found twice");
    if (level.json->size() >= most_fields)
      throw InputError(place() + ": expected at most " + std::to_string(most_fields) +
                       " fields in an object");
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    throw InputError(std::string(what_) + ": malformed JSON: " + shortened(one_line(error.what()), 300));
  }

private:
  struct Level {
    Json* json;
    std::string key; ///< of an object, the last one
  };

  /// Of the value that comes next.
  std::string place() const {
    std::string place;
    for (const Level& level : levels_)
      if (level.json->is_array())
        place += "[" + std::to_string(level.json->size() - (&level != &levels_.back())) + "]";
      else
        place += (place.empty() ? "" : ".") + shortened(one_line(level.key));
    return levels_.empty() || levels_.front().json->is_array() ? what_ + place : place;
  }

  template <typename Value>
  Json* put(Value&& value) {
    if (levels_.empty()) {
      root_ = std::forward<Value>(value);
      return &root_;
    }
    Level& level = levels_.back();
    if (level.json->is_array()) {
      level.json->push_back(std::forward<Value>(value));
      return &level.json->back();
    }
    return &((*level.json)[level.key] = std::forward<Value>(value));
  }
  template <typename Value>
  bool add(Value&& value) {
    put(Json(std::forward<Value>(value)));
    return true;
  }
  bool open(Json container) {
    if (levels_.size() == most_levels)
      throw InputError(shortened(place()) + ": expected at most " + std::to_string(most_levels) +
                       " arrays and objects within each other");
    levels_.push_back({put(std::move(container)), {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }

  const char* what_;
  Json root_;
  std::vector<Level> levels_;
};

} // namespace

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(const std::string& text, const char* what) {
  Builder builder(what);
  Json::sax_parse(text, &builder);
  Json json = builder.result();
  if (!json.is_object())
    throw InputError(std::string(what) + ": expected a JSON object, found " + json.type_name());
  return json;
}

void refuse(const std::string& place, const Json& value, const std::string& expected) {
  // In the words of ArgumentError.
  throw InputError(ArgumentError(place, text_of_json(value), expected).what());
}

template <>
double value_of<double>(const Json& json, const std::string& place) {
  if (!json.is_number() || !std::isfinite(json.get<double>()))
    refuse(place, json, "a number");
  return json.get<double>();
}

template <>
int value_of<int>(const Json& json, const std::string& place) {
  constexpr int least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  if (!json.is_number_integer() ||
      (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{most}) ||
      json.get<std::int64_t>() < least || json.get<std::int64_t>() > most)
    refuse(place, json, "an integer of 32 bits");
  return json.get<int>();
}

template <>
bool value_of<bool>(const Json& json, const std::string& place) {
  if (!json.is_boolean())
    refuse(place, json, "true or false");
  return json.get<bool>();
}

template <>
std::string value_of<std::string>(const Json& json, const std::string& place) {
  if (!json.is_string())
    refuse(place, json, "a string");
  return json.get<std::string>();
}

namespace {

template <typename T>
std::vector<T> entries(const Json& json, const std::string& place) {
  std::vector<T> values;
  for_each_of(json, place, [&](const Json& entry, const std::string& where) {
    values.push_back(value_of<T>(entry, where));
  });
  return values;
}

} // namespace

template <>
std::vector<double> value_of<std::vector<double>>(const Json& json, const std::string& place) {
  return entries<double>(json, place);
}

template <>
std::vector<int> value_of<std::vector<int>>(const Json& json, const std::string& place) {
  return entries<int>(json, place);
}

Fields::Fields(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
  if (!json.is_object())
    refuse(place_, json, "an object");
}

const Json* Fields::find(const char* name) {
  asked_.emplace_back(name);
  const auto field = json_.find(name);
  return field == json_.end() ? nullptr : &*field;
}

const Json& Fields::require(const char* name) {
  const Json* const field = find(name);
  if (field == nullptr)
    throw InputError(place(name) + " is missing");
  return *field;
}

void Fields::finish() const {
  for (const auto& [name, value] : json_.items()) {
    if (std::ranges::find(asked_, name) != asked_.end())
      continue;
    std::string known;
    for (const std::string& field : asked_)
      known += (known.empty() ? "" : ", ") + field;
    const std::string quoted = text_of(name);
    refuse(place(shortened(quoted.substr(1, quoted.size() - 2))), value, "no such field, but " + known);
  }
}

} // namespace hetgrid::plan
