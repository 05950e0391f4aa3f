#include "cli/files/isolated.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/files/mapping.hpp"
#include "cli/options/message.hpp"
#include "cli/output/output_file.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

constexpr char result_mark = 'R', error_mark = 'E'; ///< the first byte of what the child says

[[noreturn]] void cannot_start(const std::string& name) {
  throw SystemError(fmt::format("{}: cannot be read in a process of its own: {}", one_line(name, 400),
                                std::strerror(errno)));
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 1; count != 0;) {
    count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno != EINTR)
      break;
    text.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  }
  return text;
}

#ifdef __SANITIZE_ADDRESS__ // which takes terabytes of addresses when it likes
void limit_memory(double) {}
#else
/// Of addresses, in bytes; 0: unknown.
double size_of_process() {
  double pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lf", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void limit_memory(double bytes) {
  const double size = size_of_process();
  if (size == 0)
    return;
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(size + bytes));
  setrlimit(RLIMIT_AS, &limit);
}
#endif

/// Signals end it at once, whatever MPI or a test handles; it leaves no image of its memory and does not outlive its parent.
void prepare_child(double seconds, double bytes) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const rlim_t most = static_cast<rlim_t>(std::ceil(seconds));
  const rlimit time{most, most};
  setrlimit(RLIMIT_CPU, &time);
  limit_memory(bytes);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

std::string outcome_of(const std::function<std::string()>& work) {
  try {
    return result_mark + work();
  } catch (const std::exception& error) {
    return error_mark + std::string(error.what());
  }
}

std::string end_of(int status) {
  if (!WIFSIGNALED(status))
    return "its reader ended early";
  if (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)
    return "its reader took too long, or too much memory";
  return fmt::format("its reader crashed ({})", strsignal(WTERMSIG(status)));
}

} // namespace

std::string isolated(const std::string& name, double seconds, double bytes,
                     const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    cannot_start(name);
  const Descriptor output(ends[0]);
  Descriptor input(ends[1]);
  const pid_t child = fork();
  if (child < 0)
    cannot_start(name);
  if (child == 0) {
    prepare_child(seconds, bytes);
    write_all(input.get(), outcome_of(work));
    _exit(0);
  }
  input = Descriptor();
  const std::string said = read_all(output.get());
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (said.starts_with(result_mark))
    return said.substr(1);
  if (said.starts_with(error_mark))
    throw InputError(said.substr(1));
  throw InputError(fmt::format("{}: {}: expected a file that is whole", one_line(name, 400), end_of(status)));
}

} // namespace hetgrid::cli
