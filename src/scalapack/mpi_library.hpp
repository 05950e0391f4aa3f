// The MPI that the library was built for, and the one that the program runs with.
#pragma once

namespace hetgrid::scalapack {

/// "MPICH 4.0.2".
const char* built_for_mpi() noexcept;

/// True if the program runs with an MPI of the kind that the library was built for. With another one no call of MPI may be
/// made here, since handles differ, but ScaLAPACK can still be given every call; the first question says so on standard
/// error, from one process. Local.
bool program_has_our_mpi() noexcept;

/// As launchers tell it: MPI need not be there.
bool is_first_process() noexcept;

} // namespace hetgrid::scalapack
