#include "cli/files/npy.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "cli/options/message.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr char byte_order = std::endian::native == std::endian::little ? '<' : '>';

/// Without the byte order.
std::string_view type_name(char precision) {
  return precision == 's' ? "f4" : precision == 'd' ? "f8" : precision == 'c' ? "c8" : "c16";
}

/// The dictionary of a header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
class DictionaryReader {
public:
  DictionaryReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  MatrixLayout read() {
    take('{');
    while (!found('}')) {
      const std::string_view key = string();
      take(':');
      if (key == "descr" && !precision_)
        precision_ = precision();
      else if (key == "fortran_order" && !by_columns_)
        by_columns_ = truth();
      else if (key == "shape" && shape_.empty())
        shape();
      else
        fail("descr, fortran_order and shape, each once", key);
      if (!found(',')) {
        take('}');
        break;
      }
    }
    skip_blanks();
    if (place_ != text_.size())
      fail("the end of the header");
    if (!precision_ || !by_columns_ || shape_.empty())
      fail("descr, fortran_order and shape", text_);
    return {*precision_, shape_[0], shape_[1], !*by_columns_};
  }

private:
  [[noreturn]] void fail(std::string_view expected, std::string_view what) const {
    throw InputError(fmt::format("{}: header with \"{}\": expected {}", name_, one_line(what), expected));
  }
  [[noreturn]] void fail(std::string_view expected) const {
    fail(expected, place_ < text_.size() ? text_.substr(place_, 60) : "end of header");
  }

  void skip_blanks() {
    while (place_ < text_.size() && std::string_view(" \t\r\n").find(text_[place_]) != std::string_view::npos)
      ++place_;
  }
  bool found(char c) {
    skip_blanks();
    if (place_ == text_.size() || text_[place_] != c)
      return false;
    ++place_;
    return true;
  }
  void take(char c) {
    if (!found(c))
      fail(fmt::format("'{}'", c));
  }

  std::string_view string() {
    skip_blanks();
    const char quote = place_ < text_.size() ? text_[place_] : '\0';
    const std::size_t end =
        quote == '\'' || quote == '"' ? text_.find(quote, place_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos)
      fail("a word in quotes");
    const std::string_view word = text_.substr(place_ + 1, end - place_ - 1);
    place_ = end + 1;
    return word;
  }

  char precision() {
    skip_blanks();
    if (place_ < text_.size() && text_[place_] == '[')
      fail("elements of one type, not of several fields");
    const std::string_view word = string();
    for (const char precision : {'s', 'd', 'c', 'z'})
      if (word.starts_with(byte_order) && word.substr(1) == type_name(precision))
        return precision;
    const auto all = [](char precision) { return fmt::format("{}{}", byte_order, type_name(precision)); };
    fail(fmt::format("elements {}, {}, {} or {}", all('s'), all('d'), all('c'), all('z')), word);
  }

  bool truth() {
    skip_blanks();
    for (const std::string_view word : {"True", "False"})
      if (text_.substr(place_).starts_with(word)) {
        place_ += word.size();
        return word == "True";
      }
    fail("True or False");
  }

  void shape() {
    skip_blanks();
    const std::size_t begin = place_;
    take('(');
    while (!found(')')) {
      shape_.push_back(side());
      if (!found(',')) {
        take(')');
        break;
      }
    }
    const std::string_view word = text_.substr(begin, place_ - begin);
    if (shape_.size() == 1) // a vector is a column
      shape_.push_back(1);
    if (shape_.size() != 2)
      fail("one dimension or two", word);
    if (shape_[0] < 1 || shape_[1] < 1 || shape_[0] > largest_side || shape_[1] > largest_side)
      fail(fmt::format("from 1 to {} rows and columns", largest_side), word);
  }
  Index side() {
    skip_blanks();
    Index value = 0;
    const auto [end, status] = std::from_chars(text_.data() + place_, text_.data() + text_.size(), value);
    if (status != std::errc())
      fail(fmt::format("from 1 to {} rows and columns", largest_side));
    place_ = static_cast<std::size_t>(end - text_.data());
    if (place_ < text_.size() && text_[place_] == 'L') // Python 2 wrote long integers so
      ++place_;
    return value;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t place_ = 0;
  std::optional<char> precision_;
  std::optional<bool> by_columns_;
  std::vector<Index> shape_;
};

/// A number of so many bytes, the lowest one first.
std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[k]);
  return value;
}

} // namespace

StoredMatrix parse_npy(std::string_view file, const std::string& name) {
  if (file.size() < magic.size() + 2 || !file.starts_with(magic))
    throw InputError(fmt::format("{}: \"{}\": expected a file of NumPy, which begins with \\x93NUMPY", name,
                                 one_line(file.substr(0, magic.size()))));
  const auto major = static_cast<unsigned char>(file[magic.size()]),
             minor = static_cast<unsigned char>(file[magic.size() + 1]);
  if ((major != 1 && major != 2) || minor != 0)
    throw InputError(fmt::format("{}: version {}.{}: expected 1.0 or 2.0", name, major, minor));
  const std::size_t front = magic.size() + 2 + (major == 1 ? 2 : 4);
  const std::size_t length =
      file.size() < front ? 0 : little_endian(file.substr(magic.size() + 2, front - magic.size() - 2));
  if (file.size() < front || file.size() - front < length)
    throw InputError(fmt::format("{}: {} bytes: expected a header of {} behind the first {}", name,
                                 file.size(), length, front));
  const StoredMatrix matrix{DictionaryReader(file.substr(front, length), name).read(), front + length};
  if (matrix.end() != file.size())
    throw InputError(fmt::format(
        "{}: {} bytes: expected {}, {} x {} elements of {} bytes behind a header of {}", name, file.size(),
        matrix.end(), matrix.layout.m, matrix.layout.n, matrix.layout.element_bytes(), matrix.offset));
  if (matrix.offset % matrix.layout.alignment() != 0)
    throw InputError(fmt::format("{}: elements from byte {} on: expected a multiple of {}", name,
                                 matrix.offset, matrix.layout.alignment()));
  return matrix;
}

std::string npy_header(const MatrixLayout& layout) {
  std::string text =
      fmt::format("{{'descr': '{}{}', 'fortran_order': {}, 'shape': ({}, {}), }}", byte_order,
                  type_name(layout.precision), layout.by_rows ? "False" : "True", layout.m, layout.n);
  const std::size_t front = magic.size() + 4;
  text.resize((front + text.size() + 1 + 63) / 64 * 64 - front, ' ');
  text.back() = '\n';
  std::string header(magic);
  header += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

} // namespace hetgrid::cli
