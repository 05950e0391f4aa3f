// Reading JSON with messages that name what is wrong, with its place: processes[1].kernels.trsm.
#pragma once

#include "hetgrid/error.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hetgrid::plan {

using Json = nlohmann::ordered_json;

/// \param what  the text is, for the message
/// \throws InputError unless it is a JSON object, with no more levels and no more fields in an object than any file of
/// ours has, and every field once
Json parse_json(const std::string& text, const char* what);

/// Over several lines. Names of hosts and files may have bytes that are no UTF-8: they are replaced.
std::string json_text(const Json& json);

/// \throws InputError: a value of the text is not what it should be
[[noreturn]] void refuse(const std::string& place, const Json& value, const std::string& expected);

/// A value as T: double, int, bool, std::string or a vector of numbers. \throws InputError naming its place
template <typename T>
T value_of(const Json& json, const std::string& place);

/// The entries of an array, one after the other: read(entry, its place).
template <typename Read>
void for_each_of(const Json& json, const std::string& place, Read&& read) {
  if (!json.is_array())
    refuse(place, json, "an array");
  for (std::size_t k = 0; k < json.size(); ++k)
    read(json[k], place + "[" + std::to_string(k) + "]");
}

/// The fields of an object. Which ones it may have is said by asking for them.
class Fields {
public:
  /// \param place  of the object, empty for the whole text
  Fields(const Json& json, std::string place);

  std::string place(const std::string& name) const { return place_.empty() ? name : place_ + "." + name; }
  /// The field, or nullptr.
  const Json* find(const char* name);
  /// \throws InputError if it is missing
  const Json& require(const char* name);
  template <typename T>
  T get(const char* name) {
    return value_of<T>(require(name), place(name));
  }
  template <typename T>
  T get_or(const char* name, const T& otherwise) {
    const Json* const field = find(name);
    return field == nullptr ? otherwise : value_of<T>(*field, place(name));
  }
  /// \throws InputError on a field that nobody asked for
  void finish() const;

private:
  const Json& json_;
  std::string place_;
  std::vector<std::string> asked_;
};

} // namespace hetgrid::plan
