#include "scalapack/journal.hpp"

#include "api/controls.hpp"
#include "config.h"
#include "scalapack/mpi_library.hpp"
#include "scalapack/text.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mpi.h>
#include <sched.h>
#include <string>
#include <utility>

namespace hetgrid::scalapack {
namespace journal {
namespace {

struct Calls {
  long number = 0;
  double seconds = 0;
};
struct Entry {
  Calls uneven, in_place;
  std::map<std::string, Calls, std::less<>> passed; ///< by the reason
};

/// What this process has counted. Calls of one thread only are looked at, as MPI has it.
struct Journal {
  std::map<std::string, Entry, std::less<>> routines;
  Calls* passing = nullptr; ///< those of the last call, if it was passed through
};
Journal* current = nullptr;  ///< lives until MPI_Finalize
double* next_call = nullptr; ///< who has asked for its seconds
bool opened = false;

bool is_verbose() noexcept {
  try {
    return api::controls().verbose;
  } catch (const std::exception&) {
    return false; // a malformed variable is told elsewhere
  }
}

/// Cores that this process may run on.
int cores() {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

const char* origin_of_speeds() {
  const api::Controls& controls = api::controls();
  return !controls.on                    ? "switched off by HETGRID=off"
         : !controls.cycle_times.empty() ? "speeds from HETGRID_CYCLE_TIMES"
         : !controls.platform.empty()    ? "speeds from HETGRID_PLATFORM"
                                         : "speeds are measured at the first call that may gain";
}

void print(const std::string& routine, const Entry& entry) {
  Calls passed, all;
  for (const auto& [why, calls] : entry.passed) {
    passed.number += calls.number;
    passed.seconds += calls.seconds;
  }
  for (const Calls& calls : {entry.uneven, entry.in_place, passed}) {
    all.number += calls.number;
    all.seconds += calls.seconds;
  }
  std::string line = "hetgrid: in all " + routine + ": ";
  const auto add = [&line](const Calls& calls, const char* what) {
    Text text;
    line += text.add("%ld %s (%.4f s)", calls.number, what, calls.seconds).c_str();
  };
  add(all, all.number == 1 ? "call" : "calls");
  line += ", ";
  add(entry.uneven, "uneven");
  line += ", ";
  add(entry.in_place, "in place");
  line += ", ";
  add(passed, "passed through");
  const char* separator = ": ";
  for (const auto& [why, calls] : entry.passed)
    line += std::exchange(separator, "; ") + std::to_string(calls.number) + " " + why;
  std::fprintf(stderr, "%s\n", line.c_str());
}

/// At the beginning of MPI_Finalize.
extern "C" int close_journal(MPI_Comm, int, void*, void*) {
  try {
    for (const auto& [routine, entry] : current->routines)
      print(routine, entry);
  } catch (const std::bad_alloc&) {
    // no memory to tell of
  }
  delete std::exchange(current, nullptr);
  return MPI_SUCCESS;
}

void begin() {
  int initialized = 0;
  if (!program_has_our_mpi() || !is_verbose() || MPI_Initialized(&initialized) != MPI_SUCCESS || !initialized)
    return;
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    std::fprintf(stderr, "hetgrid: libhetgrid-scalapack %s for %s, %d process%s, this one on %d core%s: %s\n",
                 PACKAGE_VERSION, built_for_mpi(), size, size == 1 ? "" : "es", cores(),
                 cores() == 1 ? "" : "s", origin_of_speeds());
  current = new Journal;
  int key = MPI_KEYVAL_INVALID; // attributes of MPI_COMM_SELF are deleted first of all by MPI_Finalize
  if (MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, close_journal, &key, nullptr) != MPI_SUCCESS ||
      MPI_Comm_set_attr(MPI_COMM_SELF, key, current) != MPI_SUCCESS)
    delete std::exchange(current, nullptr);
}

/// A program of MPI whose first process makes no call, as one whose ScaLAPACK is within it, would seem to run without the library.
/// Objects with destructors may be gone by now.
[[gnu::destructor]] void tell_of_no_call() {
  const char* const verbose = std::getenv("HETGRID_VERBOSE");
  int initialized = 0;
  if (!opened && verbose && std::strcmp(verbose, "1") == 0 && is_first_process() &&
      MPI_Initialized(&initialized) == MPI_SUCCESS && initialized)
    std::fprintf(stderr,
                 "hetgrid: libhetgrid-scalapack %s for %s: process 0 has called no routine of ScaLAPACK in "
                 "a shared library\n",
                 PACKAGE_VERSION, built_for_mpi());
}

} // namespace

void open() noexcept {
  if (std::exchange(opened, true))
    return;
  try {
    begin();
  } catch (const std::exception&) {
    // there is nothing to be told then
  }
}

void time_next(double* seconds) noexcept {
  next_call = seconds;
}

void count(std::string_view routine, Way way, std::string_view why, double seconds) noexcept {
  if (!current)
    return;
  try {
    Entry& entry = current->routines[std::string(routine)];
    Calls& calls = way == Way::uneven     ? entry.uneven
                   : way == Way::in_place ? entry.in_place
                                          : entry.passed[std::string(why)];
    ++calls.number;
    calls.seconds += seconds;
    current->passing = way == Way::passed_through ? &calls : nullptr;
  } catch (const std::bad_alloc&) {
    current->passing = nullptr; // a count less
  }
}

} // namespace journal

PassedThrough::PassedThrough() noexcept
    : counted_(!ScalapackCall::active() && journal::current && journal::current->passing
                   ? &std::exchange(journal::current->passing, nullptr)->seconds
                   : nullptr),
      asked_(ScalapackCall::active() ? nullptr : std::exchange(journal::next_call, nullptr)),
      start_(Clock::now()) {}

PassedThrough::~PassedThrough() {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  for (double* const sum : {counted_, asked_})
    if (sum)
      *sum += seconds;
}

} // namespace hetgrid::scalapack
