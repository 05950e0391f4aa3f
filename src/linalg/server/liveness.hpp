// Which workers have not been heard of for much longer than their own record explains: stopped, swapped out, cut off.
//
// Only time in which the server itself runs counts: where all processes are stopped together, nobody is late.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hetgrid::linalg {

/// How long a server waits.
struct Patience {
  /// Times what the record of a worker says. One that is late for no good reason costs a chunk that is computed twice; one that is
  /// waited for, everything.
  double tolerance = 10;
  double least = 1;           ///< seconds that any operating system may take for something else
  double without_record = 10; ///< the same for a worker of which nothing is known
  double longest_pause = 0.1; ///< seconds between two looks of a server that runs
  double farewell = 5;        ///< seconds for workers to take their leave, if the server gives up
};

class Liveness {
public:
  /// Of a worker: seconds until it was heard of, and what they should have been.
  struct Pace {
    double waited = 0, predicted = 0;
  };

  explicit Liveness(std::size_t workers, const Patience& patience = {})
      : patience_(patience), records_(workers) {}

  const Patience& patience() const { return patience_; }
  /// What a run before this one has found.
  void remember(int worker, const Pace& pace) { at(worker).pace = pace; }
  const Pace& pace(int worker) const { return records_[static_cast<std::size_t>(worker)].pace; }

  /// Called often. \param now  seconds
  void tick(double now) {
    clock_ += std::min(now - now_, patience_.longest_pause);
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
    record.pace.waited += clock_ - record.since;
    record.pace.predicted += seconds;
    record.since = clock_;
    record.outstanding = --record.expected == 0 ? 0 : record.outstanding - seconds;
  }
  /// It has done something else: it is there, only slow.
  void sign(int worker) { at(worker).since = clock_; }
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
    const auto& [taken, predicted] = record.pace;
    const double patience =
        predicted > 0
            ? std::max(patience_.least, patience_.tolerance * taken / predicted * record.outstanding)
            : std::max(patience_.without_record, patience_.tolerance * record.outstanding);
    return waited(worker) > patience;
  }

private:
  struct Record {
    Pace pace;
    double since = 0;       ///< of the clock: it is waited for
    double outstanding = 0; ///< predicted seconds
    int expected = 0;       ///< signs
  };
  Record& at(int worker) { return records_[static_cast<std::size_t>(worker)]; }

  Patience patience_;
  std::vector<Record> records_;
  double clock_ = 0, now_ = 0;
};

} // namespace hetgrid::linalg
