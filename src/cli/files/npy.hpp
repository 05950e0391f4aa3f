// NumPy's format .npy, versions 1.0 and 2.0 (numpy.lib.format): a dictionary, written as Python would, and the elements.
#pragma once

#include "cli/files/stored_matrix.hpp"

#include <string>
#include <string_view>

namespace hetgrid::cli {

/// \param file  the whole of it, of which only the header is read \param name  for messages
/// \throws InputError naming the file, what it has and what was expected: two dimensions, a type of the four, as many bytes as they make
StoredMatrix parse_npy(std::string_view file, const std::string& name);

/// What is in front of the elements; they begin at a multiple of 64 bytes.
std::string npy_header(const MatrixLayout& layout);

} // namespace hetgrid::cli
