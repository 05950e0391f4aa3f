#include "measure/quota.hpp"

#include <chrono>

namespace hetgrid::measure {

Pauses measure_pauses(double seconds) {
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  constexpr double shortest_pause = 2e-4; // longer than an interrupt takes
  constexpr double rare = 0.1;            // of the time
  constexpr int fewest = 3;
  Seconds paused{0};
  int pauses = 0;
  // From the end of the first pause to that of the last one: whole periods.
  Clock::time_point begin, end;
  for (Clock::time_point start = Clock::now(), last = start; Seconds(last - start).count() < seconds;) {
    const Clock::time_point now = Clock::now();
    if (Seconds(now - last).count() > shortest_pause) {
      if (pauses++ == 0)
        begin = now;
      else
        paused += now - last;
      end = now;
    }
    last = now;
  }
  const double watched = Seconds(end - begin).count();
  if (pauses < fewest || paused.count() < rare * watched)
    return {};
  return {watched / (pauses - 1), 1 - paused.count() / watched};
}

} // namespace hetgrid::measure
