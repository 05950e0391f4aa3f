#include "scalapack/dispatch.hpp"

#include "api/border.hpp"
#include "comm/blacs.hpp"
#include "comm/collectives.hpp"
#include "comm/grid.hpp"
#include "scalapack/journal.hpp"
#include "scalapack/mpi_library.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" void Cblacs_abort(int context, int error);

namespace hetgrid::scalapack {

namespace {

/// Known on this process. The routine itself will object to what is no context.
int uneven_here(const int* desca, const int* descb) noexcept {
  for (const int* const desc : {desca, descb})
    if (comm::Grid::is_member(desc[1]) && any_uneven(desc))
      return 1;
  return 0;
}

bool any(int uneven, MPI_Comm comm) noexcept {
  try {
    comm::all_reduce(&uneven, 1, MPI_MAX, comm);
  } catch (const Error& error) {
    api::report_failure("redistribution", error.what());
  }
  return uneven != 0;
}

} // namespace

bool any_uneven_in(int context, const int* desca, const int* descb) noexcept {
  if (ScalapackCall::active() || !program_has_our_mpi())
    return false;
  const int uneven = uneven_here(desca, descb);
  return comm::Grid::is_member(context) ? any(uneven, comm::Grid::communicator(context)) : uneven != 0;
}

bool any_uneven_anywhere(const int* desca, const int* descb) noexcept {
  return !ScalapackCall::active() && program_has_our_mpi() &&
         any(uneven_here(desca, descb), Cblacs2sys_handle(system_context()));
}

int system_context() noexcept {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  return context;
}

void* scalapack_symbol(const char* symbol, int context) noexcept {
  journal::open();
  try {
    return next_symbol(symbol);
  } catch (const Error& error) {
    std::fprintf(stderr, "hetgrid: %s\n", error.what());
  }
  Cblacs_abort(context, 1);
  std::abort();
}

void refuse(const char* routine, int* info, std::initializer_list<PlacedDescriptor> descriptors,
            const char* reason) noexcept {
  const PlacedDescriptor* uneven = descriptors.begin();
  while (!any_uneven(uneven->desc))
    ++uneven;
  const int result = -(uneven->position * 100 + 1);
  (info ? *info : api::last_info()) = result;
  const int context = uneven->desc[1];
  int p = 0, q = 0, myrow = -1, mycol = -1;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  if (myrow == 0 && mycol == 0)
    std::fprintf(stderr, "hetgrid: %s cannot work on %s (argument %d): %s\n", routine,
                 uneven->desc[0] == layout::dtype_partitioned ? "a partition" : "an uneven layout",
                 uneven->position, reason);
  api::report_illegal_argument(context, routine, result);
}

} // namespace hetgrid::scalapack
