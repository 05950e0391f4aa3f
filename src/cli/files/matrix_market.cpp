#include "cli/files/matrix_market.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <new>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files/mapping.hpp"
#include "cli/options/message.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

struct Header {
  bool coordinate = false; ///< else array
  bool complex = false;
  bool integer = false;
  Symmetry symmetry = Symmetry::general;
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// NISTIR 5935: lines have no more characters.
constexpr std::size_t longest_line = 1024;

/// The next line, or as much of it as shows that it is too long; of a comment the beginning is enough.
/// \return false at the end
bool get_line(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  int c = buffer.sbumpc();
  if (c == std::char_traits<char>::eof())
    return false;
  for (; c != std::char_traits<char>::eof() && c != '\n' && line.size() <= longest_line; c = buffer.sbumpc())
    line += static_cast<char>(c);
  if (line.starts_with('%') && line.size() > longest_line) {
    while (c != std::char_traits<char>::eof() && c != '\n')
      c = buffer.sbumpc();
    line.resize(longest_line);
  }
  return true;
}

class Reader {
public:
  Reader(std::istream& in, const std::string& name, const EntrySink& sink)
      : in_(in), name_(name), sink_(sink) {}

  void read() try {
    read_header();
    const std::vector<std::int64_t> sizes = read_sizes();
    m_ = sizes[0];
    n_ = sizes[1];
    if (header_.symmetry != Symmetry::general && m_ != n_)
      fail("a square matrix, since it is not general");
    sink_.begin(m_, n_, header_.complex);
    if (header_.coordinate)
      read_coordinates(sizes[2]);
    else
      read_array();
    if (next_line())
      fail("the end of the file");
  } catch (const std::ios_base::failure& error) {
    throw InputError(fmt::format("{}: cannot be read: {}", name_, error.what()));
  } catch (const std::bad_alloc&) {
    throw InputError(fmt::format("{}:{}: expected no more entries than fit into memory", name_, number_));
  }

private:
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = at_end_ ? std::string("end of file") : fmt::format("\"{}\"", one_line(line_));
    throw InputError(fmt::format("{}:{}: expected {}, found {}", name_, number_, expected, found));
  }

  /// The next line that is neither a comment nor empty, in words_. \return false at the end
  bool next_line() {
    while (get_line(in_, line_)) {
      ++number_;
      check_length();
      words_ = words_of(line_);
      if (!words_.empty() && words_[0][0] != '%')
        return true;
    }
    ++number_;
    at_end_ = true;
    return false;
  }

  void check_length() const {
    if (line_.size() > longest_line)
      fail(fmt::format("a line of at most {} characters", longest_line));
  }

  /// Position of a word of the header among the ones allowed.
  int choose(std::size_t word, std::initializer_list<const char*> allowed) const {
    const auto found = std::find(allowed.begin(), allowed.end(), lower(words_[word]));
    if (found == allowed.end())
      fail(fmt::format("one of {} as word {}", fmt::join(allowed, ", "), word + 1));
    return static_cast<int>(found - allowed.begin());
  }

  void read_header() {
    at_end_ = !get_line(in_, line_);
    number_ = 1;
    check_length();
    words_ = words_of(line_);
    if (words_.size() != 5 || lower(words_[0]) != "%%matrixmarket")
      fail("%%MatrixMarket matrix FORMAT FIELD SYMMETRY");
    choose(1, {"matrix"});
    header_.coordinate = choose(2, {"array", "coordinate"}) == 1;
    const int field = choose(3, {"real", "integer", "complex"});
    header_.integer = field == 1;
    header_.complex = field == 2;
    header_.symmetry =
        static_cast<Symmetry>(choose(4, {"general", "symmetric", "skew-symmetric", "hermitian"}));
    if (header_.symmetry == Symmetry::hermitian && !header_.complex)
      fail("the field complex with hermitian");
  }

  template <class T>
  T number(std::size_t word, const std::string& expected) const {
    const std::string& text = words_[word];
    const char* const begin = text.data() + (text[0] == '+' ? 1 : 0);
    const char* const end = text.data() + text.size();
    T value{};
    const auto [rest, status] = std::from_chars(begin, end, value);
    if (status != std::errc() || rest != end)
      fail(expected);
    return value;
  }

  std::vector<std::int64_t> read_sizes() {
    const std::string expected = header_.coordinate ? "rows, columns and entries" : "rows and columns";
    const std::size_t count = header_.coordinate ? 3 : 2;
    if (!next_line() || words_.size() != count)
      fail(expected);
    std::vector<std::int64_t> sizes;
    for (std::size_t k = 0; k < count; ++k) {
      sizes.push_back(number<std::int64_t>(k, expected));
      if (sizes.back() < 0)
        fail(expected + ", none negative");
      if (k < 2 && sizes.back() > std::numeric_limits<std::int32_t>::max())
        fail(expected + ", which fit into 32 bits");
    }
    return sizes;
  }

  /// The value that starts at a word.
  std::complex<double> value(std::size_t word) const {
    if (header_.integer)
      return static_cast<double>(number<std::int64_t>(word, "an integer value"));
    const double real = number<double>(word, "a number");
    const double imaginary = header_.complex ? number<double>(word + 1, "a real and an imaginary part") : 0;
    if (!std::isfinite(real) || !std::isfinite(imaginary))
      fail("a finite value");
    return {real, imaginary};
  }

  /// Stores the entry and its mirror image.
  void store(std::int64_t i, std::int64_t j, std::complex<double> value) {
    sink_.entry({i, j, value});
    if (header_.symmetry == Symmetry::general || i == j)
      return;
    const std::complex<double> mirrored = header_.symmetry == Symmetry::symmetric        ? value
                                          : header_.symmetry == Symmetry::skew_symmetric ? -value
                                                                                         : std::conj(value);
    sink_.entry({j, i, mirrored});
  }

  std::size_t words_of_value() const { return header_.complex ? 2 : 1; }

  /// The diagonal of a hermitian matrix is real, that of a skew-symmetric one zero.
  void check_diagonal(std::complex<double> value) const {
    if (header_.symmetry == Symmetry::hermitian && value.imag() != 0)
      fail("a real value on the diagonal of a hermitian matrix");
    if (header_.symmetry == Symmetry::skew_symmetric && value != 0.0)
      fail("no value but zero on the diagonal of a skew-symmetric matrix");
  }

  void read_coordinates(std::int64_t count) {
    for (std::int64_t entry = 0; entry < count; ++entry) {
      const std::string expected = fmt::format("entry {} of {}: row, column and {}", entry + 1, count,
                                               header_.complex ? "real and imaginary part" : "value");
      if (!next_line() || words_.size() != 2 + words_of_value())
        fail(expected);
      const std::int64_t i = number<std::int64_t>(0, expected), j = number<std::int64_t>(1, expected);
      if (i < 1 || i > m_ || j < 1 || j > n_)
        fail(fmt::format("a row in 1 .. {} and a column in 1 .. {}", m_, n_));
      if (header_.symmetry != Symmetry::general && i < j)
        fail("an entry of the lower triangle, since the matrix is not general");
      const std::complex<double> v = value(2);
      if (i == j)
        check_diagonal(v);
      store(i - 1, j - 1, v);
    }
  }

  /// By columns; of a matrix that is not general the lower triangle, of a skew-symmetric one without the
  /// diagonal.
  void read_array() {
    for (std::int64_t j = 0; m_ > 0 && j < n_; ++j) {
      const std::int64_t first = header_.symmetry == Symmetry::general          ? 0
                                 : header_.symmetry == Symmetry::skew_symmetric ? j + 1
                                                                                : j;
      for (std::int64_t i = first; i < m_; ++i) {
        if (!next_line() || words_.size() != words_of_value())
          fail(fmt::format("the value of row {}, column {}", i + 1, j + 1));
        const std::complex<double> v = value(0);
        if (i == j)
          check_diagonal(v);
        store(i, j, v);
      }
    }
  }

  std::istream& in_;
  const std::string name_;
  std::string line_;
  std::vector<std::string> words_;
  std::int64_t number_ = 0;
  bool at_end_ = false;
  Header header_;
  std::int64_t m_ = 0, n_ = 0;
  const EntrySink& sink_;
};

EntrySink into(EntryList& list) {
  return {[&list](std::int64_t m, std::int64_t n, bool complex) {
            list = {m, n, complex, {}};
          },
          [&list](const EntryList::Entry& entry) { list.entries.push_back(entry); }};
}

} // namespace

EntryList read_matrix_market(std::istream& in, const std::string& name) {
  EntryList list;
  Reader(in, name, into(list)).read();
  return list;
}

EntryList read_matrix_market(const std::string& file) {
  EntryList list;
  read_matrix_market(file, into(list));
  return list;
}

void read_matrix_market(const std::string& file, const EntrySink& sink) {
  // Refuses what is no file, as in the other formats: a pipe may have nobody at its other end.
  Mapping::of_input(file);
  std::ifstream in(file);
  if (!in.is_open())
    throw InputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
  Reader(in, file, sink).read();
}

} // namespace hetgrid::cli
