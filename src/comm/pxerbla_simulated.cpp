// PXERBLA of ScaLAPACK, which a simulation is without.
#include "comm/blacs.hpp"
#include "hetgrid/fortran_mangling.h"

#include <cstddef>
#include <cstdio>

extern "C" void HG_FC_GLOBAL(pxerbla, PXERBLA)(const int* context, const char* routine, const int* info,
                                               std::size_t routine_length) {
  int p, q, myrow, mycol;
  Cblacs_gridinfo(*context, &p, &q, &myrow, &mycol);
  std::printf("{%5d,%5d}:  On entry to %.*s parameter number%4d had an illegal value\n", myrow, mycol,
              static_cast<int>(routine_length), routine, *info);
}
