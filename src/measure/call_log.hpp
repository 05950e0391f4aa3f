// What the calls of a program cost on this process: HETGRID_PROFILE=FILE.
#pragma once

#include "measure/call_sum.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mpi.h>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace hetgrid::measure {

/// Off unless HETGRID_PROFILE is set; never on in simulations. Counts every call of a routine on matrices that is not within
/// another, and remembers when the first ones were, with their phases. In MPI_Finalize all of it goes to FILE.RANK, which
/// appears when it is complete: a file for each process, so that nobody waits for one that has made no call or has failed.
class CallLog {
public:
  /// Routine, way, reason.
  using Key = std::tuple<std::string, Way, std::string>;

  CallLog();
  bool is_on() const noexcept { return on_; }
  /// Of this process in the plan, relative: the weight of its time. 1 until it is told.
  void set_cycle_time(double cycle_time) noexcept { cycle_time_ = cycle_time; }
  /// The next call that is passed through is one of this routine, for this reason. Local.
  void announce(std::string_view routine, std::string_view why) noexcept;

private:
  friend class LoggedCall;
  struct Event {
    const Key* key; ///< in sums_
    double begin, end;
  };

  /// What MPI_Finalize calls is set up. \return false if it cannot be, or MPI is not there
  bool open();
  void add(const Key& key, double begin, double end, const Profile& parts, const comm::Traffic& moved);
  /// What goes to the file, JSON.
  std::string text() const;
  void write() noexcept;
  static int close(MPI_Comm, int, void* log, void*);

  bool on_ = false, opened_ = false, within_ = false;
  bool complete_ = true; ///< all events are there
  std::string file_;     ///< HETGRID_PROFILE
  double cycle_time_ = 1;
  double opened_at_ = 0; ///< kernel::now()
  double began_ = 0;     ///< the same moment, seconds since 1970
  std::map<Key, CallSum> sums_;
  std::vector<Event> events_;
  std::optional<Key> announced_;
};

/// Of this process. Not inline: each library would have its own.
CallLog& call_log();

/// A call, while it lives.
class LoggedCall {
public:
  LoggedCall(std::string_view routine, Way way) noexcept {
    if (CallLog& log = call_log(); log.is_on()) [[unlikely]]
      start(log, routine, way);
  }
  /// The one that was announced, if any.
  LoggedCall() noexcept {
    if (CallLog& log = call_log(); log.is_on()) [[unlikely]]
      start_announced(log);
  }
  ~LoggedCall() {
    if (call_) [[unlikely]]
      finish();
  }
  LoggedCall(const LoggedCall&) = delete;
  LoggedCall& operator=(const LoggedCall&) = delete;

private:
  struct Begun {
    CallLog::Key key;
    double at;
    Profile profile;
    comm::Traffic traffic;
  };

  void start(CallLog& log, std::string_view routine, Way way) noexcept;
  void start_announced(CallLog& log) noexcept;
  void start(CallLog& log, CallLog::Key key);
  void finish() noexcept;

  std::unique_ptr<Begun> call_; ///< nullptr: off, or within another call
};

} // namespace hetgrid::measure
