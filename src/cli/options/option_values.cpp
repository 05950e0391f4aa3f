#include "cli/options/option_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/ranges.h>

#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "hetgrid/server_policies.hpp"

namespace hetgrid::cli {
namespace {

/// "VALUE: expected EXPECTED", in front of which CLI11 puts the option.
std::string unexpected(const std::string& word, const std::string& expected) {
  const std::string error = wrong_value("", word, expected);
  return error.substr(error.find(' ') + 1);
}

/// The whole of `word`, which may begin with a +.
template <typename Number>
bool parse(std::string_view word, Number& value) {
  if (word.starts_with('+') && !word.starts_with("+-"))
    word.remove_prefix(1);
  const char* const end = word.data() + word.size();
  const auto [rest, status] = std::from_chars(word.data(), end, value);
  return status == std::errc() && rest == end;
}

CLI::Validator number_if(bool (*accepts)(double value, double low, double high), double low, double high,
                         const std::string& accepted) {
  return CLI::Validator(
      [=](std::string& word) {
        double value = 0;
        if (!parse(word, value) || !std::isfinite(value) || !accepts(value, low, high))
          return unexpected(word, "a number, " + accepted);
        word = fmt::format("{}", value);
        return std::string();
      },
      accepted);
}

/// What `parse` accepts, and as it is written.
template <typename Parse>
CLI::Validator parsed_by(Parse parse) {
  return CLI::Validator(
      [parse](std::string& word) {
        try {
          parse("", word);
          return std::string();
        } catch (const ArgumentError& error) {
          const WrongArgument wrong(error);
          return unexpected(wrong.value, wrong.expected);
        }
      },
      "");
}

} // namespace

CLI::Validator whole_number(std::int64_t low, std::int64_t high) {
  const bool bounded = high < std::numeric_limits<std::int64_t>::max();
  const std::string accepted = bounded ? fmt::format("{} to {}", low, high) : fmt::format("at least {}", low);
  return CLI::Validator(
      [=](std::string& word) {
        std::int64_t value = 0;
        if (!parse(word, value) || value < low || value > high)
          return unexpected(word, "a whole number, " + accepted);
        word = std::to_string(value); // CLI11 would read 010 as 8
        return std::string();
      },
      accepted);
}

CLI::Validator number(double low, double high) {
  return number_if([](double value, double least, double most) { return value >= least && value <= most; },
                   low, high, fmt::format("{:g} to {:g}", low, high));
}

CLI::Validator zero_or_number(double low, double high) {
  return number_if(
      [](double value, double least, double most) { return value == 0 || (value >= least && value <= most); },
      low, high, fmt::format("0 or {:g} to {:g}", low, high));
}

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string accepted =
      words.size() == 1
          ? words[0]
          : fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
  return CLI::Validator(
      [words = std::move(words), accepted](std::string& word) {
        return std::ranges::find(words, word) == words.end() ? unexpected(word, accepted) : std::string();
      },
      accepted);
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& word) { return word.empty() ? unexpected(word, "a word that is not empty") : ""; }, "");
}

CLI::Validator pair_of_sizes(const std::string& other) {
  return CLI::Validator(
      [other](std::string& word) {
        if (!other.empty() && word == other)
          return std::string();
        try {
          parse_pair("", word);
          return std::string();
        } catch (const ArgumentError& error) {
          return unexpected(word, WrongArgument(error).expected + (other.empty() ? "" : ", or " + other));
        }
      },
      "");
}

CLI::Validator word_or_numbered(const std::string& word, const std::string& prefix) {
  const std::string accepted = word + " or " + prefix + "NUMBER";
  return CLI::Validator(
      [=](std::string& given) {
        int number = -1;
        const bool numbered = given.starts_with(prefix) &&
                              parse(std::string_view(given).substr(prefix.size()), number) && number >= 0;
        return given == word || numbered ? std::string() : unexpected(given, accepted);
      },
      accepted);
}

CLI::Validator bit_rate() {
  return parsed_by(parse_bit_rate);
}

CLI::Validator bit_rates() {
  return parsed_by(parse_bit_rates);
}

CLI::Validator byte_sizes() {
  return parsed_by(parse_byte_sizes);
}

CLI::Validator policy_name() {
  std::vector<std::string> names{"auto"};
  for (const server::PolicyInfo& info : server::policies())
    if (server::is_for_runs(info.name))
      names.emplace_back(info.name);
  // There are more than a message has room for.
  const CLI::Validator known = one_of(std::move(names));
  return CLI::Validator(
      [known](std::string& word) {
        return known(word).empty() ? std::string()
                                   : unexpected(word, "a policy that --help lists, as guided or greedy");
      },
      known.get_description());
}

CLI::Validator speed_error() {
  return parsed_by(server::uncertainty_from_text);
}

CLI::Validator size() {
  return whole_number(1, std::numeric_limits<int>::max());
}

} // namespace hetgrid::cli
