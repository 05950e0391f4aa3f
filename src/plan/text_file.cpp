#include "plan/text_file.hpp"

#include "hetgrid/error.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hetgrid::plan {
namespace {

/// Bytes. The links of all pairs of 1024 processes take 90 MB.
constexpr std::size_t longest = std::size_t{1} << 28;

/// A file open for reading.
class Source {
public:
  explicit Source(const std::string& name)
      : name_(name), descriptor_(open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status {};
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0)
      fail(errno);
    is_pipe_ = S_ISFIFO(status.st_mode);
    if (!is_pipe_)
      wait_for_data();
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() { close_it(); }

  /// \return how many bytes of `part` are read, 0 at the end
  std::size_t read(std::span<char> part) {
    using namespace std::chrono;
    const auto deadline = steady_clock::now() + seconds(longest_wait);
    for (;;) {
      const ssize_t count = ::read(descriptor_, part.data(), part.size());
      if (count > 0 || (count == 0 && !is_pipe_)) {
        has_writer_ = true;
        return static_cast<std::size_t>(count);
      }
      if (count < 0 && errno == EAGAIN) { // somebody writes, and has written nothing yet
        has_writer_ = true;
        wait_for_data();
      } else if (count < 0 && errno != EINTR)
        fail(errno);
      else if (count == 0 && has_writer_)
        return 0;
      else if (steady_clock::now() > deadline)
        throw InputError(name_ + ": cannot be read: a pipe that nobody has written to for " +
                         std::to_string(longest_wait) + " seconds");
      else
        std::this_thread::sleep_for(milliseconds(10));
    }
  }

private:
  static constexpr int longest_wait = 10; ///< seconds

  void wait_for_data() { fcntl(descriptor_, F_SETFL, fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK); }
  void close_it() {
    if (descriptor_ >= 0)
      close(std::exchange(descriptor_, -1));
  }
  [[noreturn]] void fail(int error) {
    close_it(); // in a constructor that fails nobody else does
    throw InputError(name_ + ": cannot be read: " + std::strerror(error));
  }

  std::string name_;
  int descriptor_;
  bool is_pipe_ = false, has_writer_ = false;
};

} // namespace

std::string text_of_file(const std::string& file) {
  Source source(file);
  std::string text;
  std::vector<char> part(1 << 16);
  while (const std::size_t count = source.read(part)) {
    text.append(part.data(), count);
    if (text.size() > longest)
      throw InputError(file + ": more than " + std::to_string(longest) +
                       " bytes: expected a file of at most as many");
  }
  return text;
}

} // namespace hetgrid::plan
