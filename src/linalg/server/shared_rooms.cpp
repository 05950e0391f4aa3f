#include "linalg/server/shared_rooms.hpp"

#include "comm/mpi_check.hpp"
#include "comm/node_groups.hpp"

#include <sys/mman.h>

namespace hetgrid::linalg {

SharedRooms::SharedRooms(MPI_Comm comm, const std::vector<std::size_t>& bytes) : rooms_(bytes.size()) {
  const std::size_t page = page_size();
  const comm::NodeGroups groups(comm);
  const int server = groups.group_of(0);
  if (groups.group_of(groups.rank()) != server || groups.node_size() == 1)
    return;
  std::size_t end = 0;
  for (std::size_t rank = 1; rank < bytes.size(); ++rank)
    if (groups.group_of(static_cast<int>(rank)) == server && bytes[rank] > 0) {
      rooms_[rank] = {nullptr, end, (2 * bytes[rank] / page + 1) * page};
      end += rooms_[rank].bytes;
    }
  if (end == 0)
    return;
  window_ = comm::SharedWindow(groups, end, comm::SharedWindow::Pages::on_demand);
  for (Room& room : rooms_)
    if (!window_.empty() && room.bytes > 0)
      room.data = window_.data() + room.begin;
}

MappedRoom::MappedRoom(const SharedRooms::Room& room, std::size_t most)
    : data_(room.data), most_(most / page_) {
  if (data_) {
    uses_.resize(room.bytes / page_);
    mapped_.resize(room.bytes / page_);
  }
}

MappedRoom::~MappedRoom() {
  unmap_unused(0);
}

void MappedRoom::use(std::size_t begin, std::size_t bytes, std::size_t elsewhere) {
  const std::size_t first = begin / page_, before = count_;
  std::size_t end = first;
  for (; end * page_ < begin + bytes; ++end) {
    ++uses_[end];
    if (!mapped_[end]) {
      mapped_[end] = true;
      ++count_;
    }
  }
  [[maybe_unused]] const bool maps = count_ > before;
  make_room(elsewhere);
#ifdef MADV_POPULATE_WRITE // these and no others: where a page is read that is not mapped, Linux maps 64 KB around it
  if (maps)
    madvise(data_ + first * page_, (end - first) * page_, MADV_POPULATE_WRITE);
#endif
}

void MappedRoom::leave(std::size_t begin, std::size_t bytes) {
  for (std::size_t k = begin / page_; k * page_ < begin + bytes; ++k)
    --uses_[k];
}

void MappedRoom::make_room(std::size_t elsewhere) {
  const std::size_t other = pages(elsewhere);
  if (!has_room(elsewhere))
    unmap_unused(most_ > other ? most_ - other : 0);
}

/// The last first: parts are given from the beginning of a room.
void MappedRoom::unmap_unused(std::size_t most) {
  const auto is_idle = [&](std::size_t k) { return mapped_[k] && uses_[k] == 0; };
  for (std::size_t end = mapped_.size(); end > 0 && count_ > most; --end) {
    std::size_t begin = end;
    for (; begin > 0 && is_idle(begin - 1) && count_ > most; --count_)
      mapped_[--begin] = false;
    if (begin == end)
      continue;
    madvise(data_ + begin * page_, (end - begin) * page_, MADV_DONTNEED); // the file keeps them
    end = begin + 1;
  }
}

} // namespace hetgrid::linalg
