// repeated_calls gemm|gesv N STOP SECONDS: a program of ScaLAPACK on a grid of one row that makes the same call again and
// again, until there is a file STOP, or for so many seconds.
#include "comm/blacs.hpp"
#include "hetgrid/layout.hpp"
#include "testing/support/scalapack_names.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mpi.h>
#include <string>
#include <vector>

namespace {

namespace names = hetgrid::testing::scalapack;

bool goes_on(const std::string& stop, double start, double seconds) {
  int on = MPI_Wtime() - start < seconds && !std::filesystem::exists(stop);
  MPI_Bcast(&on, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return on != 0;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 5)
    return 2;
  const bool solve = argv[1] == std::string("gesv");
  const int n = std::atoi(argv[2]), nb = 64, one = 1;
  int processes = 0, context = 0, p, q, myrow, mycol;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, processes);
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);

  const hetgrid::layout::Axis columns{hetgrid::layout::AxisMap::uniform(q), n, nb, 0};
  const int desc[9] = {1, context, n, n, nb, nb, 0, 0, n};
  const std::size_t size = static_cast<std::size_t>(n) * static_cast<std::size_t>(columns.local(n, mycol));
  std::vector<double> a(size), b(size, 0.5), c(size);
  std::vector<int> ipiv(static_cast<std::size_t>(n + nb));
  const double alpha = 1, beta = 0;
  int info = 0;
  const double start = MPI_Wtime();
  while (info == 0 && goes_on(argv[3], start, std::atof(argv[4]))) {
    std::ranges::fill(a, 1.0 / n);
    for (int j = 0; j < n; ++j) // n on the diagonal
      if (columns.owner(j) == mycol)
        a[static_cast<std::size_t>(j + columns.local(j, mycol) * n)] = n;
    if (solve)
      names::call_with<void>(
          names::gesv.of<double>(),
          std::tuple(&n, &n, a.data(), &one, &one, desc, ipiv.data(), b.data(), &one, &one, desc, &info));
    else
      names::call_with<void>(names::gemm.of<double>(),
                             std::tuple("N", "N", &n, &n, &n, &alpha, a.data(), &one, &one, desc, b.data(),
                                        &one, &one, desc, &beta, c.data(), &one, &one, desc));
  }
  Cblacs_gridexit(context);
  MPI_Finalize();
  return info;
}
