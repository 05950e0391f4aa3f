// Memory of the copies of large matrices.
#pragma once

#include "hetgrid/layout.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hetgrid::scalapack::transparent {

/// Keeps what a call has used for the next one: a copy is written once, so that the page faults of fresh memory can take
/// longer than the move. Memory is on huge pages where the system has them, and not initialised.
class MemoryPool {
public:
  /// Before arrays of these bytes, 0: none, are taken, in this order: frees what is kept and none of them will get. What they get then is
  /// bytes() and what is returned: bytes that the system will be asked for.
  std::size_t prepare(std::span<const std::size_t> sizes) noexcept;
  /// At least `bytes`: kept, and not much more, or new. \throws std::bad_alloc
  void* take(std::size_t bytes);
  /// Touches what is taken and was not kept, so that what the call does with it takes no longer than where it was. Its contents are not
  /// kept.
  void touch() noexcept;
  void put_back(void* memory) noexcept;
  /// Of everything that is kept or taken.
  std::size_t bytes() const noexcept;
  /// Frees everything that is not taken.
  void trim() noexcept;

private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  struct Block {
    std::unique_ptr<void, Free> memory;
    std::size_t bytes;
    bool taken;
    std::size_t untouched; ///< so many of its first bytes
    bool expected = false; ///< by an array of prepare()
  };
  /// The smallest that an array of `bytes` may have and nobody has or expects; nullptr: none.
  Block* find(std::size_t bytes) noexcept;
  std::vector<Block> blocks_;
};

/// An array from a pool.
template <typename T>
class PooledArray {
public:
  PooledArray() = default;
  PooledArray(MemoryPool& pool, layout::Index size)
      : pool_(&pool), data_(static_cast<T*>(pool.take(static_cast<std::size_t>(size) * sizeof(T)))) {}
  ~PooledArray() {
    if (pool_)
      pool_->put_back(data_);
  }
  PooledArray(const PooledArray&) = delete;
  PooledArray& operator=(const PooledArray&) = delete;
  PooledArray& operator=(PooledArray&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(data_, other.data_);
    return *this;
  }

  T* data() const noexcept { return data_; }

private:
  MemoryPool* pool_ = nullptr;
  T* data_ = nullptr;
};

} // namespace hetgrid::scalapack::transparent
