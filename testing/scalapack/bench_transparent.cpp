// Transparent mode against plain ScaLAPACK: the same calls on the same block-cyclic matrices, in turns, moving included.
//
// bench_transparent N RUNS FILE.json [ROUTINE ...]: blocks of 64, grids 1 x ranks and ranks x 1; all routines in double
// precision, or those of any type that are named. The speeds come from where transparent mode takes them:
// HETGRID_CYCLE_TIMES, HETGRID_PLATFORM, or its own probe.
#include "comm/blacs.hpp"
#include "hetgrid/layout.hpp"
#include "scalapack/dispatch.hpp"
#include "testing/support/scalapack_names.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace hetgrid;
namespace names = hetgrid::testing::scalapack;

constexpr int nb = 64, one = 1;

template <typename T>
constexpr bool is_complex = !std::is_floating_point_v<T>;
template <typename T>
using Real = decltype(std::abs(T{}));

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
  template <typename T>
  std::vector<T> matrix(unsigned seed) const {
    std::mt19937_64 random(seed + 100u * static_cast<unsigned>(myrow) + static_cast<unsigned>(mycol));
    std::uniform_real_distribution<Real<T>> value(-1, 1);
    std::vector<T> a(size);
    for (T& x : a)
      if constexpr (is_complex<T>)
        x = {value(random), value(random)};
      else
        x = value(random);
    const layout::AxisMap rows = layout::AxisMap::uniform(p), columns = layout::AxisMap::uniform(q);
    for (int g = 0; g < n; ++g)
      if (layout::indxg2p(g, nb, 0, rows) == myrow && layout::indxg2p(g, nb, 0, columns) == mycol)
        a[static_cast<std::size_t>(layout::indxg2l(g, nb, myrow, 0, rows) +
                                   layout::indxg2l(g, nb, mycol, 0, columns) * desc[8])] +=
            static_cast<Real<T>>(n);
    return a;
  }
};

double over_all(double value, MPI_Op op) {
  double result = 0;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  return result;
}

template <typename T>
struct Timing {
  std::vector<double> seconds;
  std::vector<T> result;

  double median() const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
  }
};

/// Runs `routine` on `operand`. \return seconds of the slowest process
template <typename T>
double timed(const std::function<void(std::vector<T>&)>& routine, std::vector<T>& operand) {
  MPI_Barrier(MPI_COMM_WORLD);
  const auto start = std::chrono::steady_clock::now();
  routine(operand);
  return over_all(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), MPI_MAX);
}

/// The largest difference, in units of n eps times the largest value.
template <typename T>
double difference(const std::vector<T>& a, const std::vector<T>& b, int n) {
  double differing = 0, largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    differing = std::max<double>(differing, a[k] == b[k] ? 0 : std::abs(a[k] - b[k]));
    largest = std::max<double>(largest, std::abs(b[k]));
  }
  return over_all(differing, MPI_MAX) /
         (over_all(largest, MPI_MAX) * n * std::numeric_limits<Real<T>>::epsilon());
}

/// The library and ScaLAPACK in turns, after one run of each that does not count: that plans.
template <typename T>
nlohmann::json compare(const std::string& name, const Grid& grid, const std::vector<T>& a, int runs,
                       const std::function<void(std::vector<T>&)>& routine) {
  Timing<T> transparent, plain;
  for (int run = -1; run < runs; ++run)
    for (Timing<T>* const which : {&transparent, &plain}) {
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
    std::printf("  %-8s %5d   %d x %d %12.4f %12.4f %9.3f %12.2e %s\n", name.c_str(), grid.n, grid.p, grid.q,
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

template <typename T, typename... Arguments>
void call_of(const names::Routine& routine, const Arguments&... arguments) {
  names::call_with<void>(routine.of<T>(), std::tuple_cat(names::pointers(arguments)...));
}

/// What is run on a copy of an operand.
template <typename T>
struct Case {
  std::string name;
  const std::vector<T>& operand;
  std::function<void(std::vector<T>&)> routine;
};

/// Operands of one grid, and the factors that some routines start from.
template <typename T>
class Operands {
public:
  Operands(const Grid& grid)
      : grid_(grid), other_grid_(grid.q, grid.p, grid.n), n_(grid.n), a_(grid.matrix<T>(1)),
        b_(grid.matrix<T>(2)), on_other_grid_(other_grid_.template matrix<T>(3)), lu_(a_), cholesky_(a_),
        ipiv_(static_cast<std::size_t>(n_ + nb)), pivots_(ipiv_), tau_(static_cast<std::size_t>(n_)),
        work_(static_cast<std::size_t>(nb) * static_cast<std::size_t>(2 * n_ + 2 * nb)),
        lwork_(static_cast<int>(work_.size())), iwork_(work_.size()), liwork_(lwork_) {
    const scalapack::ScalapackCall guard;
    call(names::getrf, n_, n_, lu_.data(), one, one, desc(), pivots_.data(), &info_);
    call(names::potrf, 'L', n_, cholesky_.data(), one, one, desc(), &info_);
  }

  std::vector<Case<T>> cases(const std::string& p) {
    using Matrix = std::vector<T>;
    const T unit = 1;
    const Real<T> real_unit = 1;
    std::vector<Case<T>> all = {
        {p + "gemm", a_,
         [=, this](Matrix& c) {
           call(names::gemm, 'N', 'N', n_, n_, n_, unit, a_.data(), one, one, desc(), b_.data(), one, one,
                desc(), unit, c.data(), one, one, desc());
         }},
        {p + "getrf", a_,
         [=, this](Matrix& a) {
           call(names::getrf, n_, n_, a.data(), one, one, desc(), ipiv_.data(), &info_);
         }},
        {p + "geqrf", a_,
         [=, this](Matrix& a) {
           call(names::geqrf, n_, n_, a.data(), one, one, desc(), tau_.data(), work_.data(), lwork_, &info_);
         }},
        {p + "potrf", a_,
         [=, this](Matrix& a) { call(names::potrf, 'L', n_, a.data(), one, one, desc(), &info_); }},
        {p + "trsm", b_,
         [=, this](Matrix& b) {
           call(names::trsm, 'L', 'L', 'N', 'N', n_, n_, unit, a_.data(), one, one, desc(), b.data(), one,
                one, desc());
         }},
        {p + "trmm", b_,
         [=, this](Matrix& b) {
           call(names::trmm, 'L', 'L', 'N', 'N', n_, n_, unit, a_.data(), one, one, desc(), b.data(), one,
                one, desc());
         }},
        {p + "symm", a_,
         [=, this](Matrix& c) {
           call(names::symm, 'L', 'L', n_, n_, unit, a_.data(), one, one, desc(), b_.data(), one, one, desc(),
                unit, c.data(), one, one, desc());
         }},
        {p + "syrk", a_,
         [=, this](Matrix& c) {
           call(names::syrk, 'L', 'N', n_, n_, unit, b_.data(), one, one, desc(), unit, c.data(), one, one,
                desc());
         }},
        {p + "syr2k", a_,
         [=, this](Matrix& c) {
           call(names::syr2k, 'L', 'N', n_, n_, unit, a_.data(), one, one, desc(), b_.data(), one, one,
                desc(), unit, c.data(), one, one, desc());
         }},
        {p + "getrs", b_,
         [=, this](Matrix& b) {
           call(names::getrs, 'N', n_, n_, lu_.data(), one, one, desc(), pivots_.data(), b.data(), one, one,
                desc(), &info_);
         }},
        {p + "potrs", b_,
         [=, this](Matrix& b) {
           call(names::potrs, 'L', n_, n_, cholesky_.data(), one, one, desc(), b.data(), one, one, desc(),
                &info_);
         }},
        {p + "trtri", a_,
         [=, this](Matrix& a) { call(names::trtri, 'L', 'N', n_, a.data(), one, one, desc(), &info_); }},
        {p + "getri", lu_,
         [=, this](Matrix& a) {
           call(names::getri, n_, a.data(), one, one, desc(), pivots_.data(), work_.data(), lwork_,
                iwork_.data(), liwork_, &info_);
         }},
        {p + (is_complex<T> ? "hegst" : "sygst"), a_,
         [=, this](Matrix& a) {
           call(names::sygst, one, 'L', n_, a.data(), one, one, desc(), cholesky_.data(), one, one, desc(),
                &scale_, &info_);
         }},
        {p + "potri", cholesky_,
         [=, this](Matrix& a) { call(names::potri, 'L', n_, a.data(), one, one, desc(), &info_); }},
        {p + (is_complex<T> ? "tranc" : "tran"), b_,
         [=, this](Matrix& c) {
           call(names::tran, n_, n_, unit, a_.data(), one, one, desc(), T(0), c.data(), one, one, desc());
         }},
        {p + "gemr2d", on_other_grid_, [=, this](Matrix& b) {
           call(names::gemr2d, n_, n_, a_.data(), one, one, desc(), b.data(), one, one, other_desc_,
                grid_.context);
         }}};
    if constexpr (is_complex<T>) {
      all.push_back({p + "hemm", a_, [=, this](Matrix& c) {
                       call(names::hemm, 'L', 'L', n_, n_, unit, a_.data(), one, one, desc(), b_.data(), one,
                            one, desc(), unit, c.data(), one, one, desc());
                     }});
      all.push_back({p + "herk", a_, [=, this](Matrix& c) {
                       call(names::herk, 'L', 'N', n_, n_, real_unit, b_.data(), one, one, desc(), real_unit,
                            c.data(), one, one, desc());
                     }});
      all.push_back({p + "her2k", a_, [=, this](Matrix& c) {
                       call(names::her2k, 'L', 'N', n_, n_, unit, a_.data(), one, one, desc(), b_.data(), one,
                            one, desc(), real_unit, c.data(), one, one, desc());
                     }});
    }
    return all;
  }

private:
  template <typename... Arguments>
  static void call(const names::Routine& routine, const Arguments&... arguments) {
    call_of<T>(routine, arguments...);
  }
  const int* const& desc() const { return desc_; }

  const Grid& grid_;
  const Grid other_grid_; ///< of the transposed shape
  const int n_;
  const int *const desc_ = grid_.desc, *const other_desc_ = other_grid_.desc;
  std::vector<T> a_, b_, on_other_grid_, lu_, cholesky_;
  std::vector<int> ipiv_, pivots_;
  std::vector<T> tau_, work_;
  const int lwork_;
  std::vector<int> iwork_;
  const int liwork_;
  Real<T> scale_ = 0;
  int info_ = 0;
};

/// \param routines names of those to be run; none: all in double precision
template <typename T>
void measure(int p, int q, int n, int runs, const std::vector<std::string>& routines,
             nlohmann::json& report) {
  const std::string types = is_complex<T> ? "cz" : "sd";
  const std::string prefix = std::string("p") + types[std::is_same_v<Real<T>, double> ? 1 : 0];
  if (routines.empty() ? !std::is_same_v<T, double> : std::ranges::none_of(routines, [&](const auto& name) {
        return name.starts_with(prefix);
      }))
    return;
  const Grid grid(p, q, n);
  Operands<T> operands(grid);
  for (const Case<T>& one_case : operands.cases(prefix))
    if (routines.empty() || std::ranges::count(routines, one_case.name) > 0)
      report.push_back(compare(one_case.name, grid, one_case.operand, runs, one_case.routine));
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
    std::printf("unchanged calls, block size %d, median of %d runs in turns, moving included\n"
                "  routine      n    grid  ScaLAPACK s    hetgrid s     ratio   difference\n",
                nb, runs);
  nlohmann::json report;
  const std::vector<std::string> routines(argv + 4, argv + argc);
  for (const auto& [p, q] : {std::pair{1, size}, std::pair{size, 1}}) {
    measure<float>(p, q, n, runs, routines, report);
    measure<double>(p, q, n, runs, routines, report);
    measure<std::complex<float>>(p, q, n, runs, routines, report);
    measure<std::complex<double>>(p, q, n, runs, routines, report);
  }
  bool passed = true;
  for (const nlohmann::json& result : report)
    passed = passed && result["passed"].get<bool>();
  if (rank == 0)
    std::ofstream(argv[3]) << report.dump(2) << '\n';
  MPI_Finalize();
  return passed ? 0 : 1;
}
