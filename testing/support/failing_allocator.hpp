// An allocator that fails when it is told to: replaces operator new, and stands in front of malloc, calloc, aligned_alloc,
// posix_memalign, memfd_create and posix_fallocate, of the whole program (not of mmap: MPICH's UCX patches it). Include it in one
// source file of a test.
//
// While armed it counts what the libraries of hetgrid ask for, and the program if it has their objects, directly or through the
// C++ library, and the k-th request fails. As the standard demands of operator new, a new-handler is asked for memory then, and
// the request tried again: hetgrid's has some while a call is under way (kernel/standby_memory.hpp). All else is let through.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <new>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_calloc(std::size_t, std::size_t);
extern "C" void* __libc_memalign(std::size_t, std::size_t);

namespace hetgrid::testing {

class FailingAllocator {
public:
  static FailingAllocator& instance() noexcept {
    static constinit FailingAllocator allocator;
    return allocator;
  }

  /// The program's own requests count as well: it is linked with objects of hetgrid. Before arm().
  void count_program() noexcept { program_counts_ = true; }
  /// Whether a library of hetgrid, or the program, is there to be counted.
  bool sees_any() noexcept {
    if (code_count_ == 0)
      dl_iterate_phdr(note_code, this);
    return sees_any_;
  }

  /// The k-th request from now on fails, k from 1; of one of at least `least` bytes.
  void arm(long k, std::size_t least = 0) noexcept {
    sees_any();
    due_ = k;
    least_ = least;
    requests_ = 0;
    failed_ = false;
  }
  /// \return whether a request has failed
  bool disarm() noexcept {
    due_ = 0;
    return failed_;
  }
  /// This request is the one. Once only: it succeeds when it is tried again.
  bool fails(std::size_t bytes, const void* caller) noexcept {
    if (due_ == 0 || bytes < least_ || !is_ours(caller) || ++requests_ != due_)
      return false;
    return failed_ = true;
  }

private:
  struct Code {
    std::size_t begin, end;
  };
  static constexpr int most_code = 16;

  static int note_code(dl_phdr_info* object, std::size_t, void* self) noexcept {
    FailingAllocator& allocator = *static_cast<FailingAllocator*>(self);
    const bool is_hetgrid = std::strstr(object->dlpi_name, "libhetgrid") ||
                            (allocator.program_counts_ && object->dlpi_name[0] == 0);
    if (!is_hetgrid && !std::strstr(object->dlpi_name, "libstdc++"))
      return 0;
    allocator.sees_any_ |= is_hetgrid;
    for (int k = 0; k < object->dlpi_phnum && allocator.code_count_ < most_code; ++k)
      if (const auto& part = object->dlpi_phdr[k]; part.p_type == PT_LOAD && (part.p_flags & PF_X))
        allocator.code_[allocator.code_count_++] = {object->dlpi_addr + part.p_vaddr,
                                                    object->dlpi_addr + part.p_vaddr + part.p_memsz};
    return 0;
  }
  bool is_ours(const void* caller) const noexcept {
    const auto address = reinterpret_cast<std::size_t>(caller);
    for (int k = 0; k < code_count_; ++k)
      if (code_[k].begin <= address && address < code_[k].end)
        return true;
    return false;
  }

  long due_ = 0, requests_ = 0;
  std::size_t least_ = 0;
  bool failed_ = false, program_counts_ = false, sees_any_ = false;
  Code code_[most_code] = {};
  int code_count_ = 0;
};

inline void* allocate(std::size_t bytes, std::size_t alignment, const void* caller) {
  for (;;) {
    if (!FailingAllocator::instance().fails(bytes, caller))
      if (void* const memory = alignment == 0 ? __libc_malloc(bytes == 0 ? 1 : bytes)
                                              : __libc_memalign(alignment, bytes == 0 ? 1 : bytes))
        return memory;
    const std::new_handler find_memory = std::get_new_handler();
    if (!find_memory)
      throw std::bad_alloc();
    find_memory();
  }
}

/// Not inline, lest the compiler takes operator new and free for a pair that does not match.
[[gnu::noinline]] inline void release(void* memory) noexcept {
  std::free(memory);
}

} // namespace hetgrid::testing

#define HG_CALLER __builtin_return_address(0)

void* operator new(std::size_t bytes) {
  return hetgrid::testing::allocate(bytes, 0, HG_CALLER);
}
void* operator new[](std::size_t bytes) {
  return hetgrid::testing::allocate(bytes, 0, HG_CALLER);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return hetgrid::testing::allocate(bytes, static_cast<std::size_t>(alignment), HG_CALLER);
}
void operator delete(void* memory) noexcept {
  hetgrid::testing::release(memory);
}
void operator delete[](void* memory) noexcept {
  hetgrid::testing::release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  hetgrid::testing::release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  hetgrid::testing::release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  hetgrid::testing::release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  hetgrid::testing::release(memory);
}

extern "C" {

void* calloc(std::size_t count, std::size_t size) {
  if (hetgrid::testing::FailingAllocator::instance().fails(count * size, HG_CALLER)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_calloc(count, size);
}

void* malloc(std::size_t bytes) {
  if (hetgrid::testing::FailingAllocator::instance().fails(bytes, HG_CALLER)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_malloc(bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (hetgrid::testing::FailingAllocator::instance().fails(bytes, HG_CALLER)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  if (hetgrid::testing::FailingAllocator::instance().fails(bytes, HG_CALLER))
    return ENOMEM;
  *memory = __libc_memalign(alignment, bytes);
  return *memory ? 0 : ENOMEM;
}

int memfd_create(const char* name, unsigned flags) noexcept {
  if (hetgrid::testing::FailingAllocator::instance().fails(0, HG_CALLER)) {
    errno = EMFILE;
    return -1;
  }
  return static_cast<int>(syscall(SYS_memfd_create, name, flags));
}

int posix_fallocate(int file, off_t first, off_t bytes) {
  if (hetgrid::testing::FailingAllocator::instance().fails(static_cast<std::size_t>(bytes), HG_CALLER))
    return ENOSPC;
  return syscall(SYS_fallocate, file, 0, first, bytes) == 0 ? 0 : errno;
}

} // extern "C"

#undef HG_CALLER
