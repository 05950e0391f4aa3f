#include "scalapack/transparent/experience.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace hetgrid::scalapack::transparent {

CallClass::CallClass(std::string_view routine, double operations) noexcept
    : magnitude_(std::bit_width(static_cast<std::uint64_t>(std::min(operations, 0x1p62)))) {
  std::ranges::copy(routine.substr(0, routine_.size() - 1), routine_.begin());
}

double CallClass::least() const noexcept {
  return magnitude_ == 0 ? 0 : std::ldexp(0.5, magnitude_);
}

Experience::Entry& Experience::entry_of(const CallClass& calls) noexcept {
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(std::min(used_, capacity));
  const auto place = std::ranges::find(entries_.begin(), end, calls, &Entry::calls);
  if (place != end)
    return *place;
  Entry& entry = entries_[used_++ % capacity];
  entry = {};
  entry.calls = calls;
  return entry;
}

bool Experience::compare(Reference& first, const Outcome& outcome) noexcept {
  if (!first.known && outcome.to_prediction <= beyond_error) {
    first = {true, outcome.to_prediction, outcome.least_busy};
    return false;
  }
  const double expected = first.known ? first.to_prediction : 1, found = outcome.to_prediction;
  const double busy = first.known ? std::abs(outcome.least_busy - first.least_busy) : 0;
  if (found <= parting * expected && expected <= parting * found && busy <= busy_parting) {
    streak_ = 0;
    cost_ = 0;
    return false;
  }
  ++streak_;
  cost_ += outcome.seconds * std::max(std::abs(1 - expected / found), busy);
  return true;
}

Experience::Finding Experience::learn(const Outcome& outcome) noexcept {
  Entry& entry = entry_of(outcome.calls);
  Reference& first_call = entry.first[static_cast<int>(outcome.library)];
  const bool has_parted = compare(first_call, outcome);
  Finding finding = Finding::nothing;
  if (outcome.library == Library::scalapack) {
    const bool first = entry.by_scalapack++ == 0;
    entry.scalapack = first ? outcome.to_scalapack : std::min(entry.scalapack, outcome.to_scalapack);
    if (entry.lost && !entry.regained && entry.by_scalapack >= several && entry.lost_at < entry.scalapack) {
      entry.lost = false;
      entry.regained = true;
      finding = Finding::regained;
    }
  } else if (outcome.to_scalapack > tolerance * (entry.by_scalapack >= several ? entry.scalapack : 1)) {
    entry.lost = true;
    entry.lost_at = outcome.to_scalapack;
    finding = Finding::lost;
  }
  const bool long_enough =
      streak_ >= patience_ ? cost_ >= seconds_of_measuring : cost_ >= much_more * seconds_of_measuring;
  if (measurable_ && has_parted && (long_enough || (finding == Finding::lost && first_call.known)))
    return Finding::parted;
  return finding;
}

bool Experience::is_lost(const CallClass& calls) const noexcept {
  return std::ranges::any_of(entries_,
                             [&](const Entry& entry) { return entry.lost && entry.calls == calls; });
}

void Experience::measured(bool changed) noexcept {
  streak_ = 0;
  cost_ = 0;
  if (changed) {
    patience_ = several;
    used_ = 0;
    entries_ = {};
    return;
  }
  patience_ = std::min(2 * patience_, std::numeric_limits<int>::max() / 2);
  for (Entry& entry : entries_)
    for (Reference& first : entry.first)
      first = {};
}

} // namespace hetgrid::scalapack::transparent
