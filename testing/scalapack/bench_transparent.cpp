// Transparent mode against plain ScaLAPACK: the same calls on the same block-cyclic matrices, in turns, moving included.
//
// bench_transparent N RUNS FILE.json [ROUTINE ...]: double precision, blocks of 64, grids 1 x ranks and ranks x 1; all
// routines, or those that are named. The speeds come from
// where transparent mode takes them: HETGRID_CYCLE_TIMES, HETGRID_PLATFORM, or its own probe.
#include "comm/blacs.hpp"
#include "hetgrid/layout.hpp"
#include "scalapack/dispatch.hpp"
#include "testing/support/scalapack_names.hpp"

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

namespace {

using namespace hetgrid;
namespace names = hetgrid::testing::scalapack;

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

template <typename... Arguments>
void call(const names::Routine& routine, const Arguments&... arguments) {
  names::call_with<void>(routine.of<double>(), std::tuple_cat(names::pointers(arguments)...));
}

/// What is run on a copy of an operand.
struct Case {
  const char* name;
  const std::vector<double>& operand;
  std::function<void(std::vector<double>&)> routine;
};

/// Operands of one grid, and the factors that some routines start from.
class Operands {
public:
  Operands(const Grid& grid)
      : grid_(grid), n_(grid.n), a_(grid.matrix(1)), b_(grid.matrix(2)), lu_(a_), cholesky_(a_),
        ipiv_(static_cast<std::size_t>(n_ + nb)), pivots_(ipiv_), tau_(static_cast<std::size_t>(n_)),
        work_(static_cast<std::size_t>(nb) * static_cast<std::size_t>(2 * n_ + 2 * nb)),
        lwork_(static_cast<int>(work_.size())), iwork_(work_.size()), liwork_(lwork_) {
    const scalapack::ScalapackCall guard;
    call(names::getrf, n_, n_, lu_.data(), one, one, desc(), pivots_.data(), &info_);
    call(names::potrf, 'L', n_, cholesky_.data(), one, one, desc(), &info_);
  }

  std::vector<Case> cases() {
    using Matrix = std::vector<double>;
    return {
        {"pdgemm", a_,
         [this](Matrix& c) {
           call(names::gemm, 'N', 'N', n_, n_, n_, 1.0, a_.data(), one, one, desc(), b_.data(), one, one,
                desc(), 1.0, c.data(), one, one, desc());
         }},
        {"pdgetrf", a_,
         [this](Matrix& a) { call(names::getrf, n_, n_, a.data(), one, one, desc(), ipiv_.data(), &info_); }},
        {"pdgeqrf", a_,
         [this](Matrix& a) {
           call(names::geqrf, n_, n_, a.data(), one, one, desc(), tau_.data(), work_.data(), lwork_, &info_);
         }},
        {"pdpotrf", a_,
         [this](Matrix& a) { call(names::potrf, 'L', n_, a.data(), one, one, desc(), &info_); }},
        {"pdtrsm", b_,
         [this](Matrix& b) {
           call(names::trsm, 'L', 'L', 'N', 'N', n_, n_, 1.0, a_.data(), one, one, desc(), b.data(), one, one,
                desc());
         }},
        {"pdtrmm", b_,
         [this](Matrix& b) {
           call(names::trmm, 'L', 'L', 'N', 'N', n_, n_, 1.0, a_.data(), one, one, desc(), b.data(), one, one,
                desc());
         }},
        {"pdsymm", a_,
         [this](Matrix& c) {
           call(names::symm, 'L', 'L', n_, n_, 1.0, a_.data(), one, one, desc(), b_.data(), one, one, desc(),
                1.0, c.data(), one, one, desc());
         }},
        {"pdsyrk", a_,
         [this](Matrix& c) {
           call(names::syrk, 'L', 'N', n_, n_, 1.0, b_.data(), one, one, desc(), 1.0, c.data(), one, one,
                desc());
         }},
        {"pdsyr2k", a_,
         [this](Matrix& c) {
           call(names::syr2k, 'L', 'N', n_, n_, 1.0, a_.data(), one, one, desc(), b_.data(), one, one, desc(),
                1.0, c.data(), one, one, desc());
         }},
        {"pdgetrs", b_,
         [this](Matrix& b) {
           call(names::getrs, 'N', n_, n_, lu_.data(), one, one, desc(), pivots_.data(), b.data(), one, one,
                desc(), &info_);
         }},
        {"pdpotrs", b_,
         [this](Matrix& b) {
           call(names::potrs, 'L', n_, n_, cholesky_.data(), one, one, desc(), b.data(), one, one, desc(),
                &info_);
         }},
        {"pdtrtri", a_,
         [this](Matrix& a) { call(names::trtri, 'L', 'N', n_, a.data(), one, one, desc(), &info_); }},
        {"pdgetri", lu_,
         [this](Matrix& a) {
           call(names::getri, n_, a.data(), one, one, desc(), pivots_.data(), work_.data(), lwork_,
                iwork_.data(), liwork_, &info_);
         }},
        {"pdsygst", a_,
         [this](Matrix& a) {
           call(names::sygst, one, 'L', n_, a.data(), one, one, desc(), cholesky_.data(), one, one, desc(),
                &scale_, &info_);
         }},
        {"pdpotri", cholesky_,
         [this](Matrix& a) { call(names::potri, 'L', n_, a.data(), one, one, desc(), &info_); }}};
  }

private:
  const int* const& desc() const { return desc_; }

  const Grid& grid_;
  const int n_;
  const int* const desc_ = grid_.desc;
  std::vector<double> a_, b_, lu_, cholesky_;
  std::vector<int> ipiv_, pivots_;
  std::vector<double> tau_, work_;
  const int lwork_;
  std::vector<int> iwork_;
  const int liwork_;
  double scale_ = 0;
  int info_ = 0;
};

/// \param routines names of those to be run; none: all
nlohmann::json measure(int p, int q, int n, int runs, const std::vector<std::string>& routines) {
  const Grid grid(p, q, n);
  Operands operands(grid);
  nlohmann::json results;
  for (const Case& one_case : operands.cases())
    if (routines.empty() || std::ranges::count(routines, one_case.name) > 0)
      results.push_back(compare(one_case.name, grid, one_case.operand, runs, one_case.routine));
  return results;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? std::atoi(argv[1]) : 0, runs = argc > 2 ? std::atoi(argv[2]) : 0;
  if (argc < 4 || n < 1 || runs < 1) {
    if (rank == 0)
      std::fprintf(stderr, "usage: bench_transparent N RUNS FILE.json [ROUTINE ...]\n");
    MPI_Finalize();
    return 2;
  }
  if (rank == 0)
    std::printf("unchanged calls, double, block size %d, median of %d runs in turns, moving included\n"
                "  routine      n    grid  ScaLAPACK s    hetgrid s     ratio   difference\n",
                nb, runs);
  nlohmann::json report;
  for (const auto& [p, q] : {std::pair{1, size}, std::pair{size, 1}})
    for (nlohmann::json& result : measure(p, q, n, runs, {argv + 4, argv + argc}))
      report.push_back(std::move(result));
  bool passed = true;
  for (const nlohmann::json& result : report)
    passed = passed && result["passed"].get<bool>();
  if (rank == 0)
    std::ofstream(argv[3]) << report.dump(2) << '\n';
  MPI_Finalize();
  return passed ? 0 : 1;
}
