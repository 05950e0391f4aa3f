// A hash that processes can compare: std::hash may differ between programs, even between runs of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace hetgrid::api {

/// FNV-1a with 64 bits over everything added.
class Hash {
public:
  void add(const void* data, std::size_t bytes) noexcept {
    for (std::size_t k = 0; k < bytes; ++k)
      bits_ = (bits_ ^ static_cast<const unsigned char*>(data)[k]) * 1099511628211u;
  }
  void add(std::string_view text) noexcept { add(text.data(), text.size()); }
  /// The bits of a value.
  template <typename T>
  requires(std::is_trivially_copyable_v<T> &&
           !std::is_convertible_v<T, std::string_view>) void add(const T& value) noexcept {
    add(&value, sizeof value);
  }

  std::uint64_t bits() const noexcept { return bits_; }
  /// Its upper 62 bits: the negative exists, too, so that one reduction finds the least and the largest.
  std::int64_t value() const noexcept { return static_cast<std::int64_t>(bits_ >> 2); }

private:
  std::uint64_t bits_ = 14695981039346656037u;
};

} // namespace hetgrid::api
