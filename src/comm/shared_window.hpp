// Memory that the processes of a node share.
#pragma once

#include "comm/node_groups.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

namespace hetgrid::comm {

/// One piece of memory, mapped by all members of a group of NodeGroups. Ordinary memory if the group has one member.
///
/// It is a file without a name (memfd_create), which goes with the last process that has it, however that ends. Its
/// pages are taken when it is made, each member's part by the member itself, so that they lie near it and that who finds no
/// memory hears of it, and does not die at the first touch; where it is a control group that has no more, the kernel ends
/// processes all the same. No file system limits its size. MPI's own windows are not used: they live in /dev/shm, 64 MB in a
/// container, are not taken before they are touched, and with Open MPI 4 begin anywhere.
class SharedWindow {
public:
  /// When pages are taken.
  enum class Pages {
    at_once,
    on_demand ///< by take(): until then the memory is addresses only, and not to be touched
  };

  /// No memory.
  SharedWindow() = default;
  /// Collective over the group, groups.node(). The memory is zero. Empty, on every member, if one cannot have it.
  SharedWindow(const NodeGroups& groups, std::size_t bytes, Pages pages = Pages::at_once);
  SharedWindow(SharedWindow&& other) noexcept;
  SharedWindow& operator=(SharedWindow&& other) noexcept;
  /// Local.
  ~SharedWindow();

  /// Of Pages::on_demand, by the first member of the group, for all: pages of these bytes. \return whether there are any
  bool take(std::size_t begin, std::size_t bytes);

  bool empty() const noexcept { return data_ == nullptr; }
  /// Where the memory begins, on a cache line; in each process another address.
  std::byte* data() const noexcept { return data_; }

private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  /// Closed with it.
  class File {
  public:
    explicit File(int descriptor = -1) noexcept : descriptor_(descriptor) {}
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int get() const noexcept { return descriptor_; }
    void swap(File& other) noexcept { std::swap(descriptor_, other.descriptor_); }

  private:
    int descriptor_;
  };

  static std::unique_ptr<std::byte, Free> private_memory(std::size_t bytes) noexcept;
  bool map(int file, std::size_t bytes);

  std::unique_ptr<std::byte, Free> own_; ///< of a group of one
  std::byte* data_ = nullptr;
  std::size_t mapped_ = 0; ///< bytes
  File growing_;           ///< whose pages are taken on demand
};

} // namespace hetgrid::comm
