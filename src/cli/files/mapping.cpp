#include "cli/files/mapping.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/options/message.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

[[noreturn]] void fail(const std::string& name, const char* what, int error) {
  throw InputError(fmt::format("{}: cannot be {}: {}", one_line(name, 400), what, std::strerror(error)));
}

} // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0)
    close(number_);
}

Mapping::Mapping(Descriptor descriptor, bool writable, std::string name)
    : descriptor_(std::move(descriptor)), name_(std::move(name)) {
  struct stat status {};
  if (descriptor_.get() < 0 || fstat(descriptor_.get(), &status) != 0)
    fail(name_, writable ? "written" : "read", errno);
  if (!S_ISREG(status.st_mode))
    fail(name_, writable ? "written" : "read", S_ISDIR(status.st_mode) ? EISDIR : ESPIPE);
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0)
    return;
  void* const begin =
      mmap(nullptr, size_, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, descriptor_.get(), 0);
  if (begin == MAP_FAILED)
    fail(name_, "mapped", errno);
  data_ = static_cast<std::byte*>(begin);
}

Mapping Mapping::of_input(const std::string& name) {
  return {Descriptor(open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), false, name};
}

Mapping Mapping::of_output(const std::string& name) {
  return {Descriptor(open(name.c_str(), O_RDWR | O_CLOEXEC)), true, name};
}

Mapping Mapping::scratch(const std::string& folder, std::size_t bytes) {
  const std::string name = fmt::format("a temporary file of {} bytes in {}", bytes, folder);
  Descriptor descriptor(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (descriptor.get() < 0) { // not every file system has files without names
    std::string temporary = folder + "/.hetgrid-XXXXXX";
    descriptor = Descriptor(mkostemp(temporary.data(), O_CLOEXEC));
    if (descriptor.get() >= 0)
      unlink(temporary.c_str());
  }
  if (descriptor.get() < 0)
    fail(name, "written", errno);
  allocate(descriptor, bytes, name);
  return {std::move(descriptor), true, name};
}

Mapping::Mapping(Mapping&& other) noexcept
    : descriptor_(std::move(other.descriptor_)), name_(std::move(other.name_)),
      data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (data_)
    munmap(data_, size_);
}

void Mapping::sync() const {
  if (fsync(descriptor_.get()) != 0) // pages that were written through a mapping, too
    fail(name_, "written", errno);
}

void allocate(const Descriptor& descriptor, std::size_t bytes, const std::string& name) {
  if (const int error = posix_fallocate(descriptor.get(), 0, static_cast<off_t>(bytes)))
    fail(name, "written", error);
}

} // namespace hetgrid::cli
