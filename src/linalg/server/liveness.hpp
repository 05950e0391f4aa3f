// Which workers have not been heard of for much longer than their own record explains: stopped, swapped out, cut off.
//
// Only time in which the server itself runs counts: where all processes are stopped together, nobody is late.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hetgrid::linalg {

class Liveness {
public:
  explicit Liveness(std::size_t workers) : records_(workers) {}

  /// Called often. \param now  seconds
  void tick(double now) {
    clock_ += std::min(now - now_, longest_pause);
    now_ = now;
  }
  /// A worker has more to do, which takes so many seconds as far as is known.
  void expect(int worker, double seconds) {
    Record& record = at(worker);
    if (record.expected++ == 0)
      record.since = clock_;
    record.outstanding += seconds;
  }
  /// It has done something that was expected.
  void heard(int worker, double seconds) {
    Record& record = at(worker);
    record.waited += clock_ - record.since;
    record.predicted += seconds;
    record.since = clock_;
    record.outstanding = --record.expected == 0 ? 0 : record.outstanding - seconds;
  }
  /// Nothing is expected any more.
  void excuse(int worker) {
    at(worker).expected = 0;
    at(worker).outstanding = 0;
  }
  /// Since it was last heard of, seconds, if something is expected.
  double waited(int worker) const {
    const Record& record = records_[static_cast<std::size_t>(worker)];
    return record.expected > 0 ? clock_ - record.since : 0;
  }
  bool is_late(int worker) const {
    const Record& record = records_[static_cast<std::size_t>(worker)];
    const double patience =
        record.predicted > 0
            ? std::max(hiccup, tolerance * record.waited / record.predicted * record.outstanding)
            : std::max(unknown, tolerance * record.outstanding);
    return waited(worker) > patience;
  }

private:
  // A worker that is late for no good reason costs a chunk that is computed twice; one that is waited for, everything.
  static constexpr double tolerance = 10; ///< times what the record says
  static constexpr double hiccup = 1;     ///< seconds that any operating system may take for something else
  static constexpr double unknown = 10;   ///< the same for a worker without a record
  static constexpr double longest_pause = 0.1; ///< between two ticks of a server that runs

  struct Record {
    double waited = 0, predicted = 0; ///< seconds until it was heard of, and what they should have been
    double since = 0;                 ///< of the clock: it is waited for
    double outstanding = 0;           ///< predicted seconds
    int expected = 0;                 ///< signs
  };
  Record& at(int worker) { return records_[static_cast<std::size_t>(worker)]; }

  std::vector<Record> records_;
  double clock_ = 0, now_ = 0;
};

} // namespace hetgrid::linalg
