// Words of others in the middle of a message.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace hetgrid::plan {

/// The beginning of a text in UTF-8 that has more than `longest` bytes, in whole characters, and "...".
inline std::string shortened(std::string text, std::size_t longest = 60) {
  if (text.size() <= longest)
    return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // within a character
    --end;
  return text.substr(0, end) + "...";
}

/// Without control characters.
inline std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
  return text;
}

} // namespace hetgrid::plan
