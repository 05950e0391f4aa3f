// What intercepted calls have taken, compared with what was predicted: which of them ScaLAPACK had better keep, and when
// the speeds are no longer those of the plan.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hetgrid::scalapack::transparent {

/// Calls that are alike: of one routine, their operations between the same powers of two.
class CallClass {
public:
  CallClass() = default;
  /// \param operations 0 or more
  CallClass(std::string_view routine, double operations) noexcept;

  const char* routine() const noexcept { return routine_.data(); }
  /// The least and the limit of their operations.
  double least() const noexcept;
  double limit() const noexcept { return 2 * least(); }
  bool operator==(const CallClass&) const = default;

private:
  std::array<char, 12> routine_{};
  int magnitude_ = 0;
};

enum class Library { scalapack, hetgrid };

/// What a call took, the same on all its processes.
struct Outcome {
  CallClass calls;
  Library library = Library::hetgrid; ///< that had it
  double seconds = 0;                 ///< on the slowest process
  double to_prediction = 1;           ///< seconds, relative to those predicted of this library
  double to_scalapack = 1;            ///< relative to those predicted of ScaLAPACK
  double least_busy = 1; ///< part of the time in which the process that waited most was not waiting
};

/// The judge of one plan. It decides by sums, products and comparisons of what all processes know alike, so that all
/// decide alike; it needs no memory.
///
/// Lost: a call took 10 % longer than ScaLAPACK would have, as measured at the last call that it had of this class, else
/// as predicted. ScaLAPACK has such calls from then on; if several of them prove slower than hetgrid's was, hetgrid has
/// them back, once.
///
/// Parted: a prediction may be wrong by the same factor always, so what counts is how a call's ratio differs from that of
/// the first of its class; unless that one already took many times what was predicted: the speeds may have changed before
/// it. Several such calls in a row ask for new measurements, once they have cost as much as these take; a call that is
/// lost and has parted from another does so at once, as no other of its class will. When measurements find nothing new,
/// twice as many calls are waited for, unless they cost much more than measurements.
class Experience {
public:
  static constexpr double tolerance = 1.1;     ///< beyond, a call is lost
  static constexpr double parting = 1.25;      ///< ratio of a time to the expected one, or its inverse
  static constexpr double busy_parting = 0.25; ///< difference of parts of the time
  static constexpr double beyond_error = 4; ///< ratio of a time to the predicted one that no error explains
  static constexpr int several = 3;
  static constexpr double seconds_of_measuring = 0.5; ///< of speeds and of moving, and the search for a plan
  static constexpr double much_more = 20;             ///< times seconds_of_measuring

  enum class Finding { nothing, lost, regained, parted };

  /// \param measurable the speeds were measured, and can be again: else no call is Finding::parted
  explicit Experience(bool measurable) noexcept : measurable_(measurable) {}

  Finding learn(const Outcome& outcome) noexcept;
  /// ScaLAPACK has the calls of this class.
  bool is_lost(const CallClass& calls) const noexcept;
  /// The speeds were measured again. \param changed they are others, and the plan is new: nothing is known any more
  void measured(bool changed) noexcept;

private:
  /// A class's first call by one library.
  struct Reference {
    bool known = false;
    double to_prediction = 0, least_busy = 0;
  };
  struct Entry {
    CallClass calls;
    Reference first[2];   ///< by Library
    double lost_at = 0;   ///< Outcome::to_scalapack of the call that was lost; 0: none
    double scalapack = 0; ///< the least of ScaLAPACK's to_scalapack
    int by_scalapack = 0; ///< calls of which it is the least
    bool lost = false, regained = false;
  };
  static constexpr std::size_t capacity = 64;

  Entry& entry_of(const CallClass& calls) noexcept;
  /// Compares with the first call of the class, if there is one. \return whether they have parted
  bool compare(Reference& first, const Outcome& outcome) noexcept;

  bool measurable_;
  int patience_ = several, streak_ = 0; ///< calls in a row
  double cost_ = 0;                     ///< of the streak, seconds
  std::array<Entry, capacity> entries_{};
  std::size_t used_ = 0; ///< entries ever begun; the oldest gives way
};

} // namespace hetgrid::scalapack::transparent
