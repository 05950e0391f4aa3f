// A program for the shell tests: multiplies matrices of order N under PDGEMM's own name.
//     calls N once       one product, PDGESV and PDGEQRF, HG_PDGESV and HG_PDGEQRF; exit status 1 if one is wrong
//     calls N server     HG_PDGEMM_SERVER, of the first rank's matrices; likewise
//     calls N failing-server  the same; MPI reports an error to the server in the middle of it
//     calls N forever    until it is ended from outside
//     calls N abort      the last rank calls MPI_Abort while the others multiply
//     calls N error      the last rank makes an error that MPI answers by ending the program
// "running" on standard output of rank 0 says that the second product has begun.
#include "testing/robustness/small_problems.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int sends_left = -1; ///< until MPI_Isend fails; < 0: never

/// Ones times ones on the first process, with all as workers. \return INFO is 0 and the product right
bool multiply_served(int workers, int rank, int n, bool failing) {
  int context = 0, info = 1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, 1);
  const int desc[9] = {1, rank == 0 ? context : -1, n, n, n, n, 0, 0, n}, place = 1;
  const double alpha = 1, beta = 0;
  const std::vector<double> ones(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 1);
  std::vector<double> c(ones.size());
  sends_left = failing && rank == 0 ? 20 : -1;
  HG_FC_GLOBAL_(hg_pdgemm_server, HG_PDGEMM_SERVER)
  ("N", "N", &n, &n, &n, &alpha, ones.data(), &place, &place, desc, ones.data(), &place, &place, desc, &beta,
   c.data(), &place, &place, desc, &workers, &info);
  if (rank == 0)
    Cblacs_gridexit(context);
  return info == 0 && (rank != 0 || std::ranges::all_of(c, [&](double x) { return x == n; }));
}

} // namespace

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  if (sends_left >= 0 && sends_left-- == 0)
    return MPI_ERR_OTHER;
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

int main(int argc, char** argv) {
  using namespace hetgrid::testing;
  if (argc < 3)
    return 2;
  const int n = std::atoi(argv[1]);
  const std::string mode = argv[2];
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, context = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, size);

  const bool serves = mode == "server" || mode == "failing-server";
  bool correct = serves ? multiply_served(context, rank, n, mode == "failing-server")
                        : multiply(Interface::scalapack, context, n, 8) == 0;
  if (mode == "once")
    for (const Interface interface : {Interface::scalapack, Interface::hg}) {
      correct = solve(interface, context, n, 3, 8) < 1e-10 && correct;
      correct = factor_qr(interface, context, n, 8) < 1e-10 && correct;
    }
  for (bool first = true; mode != "once" && !serves; first = false) {
    if (first && rank == 0) {
      std::puts("running");
      std::fflush(stdout);
    }
    if (rank == size - 1 && mode == "abort")
      MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank == size - 1 && mode == "error")
      MPI_Send(nullptr, 0, MPI_BYTE, size, 0, MPI_COMM_WORLD); // there is no such rank
    multiply(Interface::scalapack, context, n, 8);
  }
  if (rank == 0)
    std::puts(correct ? "correct" : "wrong");
  Cblacs_gridexit(context);
  MPI_Finalize();
  return correct ? 0 : 1;
}
