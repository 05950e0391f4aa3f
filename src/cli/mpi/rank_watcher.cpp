#include "cli/mpi/rank_watcher.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/options/message.hpp"
#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"

namespace hetgrid::cli {
namespace {

std::string program_of(pid_t process) {
  std::array<char, 4096> path{};
  const ssize_t length = readlink(fmt::format("/proc/{}/exe", process).c_str(), path.data(), path.size());
  return {path.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

/// Readable when the process has ended; -1 if it is not one of this program that this host knows.
int process_descriptor(pid_t process) {
  if (program_of(process) != program_of(getpid()))
    return -1;
  return static_cast<int>(syscall(SYS_pidfd_open, process, 0U));
}

void say(const std::string& text) {
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0)
    _exit(1);
}

/// Of open files these and standard error: others wait for the end of an output, or for a lock.
void keep_only(const std::vector<pollfd>& events) {
  const int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  std::vector<int> kept;
  for (const pollfd& event : events)
    kept.push_back(event.fd);
  std::ranges::sort(kept);
  int next = STDERR_FILENO + 1;
  for (const int descriptor : kept) {
    if (descriptor > next)
      close_range(static_cast<unsigned>(next), static_cast<unsigned>(descriptor) - 1, 0);
    next = descriptor + 1;
  }
  close_range(static_cast<unsigned>(next), ~0U, 0);
}

/// \param events  the connection to rank 0, on which a byte comes only from its destructor, then the ranks
/// \param lines  for each of them
[[noreturn]] void watch(std::vector<pollfd>& events, const std::vector<std::string>& lines) noexcept {
  setsid();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  prctl(PR_SET_NAME, "hetgrid-ranks");
  keep_only(events);
  while (poll(events.data(), events.size(), -1) < 0 && errno == EINTR) {
  }
  char byte = 0;
  if (events[0].revents != 0 && read(events[0].fd, &byte, 1) == 1)
    _exit(0);
  for (std::size_t k = 1; k < events.size(); ++k)
    if (events[k].revents != 0) {
      say(lines[k]);
      _exit(0);
    }
  say(lines[0]);
  _exit(0);
}

} // namespace

RankWatcher::RankWatcher(const std::string& expected) {
  const std::vector<int> processes =
      comm::all_gather(std::vector{static_cast<int>(getpid())}, MPI_COMM_WORLD);
  const std::vector<std::string> hosts = comm::all_host_names(MPI_COMM_WORLD);
  int rank = 0;
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  std::array<int, 2> ends{};
  if (rank != 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return;
  std::vector<pollfd> events{{ends[0], POLLIN, 0}};
  const char* const elsewhere = comm::count_hosts(hosts) > 1 ? ", or before it a rank on another host" : "";
  const auto line = [&](std::size_t one) {
    return fmt::format("hetgrid: rank {}: process {} on {} has ended{}: expected {}\n", one, processes[one],
                       one_line(hosts[one]), elsewhere, expected);
  };
  std::vector<std::string> lines{line(0)};
  for (std::size_t one = hosts.size(); one-- > 1;) // rank 0 is killed behind others
    if (hosts[one] == hosts[0])
      if (const int descriptor = process_descriptor(processes[one]); descriptor >= 0) {
        events.push_back({descriptor, POLLIN, 0});
        lines.push_back(line(one));
      }
  process_ = fork();
  if (process_ == 0) {
    close(ends[1]);
    watch(events, lines);
  }
  for (const pollfd& event : events)
    close(event.fd);
  connection_ = ends[1];
}

RankWatcher::~RankWatcher() {
  if (connection_ < 0)
    return;
  const char byte = 0;
  while (process_ > 0 && send(connection_, &byte, 1, MSG_NOSIGNAL) < 0 &&
         errno == EINTR) { // it may have been killed
  }
  close(connection_);
  while (process_ > 0 && waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

} // namespace hetgrid::cli
