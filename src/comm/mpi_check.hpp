// The one macro round every MPI call: a return code other than MPI_SUCCESS becomes a SystemError that names
// the call.
#pragma once

#include <cstddef>
#include <mpi.h>

namespace hetgrid::comm {

/// \throws SystemError with the call, its place and MPI's own error text
[[noreturn]] void throw_mpi_error(int code, const char* call, const char* file, int line);

/// A number of elements as MPI takes it. \throws SystemError if it does not fit
int checked_count(std::size_t count);

} // namespace hetgrid::comm

#define HG_MPI(call)                                                                                         \
  do {                                                                                                       \
    if (const int hg_mpi_code_ = (call); hg_mpi_code_ != MPI_SUCCESS)                                        \
      ::hetgrid::comm::throw_mpi_error(hg_mpi_code_, #call, __FILE__, __LINE__);                             \
  } while (false)
