// hg_p?gemm at the border: the result through the Fortran names, and every illegal argument, on every rank.
// ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/random_grid.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// A legal call of hg_pdgemm, C = A B with C 12 x 10 and k = 8, whose arguments can be spoiled one by one.
struct Call {
  char transa = 'N', transb = 'N';
  int m = 12, n = 10, k = 8;
  double alpha = 1, beta = 0;
  int ia = 2, ja = 3, ib = 1, jb = 2, ic = 4, jc = 1;
  std::array<int, 9> desca, descb, descc;

  explicit Call(int context) {
    const int zero = 0, mb = 3, nb = 2;
    for (const auto& [desc, rows, columns] :
         {std::tuple{&desca, 13, 10}, {&descb, 8, 11}, {&descc, 15, 10}}) {
      int info = 0;
      HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
      (desc->data(), &rows, &columns, &mb, &nb, &zero, &zero, &context, &zero, &info);
      BOOST_TEST_REQUIRE(info == 0);
    }
  }

  int run(double fill = 1.0) {
    std::vector<double> a(400, fill), b(400, 1.0);
    c.assign(400, -7.0);
    HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)
    (&transa, &transb, &m, &n, &k, &alpha, a.data(), &ia, &ja, desca.data(), b.data(), &ib, &jb, descb.data(),
     &beta, c.data(), &ic, &jc, descc.data());
    return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
  }
  bool c_untouched() const {
    return std::ranges::all_of(c, [](double x) { return x == -7.0; });
  }

  std::vector<double> c;
};

BOOST_AUTO_TEST_CASE(legal_call) {
  Random random(67);
  for (const auto& [p, q] : grid_shapes(mpi_size())) {
    const int context = make_context(random_plan(random, p, q));
    Call call(context);
    BOOST_TEST(call.run(2.0) == 0, on_rank());
    const comm::Grid& grid = comm::Grid::of_context(context);
    const auto desc = layout::Descriptor::from(call.descc.data());
    const layout::Axis rows = grid.row_axis(desc), columns = grid.column_axis(desc);
    for (layout::Index lj = 0; lj < columns.local(desc.n, grid.mycol()); ++lj)
      for (layout::Index li = 0; li < rows.local(desc.m, grid.myrow()); ++li) {
        const layout::Index i = rows.global(li, grid.myrow());
        BOOST_TEST(call.c[static_cast<std::size_t>(li + lj * desc.lld)] == (i >= 3 ? 16.0 : -7.0), on_rank());
      }
    Cblacs_gridexit(context);
  }
}

BOOST_AUTO_TEST_CASE(illegal_arguments_have_the_same_info_everywhere_and_change_nothing) {
  Random random(71);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  const int other = make_context(random_plan(random, mpi_size(), 1));
  using Spoil = void (*)(Call&, int);
  const struct {
    int info;
    Spoil spoil;
  } cases[] = {
      {-1, [](Call& x, int) { x.transa = 'X'; }},
      {-2, [](Call& x, int) { x.transb = '?'; }},
      {-3, [](Call& x, int) { x.m = -1; }},
      {-4, [](Call& x, int) { x.n = -1; }},
      {-5, [](Call& x, int) { x.k = -1; }},
      {-8, [](Call& x, int) { x.ia = 0; }},
      {-9, [](Call& x, int) { x.ja = 0; }},
      {-12, [](Call& x, int) { x.ib = -3; }},
      {-13, [](Call& x, int) { x.jb = 0; }},
      {-17, [](Call& x, int) { x.ic = 0; }},
      {-18, [](Call& x, int) { x.jc = 0; }},
      {-1003, [](Call& x, int) { x.ia = 3; }},
      {-1004, [](Call& x, int) { x.ja = 4; }},
      {-1403, [](Call& x, int) { x.ib = 2; }},
      {-1404, [](Call& x, int) { x.jb = 3; }},
      {-1903, [](Call& x, int) { x.ic = 5; }},
      {-1904, [](Call& x, int) { x.jc = 2; }},
      {-1001, [](Call& x, int) { x.desca[0] = 501; }},
      {-1401, [](Call& x, int) { x.descb[0] = 0; }},
      {-1402, [](Call& x, int another) { x.descb[1] = another; }},
      {-1902, [](Call& x, int) { x.descc[1] = -1; }},
      {-1003, [](Call& x, int) { x.desca[2] = -2; }},
      {-1405, [](Call& x, int) { x.descb[4] = 0; }},
      {-1906, [](Call& x, int) { x.descc[5] = 0; }},
      {-1007, [](Call& x, int) { x.desca[6] = 1; }},
      {-1408, [](Call& x, int) { x.descb[7] = mpi_size(); }},
      {-1909, [](Call& x, int) { x.descc[8] = 0; }},
      // Two at once: the first counts.
      {-3, [](Call& x, int) { x.m = -1, x.k = -1, x.descc[8] = 0; }},
  };
  for (const auto& [info, spoil] : cases) {
    Call call(context);
    spoil(call, other);
    BOOST_TEST(call.run() == info, on_rank());
    BOOST_TEST(call.c_untouched(), on_rank());
  }
  // One process has another opinion than the rest, or the only illegal argument.
  const struct {
    int info;
    Spoil spoil;
  } inconsistent[] = {
      {-1, [](Call& x, int) { x.transa = 'T'; }},    {-4, [](Call& x, int) { x.n = 9; }},
      {-5, [](Call& x, int) { x.k = -1; }},          {-6, [](Call& x, int) { x.alpha = 2; }},
      {-15, [](Call& x, int) { x.beta = 1; }},       {-1002, [](Call& x, int) { x.desca[1] = -1; }},
      {-1406, [](Call& x, int) { x.descb[5] = 5; }}, {-1909, [](Call& x, int) { x.descc[8] = 0; }},
  };
  for (const auto& [info, spoil] : inconsistent) {
    Call call(context);
    if (mpi_rank() == mpi_size() - 1 && mpi_size() > 1)
      spoil(call, other);
    BOOST_TEST(call.run() == (mpi_size() > 1 ? info : 0), on_rank());
    BOOST_TEST((mpi_size() == 1 || call.c_untouched()), on_rank());
  }
  Cblacs_gridexit(context);
  Cblacs_gridexit(other);
}

BOOST_AUTO_TEST_CASE(a_process_outside_the_grid_does_nothing) {
  const int everyone = make_context(plan::uniform_plan(1, mpi_size()));
  const int context = make_context(plan::uniform_plan(1, 1)); // < 0 on all but one process
  Call call(everyone);
  if (context >= 0)
    call = Call(context);
  else
    call.desca[1] = call.descb[1] = call.descc[1] = context;
  BOOST_TEST(call.run() == (context >= 0 ? 0 : -1002), on_rank());
  BOOST_TEST((context >= 0 || call.c_untouched()), on_rank());
  if (context >= 0)
    Cblacs_gridexit(context);
  Cblacs_gridexit(everyone);
}

} // namespace
