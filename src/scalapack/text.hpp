// Short texts that need no memory: they are made where processes have not yet agreed that everyone has some.
#pragma once

#include <array>
#include <cstdarg>
#include <cstdio>
#include <string_view>

namespace hetgrid::scalapack {

/// A text that is cut where it is too long.
class Text {
public:
  Text() = default;
  Text(std::string_view text) { add("%.*s", static_cast<int>(text.size()), text.data()); }

  /// As printf.
  [[gnu::format(printf, 2, 3)]] Text& add(const char* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    const int written = std::vsnprintf(text_.data() + size_, text_.size() - size_, format, values);
    va_end(values);
    if (written > 0)
      size_ = std::min(size_ + static_cast<std::size_t>(written), text_.size() - 1);
    return *this;
  }
  Text& operator<<(std::string_view word) noexcept {
    return add("%.*s", static_cast<int>(word.size()), word.data());
  }
  Text& operator<<(char letter) noexcept { return add("%c", letter); }
  Text& operator<<(int number) noexcept { return add("%d", number); }

  bool empty() const noexcept { return size_ == 0; }
  const char* c_str() const noexcept { return text_.data(); }

private:
  std::array<char, 240> text_{};
  std::size_t size_ = 0;
};

} // namespace hetgrid::scalapack
