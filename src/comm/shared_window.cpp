#include "comm/shared_window.hpp"

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "kernel/standby_memory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hetgrid::comm {
namespace {

constexpr std::size_t page = 4096, cache_line = 64;

/// Who has the file open, and what tells it from others: a process of another namespace may have the same number.
struct Identity {
  std::int64_t process = 0, descriptor = -1, device = 0, inode = 0;
};

/// Longer files than RLIMIT_FSIZE would end the process by a signal.
bool within_limit(std::size_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

int create_file(std::size_t bytes) {
  const int file = memfd_create("hetgrid", MFD_CLOEXEC);
  if (file >= 0 && within_limit(bytes) && ftruncate(file, static_cast<off_t>(bytes)) == 0)
    return file;
  if (file >= 0)
    close(file);
  return -1;
}

Identity identity_of(int file) {
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0)
    return {};
  return {getpid(), file, static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino)};
}

/// The file that another process of this node has open; -1 if it cannot be opened here.
int open_file_of(const Identity& owner) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%lld/fd/%lld", static_cast<long long>(owner.process),
                static_cast<long long>(owner.descriptor));
  const int file = owner.descriptor < 0 ? -1 : open(path, O_RDWR | O_CLOEXEC);
  const Identity found = identity_of(file);
  if (file >= 0 && (found.device != owner.device || found.inode != owner.inode)) {
    close(file);
    return -1;
  }
  return file;
}

/// In pieces: a signal, as a profiler's, ends a call, which gives back what it has taken, and the next one may come before a
/// long call is done.
bool take_pages(int file, std::size_t begin, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  for (const std::size_t end = begin + bytes; begin < end;) {
    const std::size_t length = std::min(piece, end - begin);
    const int error = posix_fallocate(file, static_cast<off_t>(begin), static_cast<off_t>(length));
    if (error == 0)
      begin += length;
    else if (error != EINTR)
      return false;
  }
  return true;
}

} // namespace

SharedWindow::File::~File() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

auto SharedWindow::private_memory(std::size_t bytes) noexcept -> std::unique_ptr<std::byte, Free> {
  try {
    return std::unique_ptr<std::byte, Free>(
        static_cast<std::byte*>(kernel::allocated([bytes] { return std::calloc(bytes, 1); })));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

SharedWindow::SharedWindow(const NodeGroups& groups, std::size_t bytes, Pages pages) {
  if (groups.node_size() == 1) {
    own_ = private_memory(bytes + cache_line);
    if (own_)
      data_ =
          own_.get() + (cache_line - reinterpret_cast<std::uintptr_t>(own_.get()) % cache_line) % cache_line;
    return;
  }
  const auto members = static_cast<std::size_t>(groups.node_size()),
             me = static_cast<std::size_t>(groups.node_rank());
  const std::size_t part = (bytes / members / page + 1) * page, total = members * part;
  File created(me == 0 ? create_file(total) : -1);
  Identity owner = identity_of(created.get());
  broadcast(&owner, 1, 0, groups.node());
  const File opened(me == 0 ? -1 : open_file_of(owner));
  const int file = me == 0 ? created.get() : opened.get();
  const bool mapped = map(file, total) && (pages == Pages::on_demand || take_pages(file, me * part, part));
  if (!all_succeed(groups.node(), mapped)) // the file stays open until all have opened it
    *this = SharedWindow();
  else if (pages == Pages::on_demand)
    growing_.swap(created);
}

bool SharedWindow::take(std::size_t begin, std::size_t bytes) {
  return growing_.get() >= 0 && begin + bytes <= mapped_ && take_pages(growing_.get(), begin, bytes);
}

bool SharedWindow::map(int file, std::size_t bytes) {
  if (file < 0 || !within_limit(bytes))
    return false;
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    return false;
  data_ = static_cast<std::byte*>(memory);
  mapped_ = bytes;
  return true;
}

SharedWindow::SharedWindow(SharedWindow&& other) noexcept
    : own_(std::move(other.own_)), data_(std::exchange(other.data_, nullptr)),
      mapped_(std::exchange(other.mapped_, 0)) {
  growing_.swap(other.growing_);
}

SharedWindow& SharedWindow::operator=(SharedWindow&& other) noexcept {
  std::swap(own_, other.own_);
  std::swap(data_, other.data_);
  std::swap(mapped_, other.mapped_);
  growing_.swap(other.growing_);
  return *this;
}

SharedWindow::~SharedWindow() {
  if (mapped_ > 0)
    munmap(data_, mapped_);
}

} // namespace hetgrid::comm
