#include "cli/process/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/process/launcher.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
sigset_t ignored_at_start;

#if defined(__SANITIZE_ADDRESS__)
[[gnu::no_sanitize("address")]] // which is not initialised yet
#endif
void look_at_ignored_signals() {
  sigemptyset(&ignored_at_start);
  struct sigaction action {};
  for (const int signal : ending_signals)
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
      sigaddset(&ignored_at_start, signal);
}

/// Before libraries are initialised: UCX takes SIGHUP for itself, whether it was ignored or not.
[[gnu::section(".preinit_array"), gnu::used]] void (*first)() = look_at_ignored_signals;

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

/// One of the two outputs of the program.
class Output {
public:
  explicit Output(bool error) : pipe_(make_pipe()), error_(error) {}

  int descriptor() const { return pipe_.read.number(); }
  int end_for_child() const { return pipe_.write.number(); }
  void leave_to_child() { pipe_.write.close(); }
  bool open() const { return pipe_.read.number() >= 0; }

  void receive(const ChildOptions& options) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(pipe_.read.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      return;
    rest_.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    std::size_t begin = 0;
    for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
      options.read(rest_.substr(begin, end - begin), error_);
    rest_.erase(0, begin);
    if (count > 0)
      return;
    if (!rest_.empty())
      options.read(rest_, error_);
    pipe_.read.close();
  }

private:
  Pipe pipe_;
  bool error_;
  std::string rest_;
};

using Outputs = std::optional<std::pair<Output, Output>>; ///< none: those of this process

void leave_group_and_outputs(const Output& out, const Output& error) {
  setpgid(0, 0);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out.end_for_child(), STDOUT_FILENO);
  dup2(error.end_for_child(), STDERR_FILENO);
}

pid_t start(std::vector<std::string> words, const EndingSignals& signals, const Outputs& outputs) {
  const std::vector<char*> argv = argument_vector(words);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0)
    throw failed("fork");
  if (child > 0) {
    if (outputs)
      setpgid(child, child); // whichever of the two comes first
    return child;
  }
  if (outputs)
    leave_group_and_outputs(outputs->first, outputs->second);
  // A script can end its children, if it is asked to; a launcher may take its time.
  prctl(PR_SET_PDEATHSIG, outputs ? SIGTERM : SIGKILL);
  signals.restore();
  if (getppid() == parent)
    execvp(argv[0], argv.data());
  fmt::print(stderr, "hetgrid: {}: cannot be run: {}\n", argv[0], std::strerror(errno));
  _exit(127);
}

class Supervisor {
public:
  Supervisor(pid_t child, const ChildOptions& options)
      : child_(child), target_(options.read ? -child : child), options_(options) {
    if (options.seconds > 0)
      deadline_ = begin_ +
                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  }

  bool running() const { return running_; }
  /// Milliseconds until something is to be done; -1: never.
  int patience() const {
    if (deadline_ == Clock::time_point::max())
      return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
  }

  void take(int signal) {
    if (signal != SIGCHLD)
      return end(signal);
    int status = 0;
    if (running_ && waitpid(child_, &status, WNOHANG) == child_) {
      running_ = false;
      result_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }
  void look_at_clock() {
    if (Clock::now() >= deadline_)
      end(0);
  }

  ChildResult result() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    result_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    result_.memory = 1024.0 * static_cast<double>(usage.ru_maxrss);
    return result_;
  }

private:
  /// The first request to end is passed on; after the grace period, or at the second one, all is killed.
  void end(int signal) {
    if (asked_ && options_.kill)
      options_.kill();
    const pid_t target = !asked_ && options_.asks_others ? child_ : target_;
    if (running_ || target < 0) // else the number may be another one's by now
      kill(target, asked_ ? SIGKILL : SIGTERM);
    if (!asked_) {
      result_.signal = signal;
      result_.timed_out = signal == 0;
    }
    asked_ = true;
    deadline_ = Clock::now() + (options_.asks_others ? 2 : 1) * grace;
  }

  pid_t child_, target_;
  const ChildOptions& options_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point deadline_ = Clock::time_point::max(); ///< max: none
  bool running_ = true, asked_ = false;
  ChildResult result_;
};

} // namespace

EndingSignals::EndingSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (const int signal : ending_signals)
    if (sigismember(&ignored_at_start, signal))
      std::signal(signal, SIG_IGN);
    else
      sigaddset(&set, signal);
  descriptor_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0)
    throw failed("signalfd");
  // Who has inherited that it is ignored would never hear of the end of a child.
  std::signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &set, &before_);
}

EndingSignals::~EndingSignals() {
  restore();
  close(descriptor_);
}

void EndingSignals::restore() const {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int EndingSignals::next() const {
  signalfd_siginfo info{};
  return ::read(descriptor_, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

ChildResult run_child(std::vector<std::string> words, const EndingSignals& signals,
                      const ChildOptions& options) {
  Outputs outputs;
  if (options.read)
    outputs.emplace(Output(false), Output(true));
  Supervisor supervisor(start(std::move(words), signals, outputs), options);
  std::array<pollfd, 3> polled{{{-1, POLLIN, 0}, {-1, POLLIN, 0}, {signals.descriptor(), POLLIN, 0}}};
  if (outputs) {
    outputs->first.leave_to_child();
    outputs->second.leave_to_child();
  }
  while (supervisor.running() || (outputs && (outputs->first.open() || outputs->second.open()))) {
    if (outputs) {
      polled[0].fd = outputs->first.descriptor();
      polled[1].fd = outputs->second.descriptor();
    }
    if (poll(polled.data(), polled.size(), supervisor.patience()) < 0)
      continue; // interrupted
    if (polled[0].revents)
      outputs->first.receive(options);
    if (polled[1].revents)
      outputs->second.receive(options);
    if (polled[2].revents)
      while (const int signal = signals.next())
        supervisor.take(signal);
    supervisor.look_at_clock();
  }
  return supervisor.result();
}

} // namespace hetgrid::cli
