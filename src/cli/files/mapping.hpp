// Files as memory: the system reads what is touched, and writes back what was changed, when it likes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hetgrid::cli {

/// A file descriptor.
class Descriptor {
public:
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const noexcept { return number_; }

private:
  int number_;
};

/// A whole file that is mapped. Others may have it open at the same time; whoever makes it shorter meanwhile ends this process.
class Mapping {
public:
  Mapping() = default;
  /// What is there, only to be read. \throws InputError
  static Mapping of_input(const std::string& name);
  /// What is there, to be read and written. \throws InputError
  static Mapping of_output(const std::string& name);
  /// So many bytes of a file that has no name in this folder, and ends with the mapping. \throws InputError, as for a full disk
  static Mapping scratch(const std::string& folder, std::size_t bytes);
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  std::byte* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  std::string_view text() const noexcept { return {reinterpret_cast<const char*>(data_), size_}; }
  /// What was written so far is on the disk. Any thread may wait for that. \throws InputError
  void sync() const;

private:
  Mapping(Descriptor descriptor, bool writable, std::string name);

  Descriptor descriptor_;
  std::string name_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The file has so many bytes, for which there is room on the disk, so that writing to a mapping of it cannot fail.
/// \throws InputError
void allocate(const Descriptor& descriptor, std::size_t bytes, const std::string& name);

} // namespace hetgrid::cli
