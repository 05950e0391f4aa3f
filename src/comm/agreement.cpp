#include "comm/agreement.hpp"

#include "comm/collectives.hpp"
#include "comm/memory_error.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>

namespace hetgrid::comm {

bool all_succeed(MPI_Comm comm, bool success) {
  return all_reduced(std::int64_t{success}, MPI_MIN, comm) != 0;
}

namespace {

/// Below every value and its negative: neither the largest nor the smallest of anything.
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::lowest();

} // namespace

void ArgumentAgreement::compare(int key, std::int64_t value) noexcept {
  assert(count_ < capacity); // routines have so many arguments
  keys_[static_cast<std::size_t>(count_)] = key;
  entries_[static_cast<std::size_t>(count_++)] = {value, -value};
}

void ArgumentAgreement::no_opinion(int key) noexcept {
  compare(key, 0);
  entries_[static_cast<std::size_t>(count_ - 1)] = {lowest, lowest};
}

int ArgumentAgreement::reduce(const Opening& opening, int illegal) {
  constexpr std::int64_t none = std::numeric_limits<int>::max();
  std::array<std::int64_t, 1 + 2 * capacity> extremes;
  static_assert(extremes.size() <= Meeting::most_values);
  extremes.fill(lowest);
  extremes[0] = -(illegal == 0 ? none : illegal);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count_); ++k) {
    extremes[2 * k + 1] = entries_[k].largest;
    extremes[2 * k + 2] = entries_[k].largest_negative;
  }
  opening.largest(extremes);
  if (extremes[1] != -extremes[2])
    throw different_contexts();
  std::int64_t key = -extremes[0];
  for (std::size_t k = 1; k < static_cast<std::size_t>(count_); ++k)
    if (extremes[2 * k + 1] != lowest && extremes[2 * k + 1] != -extremes[2 * k + 2])
      key = std::min<std::int64_t>(key, keys_[k]);
  return key == none ? 0 : static_cast<int>(key);
}

void meet(const Opening& opening) {
  ArgumentAgreement(ArgumentAgreement::call).reduce(opening, 0);
}

void require_everywhere(MPI_Comm comm, bool success, const char* purpose, std::size_t bytes) {
  if (all_succeed(comm, success))
    return;
  if (success)
    throw MemoryError(std::string("another process of the grid has no memory for ") + purpose, bytes);
  throw MemoryError(std::string("no memory for ") + purpose +
                        (bytes > 0 ? ", " + std::to_string(bytes) + " bytes" : std::string()),
                    bytes);
}

Reservation::Reservation(MPI_Comm comm, const char* purpose, std::optional<std::size_t> bytes) {
  if (kernel::StandbyMemory::active()) {
    standby_.emplace(0);
    return;
  }
  bool mine = bytes.has_value();
  try {
    if (mine)
      standby_.emplace(*bytes);
  } catch (const std::bad_alloc&) {
    mine = false;
  }
  try {
    require_everywhere(comm, mine, purpose, bytes.value_or(0));
  } catch (...) {
    standby_.reset();
    throw;
  }
}

} // namespace hetgrid::comm
