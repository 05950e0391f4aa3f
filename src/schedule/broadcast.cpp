#include "schedule/broadcast.hpp"

#include "schedule/windows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hetgrid::schedule {
namespace {

constexpr int largest_fan_out = 8,
              widest_of_all = 64; // the latter where no one should have to pass anything on
constexpr double most_segments = 64, smallest_segment = 4096,
                 largest_segment = 1 << 30; // bytes; a message counts in int
/// What a message costs its sender and its receiver beside its bytes, in latencies: why segments do not get ever smaller.
constexpr double overhead = 0.25;

} // namespace

int Ring::position(int place) const {
  const int steps = (place - begin + size) % size;
  return owner >= 0 && (owner - begin + size) % size < steps ? steps : steps + 1;
}

int Ring::place(int position) const {
  const bool passes_owner = owner >= 0 && (owner - begin + size) % size < position;
  return (begin + position - !passes_owner) % size;
}

int hops_to(int position, int fan_out) {
  if (fan_out == 1)
    return std::max(0, position); // a chain, as most broadcasts are
  int hops = 0;
  for (; position > 0; position = (position - 1) / fan_out)
    ++hops;
  return hops;
}

double passing_delay(double area, double width, const Machine& machine) {
  return area * width / (1e9 * machine.gflops) / most_chunks;
}

double broadcast_seconds(const Broadcast& broadcast, double bytes, int position, double latency,
                         double seconds_per_byte, double delay) {
  const double transfer = bytes / broadcast.segments * seconds_per_byte;
  const int hops = hops_to(position, broadcast.fan_out);
  return hops * (latency + broadcast.fan_out * transfer) + std::max(0, hops - 1) * delay +
         (broadcast.segments - 1) * broadcast.fan_out * (transfer + overhead * latency);
}

Broadcast broadcast_of(double bytes, int receivers, const Machine& machine, double delay) {
  const double fewest = std::max(1.0, std::ceil(bytes / largest_segment));
  Broadcast best{1, static_cast<int>(fewest)};
  if (receivers < 2)
    return best;
  const double most = std::max(fewest, std::min(most_segments, bytes / smallest_segment));
  double least = std::numeric_limits<double>::infinity();
  const int widest = std::min(receivers, delay > 0 ? widest_of_all : largest_fan_out);
  for (int fan_out = 1, last_hops = 0; fan_out <= widest; ++fan_out) {
    const int hops = hops_to(receivers, fan_out);
    if (std::exchange(last_hops, hops) == hops)
      continue; // a smaller fan-out does it
    // With h hops of fan-out f, S segments take  h L + f B (h - 1) / S + (S - 1) f o L + f B  for a latency of L and a
    // transfer of B seconds: least where  S^2 = (h - 1) B / (o L).
    const double transfer = bytes * machine.seconds_per_byte;
    const double segments = std::sqrt((hops - 1) * transfer / (overhead * machine.latency));
    const Broadcast broadcast{fan_out,
                              static_cast<int>(segments > fewest ? std::min(segments, most) : fewest)};
    const double time =
        broadcast_seconds(broadcast, bytes, receivers, machine.latency, machine.seconds_per_byte, delay);
    if (time < least) {
      least = time;
      best = broadcast;
    }
  }
  return best;
}

Broadcast broadcast_of(double bytes, int receivers, const Machine& machine, double delay, int direct) {
  if (receivers > 1 && receivers <= direct)
    return {receivers, 1};
  return broadcast_of(bytes, receivers, machine, delay);
}

} // namespace hetgrid::schedule
