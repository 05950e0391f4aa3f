// Reading by a library that a broken file makes crash or search without end: in a process of its own.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>

namespace hetgrid::cli {

/// What `work` returns, in a child process: it has a copy of all memory, but shares mappings of files. Any thread may call it
/// in a process of MPI, since the child does nothing but the work.
/// \param name     of the file, for messages
/// \param seconds  of CPU that the work may take
/// \param bytes    of memory that it may take, beside what the process has
/// \throws InputError of `work`, and naming the file if the child did not come to its end
std::string isolated(const std::string& name, double seconds, double bytes,
                     const std::function<std::string()>& work);

/// The same for a value that is bytes alone.
template <typename T>
T isolated_value(const std::string& name, double seconds, double bytes, const std::function<T()>& work) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::string image = isolated(name, seconds, bytes, [&] {
    const T value = work();
    return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
  });
  T value;
  std::memcpy(&value, image.data(), sizeof(T));
  return value;
}

} // namespace hetgrid::cli
