// Shapes by the names that options and HETGRID_PARTITION have for them.
#include "hetgrid/error.hpp"
#include "hetgrid/shape.hpp"

#include <algorithm>
#include <cctype>

namespace hetgrid::partition {
namespace {

/// "Square Corner" -> "square-corner"
std::string option_word(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char letter) {
    return letter == ' ' ? '-' : static_cast<char>(std::tolower(letter));
  });
  return name;
}

} // namespace

const Candidate& candidate_named(const char* argument, const std::string& name,
                                 const std::vector<Candidate>& candidates, const std::string& expected) {
  const auto found = name == "auto" ? candidates.begin()
                                    : std::ranges::find(candidates, name, [](const Candidate& candidate) {
                                        return option_word(candidate.shape);
                                      });
  if (found == candidates.end()) {
    std::string names = expected + "one of auto";
    for (const Candidate& candidate : candidates)
      names += ", " + option_word(candidate.shape);
    throw ArgumentError(argument, name, names);
  }
  if (!found->feasible())
    throw ArgumentError(argument, name, "a shape for these speeds: " + found->obstacle);
  return *found;
}

} // namespace hetgrid::partition
