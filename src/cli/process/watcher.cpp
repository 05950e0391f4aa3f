#include "cli/process/watcher.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

/// Neither the terminal nor whoever waits for the end of an output of this process has to do with the watcher.
void leave_everything_but(int connection) {
  setsid();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  prctl(PR_SET_NAME, watcher_name);
  const int null = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(null, standard);
  if (connection > 3)
    close_range(3, static_cast<unsigned>(connection) - 1, 0);
  close_range(static_cast<unsigned>(connection) + 1, ~0U, 0);
}

/// The connection ends with the watched process; a byte comes only from its destructor.
[[noreturn]] void watch(int connection, const std::function<void()>& clear_up) noexcept {
  leave_everything_but(connection);
  char byte = 0;
  ssize_t count = 0;
  do
    count = read(connection, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count == 0)
    clear_up();
  _exit(0);
}

} // namespace

Watcher::Watcher(const std::function<void()>& clear_up) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw SystemError(fmt::format("socketpair: {}", std::strerror(errno)));
  process_ = fork();
  if (process_ < 0) {
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    throw SystemError(fmt::format("fork: {}", std::strerror(error)));
  }
  if (process_ == 0)
    watch(ends[0], clear_up);
  close(ends[0]);
  connection_ = ends[1];
}

Watcher::~Watcher() {
  const char byte = 0;
  while (send(connection_, &byte, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) { // it may have been killed
  }
  close(connection_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

} // namespace hetgrid::cli
