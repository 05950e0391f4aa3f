#include "schedule/parameters.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <utility>

namespace hetgrid::schedule {
namespace {

constexpr std::array methods{std::pair("automatic", PanelMethod::automatic),
                             std::pair("collected", PanelMethod::collected),
                             std::pair("distributed", PanelMethod::distributed)};

struct Field {
  const char* name;
  double Machine::*value;
  double low, high;
};
constexpr std::array machine_fields{Field{"gflops", &Machine::gflops, 1e-6, 1e9},
                                    Field{"latency", &Machine::latency, 0, 1e5},
                                    Field{"seconds_per_byte", &Machine::seconds_per_byte, 0, 1}};
constexpr int widest = 4096;

/// \return whether all of the text is a number
template <typename T>
bool read_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// For a message of one line, which a text of any origin must not break.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result(text.substr(0, longest));
  std::ranges::replace_if(
      result, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
  return text.size() > longest ? result + "..." : result;
}

[[noreturn]] void refuse(std::string_view argument, std::string_view name, std::string_view value,
                         const std::string& expected) {
  throw ArgumentError(std::string(argument) + ": " + shown(name), shown(value), expected);
}

void read_field(std::string_view argument, std::string_view name, std::string_view value,
                Parameters& parameters) {
  if (name == "width") {
    if (!read_number(value, parameters.width) || parameters.width < 0 || parameters.width > widest)
      refuse(argument, name, value,
             "columns factored at a time, 0 (the routine's own) to " + std::to_string(widest));
    return;
  }
  if (name == "panel") {
    for (const auto& [text, method] : methods)
      if (value == text) {
        parameters.panel = method;
        return;
      }
    refuse(argument, name, value, "automatic, collected or distributed");
  }
  for (const auto& [field, number, low, high] : machine_fields)
    if (name == field) {
      double& target = parameters.machine.*number;
      if (!read_number(value, target) || !(target >= low && target <= high)) {
        std::ostringstream expected;
        expected << "a number from " << low << " to " << high;
        refuse(argument, name, value, expected.str());
      }
      return;
    }
  throw ArgumentError(std::string(argument), shown(name),
                      "width, panel, gflops, latency or seconds_per_byte");
}

} // namespace

Parameters parameters_from_text(std::string_view argument, std::string_view text, Parameters parameters) {
  while (!text.empty()) {
    const std::string_view field = text.substr(0, text.find(','));
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos)
      throw ArgumentError(std::string(argument), shown(field), "fields as in width=64,panel=distributed");
    read_field(argument, field.substr(0, equals), field.substr(equals + 1), parameters);
    text.remove_prefix(std::min(text.size(), field.size() + 1));
  }
  return parameters;
}

std::string to_text(const Parameters& parameters) {
  std::ostringstream text;
  text.precision(17);
  text << "width=" << parameters.width;
  for (const auto& [name, method] : methods)
    if (method == parameters.panel)
      text << ",panel=" << name;
  for (const auto& [name, number, low, high] : machine_fields)
    text << ',' << name << '=' << parameters.machine.*number;
  return text.str();
}

} // namespace hetgrid::schedule
