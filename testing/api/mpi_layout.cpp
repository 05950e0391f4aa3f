// Grids, descriptors and index functions of the Fortran-callable interface.
// ranks: 1 4
// long-ranks: 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "hetgrid/plan.hpp"
#include "testing/support/random_grid.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>

extern "C" {
int HG_FC_GLOBAL(numroc, NUMROC)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxg2p, INDXG2P)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxg2l, INDXG2L)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxl2g, INDXL2G)(const int*, const int*, const int*, const int*, const int*);
}

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// By these the contexts of BLACS are planned.
struct Environment {
  Environment() {
    std::string times = "1.5";
    for (int rank = 1; rank < mpi_size(); ++rank)
      times += ",1.5";
    setenv("HETGRID_CYCLE_TIMES", times.c_str(), 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Environment);

int system_context() {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  return context;
}

std::vector<double> equal_times() {
  return std::vector<double>(static_cast<std::size_t>(mpi_size()), 1.5);
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

/// hg_gridinit_plan. \return INFO
int gridinit_plan(int& context, const std::string& file) {
  context = system_context();
  const int length = static_cast<int>(file.size());
  int info = 1;
  HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN)(&context, file.c_str(), &length, &info);
  return info;
}

// The index functions with arguments by value.
int numroc(int n, int nb, int iproc, int source, int nprocs, int context, char axis) {
  return HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb, &iproc, &source, &nprocs, &context, &axis);
}
int indxg2p(int index, int nb, int iproc, int source, int nprocs, int context, char axis) {
  return HG_FC_GLOBAL_(hg_indxg2p, HG_INDXG2P)(&index, &nb, &iproc, &source, &nprocs, &context, &axis);
}
int indxg2l(int index, int nb, int iproc, int source, int nprocs, int context, char axis) {
  return HG_FC_GLOBAL_(hg_indxg2l, HG_INDXG2L)(&index, &nb, &iproc, &source, &nprocs, &context, &axis);
}
int indxl2g(int index, int nb, int iproc, int source, int nprocs, int context, char axis) {
  return HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(&index, &nb, &iproc, &source, &nprocs, &context, &axis);
}

int last_info() {
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

struct Coordinates {
  int p, q, myrow, mycol;
  explicit Coordinates(int context) { Cblacs_gridinfo(context, &p, &q, &myrow, &mycol); }
};

BOOST_AUTO_TEST_CASE(uniform_contexts_give_the_numbers_of_tools) {
  const unsigned seed = 43;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  // A context of BLACS, planned by equal speeds, and one whose plan is even.
  int plain = system_context(), even = 0;
  Cblacs_gridinit(&plain, "Row", 1, mpi_size());
  BOOST_TEST_REQUIRE(gridinit(even, 'R', 1, mpi_size(), equal_times()) == 0);
  const int nprocs = mpi_size();
  for (int trial = 0; trial < 4000; ++trial) {
    const int context = trial % 2 ? plain : even;
    const int nb = uniform_int(random, 1, 70), n = uniform_int(random, 0, 2000),
              index = uniform_int(random, 1, 2000);
    const int iproc = uniform_int(random, 0, nprocs - 1), source = uniform_int(random, 0, nprocs - 1);
    const char axis = 'C';
    const bool right = numroc(n, nb, iproc, source, nprocs, context, axis) ==
                           HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb, &iproc, &source, &nprocs) &&
                       indxg2p(index, nb, iproc, source, nprocs, context, axis) ==
                           HG_FC_GLOBAL(indxg2p, INDXG2P)(&index, &nb, &iproc, &source, &nprocs) &&
                       indxg2l(index, nb, iproc, source, nprocs, context, axis) ==
                           HG_FC_GLOBAL(indxg2l, INDXG2L)(&index, &nb, &iproc, &source, &nprocs) &&
                       indxl2g(index, nb, iproc, source, nprocs, context, axis) ==
                           HG_FC_GLOBAL(indxl2g, INDXL2G)(&index, &nb, &iproc, &source, &nprocs);
    BOOST_TEST(right, on_rank() << ": n " << n << " nb " << nb << " index " << index << " iproc " << iproc
                                << " source " << source << " nprocs " << nprocs);
  }
  Cblacs_gridexit(plain);
  gridexit(even);
}

BOOST_AUTO_TEST_CASE(uneven_contexts_give_the_numbers_of_counting) {
  const unsigned seed = 79;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  // Two contexts alive at a time, each with its own plan.
  const plan::Plan plans[] = {random_plan(random, 1, mpi_size()), random_plan(random, mpi_size(), 1)};
  const int contexts[] = {make_context(plans[0]), make_context(plans[1])};
  for (int trial = 0; trial < 40; ++trial) {
    const int which = uniform_int(random, 0, 1), axis_number = uniform_int(random, 0, 1);
    const auto& [arrangement, panel] =
        std::pair{plans[which].arrangement, axis_number == 0 ? plans[which].rows : plans[which].columns};
    const int nprocs = axis_number == 0 ? arrangement.p : arrangement.q, context = contexts[which];
    const char axis = "RC"[axis_number];
    const int nb = uniform_int(random, 1, 5), source = uniform_int(random, 0, nprocs - 1);
    std::vector<int> seen(static_cast<std::size_t>(nprocs), 0);
    bool right = true;
    for (int g = 1; g <= 60; ++g) {
      const std::size_t block = static_cast<std::size_t>((g - 1) / nb + source);
      const int owner = panel.order[block % panel.order.size()];
      int& local = ++seen[static_cast<std::size_t>(owner)];
      right = right && indxg2p(g, nb, 0, source, nprocs, context, axis) == owner &&
              indxg2l(g, nb, 0, source, nprocs, context, axis) == local &&
              indxl2g(local, nb, owner, source, nprocs, context, axis) == g;
      for (int iproc = 0; iproc < nprocs; ++iproc)
        right = right &&
                numroc(g, nb, iproc, source, nprocs, context, axis) == seen[static_cast<std::size_t>(iproc)];
    }
    BOOST_TEST(right, on_rank() << " trial " << trial);
  }
  gridexit(contexts[0]);
  gridexit(contexts[1]);
}

BOOST_AUTO_TEST_CASE(illegal_indices) {
  plan::Plan plan = plan::uniform_plan(1, mpi_size());
  plan.columns.order.assign(2, 0); // only the first grid column owns anything
  plan.columns.count.assign(static_cast<std::size_t>(mpi_size()), 0);
  plan.columns.count[0] = 2;
  const int context = make_context(plan), p = mpi_size();
  const struct {
    int info, index, nb, iproc, source, nprocs;
    char axis;
  } cases[] = {
      {-1, -1, 4, 0, 0, p, 'C'}, {-2, 9, 0, 0, 0, p, 'C'},     {-3, 9, 4, -1, 0, p, 'C'},
      {-3, 9, 4, p, 0, p, 'C'},  {-4, 9, 4, 0, -1, p, 'C'},    {-4, 9, 4, 0, p, p, 'C'},
      {-5, 9, 4, 0, 0, 0, 'C'},  {-5, 9, 4, p, 0, p + 1, 'C'}, // the plan has p columns
      {-7, 9, 4, 0, 0, p, 'X'},  {-1, -1, -1, 0, -1, p, 'C'},
  };
  for (const auto& [info, index, nb, iproc, source, nprocs, axis] : cases) {
    BOOST_TEST_CONTEXT("expected " << info << " on " << on_rank()) {
      BOOST_TEST(numroc(index, nb, iproc, source, nprocs, context, axis) == -1);
      BOOST_TEST(last_info() == info);
      BOOST_TEST(indxl2g(index, nb, iproc, source, nprocs, context, axis) == -1);
      BOOST_TEST(last_info() == info);
      if (info != -3) { // these do not look at IPROC
        BOOST_TEST(indxg2p(index, nb, iproc, source, nprocs, context, axis) == -1);
        BOOST_TEST(last_info() == info);
        BOOST_TEST(indxg2l(index, nb, iproc, source, nprocs, context, axis) == -1);
        BOOST_TEST(last_info() == info);
      }
    }
  }
  BOOST_TEST(numroc(9, 4, 0, 0, p, context, 'C') == 9);
  BOOST_TEST(last_info() == 0); // a legal call clears it
  if (p > 1) {
    BOOST_TEST(numroc(9, 4, 1, 0, p, context, 'C') == 0);
    BOOST_TEST(indxl2g(1, 4, 1, 0, p, context, 'C') == -1); // owns nothing
  }
  BOOST_TEST(numroc(9, 4, -1, 0, p, -1, 'C') == 0); // as on a process that is not in the grid
  // A global index beyond 32 bits is an error.
  const int largest = std::numeric_limits<int>::max();
  BOOST_TEST(indxl2g(largest, 64, 0, 0, 3, -1, 'R') == -1);
  BOOST_TEST(last_info() == -1);
  BOOST_TEST(indxl2g(largest, 64, 0, 0, 1, -1, 'R') == largest);
  gridexit(context);
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
  const int mine = numroc(n, nb, me.mycol, zero, me.q, context, 'C');
  double speed = 0;
  for (const double x : t)
    speed += 1 / x;
  const double share = n / t[static_cast<std::size_t>(mpi_rank())] / speed;
  BOOST_TEST(mine <= 1.1 * share, on_rank()); // nobody keeps the others waiting for long
  int total = 0;
  MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  BOOST_TEST(total == n);
  gridexit(context);
}

BOOST_AUTO_TEST_CASE(equal_speeds_are_placed_as_blacs_places_them) {
  const auto shapes = grid_shapes(mpi_size());
  const auto [p, q] = shapes[shapes.size() / 2]; // the squarest: in a line the order makes no difference
  for (const char order : {'R', 'c'}) {
    int context = 0;
    BOOST_TEST_REQUIRE(gridinit(context, order, p, q, equal_times()) == 0);
    const Coordinates me(context);
    BOOST_TEST((me.p == p && me.q == q), on_rank());
    BOOST_TEST(me.myrow == (order == 'R' ? mpi_rank() / q : mpi_rank() % p), on_rank());
    BOOST_TEST(me.mycol == (order == 'R' ? mpi_rank() % q : mpi_rank() / p), on_rank());
    gridexit(context);
  }
}

BOOST_AUTO_TEST_CASE(the_planner_chooses_the_grid) {
  int context = 0;
  BOOST_TEST_REQUIRE(gridinit(context, 'R', 0, 0, equal_times()) == 0);
  const Coordinates me(context);
  int members = context >= 0, cells = me.p * me.q;
  MPI_Allreduce(MPI_IN_PLACE, &members, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  BOOST_TEST((context < 0 || cells == members), on_rank());
  BOOST_TEST(members >= 1);
  gridexit(context);
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
  const auto write = [&](const std::string& text) {
    MPI_Barrier(MPI_COMM_WORLD); // nobody reads any more
    if (mpi_rank() == 0)
      std::ofstream(file) << text;
  };
  int context = 0;
  write(plan::to_json(plan::make_plan(equal_times(), {.p = 1, .q = mpi_size()})));
  BOOST_TEST_REQUIRE(gridinit_plan(context, file) == 0, on_rank());
  BOOST_TEST(Coordinates(context).q == mpi_size());
  gridexit(context);

  std::vector<double> too_many = equal_times();
  too_many.push_back(1);
  const std::string bad[] = {"", "{ not JSON", "{}",
                             plan::to_json(plan::make_plan(too_many, {.p = 1, .q = 1}))};
  for (const std::string& text : bad) {
    write(text);
    BOOST_TEST(gridinit_plan(context, file) == -2, on_rank() << ": " << text);
    BOOST_TEST(context == system_context(), on_rank());
  }
  BOOST_TEST(gridinit_plan(context, "no-such-file.json") == -2, on_rank());
  BOOST_TEST(gridinit_plan(context, ".") == -2, on_rank());
  BOOST_TEST(gridinit_plan(context, "") == -3, on_rank());
  if (mpi_size() > 1)
    BOOST_TEST(gridinit_plan(context, mpi_rank() == 0 ? file : "another.json") == -2, on_rank());
  MPI_Barrier(MPI_COMM_WORLD);
  if (mpi_rank() == 0)
    std::remove(file.c_str());
}

BOOST_AUTO_TEST_CASE(probe) {
  const int context = system_context();
  const auto measure = [&](int nb, std::vector<double>& t) {
    int info = 1;
    HG_FC_GLOBAL_(hg_probe, HG_PROBE)(&context, &nb, t.data(), &info);
    return info;
  };
  std::vector<double> t(static_cast<std::size_t>(mpi_size()), -1);
  BOOST_TEST(measure(0, t) == -2, on_rank());
  if (mpi_size() > 1)
    BOOST_TEST(measure(mpi_rank() == 0 ? 16 : 32, t) == -2, on_rank());
  BOOST_TEST((std::ranges::count(t, -1) == mpi_size()), on_rank()); // unchanged
  BOOST_TEST_REQUIRE(measure(32, t) == 0, on_rank());
  BOOST_TEST(*std::ranges::min_element(t) == 1.0, on_rank());
  std::vector<double> of_first = t;
  MPI_Bcast(of_first.data(), mpi_size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  BOOST_TEST(t == of_first, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(illegal_grids_have_the_same_info_everywhere) {
  const std::vector<double> good(static_cast<std::size_t>(mpi_size()), 1.0);
  const auto with = [&](double bad) {
    std::vector<double> t = good;
    t.back() = bad;
    return t;
  };
  int context = 0;
  for (const double bad : {0.0, -1.0, 1e-13, 1e13, 5e-324, std::numeric_limits<double>::max(),
                           std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const int shape : {0, 1})
      BOOST_TEST(gridinit(context, 'R', shape, shape, with(bad)) == -5, on_rank() << ": " << bad);
  if (mpi_size() > 1)
    for (const double ratio : {1.1e-6, 0.9e-6, 0.9e6, 1.1e6}) {
      const bool legal = ratio > 1e-6 && ratio < 1e6;
      BOOST_TEST(gridinit(context, 'R', 1, 1, with(ratio)) == (legal ? 0 : -5), on_rank() << ": " << ratio);
      if (legal)
        gridexit(context);
    }
  BOOST_TEST(gridinit(context, 'X', 1, 1, good) == -2, on_rank());
  BOOST_TEST(gridinit(context, 'R', mpi_size() + 1, 1, good) == -3, on_rank());
  BOOST_TEST(gridinit(context, 'R', 0, 1, good) == -3, on_rank());
  BOOST_TEST(gridinit(context, 'R', -2, 1, good) == -3, on_rank());
  int left_out = -1, info = 1; // no system context
  const int one = 1;
  HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&left_out, "R", &one, &one, good.data(), &info);
  BOOST_TEST(info == -1, on_rank());
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
  BOOST_TEST(info_of(-1, 9, 2, 2, 0, 0, context + 100, 0) == -2); // the first counts
  BOOST_TEST(info_of(9, 9, 2, 2, 0, 0, context, 8) == -9);
  gridexit(context);
}

BOOST_AUTO_TEST_CASE(contexts_come_and_go) {
  // The grid goes with the context, whoever frees it; a recycled context number meets no stale plan.
  const std::vector<double> t(static_cast<std::size_t>(mpi_size()), 1.0);
  for (int round = 0; round < 2; ++round) {
    int context = 0;
    BOOST_TEST_REQUIRE(gridinit(context, 'R', 1, mpi_size(), t) == 0);
    Cblacs_gridexit(context);
    int plain = system_context();
    Cblacs_gridinit(&plain, "Row", mpi_size(), 1);
    const int nb = 3, n = 50, zero = 0, p = mpi_size(), myrow = Coordinates(plain).myrow;
    BOOST_TEST(numroc(n, nb, myrow, zero, p, plain, 'R') ==
               HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb, &myrow, &zero, &p));
    gridexit(plain);
  }
  const int none = -1;
  HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&none);
  BOOST_TEST(last_info() == -1);
}

} // namespace
