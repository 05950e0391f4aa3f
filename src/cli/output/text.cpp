#include "cli/output/text.hpp"

namespace hetgrid::cli {

std::string name_of(int process, const plan::ProcessSpeed& speed) {
  return fmt::format("{}{}: t {:.4g}", process, speed.host.empty() ? "" : " (" + speed.host + ")",
                     speed.cycle_time);
}

} // namespace hetgrid::cli
