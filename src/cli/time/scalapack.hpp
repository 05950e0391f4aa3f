// ScaLAPACK's routines, with which hetgrid's are compared. There is no ScaLAPACK for SimGrid's MPI.
#pragma once

#include "hetgrid/fortran_mangling.h"

namespace hetgrid::cli {

#ifdef HETGRID_SIMULATED
inline constexpr bool has_scalapack = false;
#define HG_SCALAPACK(name, NAME) nullptr
#else
inline constexpr bool has_scalapack = true;
/// The address of a routine, as in HG_SCALAPACK(pdgemm, PDGEMM).
#define HG_SCALAPACK(name, NAME) HG_FC_GLOBAL(name, NAME)
#endif

} // namespace hetgrid::cli
