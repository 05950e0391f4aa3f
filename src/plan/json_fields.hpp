// Reading JSON with messages that name what is wrong.
#pragma once

#include "hetgrid/error.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

namespace hetgrid::plan {

using Json = nlohmann::ordered_json;

/// \param what  the text is, for the message. \throws InputError unless it is a JSON object
inline Json parse_json(const std::string& text, const char* what) {
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

/// The same where the field may be missing.
template <typename T>
T field_or(const Json& json, const std::string& name, const T& otherwise) {
  return json.contains(name) ? field<T>(json, name) : otherwise;
}

} // namespace hetgrid::plan
