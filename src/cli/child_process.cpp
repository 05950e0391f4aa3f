#include "cli/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/launcher.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Time the program has to end after a signal before it is killed.
constexpr std::chrono::seconds grace{2};

SystemError failed(const char* call) {
  return SystemError(fmt::format("{}: {}", call, std::strerror(errno)));
}

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  void close() {
    if (number_ >= 0)
      ::close(number_);
    number_ = -1;
  }

private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw failed("pipe2");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// While it lives, the signals that would end this process wait to be read.
class Signals {
public:
  Signals()
      : set_(ending()),
        descriptor_((sigprocmask(SIG_BLOCK, &set_, &before_), signalfd(-1, &set_, SFD_CLOEXEC))) {
    if (descriptor_.number() < 0)
      throw failed("signalfd");
  }
  Signals(const Signals&) = delete;
  ~Signals() { restore(); }

  void restore() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  int descriptor() const { return descriptor_.number(); }
  int next() const {
    signalfd_siginfo info{};
    return ::read(descriptor_.number(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                                           : 0;
  }

private:
  static sigset_t ending() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      sigaddset(&set, signal);
    return set;
  }

  sigset_t before_{}, set_;
  Descriptor descriptor_;
};

/// One of the two outputs of the program.
class Output {
public:
  Output(Pipe pipe, bool error) : pipe_(std::move(pipe)), error_(error) {}

  int descriptor() const { return pipe_.read.number(); }
  int end_for_child() const { return pipe_.write.number(); }
  void leave_to_child() { pipe_.write.close(); }
  bool open() const { return pipe_.read.number() >= 0; }

  void receive(const LineReader& read) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(pipe_.read.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      return;
    rest_.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    std::size_t begin = 0;
    for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
      read(rest_.substr(begin, end - begin), error_);
    rest_.erase(0, begin);
    if (count > 0)
      return;
    if (!rest_.empty())
      read(rest_, error_);
    pipe_.read.close();
  }

private:
  Pipe pipe_;
  bool error_;
  std::string rest_;
};

pid_t start(std::vector<std::string> words, const Signals& signals, const Output& out, const Output& error) {
  const std::vector<char*> argv = argument_vector(words);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0)
    throw failed("fork");
  if (child > 0) {
    setpgid(child, child); // whichever of the two comes first
    return child;
  }
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out.end_for_child(), STDOUT_FILENO);
  dup2(error.end_for_child(), STDERR_FILENO);
  signals.restore();
  if (getppid() == parent)
    execvp(argv[0], argv.data());
  fmt::print(stderr, "hetgrid: cannot run {}: {}\n", argv[0], std::strerror(errno));
  _exit(127);
}

class Supervisor {
public:
  Supervisor(pid_t child, double seconds) : child_(child) {
    if (seconds > 0)
      deadline_ =
          begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  /// Milliseconds until something is to be done; -1: never.
  int patience() const {
    if (deadline_ == Clock::time_point::max())
      return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
  }

  /// The first request to end is passed on; after the grace period, or at the second one, the group is killed.
  void end(int signal) {
    kill(-child_, asked_ ? SIGKILL : SIGTERM);
    if (!asked_) {
      result_.signal = signal;
      result_.timed_out = signal == 0;
    }
    asked_ = true;
    deadline_ = Clock::now() + grace;
  }
  void look_at_clock() {
    if (Clock::now() >= deadline_)
      end(0);
  }

  ChildResult wait() {
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR)
      ;
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    result_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    result_.memory = 1024.0 * static_cast<double>(usage.ru_maxrss);
    return result_;
  }

private:
  pid_t child_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point deadline_ = Clock::time_point::max(); ///< max: none
  bool asked_ = false;
  ChildResult result_;
};

} // namespace

ChildResult run_child(std::vector<std::string> words, double seconds, const LineReader& read) {
  const Signals signals;
  Output out(make_pipe(), false), error(make_pipe(), true);
  Supervisor supervisor(start(std::move(words), signals, out, error), seconds);
  out.leave_to_child();
  error.leave_to_child();
  while (out.open() || error.open()) {
    std::array<pollfd, 3> polled{
        {{out.descriptor(), POLLIN, 0}, {error.descriptor(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}}};
    poll(polled.data(), polled.size(), supervisor.patience());
    if (polled[0].revents)
      out.receive(read);
    if (polled[1].revents)
      error.receive(read);
    if (polled[2].revents)
      supervisor.end(signals.next());
    supervisor.look_at_clock();
  }
  return supervisor.wait();
}

} // namespace hetgrid::cli
