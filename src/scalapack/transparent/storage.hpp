// Memory of the copies of large matrices.
#pragma once

#include "hetgrid/layout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>

namespace hetgrid::scalapack::transparent {

/// Memory that is not initialised, on huge pages where the system has them: a copy is written once, so that page
/// faults would be a large part of the time to move.
template <typename T>
class Storage {
public:
  Storage() = default;
  /// `size` elements. \throws std::bad_alloc
  explicit Storage(layout::Index size) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    const std::size_t whole_pages = (bytes + huge_page - 1) / huge_page * huge_page;
    data_.reset(static_cast<T*>(std::aligned_alloc(huge_page, std::max(whole_pages, huge_page))));
    if (!data_)
      throw std::bad_alloc();
    madvise(data_.get(), whole_pages, MADV_HUGEPAGE); // advice only: what the system answers does not matter
  }
  T* data() const noexcept { return data_.get(); }

private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T[], Free> data_;
};

} // namespace hetgrid::scalapack::transparent
