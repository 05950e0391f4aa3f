// Every allocation of every routine fails once, on one process: the routine works all the same, or says so by the same
// INFO on all processes and has changed nothing; nobody waits.
// ranks: 2 4
// without sanitizers: its allocator takes the place of theirs
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "comm/collectives.hpp"
#include "comm/grid.hpp"
#include "hetgrid.h"
#include "hetgrid/partition.hpp"
#include "hetgrid/plan.hpp"
#include "testing/robustness/small_problems.hpp"
#include "testing/support/failing_allocator.hpp"
#include "testing/support/few_addresses.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

extern "C" {
void HG_FC_GLOBAL(pdgetrf, PDGETRF)(const int*, const int*, double*, const int*, const int*, const int*, int*,
                                    int*);
void HG_FC_GLOBAL(pdpotrf, PDPOTRF)(const char*, const int*, double*, const int*, const int*, const int*,
                                    int*);
void HG_FC_GLOBAL(pdtrsm, PDTRSM)(const char*, const char*, const char*, const char*, const int*, const int*,
                                  const double*, const double*, const int*, const int*, const int*, double*,
                                  const int*, const int*, const int*);
void HG_FC_GLOBAL(pddot, PDDOT)(const int*, double*, const double*, const int*, const int*, const int*,
                                const int*, const double*, const int*, const int*, const int*, const int*);
}

namespace {

using namespace hetgrid::testing;

constexpr int out_of_memory = -9999;
const int m = 150, n = 120, nb = 8, many = 80;
const double alpha = -0.5, beta = 2;

/// Two processes share memory, others exchange messages.
const std::string_view groups_of_two = "2";

/// How panels are factored.
enum class Panels { collected, distributed, tournament };

/// A grid whose first process is three times as fast, without anything that earlier calls have made for it; one grid column if
/// panels are distributed, which owns all of each; one grid row if two share memory, so that it has several groups.
/// \param sharing  HETGRID_SHARED_MEMORY
/// \param columns  of the grid; 0: as above
int make_context(Panels panels, const char* sharing, int columns) {
  setenv("HETGRID_SHARED_MEMORY", sharing, 1);
  const bool distributed = panels != Panels::collected, row = mpi_size() != 4 || sharing == groups_of_two;
  const int rows = distributed ? mpi_size() : row ? 1 : 2;
  int context = 0, info = 0, q = columns > 0 ? columns : mpi_size() / rows, p = mpi_size() / q;
  Cblacs_get(-1, 0, &context);
  std::vector<double> cycle_times(static_cast<std::size_t>(mpi_size()), 3.0);
  cycle_times[0] = 1;
  HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, "R", &p, &q, cycle_times.data(), &info);
  if (info != 0)
    return -1;
  hetgrid::schedule::Parameters parameters;
  parameters.lu.panel = parameters.qr.panel = parameters.cholesky.panel =
      distributed ? hetgrid::schedule::PanelMethod::distributed : hetgrid::schedule::PanelMethod::collected;
  if (panels == Panels::tournament)
    parameters.pivoting = hetgrid::schedule::Pivoting::tournament;
  hetgrid::comm::Grid& grid = hetgrid::comm::Grid::of_context(context);
  grid.use(parameters);
  const int other = mpi_size() - 1;
  grid.lay_out(hetgrid::layout::OwnerMap(mpi_size(), 3, 3,
                                         {{0, 0, 2, 2, 0}, {0, 2, 2, 1, other}, {2, 0, 1, 3, other}}));
  return context;
}

/// An n x n matrix on the partition of a context.
struct PartitionedMatrix {
  int desc[9];
  std::vector<double> local;

  PartitionedMatrix(int context, double phase) {
    int info = 0, blocks = 0;
    std::int64_t elements = 0;
    HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)(desc, &n, &n, &nb, &nb, &context, &info);
    HG_FC_GLOBAL_(hg_partition_size, HG_PARTITION_SIZE)(desc, &blocks, &elements, &info);
    local.resize(static_cast<std::size_t>(elements));
    for (std::size_t k = 0; k < local.size(); ++k)
      local[k] = std::cos(phase + 3.1 * static_cast<double>(k));
  }
};

/// A complex matrix where a real one lies, Hermitian if that is symmetric.
struct ComplexMatrix {
  const int* desc = nullptr;
  std::vector<std::complex<double>> local;

  void follow(SmallMatrix& real) {
    desc = real.desc;
    local.resize(real.local.size());
    auto next = local.begin();
    real.each([&](int i, int j, double x) { *next++ = {x, ((i - j) * (i + j) % 23) / 23.0}; });
  }
};

/// Operands of all routines: square, n x n, rectangular, m x n and n x m, and right-hand sides.
struct Operands {
  int context;
  SmallMatrix square, other, symmetric, tall, wide, few, more, result;
  PartitionedMatrix partitioned, product; ///< on the partition
  ComplexMatrix hermitian, complex, complex_result;
  std::vector<int> ipiv;
  std::vector<double> tau;
  double scalar = 0;

  explicit Operands(int context_)
      : context(context_), square(Interface::hg, context, n, n, nb), other(square), symmetric(square),
        tall(Interface::hg, context, m, n, nb), wide(Interface::hg, context, n, m, nb),
        few(Interface::hg, context, m, 3, nb), more(Interface::hg, context, m, many, nb), result(tall),
        partitioned(context, 1), product(context, 2), ipiv(static_cast<std::size_t>(m + nb)),
        tau(static_cast<std::size_t>(m + n + nb)) {
    for (SmallMatrix* const matrix : {&other, &tall, &wide, &few, &more, &result})
      matrix->each([](int i, int j, double& x) { x = std::cos(i + 1.7 * j * j); });
    square.each([](int i, int j, double& x) { x = std::sin(3.0 * i + j * j) + (i == j) * 3; });
    symmetric.each([](int i, int j, double& x) { x = matrix_element(std::min(i, j), std::max(i, j), n); });
    hermitian.follow(symmetric);
    complex.follow(other);
    complex_result.follow(square);
  }
  /// All that a routine may change.
  std::vector<double> values() const {
    std::vector<double> all{scalar};
    for (const SmallMatrix* const matrix : {&square, &other, &symmetric, &tall, &wide, &few, &more, &result})
      all.insert(all.end(), matrix->local.begin(), matrix->local.end());
    for (const PartitionedMatrix* const matrix : {&partitioned, &product})
      all.insert(all.end(), matrix->local.begin(), matrix->local.end());
    for (const ComplexMatrix* const matrix : {&hermitian, &complex, &complex_result})
      for (const std::complex<double>& x : matrix->local)
        all.insert(all.end(), {x.real(), x.imag()});
    all.insert(all.end(), tau.begin(), tau.end());
    all.insert(all.end(), ipiv.begin(), ipiv.end());
    return all;
  }
};

struct Routine {
  std::string name;
  std::function<void(Operands&)> prepare;    ///< undisturbed
  std::function<void(Operands&, int&)> call; ///< sets INFO
  bool slow = false; ///< a second or more: few of its requests fail, in `make check' on one process
  Panels panels = Panels::collected;
  const char* sharing = "on"; ///< of memory
  int columns = 0;            ///< of the grid; 0: as panels and sharing have it
};

#define HG(name, NAME) HG_FC_GLOBAL_(hg_##name, HG_##NAME)

const std::function<void(Operands&)> nothing = [](Operands&) {};
int last_info() {
  return HG(lastinfo, LASTINFO)();
}

void factor_lu(Operands& x, int& info) {
  HG(pdgetrf, PDGETRF)(&n, &n, x.square.local.data(), &one, &one, x.square.desc, x.ipiv.data(), &info);
}
void factor_qr(Operands& x, int& info) {
  double work[1];
  HG(pdgeqrf, PDGEQRF)(&m, &n, x.tall.local.data(), &one, &one, x.tall.desc, x.tau.data(), work, &one, &info);
}
void factor_cholesky(Operands& x, int& info) {
  HG(pdpotrf, PDPOTRF)("L", &n, x.symmetric.local.data(), &one, &one, x.symmetric.desc, &info);
}
template <void (*Factor)(Operands&, int&)>
void prepared(Operands& x) {
  int info = 0;
  Factor(x, info);
  BOOST_REQUIRE(info == 0);
}

Routine solve_by_lu(const char* name, const char* trans, const int& nrhs, SmallMatrix Operands::*b) {
  return {name, prepared<factor_lu>, [=, &nrhs](Operands& x, int& info) {
            HG(pdgetrs, PDGETRS)
            (trans, &n, &nrhs, x.square.local.data(), &one, &one, x.square.desc, x.ipiv.data(),
             (x.*b).local.data(), &one, &one, (x.*b).desc, &info);
          }};
}

Routine triangular(const char* name, const char* side, const char* trans, const int& rows, const int& columns,
                   SmallMatrix Operands::*b) {
  return {name, nothing, [=, &rows, &columns](Operands& x, int& info) {
            const auto trsm = name[2] == 's' ? HG(pdtrsm, PDTRSM) : HG(pdtrmm, PDTRMM);
            trsm(side, "L", trans, "U", &rows, &columns, &alpha, x.square.local.data(), &one, &one,
                 x.square.desc, (x.*b).local.data(), &one, &one, (x.*b).desc);
            info = last_info();
          }};
}

Routine product(const char* name, const char* transa, const char* transb) {
  return {name, nothing, [=](Operands& x, int& info) {
            SmallMatrix &a = *transa == 'N' ? x.tall : x.wide, &b = x.square;
            HG(pdgemm, PDGEMM)
            (transa, transb, &m, &n, &n, &alpha, a.local.data(), &one, &one, a.desc, b.local.data(), &one,
             &one, b.desc, &beta, x.result.local.data(), &one, &one, x.result.desc);
            info = last_info();
          }};
}

void factor_complex_cholesky(Operands& x, int& info) {
  HG(pzpotrf, PZPOTRF)("L", &n, x.hermitian.local.data(), &one, &one, x.hermitian.desc, &info);
}

/// Those that are not the same for all types.
std::vector<Routine> complex_routines() {
  static const std::complex<double> factor(-0.5, 2);
  return {{"hemm", nothing,
           [](Operands& x, int& info) {
             HG(pzhemm, PZHEMM)
             ("L", "U", &n, &n, &factor, x.hermitian.local.data(), &one, &one, x.hermitian.desc,
              x.complex.local.data(), &one, &one, x.complex.desc, &factor, x.complex_result.local.data(),
              &one, &one, x.complex_result.desc);
             info = last_info();
           }},
          {"herk", nothing,
           [](Operands& x, int& info) {
             HG(pzherk, PZHERK)
             ("U", "C", &n, &n, &alpha, x.complex.local.data(), &one, &one, x.complex.desc, &beta,
              x.complex_result.local.data(), &one, &one, x.complex_result.desc);
             info = last_info();
           }},
          {"her2k", nothing,
           [](Operands& x, int& info) {
             HG(pzher2k, PZHER2K)
             ("L", "N", &n, &n, &factor, x.complex.local.data(), &one, &one, x.complex.desc,
              x.hermitian.local.data(), &one, &one, x.hermitian.desc, &beta, x.complex_result.local.data(),
              &one, &one, x.complex_result.desc);
             info = last_info();
           }},
          {"hegst", prepared<factor_complex_cholesky>, [](Operands& x, int& info) {
             const int product = 2;
             HG(pzhegst, PZHEGST)
             (&product, "L", &n, x.complex_result.local.data(), &one, &one, x.complex_result.desc,
              x.hermitian.local.data(), &one, &one, x.hermitian.desc, &x.scalar, &info);
           }}};
}

std::vector<Routine> on_partitions() {
  return {{"gemm, partitioned", nothing,
           [](Operands& x, int& info) {
             HG(pdgemm, PDGEMM)
             ("N", "T", &n, &n, &n, &alpha, x.partitioned.local.data(), &one, &one, x.partitioned.desc,
              x.partitioned.local.data(), &one, &one, x.partitioned.desc, &beta, x.product.local.data(), &one,
              &one, x.product.desc);
             info = last_info();
           }},
          {"gemr2d to a partition", nothing,
           [](Operands& x, int& info) {
             HG(pdgemr2d, PDGEMR2D)
             (&n, &n, x.square.local.data(), &one, &one, x.square.desc, x.product.local.data(), &one, &one,
              x.product.desc, &x.context);
             info = last_info();
           }},
          {"lacpy, partitioned", nothing,
           [](Operands& x, int& info) {
             const int two = 2, most = n - 1;
             HG(pdlacpy, PDLACPY)
             ("L", &most, &most, x.partitioned.local.data(), &one, &one, x.partitioned.desc,
              x.product.local.data(), &two, &two, x.product.desc);
             info = last_info();
           }},
          {"laset, partitioned", nothing,
           [](Operands& x, int& info) {
             HG(pdlaset, PDLASET)
             ("U", &n, &n, &alpha, &beta, x.product.local.data(), &one, &one, x.product.desc);
             info = last_info();
           }},
          {"lange, partitioned", nothing, [](Operands& x, int& info) {
             double work[1];
             x.scalar = HG(pdlange, PDLANGE)("1", &n, &n, x.partitioned.local.data(), &one, &one,
                                             x.partitioned.desc, work);
             if ((info = last_info()) != 0)
               x.scalar = 0;
           }}};
}

/// P routines that know no partitions: their operands move to uniform layouts and back.
std::vector<Routine> wrapped_on_partitions() {
  return {{"getrf, wrapped", nothing,
           [](Operands& x, int& info) {
             HG_FC_GLOBAL(pdgetrf, PDGETRF)
             (&n, &n, x.partitioned.local.data(), &one, &one, x.partitioned.desc, x.ipiv.data(), &info);
           }},
          {"potrf, wrapped",
           [](Operands& x) { // to the partition
             HG(pdgemr2d, PDGEMR2D)
             (&n, &n, x.symmetric.local.data(), &one, &one, x.symmetric.desc, x.product.local.data(), &one,
              &one, x.product.desc, &x.context);
           },
           [](Operands& x, int& info) {
             HG_FC_GLOBAL(pdpotrf, PDPOTRF)
             ("L", &n, x.product.local.data(), &one, &one, x.product.desc, &info);
           }},
          {"geqrf, wrapped", nothing,
           [](Operands& x, int& info) {
             std::vector<double> work(1);
             int lwork = -1;
             HG_FC_GLOBAL(pdgeqrf, PDGEQRF)
             (&n, &n, x.partitioned.local.data(), &one, &one, x.partitioned.desc, x.tau.data(), work.data(),
              &lwork, &info);
             if (info != 0)
               return;
             lwork = static_cast<int>(work[0]);
             work.resize(static_cast<std::size_t>(lwork));
             HG_FC_GLOBAL(pdgeqrf, PDGEQRF)
             (&n, &n, x.partitioned.local.data(), &one, &one, x.partitioned.desc, x.tau.data(), work.data(),
              &lwork, &info);
           }},
          {"trsm, wrapped", nothing,
           [](Operands& x, int& info) { // an operand on the grid, the other on the partition
             HG_FC_GLOBAL(pdtrsm, PDTRSM)
             ("L", "L", "N", "U", &n, &n, &alpha, x.square.local.data(), &one, &one, x.square.desc,
              x.product.local.data(), &one, &one, x.product.desc);
             info = last_info();
           }},
          {"dot, wrapped", nothing, [](Operands& x, int& info) {
             HG_FC_GLOBAL(pddot, PDDOT)
             (&n, &x.scalar, x.partitioned.local.data(), &one, &one, x.partitioned.desc, &n,
              x.product.local.data(), &one, &one, x.product.desc, &one);
             info = last_info();
             if (info != 0)
               x.scalar = 0;
           }}};
}

Routine least_squares(const char* name, SmallMatrix Operands::*a, const int& rows, const int& columns) {
  return {name, nothing, [=, &rows, &columns](Operands& x, int& info) {
            double work[1];
            const int nrhs = 3;
            HG(pdgels, PDGELS)
            ("N", &rows, &columns, &nrhs, (x.*a).local.data(), &one, &one, (x.*a).desc, x.few.local.data(),
             &one, &one, x.few.desc, work, &one, &info);
          }};
}

const char* const plan_file = // of gridinit_plan and gridinit_partition
    "hetgrid-test-failing-memory.json";

struct PlanFile {
  ~PlanFile() {
    if (mpi_rank() == 0)
      std::remove(plan_file);
  }
};

void write_plan(Operands&) {
  if (mpi_rank() == 0)
    std::ofstream(plan_file) << hetgrid::plan::to_json(hetgrid::plan::uniform_plan(1, mpi_size()));
  MPI_Barrier(MPI_COMM_WORLD);
}

void write_partition(Operands&) {
  if (mpi_rank() == 0)
    std::ofstream(plan_file) << hetgrid::partition::to_json(
        hetgrid::partition::Partition(4, mpi_size(), mpi_size() - 1));
  MPI_Barrier(MPI_COMM_WORLD);
}

/// A routine that makes a context, which is exited at once. Refused, it leaves the system context as it is.
template <typename Create>
Routine context_of(const char* name, std::function<void(Operands&)> prepare, Create create) {
  return {name, std::move(prepare), [create](Operands& x, int& info) {
            int system = 0;
            Cblacs_get(-1, 0, &system);
            int context = system;
            create(context, info);
            if (info != 0) {
              x.scalar = context == system ? 0 : -1;
              return;
            }
            x.scalar = 1;
            if (context >= 0)
              HG(gridexit, GRIDEXIT)(&context);
          }};
}

Routine gridinit(const char* name, int p, int q) {
  return context_of(name, nothing, [p, q](int& context, int& info) {
    std::vector<double> cycle_times;
    for (int rank = 0; rank < mpi_size(); ++rank)
      cycle_times.push_back(1 + rank);
    HG(gridinit, GRIDINIT)(&context, "R", &p, &q, cycle_times.data(), &info);
  });
}

void measure(Operands& x, int& info) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  std::vector<double> t(static_cast<std::size_t>(mpi_size()), -1);
  HG(probe, PROBE)(&context, &nb, t.data(), &info);
  const bool right = std::ranges::all_of(t, [&](double time) { return info == 0 ? time >= 1 : time == -1; });
  x.scalar = !right ? -1 : info == 0 ? 1 : 0;
}

const int three = 3;

std::vector<Routine> collecting_routines() {
  return {gridinit("gridinit", 1, mpi_size()),
          gridinit("gridinit, any shape", 0, 0),
          context_of("gridinit_shape", nothing,
                     [](int& context, int& info) {
                       const std::vector<double> times(static_cast<std::size_t>(mpi_size()), 1.0);
                       HG(gridinit_shape, GRIDINIT_SHAPE)(&context, &n, &nb, times.data(), &info);
                     }),
          context_of("gridinit_plan", write_plan,
                     [](int& context, int& info) {
                       const int length = static_cast<int>(std::string_view(plan_file).size());
                       HG(gridinit_plan, GRIDINIT_PLAN)(&context, plan_file, &length, &info);
                     }),
          context_of("gridinit_partition", write_partition,
                     [](int& context, int& info) {
                       const int length = static_cast<int>(std::string_view(plan_file).size());
                       HG(gridinit_partition, GRIDINIT_PARTITION)(&context, plan_file, &length, &info);
                     }),
          {"probe", nothing, measure, true},
          product("gemm NN", "N", "N"),
          product("gemm TT", "T", "T"),
          triangular("trsm left, few", "L", "N", n, three, &Operands::few),
          triangular("trsm left, many", "L", "T", n, many, &Operands::more),
          triangular("trsm right", "R", "N", m, n, &Operands::result),
          triangular("trmm", "L", "N", n, many, &Operands::more),
          {"syrk", nothing,
           [](Operands& x, int& info) {
             HG(pdsyrk, PDSYRK)
             ("L", "T", &n, &m, &alpha, x.tall.local.data(), &one, &one, x.tall.desc, &beta,
              x.symmetric.local.data(), &one, &one, x.symmetric.desc);
             info = last_info();
           }},
          {"syr2k", nothing,
           [](Operands& x, int& info) {
             HG(pdsyr2k, PDSYR2K)
             ("U", "T", &n, &m, &alpha, x.tall.local.data(), &one, &one, x.tall.desc, x.result.local.data(),
              &one, &one, x.result.desc, &beta, x.symmetric.local.data(), &one, &one, x.symmetric.desc);
             info = last_info();
           }},
          {"symm", nothing,
           [](Operands& x, int& info) {
             HG(pdsymm, PDSYMM)
             ("R", "L", &m, &n, &alpha, x.symmetric.local.data(), &one, &one, x.symmetric.desc,
              x.tall.local.data(), &one, &one, x.tall.desc, &beta, x.result.local.data(), &one, &one,
              x.result.desc);
             info = last_info();
           }},
          {"getrf", nothing, factor_lu},
          solve_by_lu("getrs, few", "N", three, &Operands::few),
          solve_by_lu("getrs, many", "T", many, &Operands::more),
          {"gesv", nothing,
           [](Operands& x, int& info) {
             HG(pdgesv, PDGESV)
             (&n, &three, x.square.local.data(), &one, &one, x.square.desc, x.ipiv.data(), x.few.local.data(),
              &one, &one, x.few.desc, &info);
           }},
          {"gesv, many", nothing,
           [](Operands& x, int& info) {
             HG(pdgesv, PDGESV)
             (&n, &many, x.square.local.data(), &one, &one, x.square.desc, x.ipiv.data(), x.more.local.data(),
              &one, &one, x.more.desc, &info);
           }},
          {"getri", prepared<factor_lu>,
           [](Operands& x, int& info) {
             double work[1];
             int iwork[1];
             HG(pdgetri, PDGETRI)
             (&n, x.square.local.data(), &one, &one, x.square.desc, x.ipiv.data(), work, &one, iwork, &one,
              &info);
           }},
          {"gecon", prepared<factor_lu>,
           [](Operands& x, int& info) {
             double work[1];
             int iwork[1];
             const double norm = 10;
             HG(pdgecon, PDGECON)
             ("1", &n, x.square.local.data(), &one, &one, x.square.desc, &norm, &x.scalar, work, &one, iwork,
              &one, &info);
           }},
          {"laswp", prepared<factor_lu>,
           [](Operands& x, int& info) {
             HG(pdlaswp, PDLASWP)
             ("F", "R", &n, x.other.local.data(), &one, &one, x.other.desc, &one, &n, x.ipiv.data());
             info = last_info();
           }},
          {"lapiv", prepared<factor_lu>,
           [](Operands& x, int& info) {
             int iwork[1];
             HG(pdlapiv, PDLAPIV)
             ("F", "R", "C", &n, &n, x.other.local.data(), &one, &one, x.other.desc, x.ipiv.data(), &one,
              &one, x.square.desc, iwork);
             info = last_info();
           }},
          {"geqrf", nothing, factor_qr},
          {"ormqr left", prepared<factor_qr>,
           [](Operands& x, int& info) {
             double work[1];
             HG(pdormqr, PDORMQR)
             ("L", "T", &m, &three, &n, x.tall.local.data(), &one, &one, x.tall.desc, x.tau.data(),
              x.few.local.data(), &one, &one, x.few.desc, work, &one, &info);
           }},
          {"ormqr right", prepared<factor_qr>,
           [](Operands& x, int& info) {
             double work[1];
             HG(pdormqr, PDORMQR)
             ("R", "N", &n, &m, &n, x.tall.local.data(), &one, &one, x.tall.desc, x.tau.data(),
              x.wide.local.data(), &one, &one, x.wide.desc, work, &one, &info);
           }},
          {"orgqr", prepared<factor_qr>,
           [](Operands& x, int& info) {
             double work[1];
             HG(pdorgqr, PDORGQR)
             (&m, &n, &n, x.tall.local.data(), &one, &one, x.tall.desc, x.tau.data(), work, &one, &info);
           }},
          least_squares("gels tall", &Operands::tall, m, n),
          least_squares("gels wide", &Operands::wide, n, m),
          {"potrf", nothing, factor_cholesky},
          {"potrf upper", nothing,
           [](Operands& x, int& info) {
             HG(pdpotrf, PDPOTRF)("U", &n, x.symmetric.local.data(), &one, &one, x.symmetric.desc, &info);
           }},
          {"potrs", prepared<factor_cholesky>,
           [](Operands& x, int& info) {
             HG(pdpotrs, PDPOTRS)
             ("L", &n, &many, x.symmetric.local.data(), &one, &one, x.symmetric.desc, x.more.local.data(),
              &one, &one, x.more.desc, &info);
           }},
          {"trtri", nothing,
           [](Operands& x, int& info) {
             HG(pdtrtri, PDTRTRI)("L", "N", &n, x.square.local.data(), &one, &one, x.square.desc, &info);
           }},
          {"potri", prepared<factor_cholesky>,
           [](Operands& x, int& info) {
             HG(pdpotri, PDPOTRI)("L", &n, x.symmetric.local.data(), &one, &one, x.symmetric.desc, &info);
           }},
          {"sygst", prepared<factor_cholesky>,
           [](Operands& x, int& info) {
             const int inverse = 1;
             HG(pdsygst, PDSYGST)
             (&inverse, "L", &n, x.square.local.data(), &one, &one, x.square.desc, x.symmetric.local.data(),
              &one, &one, x.symmetric.desc, &x.scalar, &info);
           }},
          {"lauum", nothing,
           [](Operands& x, int& info) {
             HG(pdlauum, PDLAUUM)("U", &n, x.square.local.data(), &one, &one, x.square.desc);
             info = last_info();
           }},
          {"posv", nothing,
           [](Operands& x, int& info) {
             HG(pdposv, PDPOSV)
             ("L", &n, &three, x.symmetric.local.data(), &one, &one, x.symmetric.desc, x.few.local.data(),
              &one, &one, x.few.desc, &info);
           }},
          {"lange", nothing,
           [](Operands& x, int& info) {
             double work[1];
             x.scalar =
                 HG(pdlange, PDLANGE)("1", &n, &n, x.square.local.data(), &one, &one, x.square.desc, work);
             if ((info = last_info()) != 0)
               x.scalar = 0;
           }},
          {"lacpy", nothing,
           [](Operands& x, int& info) {
             const int two = 2, most = n - 1;
             HG(pdlacpy, PDLACPY)
             ("L", &most, &most, x.square.local.data(), &one, &one, x.square.desc, x.other.local.data(), &two,
              &two, x.other.desc);
             info = last_info();
           }},
          {"geadd", nothing,
           [](Operands& x, int& info) {
             HG(pdgeadd, PDGEADD)
             ("T", &n, &n, &alpha, x.square.local.data(), &one, &one, x.square.desc, &beta,
              x.other.local.data(), &one, &one, x.other.desc);
             info = last_info();
           }},
          {"tran", nothing,
           [](Operands& x, int& info) {
             HG(pdtran, PDTRAN)
             (&m, &n, &alpha, x.wide.local.data(), &one, &one, x.wide.desc, &beta, x.tall.local.data(), &one,
              &one, x.tall.desc);
             info = last_info();
           }},
          {"tran that only moves", nothing,
           [](Operands& x, int& info) {
             const double unit = 1, zero = 0;
             HG(pdtran, PDTRAN)
             (&m, &n, &unit, x.wide.local.data(), &one, &one, x.wide.desc, &zero, x.tall.local.data(), &one,
              &one, x.tall.desc);
             info = last_info();
           }},
          {"lacpy that only moves", nothing,
           [](Operands& x, int& info) {
             const int two = 2, most = n - 1;
             HG(pdlacpy, PDLACPY)
             ("A", &most, &most, x.square.local.data(), &one, &two, x.square.desc, x.other.local.data(), &two,
              &one, x.other.desc);
             info = last_info();
           }},
          {"gemr2d", nothing,
           [](Operands& x, int& info) {
             const int two = 2, most = n - 1;
             HG(pdgemr2d, PDGEMR2D)
             (&most, &most, x.square.local.data(), &one, &two, x.square.desc, x.other.local.data(), &two,
              &one, x.other.desc, &x.context);
             info = last_info();
           }},
          {"elget", nothing,
           [](Operands& x, int& info) {
             HG(pdelget, PDELGET)("A", " ", &x.scalar, x.square.local.data(), &n, &n, x.square.desc);
             info = last_info();
           }},
          {"elset", nothing, [](Operands& x, int& info) {
             HG(pdelset, PDELSET)(x.square.local.data(), &n, &one, x.square.desc, &alpha);
             info = last_info();
           }}};
}

/// The factorizations by distributed panels as well, some routines by messages or in groups, and in check-long what uses these.
std::vector<Routine> routines() {
  std::vector<std::string> distributed{"getrf", "geqrf", "potrf"}, by_messages{"gemm NN", "getrf", "gemr2d"};
  if (thorough()) {
    distributed.insert(distributed.end(), {"gesv", "gels tall", "gels wide", "posv"});
    by_messages.insert(by_messages.end(), {"gemm TT", "geqrf", "potrf", "gesv", "posv"});
  }
  std::vector<Routine> all = collecting_routines();
  std::ranges::move(complex_routines(), std::back_inserter(all));
  std::ranges::move(on_partitions(), std::back_inserter(all));
  std::ranges::move(wrapped_on_partitions(), std::back_inserter(all));
  for (Routine& routine : collecting_routines()) {
    if (routine.name == "getrf") {
      all.push_back(routine);
      all.back().name += ", tournament pivoting";
      all.back().panels = Panels::tournament;
    }
    if (std::ranges::count(by_messages, routine.name) > 0) {
      all.push_back(routine);
      all.back().name += ", by messages";
      all.back().sharing = "off";
      if (mpi_size() == 2) {
        all.push_back(all.back());
        all.back().name += ", 2 x 1";
        all.back().columns = 1;
      }
      if (mpi_size() > 2) {
        all.push_back(routine);
        all.back().name += ", in groups of two";
        all.back().sharing = groups_of_two.data();
        all.push_back(all.back());
        all.back().name += ", 2 x 2";
        all.back().columns = 2;
      }
    }
    if (std::ranges::count(distributed, routine.name) > 0) {
      routine.name += ", distributed panels";
      routine.panels = Panels::distributed;
      all.push_back(std::move(routine));
    }
  }
  return all;
}

/// HETGRID_TEST_ROUTINE alone, or all; on four ranks in `make check' those that differ where panels go along rows and columns.
std::vector<Routine> chosen_routines() {
  std::vector<Routine> chosen = routines();
  if (mpi_size() > 2 && !thorough())
    std::erase_if(chosen, [](const Routine& routine) {
      return routine.name != "gemm NN" && routine.name != "getrf, by messages" &&
             !routine.name.starts_with("getrf, in groups of two");
    });
  if (const char* const only = std::getenv("HETGRID_TEST_ROUTINE"))
    std::erase_if(chosen, [&](const Routine& routine) { return routine.name != only; });
  return chosen;
}

struct Outcome {
  bool failed = false; ///< the request for memory
  int info = 1;        ///< 1: not the same on all processes
  bool right = false;  ///< the values are those of an undisturbed call, or unchanged if INFO says so
};

bool everywhere(bool here) {
  int all = here;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  return all != 0;
}

bool close(const std::vector<double>& a, const std::vector<double>& b) {
  bool all = a.size() == b.size();
  for (std::size_t k = 0; all && k < a.size(); ++k)
    all = std::abs(a[k] - b[k]) <= 1e-9 * (1 + std::abs(b[k]));
  return all;
}

/// A call on a new grid, between disturb() and restore() on `victim`; restore returns whether something has failed.
/// Collective.
template <typename Disturb, typename Restore>
Outcome attempt(const Routine& routine, int victim, const std::vector<double>& expected, Disturb&& disturb,
                Restore&& restore) {
  int context = make_context(routine.panels, routine.sharing, routine.columns);
  Outcome outcome;
  {
    Operands operands(context);
    routine.prepare(operands);
    const std::vector<double> before = operands.values();
    int info = 1;
    if (mpi_rank() == victim)
      disturb();
    routine.call(operands, info);
    int failed = mpi_rank() == victim && restore();
    MPI_Bcast(&failed, 1, MPI_INT, victim, MPI_COMM_WORLD);
    outcome.failed = failed != 0;
    int extremes[2] = {info, -info};
    MPI_Allreduce(MPI_IN_PLACE, extremes, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    outcome.info = extremes[0] == -extremes[1] ? info : 1;
    outcome.right = everywhere(info == 0 ? close(operands.values(), expected) : operands.values() == before);
  }
  HG(gridexit, GRIDEXIT)(&context);
  return outcome;
}

std::vector<double> undisturbed(const Routine& routine) {
  int context = make_context(routine.panels, routine.sharing, routine.columns), info = 1;
  std::vector<double> values;
  {
    Operands operands(context);
    routine.prepare(operands);
    routine.call(operands, info);
    BOOST_REQUIRE(info == 0);
    values = operands.values();
  }
  HG(gridexit, GRIDEXIT)(&context);
  return values;
}

/// From request k to the next that fails. In check-long all, but those behind the 500th, which only planning reaches, on
/// one process, by the thousand; else the first few, where most depends on order, and the fewer of the others the larger
/// they are.
long step_after(long k, bool all, bool slow) {
  constexpr long few = 8, many = 500;
  if (slow)
    return all ? k : 8 * k;
  if (all)
    return k < many ? 1 : k / 20;
  return k < few ? 1 : std::max(23L, k / 2);
}

/// A context of the processes whose bits are set, as ScaLAPACK makes it: hetgrid does not know it. \return < 0 on others
int make_foreign_context(unsigned members) {
  std::vector<int> ranks;
  for (int rank = 0; rank < mpi_size(); ++rank)
    if (members >> rank & 1)
      ranks.push_back(rank);
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridmap(&context, ranks.data(), 1, 1, static_cast<int>(ranks.size()));
  return hetgrid::comm::Grid::is_member(context) ? context : -1;
}

/// The first call on a context, in which request k of the victim fails, and the next one. \return whether it has failed.
/// Collective over all processes.
bool fails_in_first_call(unsigned members, int victim, long k) {
  int context = make_foreign_context(members), failed = 0;
  if (context >= 0) {
    if (mpi_rank() == victim)
      FailingAllocator::instance().arm(k);
    const int info = multiply_on(context);
    failed = mpi_rank() == victim && FailingAllocator::instance().disarm();
    const int others = hetgrid::comm::all_reduced(info, MPI_MIN, hetgrid::comm::Grid::communicator(context));
    BOOST_TEST(info == others);
    BOOST_TEST((info == 0 || info == out_of_memory));
    BOOST_TEST(multiply_on(context) == 0);
    Cblacs_gridexit(context);
  }
  MPI_Bcast(&failed, 1, MPI_INT, victim, MPI_COMM_WORLD);
  return failed != 0;
}

/// Of several processes.
std::vector<unsigned> process_sets() {
  std::vector<unsigned> sets;
  for (unsigned members = 0; members < 1u << mpi_size(); ++members)
    if (std::popcount(members) > 1)
      sets.push_back(members);
  return sets;
}

} // namespace

// Before all others, whose calls are on contexts of these processes.
BOOST_AUTO_TEST_CASE(first_calls_of_processes) {
  long k = 0;
  for (const unsigned members : process_sets()) {
    const int victim = k % 2 == 0 ? std::countr_zero(members) : std::bit_width(members) - 1;
    BOOST_TEST_CONTEXT(on_rank() << ", processes " << members << ", request " << 1 + k / 2 << " of rank "
                                 << victim)
    fails_in_first_call(members, victim, 1 + k++ / 2);
  }
}

BOOST_AUTO_TEST_CASE(first_calls_on_contexts) {
  long faults = 0;
  for (const unsigned members : process_sets())
    for (int victim = 0; victim < mpi_size(); ++victim)
      for (long k = 1; members >> victim & 1; k += thorough() || k < 12 ? 1 : 7) {
        bool failed = false;
        BOOST_TEST_CONTEXT(on_rank() << ", processes " << members << ", request " << k << " of rank "
                                     << victim)
        failed = fails_in_first_call(members, victim, k);
        if (!failed)
          break; // fewer requests than k
        ++faults;
      }
  BOOST_TEST((faults > 20 || !FailingAllocator::instance().sees_any()));
}

BOOST_AUTO_TEST_CASE(every_allocation_fails_once) {
  const PlanFile file;
  const bool all = thorough();
  const int turns =
      all && mpi_size() == 2 ? 1 : mpi_size(); // in `make check', or of many processes, each k fails on one
  const std::vector<Routine> chosen = chosen_routines();
  long faults = 0, refused = 0;
  for (const Routine& routine : chosen) {
    const std::vector<double> expected = undisturbed(routine);
    for (int victim = routine.slow && !all ? mpi_size() - 1 : 0; victim < mpi_size(); ++victim)
      for (long k = 1 + victim % turns;; k += turns * step_after(k, all, routine.slow)) {
        if (std::getenv("HETGRID_TEST_VERBOSE") && mpi_rank() == 0)
          std::cerr << routine.name << " victim " << victim << " request " << k << std::endl;
        const Outcome outcome = attempt(
            routine, victim, expected, [k] { FailingAllocator::instance().arm(k); },
            [] { return FailingAllocator::instance().disarm(); });
        BOOST_TEST_CONTEXT(on_rank() << ", " << routine.name << ", request " << k << " of rank " << victim) {
          BOOST_TEST((outcome.info == 0 || outcome.info == out_of_memory));
          BOOST_TEST(outcome.right);
        }
        faults += outcome.failed;
        refused += outcome.info == out_of_memory;
        if (!outcome.failed)
          break; // fewer requests than k
      }
  }
  BOOST_TEST((faults >= 10 * std::ssize(chosen) || std::getenv("HETGRID_TEST_ROUTINE") ||
              !FailingAllocator::instance().sees_any()));
  if (mpi_rank() == 0)
    std::cout << faults << " requests for memory failed, " << refused << " calls were refused\n";
}

/// A file that does not fit into what a call keeps back for it, and not into one process.
BOOST_AUTO_TEST_CASE(one_process_has_no_memory_for_a_file) {
  constexpr std::size_t room = std::size_t{64} << 20;
  const PlanFile file;
  if (mpi_rank() == 0)
    std::ofstream(plan_file) << std::string(room + room / 4, ' ')
                             << hetgrid::plan::to_json(hetgrid::plan::uniform_plan(1, mpi_size()));
  MPI_Barrier(MPI_COMM_WORLD);
  const int length = static_cast<int>(std::string_view(plan_file).size());
  for (const int victim : {0, mpi_size() - 1}) {
    int context = 0, info = 1;
    Cblacs_get(-1, 0, &context);
    const int system = context;
    {
      std::optional<FewAddresses> few_addresses;
      if (mpi_rank() == victim)
        few_addresses.emplace(room);
      HG(gridinit_plan, GRIDINIT_PLAN)(&context, plan_file, &length, &info);
    }
    BOOST_TEST(info == out_of_memory, on_rank() << ", no memory on rank " << victim);
    BOOST_TEST(context == system, on_rank());
  }
}

BOOST_AUTO_TEST_CASE(addresses_are_short) {
  const PlanFile file;
  long refused = 0, calls = 0;
  for (const Routine& routine : chosen_routines()) {
    if (routine.slow && !thorough())
      continue;
    const std::vector<double> expected = undisturbed(routine);
    const int victim = mpi_size() - 1;
    const std::size_t least = 1 << 20, most = 64 * least;
    for (std::size_t more = least; more <= most; more *= thorough() ? 2 : 4, ++calls) {
      std::optional<FewAddresses> few_addresses;
      const Outcome outcome = attempt(
          routine, victim, expected, [&] { few_addresses.emplace(more); },
          [&] {
            few_addresses.reset();
            return true;
          });
      BOOST_TEST_CONTEXT(on_rank() << ", " << routine.name << ", " << more << " bytes on rank " << victim) {
        BOOST_TEST((outcome.info == 0 || outcome.info == out_of_memory));
        BOOST_TEST(outcome.right);
      }
      refused += outcome.info == out_of_memory;
    }
  }
  if (mpi_rank() == 0)
    std::cout << calls << " calls with few addresses, " << refused << " were refused\n";
}
