// The BLACS of blacs.hpp on any MPI: no ScaLAPACK is built for SimGrid's. Contexts are the numbers of an array whose
// free places are used again, a system handle is the number of a communicator, 0 that of MPI_COMM_WORLD.
#include "comm/blacs.hpp"

#include "comm/mpi_check.hpp"
#include "hetgrid/error.hpp"
#include "kernel/process_local.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace {

using hetgrid::ArgumentError;

constexpr int outside = -1; // the context, and its coordinates, for a process that is not in the grid

struct ProcessGrid {
  MPI_Comm comm = MPI_COMM_NULL; ///< ranks by rows of the grid; null if the place is free
  int p = 0, q = 0, rank = 0;
};

struct Tables {
  std::vector<ProcessGrid> contexts;
  std::vector<MPI_Comm> handles{MPI_COMM_WORLD};
};

Tables& tables() {
  return hetgrid::kernel::process_local<Tables>();
}

/// The place of the first element that is free, at the end if there is none.
template <typename T, typename IsFree>
int free_place(std::vector<T>& places, IsFree is_free) {
  const auto place = std::ranges::find_if(places, is_free) - places.begin();
  if (place == std::ssize(places))
    places.emplace_back();
  return static_cast<int>(place);
}

ProcessGrid* find(int context) {
  std::vector<ProcessGrid>& contexts = tables().contexts;
  if (context < 0 || context >= std::ssize(contexts))
    return nullptr;
  ProcessGrid& grid = contexts[static_cast<std::size_t>(context)];
  return grid.comm == MPI_COMM_NULL ? nullptr : &grid;
}

ProcessGrid& grid_of(int context) {
  if (ProcessGrid* const grid = find(context))
    return *grid;
  throw ArgumentError("ICTXT", std::to_string(context), "a BLACS context that this process is in");
}

/// The communicator of the processes `ranks` of `comm`, null on the others. Collective over `comm`.
MPI_Comm communicator_of(MPI_Comm comm, const std::vector<int>& ranks) {
  MPI_Group all = MPI_GROUP_NULL, members = MPI_GROUP_NULL;
  MPI_Comm result = MPI_COMM_NULL;
  HG_MPI(MPI_Comm_group(comm, &all));
  HG_MPI(MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &members));
  HG_MPI(MPI_Comm_create(comm, members, &result));
  HG_MPI(MPI_Group_free(&members));
  HG_MPI(MPI_Group_free(&all));
  return result;
}

/// The p x q grid of the processes ranks[i q + j] of the system context `handle`.
int make_context(int handle, int p, int q, const std::vector<int>& ranks) {
  const MPI_Comm comm = communicator_of(Cblacs2sys_handle(handle), ranks);
  if (comm == MPI_COMM_NULL)
    return outside;
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  std::vector<ProcessGrid>& contexts = tables().contexts;
  const int context =
      free_place(contexts, [](const ProcessGrid& grid) { return grid.comm == MPI_COMM_NULL; });
  contexts[static_cast<std::size_t>(context)] = {comm, p, q, rank};
  return context;
}

} // namespace

void Cblacs_pinfo(int* mypnum, int* nprocs) {
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, mypnum));
  HG_MPI(MPI_Comm_size(MPI_COMM_WORLD, nprocs));
}

void Cblacs_get(int context, int what, int* value) {
  constexpr int default_system_context = 0, system_context_of_grid = 10;
  if (what == default_system_context)
    *value = 0;
  else if (what == system_context_of_grid)
    *value = Csys2blacs_handle(grid_of(context).comm);
  else
    throw ArgumentError("WHAT of BLACS_GET", std::to_string(what), "0 or 10 in a simulation");
}

void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol) {
  const bool by_columns = order[0] == 'C' || order[0] == 'c';
  std::vector<int> ranks;
  for (int i = 0; i < nprow; ++i)
    for (int j = 0; j < npcol; ++j)
      ranks.push_back(by_columns ? j * nprow + i : i * npcol + j);
  *context = make_context(*context, nprow, npcol, ranks);
}

void Cblacs_gridmap(int* context, int* usermap, int ldumap, int nprow, int npcol) {
  std::vector<int> ranks;
  for (int i = 0; i < nprow; ++i)
    for (int j = 0; j < npcol; ++j)
      ranks.push_back(usermap[j * ldumap + i]);
  *context = make_context(*context, nprow, npcol, ranks);
}

void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol) {
  *nprow = *npcol = *myrow = *mycol = outside;
  if (const ProcessGrid* const grid = find(context)) {
    *nprow = grid->p;
    *npcol = grid->q;
    *myrow = grid->rank / grid->q;
    *mycol = grid->rank % grid->q;
  }
}

void Cblacs_gridexit(int context) {
  // What is attached to the communicator goes with it, and may still ask for the context.
  HG_MPI(MPI_Comm_free(&grid_of(context).comm));
}

MPI_Comm Cblacs2sys_handle(int handle) {
  const std::vector<MPI_Comm>& handles = tables().handles;
  if (handle < 0 || handle >= std::ssize(handles) ||
      handles[static_cast<std::size_t>(handle)] == MPI_COMM_NULL)
    throw ArgumentError("BLACS system handle", std::to_string(handle), "one from BLACS_GET");
  return handles[static_cast<std::size_t>(handle)];
}

int Csys2blacs_handle(MPI_Comm comm) {
  std::vector<MPI_Comm>& handles = tables().handles;
  const auto known = std::ranges::find(handles, comm);
  if (known != handles.end())
    return static_cast<int>(known - handles.begin());
  const int handle = free_place(handles, [](MPI_Comm one) { return one == MPI_COMM_NULL; });
  handles[static_cast<std::size_t>(handle)] = comm;
  return handle;
}
