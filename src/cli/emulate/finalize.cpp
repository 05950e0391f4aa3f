// hetgrid-finalize, a shared object that emulate-rank loads in front of MPI: MPI_Finalize, after which no process is waited for by another.
//
// MPICH before 4.2 closes UCX's connections, then waits in a barrier of the launcher, in which it answers no one. By TCP a
// connection is closed when the other side has answered, which it may do before it closes its own: the other process
// then waits for one that is in the barrier already. So no process begins to close before all have left MPI.
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

using Finalize = int (*)();
using Version = int (*)(char*, int*);
using Barrier = int (*)(MPI_Comm);
using Number = int (*)(MPI_Comm, int*);

/// Of the program's MPI, which this object does not bring along.
template <typename Function>
Function next(const char* name) {
  void* address = dlsym(RTLD_NEXT, name);
  for (const char* const library : {"libmpich.so.12", "libmpi.so.12", "libmpi.so.40"}) {
    if (address)
      break;
    if (void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
      address = dlsym(loaded, name);
  }
  return reinterpret_cast<Function>(address);
}

// Those of Open MPI are variables of its library, which a shell or another program that does not use MPI does not have.
#ifdef MPICH_VERSION
/// The handles of mpi.h are those of the program.
bool is_mpich() {
  static char text[65536];
  int length = 0;
  const auto version = next<Version>("MPI_Get_library_version");
  return version && version(text, &length) == MPI_SUCCESS && std::strstr(text, "MPICH");
}

/// Returns when all processes have left their last call of MPI. They leave a file each in a folder that all of them see.
void leave_together(const char* folder) {
  int rank = 0, size = 0;
  next<Number>("MPI_Comm_rank")(MPI_COMM_WORLD, &rank);
  next<Number>("MPI_Comm_size")(MPI_COMM_WORLD, &size);
  next<Barrier>("MPI_Barrier")(MPI_COMM_WORLD);
  char file[4096];
  const auto name = [&](int process) {
    std::snprintf(file, sizeof file, "%s/left-%d", folder, process);
    return file;
  };
  const int mine = open(name(rank), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (mine < 0)
    return;
  close(mine);
  for (int process = 0; process < size; ++process)
    while (access(name(process), F_OK) != 0 && access(folder, F_OK) == 0)
      usleep(1000);
}
#endif

} // namespace

extern "C" __attribute__((visibility("default"))) int MPI_Finalize() {
#ifdef MPICH_VERSION
  const char* const folder = std::getenv("HETGRID_NETWORK");
  if (folder && is_mpich())
    leave_together(folder);
#endif
  return next<Finalize>("MPI_Finalize")();
}
