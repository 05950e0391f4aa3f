// ScaLAPACK's routines, with which hetgrid's are compared. There is no ScaLAPACK for SimGrid's MPI.
#pragma once

#include "hetgrid/fortran_mangling.h"
#include "kernel/execution.hpp"

namespace hetgrid::cli {

inline constexpr bool has_scalapack = !kernel::simulated;

/// A simulated program must not refer to the routine, which no library has.
template <typename Routine>
consteval Routine* scalapack_routine(Routine* routine) {
  return has_scalapack ? routine : nullptr;
}
/// The address of a routine, as in HG_SCALAPACK(pdgemm, PDGEMM); of a simulated program nullptr.
#define HG_SCALAPACK(name, NAME) scalapack_routine(HG_FC_GLOBAL(name, NAME))

} // namespace hetgrid::cli
