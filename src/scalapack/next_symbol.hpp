// The routine of ScaLAPACK that a routine of libhetgrid-scalapack stands in front of.
#pragma once

#include "hetgrid/error.hpp"

#include <dlfcn.h>
#include <string>

namespace hetgrid::scalapack {

/// The address of `symbol` in the next library, in the order of loading, that has it.
/// \throws SystemError if there is none: ScaLAPACK must come behind libhetgrid-scalapack, as a shared library
inline void* next_symbol(const char* symbol) {
  void* const address = dlsym(RTLD_NEXT, symbol);
  if (!address)
    throw SystemError(std::string("no shared library behind libhetgrid-scalapack has ") + symbol);
  return address;
}

} // namespace hetgrid::scalapack
