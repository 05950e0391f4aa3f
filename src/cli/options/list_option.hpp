// Options whose value is a list of words.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hetgrid::cli {

/// Words with commas between, each of which `each` accepts. CLI11's own delimiter would pass over empty ones.
CLI::Validator every_word(const CLI::Validator& each);

/// An option with such a list, given once.
template <typename Value>
CLI::Option* add_list(CLI::App& command, const std::string& option, std::vector<Value>& values,
                      const std::string& description, const CLI::Validator& each) {
  return command
      .add_option_function<std::string>(
          option,
          [&values](const std::string& text) {
            const std::vector<std::string> words = CLI::detail::split(text, ',');
            values.resize(words.size());
            for (std::size_t k = 0; k < words.size(); ++k)
              CLI::detail::lexical_cast(words[k], values[k]); // accepted
          },
          description)
      ->transform(every_word(each))
      ->type_name(CLI::detail::type_name<Value>())
      ->default_str(fmt::format("{}", fmt::join(values, ",")));
}

} // namespace hetgrid::cli
