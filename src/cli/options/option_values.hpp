// Values that options accept. Each validator reads the whole of a word, says in --help what it accepts, and says of any
// other word what was expected.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hetgrid::cli {

/// A decimal integer from low to high.
CLI::Validator whole_number(std::int64_t low, std::int64_t high = std::numeric_limits<std::int64_t>::max());
/// A decimal number from low to high, finite.
CLI::Validator number(double low, double high);
/// Likewise, or 0.
CLI::Validator zero_or_number(double low, double high);
/// One of these words, as it is written here.
CLI::Validator one_of(std::vector<std::string> words);
/// Any word but the empty one.
CLI::Validator not_empty();
/// "2x3", both positive, or this word.
CLI::Validator pair_of_sizes(const std::string& other = "");
/// "100M" bits a second; several of them with commas between.
CLI::Validator bit_rate();
CLI::Validator bit_rates();
/// "2G" bytes; several of them with commas between.
CLI::Validator byte_sizes();
/// The words of `values`; the option gets the number of the value.
template <typename Value>
CLI::Validator one_of(const std::map<std::string, Value>& values) {
  std::vector<std::string> words;
  for (const auto& [word, value] : values)
    words.push_back(word);
  const CLI::Validator known = one_of(words);
  return CLI::Validator(
      [values, known](std::string& word) {
        std::string error = known(word);
        if (error.empty())
          word = std::to_string(static_cast<std::int64_t>(values.at(word)));
        return error;
      },
      known.get_description());
}

/// This word, or a whole number of 32 bits, from 0 on, behind the other one: "full" or "star:3".
CLI::Validator word_or_numbered(const std::string& word, const std::string& prefix);

/// "auto", or a policy of hetgrid/server_policies.hpp.
CLI::Validator policy_name();

/// "0.3" or "unknown": how wrong speeds may be.
CLI::Validator speed_error();

/// Sizes of matrices and blocks: what Fortran's integers hold.
CLI::Validator size();

} // namespace hetgrid::cli
