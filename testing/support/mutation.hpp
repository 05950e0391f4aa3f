// Mutations of texts, for tests of what reads files: most of the text stays as it is, so that a reader comes far.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hetgrid::testing {

/// Makes mutants. Same seed, same calls: same mutants, everywhere.
class Mutator {
public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// One to four random mutations of `text`, each a few bytes or one number, field or line.
  std::string operator()(std::string text) { return mutate(std::move(text), {}); }
  /// A mutant of one of the texts; parts of the others may be spliced in.
  std::string operator()(const std::vector<std::string>& corpus) {
    const std::string& text = corpus[below(corpus.size())];
    return mutate(text, corpus[below(corpus.size())]);
  }

  /// Evenly distributed over 0 .. count - 1; 0 for count = 0.
  std::size_t below(std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(random_() % count);
  }

  /// What has to be refused or borne where a number is read.
  std::string extreme_number() {
    static constexpr std::array numbers{"NaN",
                                        "nan",
                                        "-nan",
                                        "inf",
                                        "-Infinity",
                                        "1e308",
                                        "-1e308",
                                        "1e309",
                                        "1e-308",
                                        "1e-320",
                                        "1e400",
                                        "-1",
                                        "-0",
                                        "-0.0",
                                        "0",
                                        "0.5",
                                        "1",
                                        "2",
                                        "1e-9",
                                        "1e-12",
                                        "1e6",
                                        "1e9",
                                        "1e12",
                                        "1e100",
                                        "2147483647",
                                        "2147483648",
                                        "-2147483649",
                                        "4294967296",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "18446744073709551616",
                                        "1000000000000000000000000000000",
                                        "0x10",
                                        "1e",
                                        "1.",
                                        ".5",
                                        "+1",
                                        "--1",
                                        "007",
                                        "1,5",
                                        "",
                                        "true",
                                        "null"};
    return numbers[below(numbers.size())];
  }

private:
  std::string mutate(std::string text, const std::string& other) {
    for (std::size_t count = 1 + below(4); count > 0; --count)
      mutate_once(text, other.empty() ? std::string(text) : other);
    return text;
  }

  void mutate_once(std::string& text, const std::string& other) {
    switch (below(12)) {
    case 0: // a bit
      if (!text.empty())
        text[below(text.size())] ^= static_cast<char>(1 << below(8));
      break;
    case 1: // a byte
      if (!text.empty())
        text[below(text.size())] = static_cast<char>(below(256));
      break;
    case 2: { // some bytes more
      const std::size_t place = below(text.size() + 1), count = 1 + below(8);
      text.insert(place, count, static_cast<char>(below(256)));
      break;
    }
    case 3: { // a part goes
      const auto [first, length] = part_of(text);
      text.erase(first, length);
      break;
    }
    case 4: { // a part comes twice
      const auto [first, length] = part_of(text);
      text.insert(first, text.substr(first, length));
      break;
    }
    case 5: { // a part of the other text
      const auto [first, length] = part_of(other);
      text.insert(below(text.size() + 1), other, first, length);
      break;
    }
    case 6: // two texts grown together
      text.resize(below(text.size() + 1));
      text += other.substr(below(other.size() + 1));
      break;
    case 7: // the end is missing
      text.resize(below(text.size() + 1));
      break;
    case 8: { // two words change places
      const auto words =
          words_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
      exchange(text, words);
      break;
    }
    case 9: { // nesting
      static constexpr std::array<std::string_view, 4> brackets{"[", "{\"a\":", "(", "\""};
      const std::string_view bracket = brackets[below(brackets.size())];
      std::string nest;
      for (std::size_t depth = std::size_t{1} << below(15); depth > 0; --depth)
        nest += bracket;
      text.insert(below(text.size() + 1), nest);
      break;
    }
    default: // numbers are what most readers trust too much
      replace_number(text);
    }
  }

  struct Part {
    std::size_t first, length;
  };

  /// Short parts more often than long ones; every other time whole lines.
  Part part_of(const std::string& text) {
    std::size_t first = below(text.size() + 1);
    std::size_t end = first + std::min(text.size() - first, below(std::size_t{1} << below(12)));
    if (below(2) == 0) {
      const std::size_t newline = text.rfind('\n', first);
      first = newline == std::string::npos ? 0 : newline;
      end = std::max(first, std::min(text.find('\n', end), text.size()));
    }
    return {first, end - first};
  }

  template <typename Belongs>
  static std::vector<Part> words_of(const std::string& text, Belongs&& belongs) {
    std::vector<Part> words;
    for (std::size_t k = 0, first = 0; k <= text.size(); ++k)
      if (k == text.size() || !belongs(text[k])) {
        if (k > first)
          words.push_back({first, k - first});
        first = k + 1;
      }
    return words;
  }

  void exchange(std::string& text, const std::vector<Part>& words) {
    if (words.size() < 2)
      return;
    std::size_t a = below(words.size()), b = below(words.size());
    if (a == b)
      return;
    if (a > b)
      std::swap(a, b);
    const std::string left = text.substr(words[a].first, words[a].length),
                      right = text.substr(words[b].first, words[b].length);
    text.replace(words[b].first, words[b].length, left); // the later one first: positions stay
    text.replace(words[a].first, words[a].length, right);
  }

  void replace_number(std::string& text) {
    std::vector<Part> numbers = words_of(text, [](char c) {
      return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '+' || c == 'e';
    });
    std::erase_if(numbers, [&](const Part& word) {
      return std::none_of(text.begin() + static_cast<std::ptrdiff_t>(word.first),
                          text.begin() + static_cast<std::ptrdiff_t>(word.first + word.length),
                          [](unsigned char c) { return std::isdigit(c) != 0; });
    });
    if (numbers.empty())
      return;
    const Part number = numbers[below(numbers.size())];
    text.replace(number.first, number.length, extreme_number());
  }

  std::mt19937_64 random_;
};

} // namespace hetgrid::testing
