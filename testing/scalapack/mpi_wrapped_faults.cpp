// Every request for memory of a call with operands on uneven layouts that ScaLAPACK computes on uniform ones fails once, on one
// process: the results are right, or INFO says the same on all processes and nothing has changed; nobody waits.
// ranks: 2
// without sanitizers: its allocator takes the place of theirs
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"
#include "testing/support/failing_allocator.hpp"

#include <cstdlib>
#include <functional>
#include <iostream>

extern "C" {
void HG_FC_GLOBAL(pdgehrd, PDGEHRD)(const int* n, const int* ilo, const int* ihi, double* a, const int* ia,
                                    const int* ja, const int* desca, double* tau, double* work,
                                    const int* lwork, int* info);
void HG_FC_GLOBAL(pdsyev, PDSYEV)(const char* jobz, const char* uplo, const int* n, double* a, const int* ia,
                                  const int* ja, const int* desca, double* w, double* z, const int* iz,
                                  const int* jz, const int* descz, double* work, const int* lwork, int* info,
                                  std::size_t, std::size_t);
void HG_FC_GLOBAL(pdgemv, PDGEMV)(const char* trans, const int* m, const int* n, const double* alpha,
                                  const double* a, const int* ia, const int* ja, const int* desca,
                                  const double* x, const int* ix, const int* jx, const int* descx,
                                  const int* incx, const double* beta, double* y, const int* iy,
                                  const int* jy, const int* descy, const int* incy);
void HG_FC_GLOBAL(pdswap, PDSWAP)(const int* n, double* x, const int* ix, const int* jx, const int* descx,
                                  const int* incx, double* y, const int* iy, const int* jy, const int* descy,
                                  const int* incy);
void HG_FC_GLOBAL(pdtrmr2d, PDTRMR2D)(const char* uplo, const char* diag, const int* m, const int* n,
                                      const double* a, const int* ia, const int* ja, const int* desca,
                                      double* b, const int* ib, const int* jb, const int* descb,
                                      const int* ictxt);
}

namespace {

using namespace hetgrid::testing;

constexpr int n = 40, nb = 4, lwork = 20'000, out_of_memory = -9999;

struct Operands {
  SmallMatrix a, b;
  std::vector<double> tau, w, work;

  explicit Operands(int context) : a(Interface::hg, context, n, n, nb), b(a), tau(2 * n), w(n), work(lwork) {
    a.each([](int i, int j, double& x) { x = matrix_element(std::min(i, j), std::max(i, j), n); });
    b.each([](int i, int j, double& x) { x = 1.0 / (1 + i + 2 * j); });
  }
  std::vector<double> values() const {
    std::vector<double> all = a.local;
    for (const auto* const more : {&b.local, &tau, &w})
      all.insert(all.end(), more->begin(), more->end());
    return all;
  }
};

struct Routine {
  const char* name;
  std::function<int(Operands&)> call; ///< \return INFO
};

const Routine routines[] = {
    {"PDGEHRD",
     [](Operands& x) {
       int info = 1;
       HG_FC_GLOBAL(pdgehrd, PDGEHRD)
       (&n, &one, &n, x.a.local.data(), &one, &one, x.a.desc, x.tau.data(), x.work.data(), &lwork, &info);
       return info;
     }},
    {"PDSYEV",
     [](Operands& x) {
       int info = 1;
       HG_FC_GLOBAL(pdsyev, PDSYEV)
       ("V", "L", &n, x.a.local.data(), &one, &one, x.a.desc, x.w.data(), x.b.local.data(), &one, &one,
        x.b.desc, x.work.data(), &lwork, &info, 1, 1);
       return info;
     }},
    {"PDGEMV",
     [](Operands& x) {
       const double alpha = 2, beta = -1;
       const int two = 2;
       HG_FC_GLOBAL(pdgemv, PDGEMV)
       ("T", &n, &n, &alpha, x.a.local.data(), &one, &one, x.a.desc, x.b.local.data(), &one, &one, x.b.desc,
        &one, &beta, x.b.local.data(), &one, &two, x.b.desc, &one);
       return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
     }},
    {"PDSWAP", [](Operands& x) {
       HG_FC_GLOBAL(pdswap, PDSWAP)
       (&n, x.a.local.data(), &one, &one, x.a.desc, &one, x.b.local.data(), &one, &one, x.b.desc, &n);
       return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
     }}};

/// Ranks 0 and 1, of which the first is three times as fast. Without anything that earlier calls have made for it.
int make_context() {
  int context = 0, info = 0;
  const int p = 1, q = 2;
  const double cycle_times[] = {1, 3};
  Cblacs_get(-1, 0, &context);
  HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, "R", &p, &q, cycle_times, &info);
  BOOST_REQUIRE(info == 0);
  return context;
}

bool close(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!(std::abs(a[k] - b[k]) <= 1e-9 * (1 + std::abs(b[k]))))
      return false;
  return true;
}

/// All k, or the first ones and then fewer.
long after(long k) {
  return thorough() || k < 12 ? k + 1 : k + 7;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_allocation_fails_once) {
  long faults = 0, refused = 0;
  for (const Routine& routine : routines) {
    std::vector<double> expected;
    for (int victim = -1; victim < mpi_size(); ++victim) // -1: undisturbed
      for (long k = 1;; k = after(k)) {
        int context = make_context(), failed = 0, first = 0;
        {
          Operands x(context);
          const std::vector<double> before = x.values();
          if (mpi_rank() == victim)
            FailingAllocator::instance().arm(k);
          const int info = routine.call(x);
          failed = mpi_rank() == victim && FailingAllocator::instance().disarm();
          if (victim < 0)
            expected = x.values();
          else
            MPI_Bcast(&failed, 1, MPI_INT, victim, MPI_COMM_WORLD);
          first = info;
          MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
          BOOST_TEST_CONTEXT(on_rank()
                             << ", " << routine.name << ", request " << k << " of rank " << victim) {
            BOOST_TEST(info == first);
            BOOST_TEST((info == 0 || info == out_of_memory));
            BOOST_TEST((info == 0 ? close(x.values(), expected) : x.values() == before));
          }
        }
        HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context);
        faults += failed;
        refused += first != 0;
        if (!failed)
          break;
      }
  }
  if (mpi_rank() == 0)
    std::cout << faults << " requests for memory failed, " << refused << " calls were refused\n";
  BOOST_TEST(faults > 20);
}

/// A is on rank 0 alone, B on rank 1, in a context that hetgrid does not know before.
BOOST_AUTO_TEST_CASE(every_allocation_for_the_grid_of_a_destination_fails_once) {
  const double cycle_times[] = {1, 3};
  const int two = 2, last = 1;
  long faults = 0;
  for (long k = 1;; k = after(k)) {
    int of_a = 0, of_b = 0, all = 0, info = 0, failed = 0;
    Cblacs_get(-1, 0, &of_a);
    of_b = all = of_a;
    HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&of_a, "R", &one, &one, cycle_times, &info);
    BOOST_REQUIRE(info == 0);
    Cblacs_gridmap(&of_b, const_cast<int*>(&last), 1, 1, 1);
    Cblacs_gridinit(&all, "R", 1, two);
    const bool has_a = mpi_rank() == 0;
    const int desc_a[9] = {HG_DTYPE, has_a ? of_a : -1, n, n, nb, nb, 0, 0, n},
              desc_b[9] = {1, has_a ? -1 : of_b, n, n, nb, nb, 0, 0, n};
    std::vector<double> a(n * n, 1.0), b(n * n, 2.0), expected(b);
    if (!has_a)
      FailingAllocator::instance().arm(k);
    HG_FC_GLOBAL(pdtrmr2d, PDTRMR2D)
    ("L", "N", &n, &n, a.data(), &one, &one, desc_a, b.data(), &one, &one, desc_b, &all);
    failed = !has_a && FailingAllocator::instance().disarm();
    info = HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
    MPI_Bcast(&failed, 1, MPI_INT, last, MPI_COMM_WORLD);
    int of_last = info;
    MPI_Bcast(&of_last, 1, MPI_INT, last, MPI_COMM_WORLD);
    for (int j = 0; j < n; ++j)
      for (int i = j; i < n && !has_a && info == 0; ++i)
        expected[static_cast<std::size_t>(i + j * n)] = 1;
    BOOST_TEST_CONTEXT(on_rank() << ", request " << k) {
      BOOST_TEST(info == of_last);
      BOOST_TEST((info == 0 || info == out_of_memory));
      BOOST_TEST((b == expected));
    }
    for (int* const context : {&of_a, &of_b, &all})
      if (*context >= 0)
        Cblacs_gridexit(*context);
    faults += failed;
    if (!failed)
      break;
  }
  BOOST_TEST(faults > 5);
}
