// The extern "C" border: Fortran calling convention outside, exceptions and 64-bit integers inside.
#pragma once

#include "hetgrid.h"
#include "hetgrid/error.hpp"
#include "measure/call_log.hpp"

namespace hetgrid::api {

/// INFO when the machine, not an argument, is at fault: memory, MPI, files. The text goes to standard error.
inline constexpr int info_system = -9999;

/// INFO of the last routine without an INFO argument on this process: what hg_lastinfo returns.
int& last_info() noexcept;

/// PXERBLA: prints which argument of `routine` was illegal, from the process's place in `context`. `info` <
/// 0.
void report_illegal_argument(int context, const char* routine, int info) noexcept;

/// Prints the text of an exception, with the routine it ended.
void report_failure(const char* routine, const char* text) noexcept;

/// Runs `body`, which returns INFO; an exception becomes info_system and a message. Nothing leaves the
/// border.
template <typename Body>
int guarded(const char* routine, Body&& body) noexcept {
  const measure::LoggedCall logged(routine, measure::Way::native);
  try {
    return body();
  } catch (const std::exception& error) {
    report_failure(routine, error.what());
  } catch (...) {
    report_failure(routine, "unknown exception");
  }
  return info_system;
}

} // namespace hetgrid::api
