#include "cli/output/text.hpp"

#include <fmt/ranges.h>

namespace hetgrid::cli {

std::string name_of(int process, const plan::ProcessSpeed& speed) {
  return fmt::format("{}{}: t {:.4g}", process, speed.host.empty() ? "" : " (" + speed.host + ")",
                     speed.cycle_time);
}

std::string no_answer(std::span<const int> silent) {
  return fmt::format("no answer from rank {}", fmt::join(silent, ", "));
}

} // namespace hetgrid::cli
