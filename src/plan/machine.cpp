#include "plan/machine.hpp"

#include <algorithm>

namespace hetgrid::plan {

schedule::Machine machine_of(const Platform& platform) {
  constexpr schedule::Machine usual;
  schedule::Machine machine{0, 0, 0};
  const int processes = static_cast<int>(platform.processes.size());
  for (int process = 0; process < processes; ++process) {
    machine.gflops = std::max(machine.gflops, platform.processes[static_cast<std::size_t>(process)].gflops);
    // Neighbours, and the first one, which is on another host or segment than some.
    for (const int other : {0, (process + 1) % processes})
      if (other != process) {
        const Link link = platform.link(process, other);
        machine.latency = std::max(machine.latency, link.assumed ? usual.latency : link.latency);
        machine.seconds_per_byte =
            std::max(machine.seconds_per_byte, link.assumed ? usual.seconds_per_byte : link.seconds_per_byte);
      }
  }
  return machine;
}

} // namespace hetgrid::plan
