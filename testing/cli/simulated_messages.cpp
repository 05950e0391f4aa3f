// What test_simulate.sh has simulated instead of hetgrid-simulated: simulated_messages time CASE [--platform FILE].
//
//   links      every process sends to every other one, one message at a time: as long as Platform::link says?
//   pairs      process 0 sends to 1 while 2 sends to 3: prints the seconds
//   late       a short message that the receiver asks for late: prints the seconds it takes from then on
//   deadlock, abort, crash, forever, silent: how simulations go wrong
#include "hetgrid/platform.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>

namespace {

constexpr int tag = 0;
constexpr double slot = 1000; ///< seconds between messages: all processes are idle by then

std::vector<char> buffer(1 << 20);

void wait_until(double time) {
  sg_actor_sleep_for(time - simgrid_get_clock());
}

/// Seconds that a message takes which the process sends or receives, counted from `begin`; 0 on the others.
double transfer(int rank, int from, int to, int bytes, double begin) {
  if (rank == from)
    MPI_Send(buffer.data(), bytes, MPI_CHAR, to, tag, MPI_COMM_WORLD);
  if (rank == to)
    MPI_Recv(buffer.data(), bytes, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return simgrid_get_clock() - begin;
}

bool check_links(int rank, const hetgrid::plan::Platform& platform) {
  constexpr int envelope = 16; // of SMPI, bytes
  const int n = static_cast<int>(platform.processes.size());
  int wrong = 0, begin = 0;
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to)
      for (const int bytes : {0, 1, 1000, 100'000, 1'000'000}) {
        if (from == to)
          continue;
        wait_until(++begin * slot);
        const double found = transfer(rank, from, to, bytes, begin * slot),
                     expected = platform.link(from, to).seconds(bytes + envelope);
        if (rank == to && std::abs(found - expected) > 1e-9 + 1e-6 * expected) {
          std::printf("%d bytes from %d to %d: %.9g s, expected %.9g s\n", bytes, from, to, found, expected);
          ++wrong;
        }
      }
  wait_until(++begin * slot); // the others must not use the links before
  int all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return all == 0;
}

void time_pairs(int rank) {
  wait_until(slot);
  const double seconds = rank < 4 ? transfer(rank, rank & 2, rank | 1, 1'000'000, slot) : 0;
  if (rank == 3)
    std::printf("pairs: %.6f s\n", seconds);
}

void time_late(int rank) {
  wait_until(slot);
  if (rank == 1)
    wait_until(2 * slot);
  const double seconds = transfer(rank, 0, 1, 60'000, 2 * slot);
  if (rank == 1)
    std::printf("late: %.6f s\n", seconds);
}

void go_wrong(int rank, const std::string& how) {
  if (how == "deadlock" && rank == 0)
    MPI_Recv(buffer.data(), 1, MPI_CHAR, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (how == "abort" && rank == 1)
    MPI_Abort(MPI_COMM_WORLD, 3);
  if (how == "crash" && rank == 1)
    std::abort();
  volatile bool forever = how == "forever";
  while (forever)
    ;
  MPI_Barrier(MPI_COMM_WORLD);
}

hetgrid::plan::Platform read_platform(int argc, char** argv) {
  for (int k = 1; k + 1 < argc; ++k)
    if (std::string(argv[k]) == "--platform") {
      std::ifstream in(argv[k + 1]);
      return hetgrid::plan::platform_from_json({std::istreambuf_iterator<char>(in), {}});
    }
  return {};
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string what = argc > 2 ? argv[2] : "";
  bool passed = true;
  if (what == "links")
    passed = check_links(rank, read_platform(argc, argv));
  else if (what == "pairs")
    time_pairs(rank);
  else if (what == "late")
    time_late(rank);
  else
    go_wrong(rank, what);
  if (rank == 0 && passed && what != "silent")
    std::printf("simulation complete\n");
  MPI_Finalize();
  return 0;
}
