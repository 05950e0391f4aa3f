// PxLAPIV and, in libhetgrid-scalapack, PxLAPV2, which has one argument less.
#pragma once

namespace hetgrid::api {

/// PxLAPIV. \param routine for PXERBLA \param missing 1: it has no PIVROC, 0: it has. Collective over the grid. \return INFO
template <typename T>
int lapiv(const char* routine, char direc, char rowcol, char pivroc, int m, int n, T* a, int ia, int ja,
          const int* desca, const int* ipiv, int ip, int jp, const int* descip, int missing = 0);

} // namespace hetgrid::api
