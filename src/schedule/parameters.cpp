#include "schedule/parameters.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

namespace hetgrid::schedule {
namespace {

constexpr std::array methods{std::pair("automatic", PanelMethod::automatic),
                             std::pair("collected", PanelMethod::collected),
                             std::pair("distributed", PanelMethod::distributed)};

constexpr std::array pivotings{std::pair("partial", Pivoting::partial),
                               std::pair("tournament", Pivoting::tournament)};

constexpr std::array algorithms{
    std::pair("scb", ProductAlgorithm::scb), std::pair("pcb", ProductAlgorithm::pcb),
    std::pair("sco", ProductAlgorithm::sco), std::pair("pco", ProductAlgorithm::pco),
    std::pair("pio", ProductAlgorithm::pio)};

struct Field {
  const char* name;
  double Machine::*value;
  double low, high;
};
constexpr std::array machine_fields{Field{"gflops", &Machine::gflops, 1e-6, 1e9},
                                    Field{"latency", &Machine::latency, 0, 1e5},
                                    Field{"seconds_per_byte", &Machine::seconds_per_byte, 0, 1}};
struct Columns {
  const char* name;
  int FactorizationParameters::*value;
  const char* meaning;
};
constexpr std::array columns{
    Columns{"width", &FactorizationParameters::width, "columns factored at a time"},
    Columns{"tail", &FactorizationParameters::tail, "last columns, factored at once"},
    Columns{"chunk", &FactorizationParameters::chunk, "columns updated at a time"}};
constexpr int widest = 4096;

struct Routine {
  const char* name;
  FactorizationParameters Parameters::*value;
  bool has_chunks;
};
constexpr std::array routines{Routine{"lu", &Parameters::lu, true}, Routine{"qr", &Parameters::qr, true},
                              Routine{"cholesky", &Parameters::cholesky, false}};

/// \return whether all of the text is a number
template <typename T>
bool read_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// \return whether the text is one of the names
template <typename Names, typename Value>
bool read_name(std::string_view text, const Names& names, Value& value) {
  const auto found = std::ranges::find(names, text, [](const auto& one) { return one.first; });
  if (found != names.end())
    value = found->second;
  return found != names.end();
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

int read_columns(std::string_view argument, std::string_view name, std::string_view value,
                 const char* meaning) {
  int number = 0;
  if (!read_number(value, number) || number < 0 || number > widest)
    refuse(argument, name, value,
           std::string(meaning) + ", 0 (the routine's own) to " + std::to_string(widest));
  return number;
}

PanelMethod read_method(std::string_view argument, std::string_view name, std::string_view value) {
  PanelMethod method = PanelMethod::automatic;
  if (!read_name(value, methods, method))
    refuse(argument, name, value, "automatic, collected or distributed");
  return method;
}

/// \param routine  of whose fields `field` is one; empty: of all factorizations
/// \return whether there is such a field
bool read_of_factorization(std::string_view argument, std::string_view name, std::string_view routine,
                           std::string_view field, std::string_view value, Parameters& parameters) {
  bool known = false;
  for (const auto& [of, part, has_chunks] : routines) {
    if (!routine.empty() && routine != of)
      continue;
    FactorizationParameters& target = parameters.*part;
    for (const auto& [column_name, column, meaning] : columns)
      if (field == column_name && (has_chunks || column != &FactorizationParameters::chunk)) {
        target.*column = read_columns(argument, name, value, meaning);
        known = true;
      }
    if (field == "panel") {
      target.panel = read_method(argument, name, value);
      known = true;
    }
  }
  return known;
}

void read_field(std::string_view argument, std::string_view name, std::string_view value,
                Parameters& parameters) {
  const std::size_t dot = name.find('.');
  const bool of_one = dot != std::string_view::npos && dot > 0;
  if (read_of_factorization(argument, name, of_one ? name.substr(0, dot) : std::string_view(),
                            of_one ? name.substr(dot + 1) : name, value, parameters))
    return;
  if (name == "gemm.depth") {
    parameters.gemm_depth = read_columns(argument, name, value, "columns of A multiplied at a time");
    return;
  }
  if (name == "gemm.lookahead") {
    if (!read_number(value, parameters.gemm_lookahead) || parameters.gemm_lookahead < 0 ||
        parameters.gemm_lookahead > furthest_lookahead)
      refuse(argument, name, value,
             "windows sent ahead, 0 (the routine's own) to " + std::to_string(furthest_lookahead));
    return;
  }
  if (name == "pivoting") {
    if (!read_name(value, pivotings, parameters.pivoting))
      refuse(argument, name, value, "partial or tournament");
    return;
  }
  if (name == "gemm.algorithm") {
    if (!read_name(value, algorithms, parameters.product))
      refuse(argument, name, value, "scb, pcb, sco, pco or pio");
    return;
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
  throw ArgumentError(
      std::string(argument), shown(name),
      "width, tail, chunk or panel, of one routine as lu.width, qr.width or cholesky.width, "
      "gemm.depth, gemm.lookahead, gemm.algorithm, pivoting, gflops, latency or seconds_per_byte");
}

template <typename Names, typename Value>
std::string name_of(const Names& names, Value value) {
  return std::ranges::find(names, value, [](const auto& one) { return one.second; })->first;
}

/// Adds what a field is, of each factorization or, if it is the same, of all.
template <typename Text>
void add_field(std::vector<std::string>& fields, const std::string& name, const Parameters& parameters,
               bool all_have_it, Text&& text) {
  const std::string usual = text(FactorizationParameters()), lu = text(parameters.lu),
                    qr = text(parameters.qr), cholesky = text(parameters.cholesky);
  if (lu == qr && (lu == cholesky || !all_have_it)) {
    if (lu != usual)
      fields.push_back(name + '=' + lu);
    return;
  }
  for (const auto& [of, part, has_chunks] : routines)
    if (const std::string value = text(parameters.*part); value != usual && (all_have_it || has_chunks))
      fields.push_back(std::string(of) + '.' + name + '=' + value);
}

} // namespace

std::int64_t order_of_product(double m, double n, double k) {
  return std::llround(std::cbrt(m * n * k));
}

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

std::string choices_text(const Parameters& parameters) {
  std::vector<std::string> fields;
  for (const auto& [name, column, meaning] : columns)
    add_field(fields, name, parameters, column != &FactorizationParameters::chunk,
              [column](const FactorizationParameters& factorization) {
                return std::to_string(factorization.*column);
              });
  add_field(fields, "panel", parameters, true, [](const FactorizationParameters& factorization) {
    return name_of(methods, factorization.panel);
  });
  if (parameters.gemm_depth != 0)
    fields.push_back("gemm.depth=" + std::to_string(parameters.gemm_depth));
  if (parameters.gemm_lookahead != 0)
    fields.push_back("gemm.lookahead=" + std::to_string(parameters.gemm_lookahead));
  if (parameters.product != ProductAlgorithm::pio)
    fields.push_back(std::string("gemm.algorithm=") + name_of(algorithms, parameters.product));
  if (parameters.pivoting != Pivoting::partial)
    fields.push_back(std::string("pivoting=") + name_of(pivotings, parameters.pivoting));
  std::string text;
  for (const std::string& field : fields)
    text += (text.empty() ? "" : ",") + field;
  return text;
}

std::string to_text(const Parameters& parameters) {
  std::ostringstream text;
  text.precision(17);
  text << choices_text(parameters);
  for (const auto& [name, number, low, high] : machine_fields)
    text << (text.tellp() > 0 ? "," : "") << name << '=' << parameters.machine.*number;
  return text.str();
}

} // namespace hetgrid::schedule
