#include "measure/quota.hpp"

#include <chrono>
#include <ctime>

namespace hetgrid::measure {

double clock_seconds() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double running_seconds() noexcept {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Pauses measure_pauses(double seconds, double (*clock)()) {
  constexpr double shortest_pause = 2e-4; // longer than an interrupt takes
  constexpr int fewest = 3;
  constexpr double usual_period = 0.1; // seconds; the kernel's default, which containers have
  double paused = 0;
  int pauses = 0;
  // From the end of the first pause to that of the last one: whole periods.
  double begin = 0, end = 0;
  const double start = clock();
  const auto watches_on = [&](double watched) {
    return watched < seconds || (pauses > 0 && pauses < fewest && watched < seconds + fewest * usual_period);
  };
  for (double last = start; watches_on(last - start);) {
    const double now = clock();
    if (now - last > shortest_pause) {
      if (pauses++ == 0)
        begin = now;
      else
        paused += now - last;
      end = now;
    }
    last = now;
  }
  const double watched = end - begin;
  if (pauses < fewest || paused < rare_pauses * watched)
    return {};
  return {watched / (pauses - 1), 1 - paused / watched};
}

} // namespace hetgrid::measure
