// Grids, descriptors and index functions of the Fortran-callable interface.
// ranks: 1 4 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "hetgrid/plan.hpp"
#include "testing/support/random_grid.hpp"

#include <cstdio>
#include <fstream>
#include <limits>
#include <unistd.h>

extern "C" {
int HG_FC_GLOBAL(numroc, NUMROC)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxg2p, INDXG2P)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxg2l, INDXG2L)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxl2g, INDXL2G)(const int*, const int*, const int*, const int*, const int*);
}

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

int system_context() {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  return context;
}

/// hg_gridinit with the cycle-times t. \return INFO
int gridinit(int& context, char order, int nprow, int npcol, const std::vector<double>& t) {
  context = system_context();
  int info = 1;
  HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, &order, &nprow, &npcol, t.data(), &info);
  return info;
}

void gridexit(int context) {
  if (context >= 0)
    HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context);
}

struct Coordinates {
  int p, q, myrow, mycol;
  explicit Coordinates(int context) { Cblacs_gridinfo(context, &p, &q, &myrow, &mycol); }
};

BOOST_AUTO_TEST_CASE(uniform_contexts_give_the_numbers_of_tools) {
  const unsigned seed = 43;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  // A context of BLACS without a plan, and one whose plan is even.
  int plain = system_context(), even = 0;
  Cblacs_gridinit(&plain, "Row", 1, mpi_size());
  BOOST_TEST_REQUIRE(gridinit(even, 'R', 1, mpi_size(),
                              std::vector<double>(static_cast<std::size_t>(mpi_size()), 2.0)) == 0);
  const int nprocs = mpi_size();
  for (int trial = 0; trial < 4000; ++trial) {
    const int context = trial % 2 ? plain : even;
    const int nb = uniform_int(random, 1, 70), n = uniform_int(random, 0, 2000),
              index = uniform_int(random, 1, 2000);
    const int iproc = uniform_int(random, 0, nprocs - 1), source = uniform_int(random, 0, nprocs - 1);
    const char axis = 'C';
    const int counts =
        HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb, &iproc, &source, &nprocs, &context, &axis);
    const int owner =
        HG_FC_GLOBAL_(hg_indxg2p, HG_INDXG2P)(&index, &nb, &iproc, &source, &nprocs, &context, &axis);
    const int local =
        HG_FC_GLOBAL_(hg_indxg2l, HG_INDXG2L)(&index, &nb, &iproc, &source, &nprocs, &context, &axis);
    const int global =
        HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(&index, &nb, &iproc, &source, &nprocs, &context, &axis);
    const bool right = counts == HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb, &iproc, &source, &nprocs) &&
                       owner == HG_FC_GLOBAL(indxg2p, INDXG2P)(&index, &nb, &iproc, &source, &nprocs) &&
                       local == HG_FC_GLOBAL(indxg2l, INDXG2L)(&index, &nb, &iproc, &source, &nprocs) &&
                       global == HG_FC_GLOBAL(indxl2g, INDXL2G)(&index, &nb, &iproc, &source, &nprocs);
    BOOST_TEST(right, on_rank() << ": n " << n << " nb " << nb << " index " << index << " iproc " << iproc
                                << " source " << source << " nprocs " << nprocs);
  }
  Cblacs_gridexit(plain);
  gridexit(even);
}

BOOST_AUTO_TEST_CASE(gridinit_places_and_shares) {
  std::vector<double> t;
  for (int process = 0; process < mpi_size(); ++process)
    t.push_back(mpi_size() - process); // the last is the fastest
  int context = 0;
  BOOST_TEST_REQUIRE(gridinit(context, 'R', 1, mpi_size(), t) == 0);
  const Coordinates me(context);
  BOOST_TEST(me.q == mpi_size());
  // Sorted by speed along the row.
  BOOST_TEST(me.mycol == mpi_size() - 1 - mpi_rank(), on_rank());
  int desc[9], info = 1;
  const int n = 1200, nb = 1, zero = 0;
  HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &zero, &info);
  BOOST_TEST(info == 0);
  BOOST_TEST(desc[0] == HG_DTYPE);
  BOOST_TEST(desc[8] == n); // LLD filled in
  const char axis = 'C';
  const int mine = HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb, &me.mycol, &zero, &me.q, &context, &axis);
  double speed = 0;
  for (const double x : t)
    speed += 1 / x;
  const double share = 1 / t[static_cast<std::size_t>(mpi_rank())] / speed;
  BOOST_TEST(mine == n * share, boost::test_tools::tolerance(0.12));
  int total = 0;
  MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  BOOST_TEST(total == n);
  gridexit(context);
}

BOOST_AUTO_TEST_CASE(equal_speeds_are_placed_as_blacs_places_them) {
  const std::vector<double> t(static_cast<std::size_t>(mpi_size()), 1.5);
  for (const char order : {'R', 'C', 'r', 'c'})
    for (const auto& [p, q] : grid_shapes(mpi_size())) {
      int ours = 0, theirs = system_context();
      BOOST_TEST_REQUIRE(gridinit(ours, order, p, q, t) == 0);
      Cblacs_gridinit(&theirs, &order, p, q);
      const Coordinates a(ours), b(theirs);
      BOOST_TEST((a.myrow == b.myrow && a.mycol == b.mycol && a.p == b.p && a.q == b.q), on_rank());
      gridexit(ours);
      Cblacs_gridexit(theirs);
    }
}

BOOST_AUTO_TEST_CASE(processes_left_out_get_no_context) {
  std::vector<double> t(static_cast<std::size_t>(mpi_size()), 1.0);
  t[0] = 5;
  int context = 0;
  BOOST_TEST_REQUIRE(gridinit(context, 'R', 1, 1, t) == 0);
  const bool inside = mpi_size() == 1 || mpi_rank() == 1;
  BOOST_TEST((context >= 0) == inside, on_rank());
  BOOST_TEST((Coordinates(context).myrow >= 0) == inside, on_rank());
  int desc[9], info = 0;
  const int n = 10, zero = 0;
  HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(desc, &n, &n, &n, &n, &zero, &zero, &context, &zero, &info);
  BOOST_TEST(info == (inside ? 0 : -8), on_rank());
  gridexit(context);
}

BOOST_AUTO_TEST_CASE(plan_files) {
  const std::string file = "hetgrid-test-plan-" + std::to_string(mpi_size()) + ".json";
  const std::vector<double> t(static_cast<std::size_t>(mpi_size()), 1.0);
  if (mpi_rank() == 0)
    std::ofstream(file) << plan::to_json(plan::make_plan(t, {.p = 1, .q = mpi_size()}));
  MPI_Barrier(MPI_COMM_WORLD);
  int context = system_context(), info = 1;
  const int length = static_cast<int>(file.size());
  HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN)(&context, file.c_str(), &length, &info);
  BOOST_TEST(info == 0, on_rank());
  BOOST_TEST(Coordinates(context).q == mpi_size());
  gridexit(context);
  MPI_Barrier(MPI_COMM_WORLD);
  if (mpi_rank() == 0)
    std::ofstream(file) << "{ not JSON";
  MPI_Barrier(MPI_COMM_WORLD);
  context = system_context();
  HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN)(&context, file.c_str(), &length, &info);
  BOOST_TEST(info == -2, on_rank());
  MPI_Barrier(MPI_COMM_WORLD);
  if (mpi_rank() == 0)
    std::remove(file.c_str());
}

BOOST_AUTO_TEST_CASE(illegal_grids_have_the_same_info_everywhere) {
  const std::vector<double> good(static_cast<std::size_t>(mpi_size()), 1.0);
  const auto with = [&](double bad) {
    std::vector<double> t = good;
    t.back() = bad;
    return t;
  };
  int context = 0;
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    BOOST_TEST(gridinit(context, 'R', 1, 1, with(bad)) == -5, on_rank());
  BOOST_TEST(gridinit(context, 'X', 1, 1, good) == -2, on_rank());
  BOOST_TEST(gridinit(context, 'R', mpi_size() + 1, 1, good) == -3, on_rank());
  BOOST_TEST(gridinit(context, 'R', 0, 1, good) == -3, on_rank());
  BOOST_TEST(gridinit(context, 'R', -2, 1, good) == -3, on_rank());
  if (mpi_size() > 1) { // only one process has another opinion
    BOOST_TEST(gridinit(context, 'R', 1, mpi_rank() == 0 ? 2 : 1, good) == -4, on_rank());
    BOOST_TEST(gridinit(context, 'R', 1, 1, mpi_rank() == 0 ? with(3) : good) == -5, on_rank());
  }
}

BOOST_AUTO_TEST_CASE(illegal_descriptors) {
  const std::vector<double> t(static_cast<std::size_t>(mpi_size()), 1.0);
  int context = 0;
  BOOST_TEST_REQUIRE(gridinit(context, 'R', 1, mpi_size(), t) == 0);
  const auto info_of = [&](int m, int n, int mb, int nb, int rsrc, int csrc, int ictxt, int lld) {
    int desc[9], info = 1;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(desc, &m, &n, &mb, &nb, &rsrc, &csrc, &ictxt, &lld, &info);
    return info;
  };
  BOOST_TEST(info_of(9, 9, 2, 2, 0, 0, context, 0) == 0);
  BOOST_TEST(info_of(-1, 9, 2, 2, 0, 0, context, 0) == -2);
  BOOST_TEST(info_of(9, -1, 2, 2, 0, 0, context, 0) == -3);
  BOOST_TEST(info_of(9, 9, 0, 2, 0, 0, context, 0) == -4);
  BOOST_TEST(info_of(9, 9, 2, 0, 0, 0, context, 0) == -5);
  BOOST_TEST(info_of(9, 9, 2, 2, 1, 0, context, 0) == -6);
  BOOST_TEST(info_of(9, 9, 2, 2, 0, mpi_size(), context, 0) == -7);
  BOOST_TEST(info_of(9, 9, 2, 2, 0, 0, context + 100, 0) == -8);
  BOOST_TEST(info_of(9, 9, 2, 2, 0, 0, context, 8) == -9);
  gridexit(context);
}

BOOST_AUTO_TEST_CASE(contexts_come_and_go) {
  // The grid goes with the context, whoever frees it; a recycled context number meets no stale plan.
  const std::vector<double> t(static_cast<std::size_t>(mpi_size()), 1.0);
  for (int round = 0; round < 20; ++round) {
    int context = 0;
    BOOST_TEST_REQUIRE(gridinit(context, 'R', 1, mpi_size(), t) == 0);
    Cblacs_gridexit(context);
    int plain = system_context();
    Cblacs_gridinit(&plain, "Row", mpi_size(), 1);
    const int nb = 3, n = 50, zero = 0, p = mpi_size(), myrow = Coordinates(plain).myrow;
    const char axis = 'R';
    BOOST_TEST(HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb, &myrow, &zero, &p, &plain, &axis) ==
               HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb, &myrow, &zero, &p));
    gridexit(plain);
  }
}

} // namespace
