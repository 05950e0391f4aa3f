#include "cli/emulate/schedule.hpp"

#include "cli/process/emulated_runs.hpp"
#include "hetgrid/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// A character, or nothing at that moment. \param moment  nullptr: any
std::optional<char> read_until(const Descriptor& pipe, const Clock::time_point* moment) {
  for (;;) {
    pollfd readable{pipe.get(), POLLIN, 0};
    timespec left{};
    if (moment) {
      const auto ns = std::max<std::int64_t>(
          0, std::chrono::duration_cast<std::chrono::nanoseconds>(*moment - Clock::now()).count());
      left = {ns / 1'000'000'000, ns % 1'000'000'000};
    }
    const int ready = ppoll(&readable, 1, moment ? &left : nullptr, nullptr);
    if (ready == 0)
      return {};
    char word = 0;
    if (ready > 0 && read(pipe.get(), &word, 1) == 1)
      return word;
    if (errno != EINTR)
      throw SystemError(fmt::format("pipe: {}", std::strerror(errno)));
  }
}

} // namespace

QuotaSchedule::Pipe QuotaSchedule::open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw SystemError(fmt::format("pipe: {}", std::strerror(errno)));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

QuotaSchedule::QuotaSchedule(const CpuHierarchy& hierarchy, std::span<const CpuGroup> groups,
                             std::vector<CpuQuota> first, std::vector<Change> changes, From from)
    : hierarchy_(hierarchy), groups_(groups), first_(std::move(first)), changes_(std::move(changes)),
      pipe_(open_pipe()), thread_([this, from] { follow(from); }) {}

QuotaSchedule::~QuotaSchedule() {
  if (write(pipe_.told.get(), &enough, 1) == 1)
    thread_.join();
  else
    thread_.detach();
}

std::string QuotaSchedule::pipe() const {
  return fmt::format("/proc/{}/fd/{}", getpid(), pipe_.told.get());
}

void QuotaSchedule::set(const std::vector<CpuQuota>& quotas) const {
  for (std::size_t rank = 0; rank < groups_.size(); ++rank)
    set_quota(hierarchy_, groups_[rank].directory(), quotas[rank]);
}

void QuotaSchedule::follow(From from) try {
  Clock::time_point begin = Clock::now();
  auto next = from == From::launch ? changes_.begin() : changes_.end();
  auto shown = changes_.begin(); // that the program asks for next
  for (;;) {
    const bool more = next != changes_.end();
    const Clock::time_point moment = more ? begin + std::chrono::duration_cast<Clock::duration>(
                                                        std::chrono::duration<double>(next->seconds))
                                          : begin;
    const std::optional<char> word = read_until(pipe_.heard, more ? &moment : nullptr);
    if (!word)
      set((next++)->quotas);
    else if (*word == enough)
      return;
    else if (*word == run_begins) {
      begin = Clock::now();
      next = changes_.begin();
    } else if (*word == next_speeds) {
      if (shown != changes_.end())
        set((shown++)->quotas);
    } else {
      next = changes_.end();
      shown = changes_.begin();
      set(first_);
    }
  }
} catch (const std::exception& error) {
  failed_ = true;
  fmt::print(stderr, "hetgrid emulate: the speeds stay as they are: {}\n", error.what());
}

} // namespace hetgrid::cli
