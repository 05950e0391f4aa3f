// Memory that the processes of a node share.
#pragma once

#include "comm/node_groups.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace hetgrid::comm {

/// One piece of memory, mapped by all members of a group of NodeGroups: an MPI shared-memory window, open for
/// loads and stores as long as it lives. Ordinary memory if the group has one member.
class SharedWindow {
public:
  /// Collective over groups.node(). \return whether the node's shared memory has room for so many bytes, the same
  /// on every member
  static bool has_room(const NodeGroups& groups, std::size_t bytes);

  /// No memory.
  SharedWindow() = default;
  /// Collective over the group, groups.node(). The memory is not initialised.
  /// \throws SystemError, on every member, if the node's shared memory has no room for it
  SharedWindow(const NodeGroups& groups, std::size_t bytes);
  SharedWindow(SharedWindow&& other) noexcept;
  SharedWindow& operator=(SharedWindow&& other) noexcept;
  /// Collective over the group, unless there is no memory.
  ~SharedWindow();

  bool empty() const noexcept { return data_ == nullptr; }
  /// Where the memory begins, on a cache line; in each process another address.
  std::byte* data() const noexcept { return data_; }

private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  MPI_Win window_ = MPI_WIN_NULL;
  std::unique_ptr<std::byte, Free> own_; ///< of a group of one
  std::byte* data_ = nullptr;
};

} // namespace hetgrid::comm
