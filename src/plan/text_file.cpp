#include "plan/text_file.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace hetgrid::plan {
namespace {

/// Bytes. The links of all pairs of 1024 processes take 90 MB.
constexpr std::size_t longest = std::size_t{1} << 28;

} // namespace

std::string text_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  in.peek(); // a directory can be opened, but not read
  if (!in.is_open() || in.bad())
    throw InputError(file + ": cannot be read: " + std::strerror(errno));
  std::string text;
  for (std::size_t part = 1 << 16; in.good(); part = std::min(2 * part, longest)) {
    const std::size_t before = text.size();
    text.resize(before + part);
    in.read(text.data() + before, static_cast<std::streamsize>(part));
    text.resize(before + static_cast<std::size_t>(in.gcount()));
    if (text.size() > longest)
      throw InputError(file + ": more than " + std::to_string(longest) +
                       " bytes: expected a file of at most as many");
  }
  if (in.bad())
    throw InputError(file + ": cannot be read: " + std::strerror(errno));
  return text;
}

} // namespace hetgrid::plan
