// What HETGRID_VERBOSE=1 tells of a program as a whole: at its first call that the library is there, at MPI_Finalize
// what became of the calls, and at its end if there was none.
#pragma once

#include "measure/call_log.hpp"
#include "scalapack/dispatch.hpp"

#include <chrono>
#include <string_view>

namespace hetgrid::scalapack::journal {

/// What became of a call.
enum class Way { uneven, in_place, passed_through };

/// At the first call of any routine; later ones do nothing. Local.
void open() noexcept;

/// The seconds of the next call that is passed through are added to these, too. Local.
void time_next(double* seconds) noexcept;

/// Counts a call, once for its context: to be called on its first process. `why`: of those passed through. Local.
void count(std::string_view routine, Way way, std::string_view why, double seconds) noexcept;

} // namespace hetgrid::scalapack::journal

namespace hetgrid::scalapack {

/// While it lives, ScaLAPACK has a call of an intercepted routine, and its time counts.
class PassedThrough {
public:
  PassedThrough() noexcept;
  ~PassedThrough();
  PassedThrough(const PassedThrough&) = delete;
  PassedThrough& operator=(const PassedThrough&) = delete;

private:
  using Clock = std::chrono::steady_clock;
  /// Of the calls that are counted with this one, and of who asked for this one's; nullptr: ScaLAPACK's own call, or
  /// nobody counts.
  double *counted_ = nullptr, *asked_ = nullptr;
  measure::LoggedCall logged_;
  ScalapackCall guard_;
  Clock::time_point start_;
};

} // namespace hetgrid::scalapack
