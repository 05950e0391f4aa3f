#include "linalg/server/shared_rooms.hpp"

#include "comm/mpi_check.hpp"
#include "comm/node_groups.hpp"

namespace hetgrid::linalg {

SharedRooms::SharedRooms(MPI_Comm comm, const std::vector<std::size_t>& bytes) : rooms_(bytes.size()) {
  constexpr std::size_t page = 4096;
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

} // namespace hetgrid::linalg
