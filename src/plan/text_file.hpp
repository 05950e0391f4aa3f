// Files that are read as a whole.
#pragma once

#include <string>

namespace hetgrid::plan {

/// The whole of a file, or all that a pipe gives.
/// \throws InputError if it cannot be read, if nobody begins to write to a pipe within ten seconds, or if it is longer
/// than any platform or plan: /dev/zero has no end
std::string text_of_file(const std::string& file);

} // namespace hetgrid::plan
