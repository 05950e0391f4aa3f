#include "cli/output/markup.hpp"

#include <cstddef>

namespace hetgrid::cli {
namespace {

/// Bytes of the UTF-8 character at the beginning of `text` (RFC 3629, section 4); 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  const auto within = [&](std::size_t k, unsigned low, unsigned high) {
    return byte(k) >= low && byte(k) <= high;
  };
  const auto tail = [&](std::size_t k) { return within(k, 0x80, 0xbf); };
  const unsigned first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first <= 0xdf)
    return tail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) { // neither overlong nor a surrogate
    const bool second = within(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    return second && tail(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) { // at most U+10FFFF
    const bool second = within(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
    return second && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

} // namespace

std::string escape_markup(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    switch (const char c = text.front()) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      if (length == 0 || (length == 1 && (static_cast<unsigned char>(c) < ' ' || c == '\x7f')))
        result += '?';
      else
        result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

} // namespace hetgrid::cli
