#include "comm/line_reduction.hpp"

#include <cstdint>

namespace hetgrid::comm {

LineReduction::LineReduction(MPI_Comm line) : line_(Communicator::split(line, 0, 0)) {
  rank_ = line_.rank();
  members_ = line_.size();
  regular_ = schedule::regular_members(members_);
  radices_ = schedule::radices(members_);
  round_ = rounds();
  requests_.reserve(2 * schedule::largest_radix);
}

void LineReduction::reserve(std::size_t bytes) {
  bytes = (bytes + alignment - 1) / alignment * alignment;
  if (bytes <= capacity_)
    return;
  memory_.assign(memory(bytes), std::byte{});
  capacity_ = bytes;
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
  base_ = memory_.data() + (alignment - address % alignment) % alignment;
}

LineReduction::Group LineReduction::group() const noexcept {
  Group result{1, 1, 0};
  for (int round = has_extra_rounds() ? 1 : 0; round <= round_; ++round) {
    result.stride *= result.radix;
    result.radix = radices_[static_cast<std::size_t>(round - (has_extra_rounds() ? 1 : 0))];
  }
  result.place = rank_ / result.stride % result.radix;
  return result;
}

void LineReduction::start(std::size_t bytes) {
  bytes_ = bytes;
  round_ = 0;
  if (round_ < rounds())
    begin_round();
}

void LineReduction::begin_round() {
  requests_.clear();
  if (is_first() || is_last()) {
    if (is_first() ? is_extra() : has_extra())
      send_to(partner());
    if (is_first() ? has_extra() : is_extra())
      receive_from(partner(), received(1));
    return;
  }
  if (is_extra())
    return;
  const Group here = group();
  const int first = rank_ - here.place * here.stride;
  for (int place = 0, k = 1; place < here.radix; ++place)
    if (place != here.place)
      receive_from(first + place * here.stride, received(k++));
  for (int place = 0; place < here.radix; ++place)
    if (place != here.place)
      send_to(first + place * here.stride);
}

// Messages of a pair do not overtake each other.
constexpr int tag = 0;

void LineReduction::send_to(int member) {
  requests_.push_back(send(data(), bytes_, member, tag, line_.get()));
  note_progress();
}

void LineReduction::receive_from(int member, int number) {
  requests_.push_back(receive(buffer(number), bytes_, member, tag, line_.get()));
  note_progress();
}

} // namespace hetgrid::comm
