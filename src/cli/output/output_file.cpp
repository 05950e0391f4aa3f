#include "cli/output/output_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/options/message.hpp"

namespace hetgrid::cli {
namespace {

constexpr int longest_wait = 10; ///< seconds, for somebody who reads from a pipe

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : file.substr(0, slash);
}

std::string temporary_name(const std::string& file) {
  const std::string folder = folder_of(file);
  return (folder == "/" ? "" : folder) + "/.hetgrid-XXXXXX";
}

/// Files of the outputs that there are: each is that of one alone.
std::set<std::string>& claimed_places() {
  static std::set<std::string> places;
  return places;
}

bool is_standard_output(const struct stat& file) {
  struct stat output {};
  return fstat(STDOUT_FILENO, &output) == 0 && file.st_dev == output.st_dev && file.st_ino == output.st_ino;
}

/// A file without a name gets one. \return 0 or errno
int give_name(int descriptor, std::string& name) {
  const std::string self = fmt::format("/proc/self/fd/{}", descriptor);
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    const std::string candidate =
        fmt::format("{}{:x}-{}", name.substr(0, name.size() - 6), getpid(), attempt);
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, candidate.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      name = candidate;
      return 0;
    }
    if (errno != EEXIST)
      return errno;
  }
  return EEXIST;
}

} // namespace

std::string follow_links(const std::string& name) {
  std::string file = name;
  for (int link = 0; link < 40; ++link) {
    std::string next(4096, '\0');
    const ssize_t length = readlink(file.c_str(), next.data(), next.size());
    if (length < 0)
      return file;
    next.resize(static_cast<std::size_t>(length));
    file = next.starts_with('/') ? next : folder_of(file) + "/" + next;
  }
  return file;
}

bool write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

mode_t permissions(const std::string& target) {
  struct stat old {};
  if (stat(target.c_str(), &old) == 0)
    return old.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

OutputFile::OutputFile(std::string name) : name_(std::move(name)) {
  if (!wanted() || name_ == "-")
    return;
  struct stat old {};
  const bool exists = stat(name_.c_str(), &old) == 0;
  // Opened once more it would begin anew in a file that standard output has written to.
  if (exists && is_standard_output(old)) {
    name_ = "-";
    return;
  }
  // A file that has no place, or none but a descriptor's, cannot be replaced there.
  in_place_ = exists && ((!S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) || name_.starts_with("/dev/fd/") ||
                         name_.starts_with("/dev/std") || name_.starts_with("/proc/"));
  target_ = in_place_ ? name_ : follow_links(name_);
  check_place();
  if (S_ISFIFO(old.st_mode))
    open_pipe();
  if (in_place_)
    return;
  open_beside(); // as write() will
  discard();
  claim_place();
}

OutputFile::~OutputFile() {
  discard();
  if (!place_.empty())
    claimed_places().erase(place_);
}

void OutputFile::check_apart(const std::string& input) const {
  std::error_code none; // yet
  if (std::filesystem::equivalent(target_, input, none))
    throw InputError(
        fmt::format("{}: is an operand: expected the name of another file", one_line(name_, 400)));
}

void OutputFile::claim_place() {
  std::error_code ignored;
  const std::string place = std::filesystem::weakly_canonical(target_, ignored).string();
  if (!claimed_places().insert(place).second)
    throw InputError(
        fmt::format("{}: given for two outputs: expected a file for each", one_line(name_, 400)));
  place_ = place;
}

void OutputFile::check_place() const {
  struct stat old {};
  if (stat(target_.c_str(), &old) != 0) {
    if (errno != ENOENT || target_.ends_with('/'))
      fail(errno == ENOENT ? EISDIR : errno);
    return;
  }
  if (S_ISDIR(old.st_mode))
    fail(EISDIR);
  if (access(target_.c_str(), W_OK) != 0)
    fail(errno);
}

void OutputFile::open_beside() {
  descriptor_ = open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor_ < 0) { // not every file system has files without names
    std::string name = temporary_name(target_);
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0)
      fail(errno);
    temporary_ = name;
  }
  if (fchmod(descriptor_, permissions(target_)) != 0)
    fail(errno);
}

void OutputFile::open_in_place() {
  descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC);
  if (descriptor_ < 0)
    fail(errno);
}

/// Who reads from a pipe has read all when it is closed: it stays open until it is written.
void OutputFile::open_pipe() {
  using namespace std::chrono;
  const auto deadline = steady_clock::now() + seconds(longest_wait);
  do {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ >= 0) {
      fcntl(descriptor_, F_SETFL, fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
      return;
    }
    if (errno != ENXIO)
      fail(errno);
    std::this_thread::sleep_for(milliseconds(10));
  } while (steady_clock::now() < deadline);
  throw InputError(fmt::format("{}: cannot be written: a pipe that nobody has read from for {} seconds",
                               one_line(name_, 400), longest_wait));
}

void OutputFile::write(const std::string& text) {
  if (!wanted())
    return;
  if (name_ == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
      throw StandardOutputError(errno);
    return flush_standard_output();
  }
  if (!in_place_)
    open_beside();
  else if (descriptor_ < 0)
    open_in_place();
  if (!write_all(descriptor_, text) || (!in_place_ && fsync(descriptor_) != 0))
    fail(errno);
}

void OutputFile::publish() {
  if (descriptor_ < 0)
    return;
  if (!in_place_) {
    if (temporary_.empty()) {
      std::string name = temporary_name(target_);
      if (const int error = give_name(descriptor_, name))
        fail(error);
      temporary_ = name;
    }
    if (rename(temporary_.c_str(), target_.c_str()) != 0)
      fail(errno);
    temporary_.clear();
  }
  if (close(std::exchange(descriptor_, -1)) != 0)
    fail(errno);
}

void OutputFile::discard() noexcept {
  if (descriptor_ >= 0)
    close(std::exchange(descriptor_, -1));
  if (!temporary_.empty())
    unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::fail(int error) const {
  throw InputError(fmt::format("{}: cannot be written: {}", one_line(name_, 400), std::strerror(error)));
}

void write_file(const std::string& name, const std::string& text) {
  OutputFile file(name);
  file.write(text);
  file.publish();
}

StandardOutputError::StandardOutputError(int error)
    : SystemError(fmt::format("standard output: cannot be written: {}", std::strerror(error))) {}

void flush_standard_output() {
  if (std::fflush(stdout) != 0)
    throw StandardOutputError(errno);
  if (std::ferror(stdout))
    throw StandardOutputError(EIO);
}

} // namespace hetgrid::cli
