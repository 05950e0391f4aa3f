#include "measure/call_log.hpp"

#include "comm/finalize.hpp"
#include "comm/mpi_check.hpp"
#include "config.h"
#include "kernel/execution.hpp"
#include "kernel/process_local.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

namespace hetgrid::measure {
namespace {

using Json = nlohmann::ordered_json;

/// So that a file stays a few MB long, however long the program runs.
constexpr std::size_t most_events = 50'000, most_phases = 100'000;

Profile difference(const Profile& end, const Profile& begin) {
  Profile parts;
  for (double Profile::*entry : profile_entries)
    parts.*entry = end.*entry - begin.*entry;
  return parts;
}

int rank_of_process() {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  return rank;
}

std::string host_name() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  HG_MPI(MPI_Get_processor_name(name, &length));
  return std::string(name, static_cast<std::size_t>(length));
}

void complain(const std::string& file, int error) noexcept {
  std::fprintf(stderr, "hetgrid: HETGRID_PROFILE: %s: %s\n", file.c_str(), std::strerror(error));
}

/// Not the index TOOLS and single elements, which are called by the thousand and take no time.
bool counts(std::string_view routine) {
  const bool of_matrices =
      routine.starts_with("P") || routine.starts_with("HG_P") || routine.starts_with("HG_GRID");
  return of_matrices && !routine.ends_with("ELSET") && !routine.ends_with("ELGET");
}

/// The whole file, or none. \return 0, or errno
int write_file(const std::string& name, const std::string& text) {
  const std::string beside = name + ".partial";
  std::FILE* const file = std::fopen(beside.c_str(), "w");
  if (!file)
    return errno;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = written ? 0 : errno;
  if (std::fclose(file) == 0 && written && std::rename(beside.c_str(), name.c_str()) == 0)
    return 0;
  const int status = error ? error : errno;
  std::remove(beside.c_str());
  return status;
}

/// \return 0, or why a file cannot be made there, errno
int cannot_write(const std::string& name) {
  const std::string beside = name + ".partial";
  const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT, 0666);
  if (descriptor < 0)
    return errno;
  ::close(descriptor);
  std::remove(beside.c_str());
  return 0;
}

} // namespace

CallLog& call_log() {
  return kernel::process_local<CallLog>();
}

CallLog::CallLog() {
  const char* const file = std::getenv("HETGRID_PROFILE");
  on_ = !kernel::simulated && file && *file;
  if (on_)
    file_ = file;
}

void CallLog::announce(std::string_view routine, std::string_view why) noexcept {
  try {
    if (on_)
      announced_.emplace(routine, Way::passed_through, why);
  } catch (const std::bad_alloc&) {
    announced_.reset(); // a call less in the file
  }
}

bool CallLog::open() {
  int initialized = 0;
  HG_MPI(MPI_Initialized(&initialized));
  if (opened_ || !initialized)
    return opened_;
  file_ += "." + std::to_string(rank_of_process());
  if (const int error = cannot_write(file_); error != 0) {
    complain(file_, error);
    on_ = false;
    return false;
  }
  comm::call_in_finalize(close, this);
  opened_at_ = kernel::now();
  began_ = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  trace().start(most_phases);
  return opened_ = true;
}

void CallLog::add(const Key& key, double begin, double end, const Profile& parts,
                  const comm::Traffic& moved) {
  const auto entry = sums_.try_emplace(key).first;
  CallSum& sum = entry->second;
  ++sum.calls;
  sum.seconds += end - begin;
  for (double Profile::*part : profile_entries)
    sum.parts.*part += parts.*part;
  sum.moved.bytes += moved.bytes;
  sum.moved.messages += moved.messages;
  if (events_.size() < most_events)
    events_.push_back({&entry->first, begin, end});
  else
    complete_ = false;
}

std::string CallLog::text() const {
  int processes = 0;
  HG_MPI(MPI_Comm_size(MPI_COMM_WORLD, &processes));
  Json calls = Json::array(), events = Json::array(), phases = Json::array();
  std::map<const Key*, std::size_t> index;
  for (const auto& [key, sum] : sums_) {
    index.emplace(&key, index.size());
    const auto& [routine, way, why] = key;
    Json call{{"routine", routine},
              {"way", way_names[static_cast<std::size_t>(way)]},
              {"why", why},
              {"calls", sum.calls},
              {"seconds", sum.seconds}};
    for (std::size_t k = 0; k < profile_entries.size(); ++k)
      call[activities[k]] = sum.parts.*profile_entries[k];
    call["messages"] = sum.moved.messages;
    call["bytes"] = sum.moved.bytes;
    calls.push_back(std::move(call));
  }
  for (const Event& event : events_)
    events.push_back({index[event.key], event.begin - opened_at_, event.end - opened_at_});
  for (const Interval& phase : trace().intervals())
    phases.push_back({phase.entry, phase.begin - opened_at_, phase.end - opened_at_, phase.step});
  return Json{{"version", PACKAGE_VERSION},
              {"rank", rank_of_process()},
              {"processes", processes},
              {"host", host_name()},
              {"cycle_time", cycle_time_},
              {"began", began_},
              {"seconds", kernel::now() - opened_at_},
              {"complete", complete_ && trace().is_complete()},
              {"calls", std::move(calls)},
              {"events", std::move(events)},
              {"phases", std::move(phases)}}
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

void CallLog::write() noexcept {
  try {
    if (const int error = write_file(file_, text()); error != 0)
      complain(file_, error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hetgrid: HETGRID_PROFILE: %s: %s\n", file_.c_str(), error.what());
  }
}

int CallLog::close(MPI_Comm, int, void* log, void*) {
  static_cast<CallLog*>(log)->write();
  static_cast<CallLog*>(log)->on_ = false;
  return MPI_SUCCESS;
}

void LoggedCall::start(CallLog& log, CallLog::Key key) {
  if (log.within_ || !log.open())
    return;
  call_ = std::make_unique<Begun>(std::move(key), kernel::now(), profile(), comm::traffic());
  log.within_ = true;
}

void LoggedCall::start(CallLog& log, std::string_view routine, Way way) noexcept {
  try {
    if (counts(routine))
      start(log, CallLog::Key(routine, way, ""));
  } catch (const std::exception&) {
    // no memory, or MPI has failed: a call less in the file
  }
}

void LoggedCall::start_announced(CallLog& log) noexcept {
  try {
    if (auto announced = std::exchange(log.announced_, std::nullopt))
      start(log, std::move(*announced));
  } catch (const std::exception&) {
    // likewise
  }
}

void LoggedCall::finish() noexcept {
  CallLog& log = call_log();
  const auto& [key, at, before, sent] = *call_;
  const comm::Traffic& traffic = comm::traffic();
  log.within_ = false;
  try {
    log.add(key, at, kernel::now(), difference(profile(), before),
            {traffic.bytes - sent.bytes, traffic.messages - sent.messages});
  } catch (const std::bad_alloc&) {
    log.complete_ = false;
  }
}

} // namespace hetgrid::measure
