// Transparent mode against plain ScaLAPACK: the same calls on the same block-cyclic matrices, in turns, moving included.
//
// bench_transparent N RUNS FILE.json: double precision, blocks of 64, grids 1 x ranks and ranks x 1. The speeds come from
// where transparent mode takes them: HETGRID_CYCLE_TIMES, HETGRID_PLATFORM, or its own probe.
#include "comm/blacs.hpp"
#include "hetgrid/fortran_mangling.h"
#include "hetgrid/layout.hpp"
#include "scalapack/dispatch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

extern "C" {
void HG_FC_GLOBAL(pdgemm, PDGEMM)(const char*, const char*, const int*, const int*, const int*, const double*,
                                  const double*, const int*, const int*, const int*, const double*,
                                  const int*, const int*, const int*, const double*, double*, const int*,
                                  const int*, const int*);
void HG_FC_GLOBAL(pdgetrf, PDGETRF)(const int*, const int*, double*, const int*, const int*, const int*, int*,
                                    int*);
void HG_FC_GLOBAL(pdgeqrf, PDGEQRF)(const int*, const int*, double*, const int*, const int*, const int*,
                                    double*, double*, const int*, int*);
void HG_FC_GLOBAL(pdpotrf, PDPOTRF)(const char*, const int*, double*, const int*, const int*, const int*,
                                    int*, std::size_t);
}

namespace {

using namespace hetgrid;

constexpr int nb = 64, one = 1;

/// Square matrices of one BLACS context.
struct Grid {
  int context = 0, p, q, myrow, mycol, n, desc[9];
  std::size_t size;

  Grid(int nprow, int npcol, int order) : n(order) {
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", nprow, npcol);
    Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
    const auto local = [&](int me, int all) {
      return layout::numroc(n, nb, me, 0, layout::AxisMap::uniform(all));
    };
    const int rows = static_cast<int>(local(myrow, p));
    layout::Descriptor{1, context, n, n, nb, nb, 0, 0, std::max(1, rows)}.to(desc);
    size = static_cast<std::size_t>(rows * local(mycol, q));
  }
  ~Grid() { Cblacs_gridexit(context); }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  /// Random elements, n more on the diagonal: LU, QR and Cholesky (of one triangle) all exist.
  std::vector<double> matrix(unsigned seed) const {
    std::mt19937_64 random(seed + 100u * static_cast<unsigned>(myrow) + static_cast<unsigned>(mycol));
    std::uniform_real_distribution<double> value(-1, 1);
    std::vector<double> a(size);
    for (double& x : a)
      x = value(random);
    const layout::AxisMap rows = layout::AxisMap::uniform(p), columns = layout::AxisMap::uniform(q);
    for (int g = 0; g < n; ++g)
      if (layout::indxg2p(g, nb, 0, rows) == myrow && layout::indxg2p(g, nb, 0, columns) == mycol)
        a[static_cast<std::size_t>(layout::indxg2l(g, nb, myrow, 0, rows) +
                                   layout::indxg2l(g, nb, mycol, 0, columns) * desc[8])] += n;
    return a;
  }
};

double over_all(double value, MPI_Op op) {
  double result = 0;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  return result;
}

struct Timing {
  std::vector<double> seconds;
  std::vector<double> result;

  double median() const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
  }
};

/// Runs `routine` on `operand`. \return seconds of the slowest process
double timed(const std::function<void(std::vector<double>&)>& routine, std::vector<double>& operand) {
  MPI_Barrier(MPI_COMM_WORLD);
  const auto start = std::chrono::steady_clock::now();
  routine(operand);
  return over_all(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), MPI_MAX);
}

/// The largest difference, in units of n eps times the largest value.
double difference(const std::vector<double>& a, const std::vector<double>& b, int n) {
  double differing = 0, largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    differing = std::max(differing, a[k] == b[k] ? 0 : std::abs(a[k] - b[k]));
    largest = std::max(largest, std::abs(b[k]));
  }
  return over_all(differing, MPI_MAX) /
         (over_all(largest, MPI_MAX) * n * std::numeric_limits<double>::epsilon());
}

/// The library and ScaLAPACK in turns, after one run of each that does not count: that plans.
nlohmann::json compare(const char* name, const Grid& grid, const std::vector<double>& a, int runs,
                       const std::function<void(std::vector<double>&)>& routine) {
  Timing transparent, plain;
  for (int run = -1; run < runs; ++run)
    for (Timing* const which : {&transparent, &plain}) {
      std::optional<scalapack::ScalapackCall> guard; // as from within ScaLAPACK: not intercepted
      if (which == &plain)
        guard.emplace();
      which->result = a;
      const double seconds = timed(routine, which->result);
      if (run >= 0)
        which->seconds.push_back(seconds);
    }
  const double ratio = plain.median() / transparent.median();
  const double error = difference(transparent.result, plain.result, grid.n);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("  %-8s %5d   %d x %d %12.4f %12.4f %9.3f %12.2e %s\n", name, grid.n, grid.p, grid.q,
                plain.median(), transparent.median(), ratio, error, error < 30 ? "PASSED" : "FAILED");
  return {{"routine", name},
          {"n", grid.n},
          {"grid", {grid.p, grid.q}},
          {"scalapack_seconds", plain.seconds},
          {"transparent_seconds", transparent.seconds},
          {"ratio", ratio},
          {"difference", error},
          {"passed", error < 30}};
}

nlohmann::json measure(int p, int q, int n, int runs) {
  const Grid grid(p, q, n);
  const std::vector<double> a = grid.matrix(1), b = grid.matrix(2);
  std::vector<int> ipiv(static_cast<std::size_t>(n + nb));
  std::vector<double> tau(static_cast<std::size_t>(n)), work(static_cast<std::size_t>(nb) * (2 * n + 2 * nb));
  const int lwork = static_cast<int>(work.size());
  int info = 0;
  const double alpha = 1;
  nlohmann::json results;
  results.push_back(compare("pdgemm", grid, a, runs, [&](std::vector<double>& c) {
    HG_FC_GLOBAL(pdgemm, PDGEMM)
    ("N", "N", &n, &n, &n, &alpha, a.data(), &one, &one, grid.desc, b.data(), &one, &one, grid.desc, &alpha,
     c.data(), &one, &one, grid.desc);
  }));
  results.push_back(compare("pdgetrf", grid, a, runs, [&](std::vector<double>& lu) {
    HG_FC_GLOBAL(pdgetrf, PDGETRF)(&n, &n, lu.data(), &one, &one, grid.desc, ipiv.data(), &info);
  }));
  results.push_back(compare("pdgeqrf", grid, a, runs, [&](std::vector<double>& qr) {
    HG_FC_GLOBAL(pdgeqrf, PDGEQRF)
    (&n, &n, qr.data(), &one, &one, grid.desc, tau.data(), work.data(), &lwork, &info);
  }));
  results.push_back(compare("pdpotrf", grid, a, runs, [&](std::vector<double>& factor) {
    HG_FC_GLOBAL(pdpotrf, PDPOTRF)("L", &n, factor.data(), &one, &one, grid.desc, &info, 1);
  }));
  return results;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? std::atoi(argv[1]) : 0, runs = argc > 2 ? std::atoi(argv[2]) : 0;
  if (argc != 4 || n < 1 || runs < 1) {
    if (rank == 0)
      std::fprintf(stderr, "usage: bench_transparent N RUNS FILE.json\n");
    MPI_Finalize();
    return 2;
  }
  if (rank == 0)
    std::printf("unchanged calls, double, block size %d, median of %d runs in turns, moving included\n"
                "  routine      n    grid  ScaLAPACK s    hetgrid s     ratio   difference\n",
                nb, runs);
  nlohmann::json report;
  for (const auto& [p, q] : {std::pair{1, size}, std::pair{size, 1}})
    for (nlohmann::json& result : measure(p, q, n, runs))
      report.push_back(std::move(result));
  bool passed = true;
  for (const nlohmann::json& result : report)
    passed = passed && result["passed"].get<bool>();
  if (rank == 0)
    std::ofstream(argv[3]) << report.dump(2) << '\n';
  MPI_Finalize();
  return passed ? 0 : 1;
}
