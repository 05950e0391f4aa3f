#include "cli/options/partition_name.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

/// "Square Corner" -> "square-corner"
std::string option_word(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char letter) {
    return letter == ' ' ? '-' : static_cast<char>(std::tolower(letter));
  });
  return name;
}

} // namespace

const partition::Candidate& candidate_named(const char* option, const std::string& name,
                                            const std::vector<partition::Candidate>& candidates,
                                            const std::string& expected) {
  const auto found =
      name == "auto" ? candidates.begin() : std::ranges::find(candidates, name, [](const auto& candidate) {
        return option_word(candidate.shape);
      });
  if (found == candidates.end()) {
    std::vector<std::string> names{"auto"};
    for (const partition::Candidate& candidate : candidates)
      names.push_back(option_word(candidate.shape));
    throw ArgumentError(option, name, fmt::format("{}one of {}", expected, fmt::join(names, ", ")));
  }
  if (!found->feasible())
    throw ArgumentError(option, name, "a shape for these speeds: " + found->obstacle);
  return *found;
}

} // namespace hetgrid::cli
