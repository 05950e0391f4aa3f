// A program that initializes MPI itself, for threads, and calls from a thread of its own.
// ranks: 1 2
#include "testing/robustness/small_problems.hpp"
#include "testing/robustness/transparent_mode.hpp"

#include <cstdio>
#include <thread>

namespace {

using namespace hetgrid::testing;

int failures = 0;

void check(bool good, const char* what) {
  if (!good) {
    std::fprintf(stderr, "FAILED: %s\n", what);
    ++failures;
  }
}

void solve_and_multiply() {
  int context = 0, processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "C", 1, processes);
  check(solve(Interface::scalapack, context, 31, 2, 4) < 1e-11, "PDGESV");
  check(multiply(Interface::scalapack, context, 27, 5) == 0, "PDGEMM");
  check(solve(Interface::hg, context, 31, 2, 4) < 1e-11, "HG_PDGESV");
  Cblacs_gridexit(context);
}

} // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE, processes = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  check(provided == MPI_THREAD_MULTIPLE, "this MPI does not provide MPI_THREAD_MULTIPLE");
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  set_transparent_mode(processes);
  solve_and_multiply();
  std::thread(solve_and_multiply).join();
  MPI_Query_thread(&provided);
  check(provided == MPI_THREAD_MULTIPLE, "the level of MPI has changed");
  MPI_Finalize();
  return failures > 0;
}
