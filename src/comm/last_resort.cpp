#include "comm/last_resort.hpp"

#include <functional>
#include <new>

namespace hetgrid::comm {
namespace {

class LastResort final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    try {
      return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    } catch (const std::bad_alloc&) {
      return pool_.allocate(bytes, alignment);
    }
  }
  void do_deallocate(void* place, std::size_t bytes, std::size_t alignment) override {
    const std::less<const void*> before;
    if (before(place, memory_) || !before(place, memory_ + sizeof memory_))
      std::pmr::new_delete_resource()->deallocate(place, bytes, alignment);
    else
      pool_.deallocate(place, bytes, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  static constexpr std::size_t largest_block = std::size_t{32} << 10;

  alignas(64) std::byte memory_[std::size_t{256} << 10];
  std::pmr::monotonic_buffer_resource all_{memory_, sizeof memory_, std::pmr::null_memory_resource()};
  std::pmr::unsynchronized_pool_resource pool_{{8, largest_block}, &all_};
};

} // namespace

std::pmr::memory_resource* last_resort() {
  // Never ended: sets of processes are, in MPI_Finalize, whenever that is.
  alignas(LastResort) static std::byte place[sizeof(LastResort)];
  static LastResort* const made = new (place) LastResort;
  return made;
}

} // namespace hetgrid::comm
