#include "measure/trace.hpp"

#include <new>
#include <utility>

namespace hetgrid::measure {
namespace {

bool is_same(const Interval& one, const Interval& other) {
  return one.entry == other.entry && one.step == other.step;
}

} // namespace

void Trace::start(std::size_t most) noexcept {
  intervals_.clear();
  most_ = most;
  try {
    intervals_.reserve(most);
    on_ = true;
  } catch (const std::bad_alloc&) {
    on_ = false;
  }
  complete_ = on_;
}

void Trace::add(const Interval& next) noexcept {
  if (next.end <= next.begin)
    return;
  const std::size_t count = intervals_.size();
  const bool adjacent = count > 0 && intervals_[count - 1].end == next.begin;
  if (adjacent && is_same(intervals_[count - 1], next)) {
    intervals_[count - 1].end = next.end;
  } else if (adjacent && count > 1 && next.begin - intervals_[count - 1].begin < noise &&
             intervals_[count - 2].end == intervals_[count - 1].begin &&
             is_same(intervals_[count - 2], next)) {
    intervals_.pop_back();
    intervals_.back().end = next.end;
  } else if (count < most_) {
    intervals_.push_back(next);
  } else {
    on_ = complete_ = false;
  }
}

std::vector<Interval> Trace::stop() {
  on_ = false;
  return std::exchange(intervals_, {});
}

} // namespace hetgrid::measure
