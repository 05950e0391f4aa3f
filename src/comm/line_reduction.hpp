// Small all-reduces along a line of processes, one after the other, that never block:
//
//     write line.data(); line.start(bytes);
//     wait_until(line.advance(combine)); read line.data();
//
// An all-reduce of MPI's own would leave the order of the sums to the library; here all members get the same bits, and the
// same in every run.
#pragma once

#include "comm/communicator.hpp"
#include "comm/messages.hpp"
#include "comm/requests.hpp"
#include "schedule/reduction.hpp"

#include <cstddef>
#include <vector>

namespace hetgrid::comm {

class LineReduction {
public:
  /// Collective over `line`.
  explicit LineReduction(MPI_Comm line);
  LineReduction(const LineReduction&) = delete;
  LineReduction& operator=(const LineReduction&) = delete;

  /// Makes room for so many bytes; room once made is kept. Local, with no reduction under way.
  void reserve(std::size_t bytes);
  /// What reserve() takes of this process's memory at most.
  static constexpr std::size_t memory(std::size_t bytes) noexcept {
    return (schedule::largest_radix + 1) * (bytes + alignment) + alignment;
  }

  /// Mine; when advance() has returned true, that of all.
  std::byte* data() noexcept { return buffer(mine_); }
  /// Begins to reduce the first `bytes` of data(). Every member calls it for the same bytes.
  void start(std::size_t bytes);
  /// combine(one, sum) adds one member's data to `sum`, in the same order on all members. \return true once the reduction is
  /// complete
  template <typename Combine>
  bool advance(Combine&& combine) {
    while (round_ < rounds()) {
      if (!test_all(requests_))
        return false;
      finish_round(combine);
      if (++round_ < rounds())
        begin_round();
    }
    return true;
  }

  /// Both, for one reduction after the other: write() puts my part into data() and returns its bytes; it is not called again
  /// before the reduction is complete. \return true once it is
  template <typename Write, typename Combine>
  bool reduce(Write&& write, Combine&& combine) {
    if (round_ == rounds())
      start(write());
    return advance(combine);
  }

private:
  static constexpr std::size_t alignment = 64;

  // Members beyond the number whose rounds schedule::radices tells give what they have to a partner below it, in a round
  // before these, and get the result from there in one after them.
  int rounds() const noexcept { return static_cast<int>(radices_.size()) + (has_extra_rounds() ? 2 : 0); }
  bool has_extra_rounds() const noexcept { return regular_ < members_; }
  bool is_extra() const noexcept { return rank_ >= regular_; }
  bool has_extra() const noexcept { return rank_ + regular_ < members_; }
  bool is_first() const noexcept { return has_extra_rounds() && round_ == 0; }
  bool is_last() const noexcept { return has_extra_rounds() && round_ == rounds() - 1; }
  int partner() const noexcept { return is_extra() ? rank_ - regular_ : rank_ + regular_; }

  /// A round of `radix` members, `stride` apart, who all tell each other what they have.
  struct Group {
    int radix, stride, place; ///< mine in it
  };
  Group group() const noexcept;

  std::byte* buffer(int number) noexcept { return base_ + static_cast<std::size_t>(number) * capacity_; }
  void begin_round();
  void send_to(int member);
  void receive_from(int member, int number);

  template <typename Combine>
  void finish_round(Combine&& combine) {
    if (is_first()) {
      if (has_extra())
        combine(static_cast<const std::byte*>(buffer(received(1))), data());
    } else if (is_last()) {
      if (is_extra())
        mine_ = received(1);
    } else if (!is_extra()) {
      // The first of the group has the sum first: who that is, is the same for all.
      const Group here = group();
      const auto of = [&](int place) {
        return place == here.place ? mine_ : received(place < here.place ? place + 1 : place);
      };
      for (int place = 1; place < here.radix; ++place)
        combine(static_cast<const std::byte*>(buffer(of(place))), buffer(of(0)));
      mine_ = of(0);
    }
  }
  /// The buffer of message k = 1, 2, .. of a round.
  int received(int k) const noexcept { return (mine_ + k) % (schedule::largest_radix + 1); }

  Communicator line_;
  int rank_, members_;
  int regular_; ///< members of the rounds between the first and the last
  std::vector<int> radices_;
  int round_ = 0; ///< the one under way; rounds(): none
  std::size_t bytes_ = 0, capacity_ = 0;
  std::vector<std::byte> memory_;
  std::byte* base_ = nullptr;
  int mine_ = 0; ///< number of the buffer that data() is
  std::vector<MPI_Request> requests_;
};

} // namespace hetgrid::comm
