#include "schedule/reduction.hpp"

namespace hetgrid::schedule {
namespace {

constexpr int candidates[] = {4, 5, 3, 2};

/// What is left of a number when all radices are divided out.
int irregular_part(int members) {
  for (const int radix : candidates)
    while (members % radix == 0)
      members /= radix;
  return members;
}

} // namespace

int regular_members(int members) {
  while (irregular_part(members) != 1)
    --members;
  return members;
}

std::vector<int> radices(int members) {
  std::vector<int> result;
  int left = regular_members(members);
  for (const int radix : candidates)
    for (; left % radix == 0; left /= radix)
      result.push_back(radix);
  return result;
}

int combinations(int members) {
  int result = regular_members(members) < members;
  for (const int radix : radices(members))
    result += radix - 1;
  return result;
}

double reduction_seconds(int members, double latency, double transfer) {
  double seconds = regular_members(members) < members ? 2 * (latency + transfer) : 0;
  for (const int radix : radices(members))
    seconds += latency + (radix - 1) * transfer;
  return seconds;
}

} // namespace hetgrid::schedule
