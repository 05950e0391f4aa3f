#include "schedule/broadcast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hetgrid::schedule {
namespace {

constexpr int largest_fan_out = 8;
constexpr double most_segments = 64, smallest_segment = 4096,
                 largest_segment = 1 << 30; // bytes; a message counts in int
/// What a message costs its sender and its receiver beside its bytes, in latencies: why segments do not get ever smaller.
constexpr double overhead = 0.25;

int hops_to(int position, int fan_out) {
  int hops = 0;
  for (; position > 0; position = (position - 1) / fan_out)
    ++hops;
  return hops;
}

} // namespace

double broadcast_seconds(const Broadcast& broadcast, double bytes, int position, double latency,
                         double seconds_per_byte) {
  const double transfer = bytes / broadcast.segments * seconds_per_byte;
  return hops_to(position, broadcast.fan_out) * (latency + broadcast.fan_out * transfer) +
         (broadcast.segments - 1) * broadcast.fan_out * (transfer + overhead * latency);
}

Broadcast broadcast_of(double bytes, int receivers, const Machine& machine) {
  const double fewest = std::max(1.0, std::ceil(bytes / largest_segment));
  Broadcast best{1, static_cast<int>(fewest)};
  if (receivers < 2)
    return best;
  const double most = std::max(fewest, std::min(most_segments, bytes / smallest_segment));
  double least = std::numeric_limits<double>::infinity();
  for (int fan_out = 1; fan_out <= std::min(receivers, largest_fan_out); ++fan_out) {
    // With h hops of fan-out f, S segments take  h L + f B (h - 1) / S + (S - 1) f o L + f B  for a latency of L and a
    // transfer of B seconds: least where  S^2 = (h - 1) B / (o L).
    const double transfer = bytes * machine.seconds_per_byte, hops = hops_to(receivers, fan_out);
    const double segments = std::sqrt((hops - 1) * transfer / (overhead * machine.latency));
    const Broadcast broadcast{fan_out,
                              static_cast<int>(segments > fewest ? std::min(segments, most) : fewest)};
    const double time =
        broadcast_seconds(broadcast, bytes, receivers, machine.latency, machine.seconds_per_byte);
    if (time < least) {
      least = time;
      best = broadcast;
    }
  }
  return best;
}

} // namespace hetgrid::schedule
