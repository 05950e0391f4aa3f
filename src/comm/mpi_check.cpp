#include "comm/mpi_check.hpp"

#include "hetgrid/error.hpp"

#include <limits>
#include <string>

namespace hetgrid::comm {

void throw_mpi_error(int code, const char* call, const char* file, int line) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
    length = 0;
  throw SystemError(std::string(file) + ":" + std::to_string(line) + ": " + call + " failed with code " +
                    std::to_string(code) + ": " + std::string(text, static_cast<std::size_t>(length)));
}

int checked_count(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw SystemError("a message of " + std::to_string(count) + " elements: MPI takes at most " +
                      std::to_string(std::numeric_limits<int>::max()));
  return static_cast<int>(count);
}

} // namespace hetgrid::comm
