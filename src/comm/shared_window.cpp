#include "comm/shared_window.hpp"

#include "hetgrid/error.hpp"

#include <string>
#include <sys/statvfs.h>
#include <utility>

namespace hetgrid::comm {
namespace {

/// A POSIX shared-memory object may be created larger than what its file system can hold: the process would
/// die at the first touch. Ask before.
bool shared_memory_has_room(std::size_t bytes) {
  struct statvfs file_system;
  if (statvfs("/dev/shm", &file_system) != 0)
    return true; // no such file system: MPI has other means
  return static_cast<double>(file_system.f_bavail) * static_cast<double>(file_system.f_frsize) >=
         static_cast<double>(bytes);
}

} // namespace

bool SharedWindow::has_room(const NodeGroups& groups, std::size_t bytes) {
  int room = groups.node_rank() != 0 || groups.node_size() == 1 || shared_memory_has_room(bytes);
  HG_MPI(MPI_Bcast(&room, 1, MPI_INT, 0, groups.node()));
  return room != 0;
}

SharedWindow::SharedWindow(const NodeGroups& groups, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  if (groups.node_size() == 1) {
    own_.reset(static_cast<std::byte*>(std::aligned_alloc(page, (bytes / page + 1) * page)));
    if (!own_)
      throw SystemError("no memory for " + std::to_string(bytes) + " bytes");
    data_ = own_.get();
    return;
  }
  if (!has_room(groups, bytes))
    throw SystemError("shared memory (/dev/shm) has no room for " + std::to_string(bytes) +
                      " bytes; enlarge it or set HETGRID_SHARED_MEMORY=off");

  // Every member holds an equal part, whole pages, of one contiguous piece.
  const std::size_t members = static_cast<std::size_t>(groups.node_size());
  const std::size_t part = (bytes / members / page + 1) * page;
  HG_MPI(MPI_Win_allocate_shared(static_cast<MPI_Aint>(part), 1, MPI_INFO_NULL, groups.node(), &data_,
                                 &window_));
  MPI_Aint part_of_first = 0;
  int unit = 0;
  HG_MPI(MPI_Win_shared_query(window_, 0, &part_of_first, &unit, &data_));
  HG_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_));
}

SharedWindow::SharedWindow(SharedWindow&& other) noexcept
    : window_(std::exchange(other.window_, MPI_WIN_NULL)), own_(std::move(other.own_)),
      data_(std::exchange(other.data_, nullptr)) {}

SharedWindow& SharedWindow::operator=(SharedWindow&& other) noexcept {
  std::swap(window_, other.window_);
  std::swap(own_, other.own_);
  std::swap(data_, other.data_);
  return *this;
}

SharedWindow::~SharedWindow() {
  int finalized = 0;
  if (window_ == MPI_WIN_NULL || MPI_Finalized(&finalized) != MPI_SUCCESS || finalized)
    return;
  MPI_Win_unlock_all(window_); // a destructor cannot report; nothing else depends on the window
  MPI_Win_free(&window_);
}

} // namespace hetgrid::comm
