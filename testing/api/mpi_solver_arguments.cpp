// hg_p?getrs, gesv, potrs, posv, getri, sygst, gecon, laswp and lapiv at the border: results through the Fortran
// names, workspace queries, and every illegal argument, on every rank. ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/test_grids.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

std::array<int, 9> make_descriptor(int context, int m, int n, int mb, int nb) {
  std::array<int, 9> desc;
  const int zero = 0;
  int info = 0;
  HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
  (desc.data(), &m, &n, &mb, &nb, &zero, &zero, &context, &zero, &info);
  BOOST_TEST_REQUIRE(info == 0);
  return desc;
}

/// Calls visit(i, j, element) for the local elements of a matrix, i and j from 1.
template <typename Visit>
void each_element(const std::array<int, 9>& descriptor, std::vector<double>& a, Visit&& visit) {
  const auto desc = layout::Descriptor::from(descriptor.data());
  const comm::Grid& grid = comm::Grid::of_context(desc.context);
  const layout::Axis rows = grid.row_axis(desc), columns = grid.column_axis(desc);
  for (layout::Index lj = 0; lj < columns.local(desc.n, grid.mycol()); ++lj)
    for (layout::Index li = 0; li < rows.local(desc.m, grid.myrow()); ++li)
      visit(rows.global(li, grid.myrow()) + 1, columns.global(lj, grid.mycol()) + 1,
            a[static_cast<std::size_t>(li + lj * desc.lld)]);
}

/// Arguments of a legal call of each routine, which can be spoiled one by one: A = 2 I, 8 x 8, B = 4
/// everywhere, no interchanges. What surrounds A and B is -7.
struct Call {
  char trans = 'N', uplo = 'L', diag = 'N', norm = '1', direc = 'F', rowcol = 'R', pivroc = 'C';
  int m = 8, n = 8, nrhs = 3, ia = 2, ja = 3, ib = 4, jb = 2, k1 = 2, k2 = 9, ip = 2, jp = 1, lwork = 1,
      liwork = 1, ibtype = 1, factor_i = 2, factor_j = 3;
  double anorm = 2, rcond = -1;
  std::array<int, 9> desca, descb, descip, desc_factor;
  std::vector<double> a, b, a_before, b_before;
  std::vector<int> ipiv;
  std::array<double, 1> work{-1};
  std::array<int, 1> iwork{-1};
  int info = 12345;

  explicit Call(int context)
      : desca(make_descriptor(context, 11, 10, 3, 2)), descb(make_descriptor(context, 12, 5, 2, 2)),
        descip(make_descriptor(context, 11, 1, 3, 1)), desc_factor(desca), a(200, -7.0), b(200, -7.0),
        ipiv(20, 0) {
    each_element(desca, a, [&](auto i, auto j, double& x) {
      if (i >= ia && i < ia + n && j >= ja && j < ja + n)
        x = i - ia == j - ja ? 2 : 0;
    });
    each_element(descb, b, [&](auto i, auto j, double& x) {
      if (i >= ib && i < ib + n && j >= jb && j < jb + nrhs)
        x = 4;
    });
    a_before = a, b_before = b;
    const comm::Grid& grid = comm::Grid::of_context(context);
    const layout::Axis rows = grid.row_axis(layout::Descriptor::from(desca.data()));
    for (layout::Index l = 0; l < rows.local(rows.n, grid.myrow()); ++l)
      ipiv[static_cast<std::size_t>(l)] = static_cast<int>(rows.global(l, grid.myrow())) + 1;
  }

  bool untouched() const { return a == a_before && b == b_before && rcond == -1; }
  /// B = value in the place of the operand, and nothing else has changed.
  bool solution_is(double value) {
    bool right = true;
    each_element(descb, b, [&](auto i, auto j, double& x) {
      const bool inside = i >= ib && i < ib + n && j >= jb && j < jb + nrhs;
      right = right && x == (inside ? value : -7);
    });
    return right;
  }
  /// A = value * I in the place of the operand, and nothing else has changed.
  bool matrix_is(double value) {
    bool right = true;
    each_element(desca, a, [&](auto i, auto j, double& x) {
      const bool inside = i >= ia && i < ia + n && j >= ja && j < ja + n;
      right = right && x == (!inside ? -7 : i - ia == j - ja ? value : 0);
    });
    return right;
  }

  int getrs() {
    HG_FC_GLOBAL_(hg_pdgetrs, HG_PDGETRS)
    (&trans, &n, &nrhs, a.data(), &ia, &ja, desca.data(), ipiv.data(), b.data(), &ib, &jb, descb.data(),
     &info);
    return info;
  }
  int gesv() {
    HG_FC_GLOBAL_(hg_pdgesv, HG_PDGESV)
    (&n, &nrhs, a.data(), &ia, &ja, desca.data(), ipiv.data(), b.data(), &ib, &jb, descb.data(), &info);
    return info;
  }
  int potrs() {
    HG_FC_GLOBAL_(hg_pdpotrs, HG_PDPOTRS)
    (&uplo, &n, &nrhs, a.data(), &ia, &ja, desca.data(), b.data(), &ib, &jb, descb.data(), &info);
    return info;
  }
  int posv() {
    HG_FC_GLOBAL_(hg_pdposv, HG_PDPOSV)
    (&uplo, &n, &nrhs, a.data(), &ia, &ja, desca.data(), b.data(), &ib, &jb, descb.data(), &info);
    return info;
  }
  int getri() {
    HG_FC_GLOBAL_(hg_pdgetri, HG_PDGETRI)
    (&n, a.data(), &ia, &ja, desca.data(), ipiv.data(), work.data(), &lwork, iwork.data(), &liwork, &info);
    return info;
  }
  int trtri() {
    HG_FC_GLOBAL_(hg_pdtrtri, HG_PDTRTRI)(&uplo, &diag, &n, a.data(), &ia, &ja, desca.data(), &info);
    return info;
  }
  int potri() {
    HG_FC_GLOBAL_(hg_pdpotri, HG_PDPOTRI)(&uplo, &n, a.data(), &ia, &ja, desca.data(), &info);
    return info;
  }
  int lauum() {
    HG_FC_GLOBAL_(hg_pdlauum, HG_PDLAUUM)(&uplo, &n, a.data(), &ia, &ja, desca.data());
    return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
  }
  /// The factor of the other matrix is A.
  int sygst() {
    HG_FC_GLOBAL_(hg_pdsygst, HG_PDSYGST)
    (&ibtype, &uplo, &n, a.data(), &ia, &ja, desca.data(), a_before.data(), &factor_i, &factor_j,
     desc_factor.data(), &rcond, &info);
    return info;
  }
  int gecon() {
    HG_FC_GLOBAL_(hg_pdgecon, HG_PDGECON)
    (&norm, &n, a.data(), &ia, &ja, desca.data(), &anorm, &rcond, work.data(), &lwork, iwork.data(), &liwork,
     &info);
    return info;
  }
  int laswp() {
    HG_FC_GLOBAL_(hg_pdlaswp, HG_PDLASWP)
    (&direc, &rowcol, &n, a.data(), &ia, &ja, desca.data(), &k1, &k2, ipiv.data());
    return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
  }
  int lapiv() {
    HG_FC_GLOBAL_(hg_pdlapiv, HG_PDLAPIV)
    (&direc, &rowcol, &pivroc, &m, &n, a.data(), &ia, &ja, desca.data(), ipiv.data(), &ip, &jp, descip.data(),
     iwork.data());
    return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
  }
};

BOOST_AUTO_TEST_CASE(legal_calls) {
  for (const comm::Grid* const grid : TestGrids::grids()) {
    const int context = grid->context();
    BOOST_TEST_CONTEXT(on_rank() << ", grid " << grid->p() << " x " << grid->q()) {
      Call getrs(context), gesv(context), potrs(context), posv(context), getri(context), trtri(context),
          potri(context), lauum(context), gecon(context), laswp(context), lapiv(context), sygst(context);
      BOOST_TEST(getrs.getrs() == 0);
      BOOST_TEST((getrs.solution_is(2) && getrs.matrix_is(2)));
      std::ranges::fill(gesv.ipiv, -1);
      BOOST_TEST(gesv.gesv() == 0);
      BOOST_TEST((gesv.solution_is(2) && gesv.matrix_is(2)));
      BOOST_TEST(potrs.potrs() == 0);
      BOOST_TEST((potrs.solution_is(1) && potrs.matrix_is(2)));
      each_element(posv.desca, posv.a, [](auto, auto, double& x) { x = x == 2 ? 4 : x; });
      BOOST_TEST(posv.posv() == 0);
      BOOST_TEST((posv.solution_is(1) && posv.matrix_is(2)));
      BOOST_TEST(getri.getri() == 0);
      BOOST_TEST((getri.matrix_is(0.5) && getri.work[0] == 1 && getri.iwork[0] == 1));
      BOOST_TEST((trtri.trtri() == 0 && trtri.matrix_is(0.5)));
      BOOST_TEST((potri.potri() == 0 && potri.matrix_is(0.25)));
      BOOST_TEST((lauum.lauum() == 0 && lauum.matrix_is(4)));
      BOOST_TEST((sygst.sygst() == 0 && sygst.matrix_is(0.5) && sygst.rcond == 1));
      sygst = Call(context);
      sygst.ibtype = 3;
      BOOST_TEST((sygst.sygst() == 0 && sygst.matrix_is(8)));
      BOOST_TEST(gecon.gecon() == 0);
      BOOST_TEST((gecon.matrix_is(2) && gecon.rcond == 1 && gecon.work[0] == 1 && gecon.iwork[0] == 1));
      BOOST_TEST((laswp.laswp() == 0 && laswp.untouched()));
      BOOST_TEST((lapiv.lapiv() == 0 && lapiv.untouched()));
    }
  }
}

BOOST_AUTO_TEST_CASE(singular_matrices) {
  for (const comm::Grid* const grid : TestGrids::grids()) {
    const int context = grid->context();
    const auto spoiled = [&](double value) { // element (6, 6) of the operand
      Call call(context);
      each_element(call.desca, call.a, [&](auto i, auto j, double& x) {
        if (i == call.ia + 5 && j == call.ja + 5)
          x = value;
      });
      call.a_before = call.a;
      return call;
    };
    BOOST_TEST_CONTEXT(on_rank() << ", grid " << grid->p() << " x " << grid->q()) {
      Call gesv = spoiled(0), posv = spoiled(-1), getri = spoiled(0), gecon = spoiled(0), trtri = spoiled(0),
           potri = spoiled(0);
      BOOST_TEST((gesv.gesv() == 6 && gesv.b == gesv.b_before));
      BOOST_TEST((posv.posv() == 6 && posv.b == posv.b_before));
      BOOST_TEST((getri.getri() == 6 && getri.untouched()));
      BOOST_TEST((trtri.trtri() == 6 && trtri.untouched()));
      BOOST_TEST((potri.potri() == 6 && potri.untouched()));
      BOOST_TEST((gecon.gecon() == 0 && gecon.rcond == 0));
    }
  }
}

// The complex condition numbers have a real second workspace.
BOOST_AUTO_TEST_CASE(complex_condition_number) {
  const int context = TestGrids::grids().front()->context();
  Call call(context);
  const std::vector<std::complex<double>> a(call.a.begin(), call.a.end());
  std::complex<double> work = -1;
  double rwork = -1;
  HG_FC_GLOBAL_(hg_pzgecon, HG_PZGECON)
  (&call.norm, &call.n, a.data(), &call.ia, &call.ja, call.desca.data(), &call.anorm, &call.rcond, &work,
   &call.lwork, &rwork, &call.liwork, &call.info);
  BOOST_TEST((call.info == 0 && call.rcond == 1 && work == 1.0 && rwork == 1), on_rank());
}

BOOST_AUTO_TEST_CASE(workspace_queries) {
  const int context = TestGrids::grids().front()->context();
  for (int Call::*length : {&Call::lwork, &Call::liwork})
    for (int (Call::*routine)() : {&Call::getri, &Call::gecon}) {
      Call call(context);
      std::ranges::fill(call.ipiv, -1); // not set yet
      call.*length = -1;
      BOOST_TEST((call.*routine)() == 0, on_rank());
      BOOST_TEST((call.untouched() && call.work[0] == 1 && call.iwork[0] == 1), on_rank());
    }
}

using Spoil = void (*)(Call&, int);

struct Case {
  int (Call::*routine)();
  int info;
  Spoil spoil; ///< gets another context
};

/// What is wrong with A (B), whose descriptor is argument `position`; IA and JA stand before it.
std::vector<Case> cases_of_a(int (Call::*routine)(), int position) {
  const int desc = 100 * position;
  return {
      {routine, -(position - 2), [](Call& x, int) { x.ia = 0; }},
      {routine, -(position - 1), [](Call& x, int) { x.ja = 0; }},
      {routine, -(desc + 1), [](Call& x, int) { x.desca[0] = 501; }},
      {routine, -(desc + 3), [](Call& x, int) { x.desca[2] = -2; }},
      {routine, -(desc + 5), [](Call& x, int) { x.desca[4] = 0; }},
      {routine, -(desc + 6), [](Call& x, int) { x.desca[5] = 0; }},
      {routine, -(desc + 7), [](Call& x, int) { x.desca[6] = mpi_size(); }},
      {routine, -(desc + 8), [](Call& x, int) { x.desca[7] = -1; }},
      {routine, -(desc + 9), [](Call& x, int) { x.desca[8] = 0; }},
      {routine, -(desc + 2), [](Call& x, int) { x.desca[1] = -1; }},
  };
}

using Method = int (Call::*)();
constexpr std::array<Method, 5> routines_of_a_alone{&Call::getri, &Call::gecon, &Call::trtri, &Call::potri,
                                                    &Call::lauum};

/// Order N of a square A.
std::vector<Case> cases_of_square_a(int (Call::*routine)(), int position) {
  std::vector<Case> cases = cases_of_a(routine, position);
  cases.push_back({routine, -(100 * position + 3), [](Call& x, int) { x.ia = 5; }});
  cases.push_back({routine, -(100 * position + 4), [](Call& x, int) { x.ja = 4; }});
  if (std::ranges::count(routines_of_a_alone, routine) > 0) // nobody is left to tell
    std::erase_if(cases, [&](const Case& c) { return c.info == -(100 * position + 2); });
  return cases;
}

std::vector<Case> cases_of_b(int (Call::*routine)(), int position) {
  const int desc = 100 * position;
  return {
      {routine, -(position - 2), [](Call& x, int) { x.ib = 0; }},
      {routine, -(position - 1), [](Call& x, int) { x.jb = 0; }},
      {routine, -(desc + 1), [](Call& x, int) { x.descb[0] = 0; }},
      {routine, -(desc + 2), [](Call& x, int another) { x.descb[1] = another; }},
      {routine, -(desc + 3), [](Call& x, int) { x.ib = 6; }},
      {routine, -(desc + 4), [](Call& x, int) { x.jb = 4; }},
      {routine, -(desc + 5), [](Call& x, int) { x.descb[4] = 0; }},
      {routine, -(desc + 6), [](Call& x, int) { x.descb[5] = -1; }},
      {routine, -(desc + 7), [](Call& x, int) { x.descb[6] = -1; }},
      {routine, -(desc + 8), [](Call& x, int) { x.descb[7] = mpi_size(); }},
      {routine, -(desc + 9), [](Call& x, int) { x.descb[8] = 0; }},
  };
}

std::vector<Case> illegal_cases() {
  std::vector<Case> cases{
      {&Call::getrs, -1, [](Call& x, int) { x.trans = 'X'; }},
      {&Call::getrs, -2, [](Call& x, int) { x.n = -1; }},
      {&Call::getrs, -3, [](Call& x, int) { x.nrhs = -1; }},
      {&Call::getrs, -8, [](Call& x, int) { std::ranges::fill(x.ipiv, x.ia - 1); }},
      {&Call::getrs, -8, [](Call& x, int) { std::ranges::fill(x.ipiv, x.ia + x.n); }},
      {&Call::gesv, -1, [](Call& x, int) { x.n = -1; }},
      {&Call::gesv, -2, [](Call& x, int) { x.nrhs = -1; }},
      {&Call::getri, -1, [](Call& x, int) { x.n = -1; }},
      {&Call::getri, -6, [](Call& x, int) { std::ranges::fill(x.ipiv, 0); }},
      {&Call::getri, -8, [](Call& x, int) { x.lwork = 0; }},
      {&Call::getri, -10, [](Call& x, int) { x.liwork = -2; }},
      {&Call::trtri, -1, [](Call& x, int) { x.uplo = 'N'; }},
      {&Call::trtri, -2, [](Call& x, int) { x.diag = 'D'; }},
      {&Call::trtri, -3, [](Call& x, int) { x.n = -1; }},
      {&Call::potri, -1, [](Call& x, int) { x.uplo = 'A'; }},
      {&Call::potri, -2, [](Call& x, int) { x.n = -1; }},
      {&Call::lauum, -1, [](Call& x, int) { x.uplo = 'A'; }},
      {&Call::lauum, -2, [](Call& x, int) { x.n = -1; }},
      {&Call::sygst, -1, [](Call& x, int) { x.ibtype = 0; }},
      {&Call::sygst, -1, [](Call& x, int) { x.ibtype = 4; }},
      {&Call::sygst, -2, [](Call& x, int) { x.uplo = 'A'; }},
      {&Call::sygst, -3, [](Call& x, int) { x.n = -1; }},
      {&Call::sygst, -9, [](Call& x, int) { x.factor_i = 0; }},
      {&Call::sygst, -10, [](Call& x, int) { x.factor_j = 0; }},
      {&Call::sygst, -1101, [](Call& x, int) { x.desc_factor[0] = 0; }},
      {&Call::sygst, -1102, [](Call& x, int another) { x.desc_factor[1] = another; }},
      {&Call::sygst, -1103, [](Call& x, int) { x.factor_i = 5; }},
      {&Call::sygst, -1104, [](Call& x, int) { x.factor_j = 4; }},
      {&Call::sygst, -1109, [](Call& x, int) { x.desc_factor[8] = 0; }},
      {&Call::gecon, -1, [](Call& x, int) { x.norm = 'F'; }},
      {&Call::gecon, -2, [](Call& x, int) { x.n = -1; }},
      {&Call::gecon, -7, [](Call& x, int) { x.anorm = -1; }},
      {&Call::gecon, -7, [](Call& x, int) { x.anorm = std::numeric_limits<double>::quiet_NaN(); }},
      {&Call::gecon, -10, [](Call& x, int) { x.lwork = 0; }},
      {&Call::gecon, -12, [](Call& x, int) { x.liwork = 0; }},
      {&Call::laswp, -1, [](Call& x, int) { x.direc = 'X'; }},
      {&Call::laswp, -2, [](Call& x, int) { x.rowcol = 'X'; }},
      {&Call::laswp, -3, [](Call& x, int) { x.n = -1; }},
      {&Call::laswp, -704, [](Call& x, int) { x.ja = 4; }},
      {&Call::laswp, -703, [](Call& x, int) { x.rowcol = 'C', x.k2 = 3, x.ia = 5; }},
      {&Call::laswp, -8, [](Call& x, int) { x.k1 = 0; }},
      {&Call::laswp, -9, [](Call& x, int) { x.k2 = 12; }},
      {&Call::laswp, -10, [](Call& x, int) { std::ranges::fill(x.ipiv, 12); }},
      {&Call::lapiv, -1, [](Call& x, int) { x.direc = '?'; }},
      {&Call::lapiv, -2, [](Call& x, int) { x.rowcol = '?'; }},
      {&Call::lapiv, -3, [](Call& x, int) { x.pivroc = '?'; }},
      {&Call::lapiv, -4, [](Call& x, int) { x.m = -1; }},
      {&Call::lapiv, -5, [](Call& x, int) { x.n = -1; }},
      {&Call::lapiv, -10, [](Call& x, int) { std::ranges::fill(x.ipiv, 0); }},
      {&Call::lapiv, -11, [](Call& x, int) { x.ip = 0; }},
      {&Call::lapiv, -12, [](Call& x, int) { x.jp = 0; }},
      {&Call::lapiv, -1301, [](Call& x, int) { x.descip[0] = 77; }},
      {&Call::lapiv, -1302, [](Call& x, int another) { x.descip[1] = another; }},
      {&Call::lapiv, -1303, [](Call& x, int) { x.ip = 5; }},
      {&Call::lapiv, -1304, [](Call& x, int) { x.jp = 2; }},
      {&Call::lapiv, -1305, [](Call& x, int) { x.descip[4] = 0; }},
      {&Call::lapiv, -1306, [](Call& x, int) { x.descip[5] = 0; }},
      {&Call::lapiv, -1307, [](Call& x, int) { x.descip[6] = -1; }},
      {&Call::lapiv, -1308,
       [](Call& x, int) { x.pivroc = 'R', x.ip = 1, x.descip[3] = 11, x.descip[7] = -1; }},
  };
  for (int (Call::*routine)() : {&Call::potrs, &Call::posv}) {
    cases.push_back({routine, -1, [](Call& x, int) { x.uplo = 'N'; }});
    cases.push_back({routine, -2, [](Call& x, int) { x.n = -1; }});
    cases.push_back({routine, -3, [](Call& x, int) { x.nrhs = -1; }});
  }
  const auto add = [&](const std::vector<Case>& more) {
    cases.insert(cases.end(), more.begin(), more.end());
  };
  add(cases_of_square_a(&Call::getrs, 7));
  add(cases_of_square_a(&Call::gesv, 6));
  add(cases_of_square_a(&Call::potrs, 7));
  add(cases_of_square_a(&Call::posv, 7));
  add(cases_of_square_a(&Call::getri, 5));
  add(cases_of_square_a(&Call::trtri, 7));
  add(cases_of_square_a(&Call::potri, 6));
  add(cases_of_square_a(&Call::lauum, 6));
  add(cases_of_square_a(&Call::sygst, 7));
  add(cases_of_square_a(&Call::gecon, 6));
  add(cases_of_square_a(&Call::lapiv, 9));
  add(cases_of_b(&Call::getrs, 12));
  add(cases_of_b(&Call::gesv, 11));
  add(cases_of_b(&Call::potrs, 11));
  add(cases_of_b(&Call::posv, 11));
  std::vector<Case> laswp = cases_of_a(&Call::laswp, 7);
  std::erase_if(laswp, [](const Case& c) { return c.info == -702; });
  add(laswp);
  return cases;
}

BOOST_AUTO_TEST_CASE(illegal_arguments_have_the_same_info_everywhere_and_change_nothing) {
  Random random(95);
  const int context = TestGrids::grids().front()->context();
  const int other = make_context(random_plan(random, mpi_size(), 1));
  int number = 0;
  for (const auto& [routine, info, spoil] : illegal_cases()) {
    Call call(context);
    spoil(call, other);
    BOOST_TEST_CONTEXT(on_rank() << ", case " << number++) {
      BOOST_TEST((call.*routine)() == info);
      BOOST_TEST(call.untouched());
    }
  }
  // One process has another opinion than the rest, or the only illegal argument.
  const Case inconsistent[] = {
      {&Call::getrs, -1, [](Call& x, int) { x.trans = 'T'; }},
      {&Call::getrs, -3, [](Call& x, int) { x.nrhs = 2; }},
      {&Call::getrs, -702, [](Call& x, int) { x.desca[1] = -1; }},
      {&Call::gesv, -1, [](Call& x, int) { x.n = 7; }},
      {&Call::gesv, -1109, [](Call& x, int) { x.descb[8] = 0; }},
      {&Call::potrs, -1, [](Call& x, int) { x.uplo = 'U'; }},
      {&Call::posv, -9, [](Call& x, int) { x.ib = 3; }},
      {&Call::getri, -8, [](Call& x, int) { x.lwork = -1; }},
      {&Call::trtri, -2, [](Call& x, int) { x.diag = 'U'; }},
      {&Call::potri, -1, [](Call& x, int) { x.uplo = 'U'; }},
      {&Call::sygst, -1, [](Call& x, int) { x.ibtype = 2; }},
      {&Call::gecon, -7, [](Call& x, int) { x.anorm = 3; }},
      {&Call::laswp, -9, [](Call& x, int) { x.k2 = 8; }},
      {&Call::lapiv, -11, [](Call& x, int) { x.ip = 3; }},
  };
  for (const auto& [routine, info, spoil] : inconsistent) {
    Call call(context);
    if (mpi_rank() == mpi_size() - 1 && mpi_size() > 1)
      spoil(call, other);
    BOOST_TEST((call.*routine)() == (mpi_size() > 1 ? info : 0), on_rank());
    BOOST_TEST((mpi_size() == 1 || call.untouched()), on_rank());
  }
  Cblacs_gridexit(other);
}

/// Interchanges of lines of a serial matrix, from 0.
void interchange(char direc, char rowcol, SerialMatrix<double>& a, int first,
                 const std::vector<int>& pivots) {
  for (std::size_t step = 0; step < pivots.size(); ++step) {
    const std::size_t k = direc == 'F' ? step : pivots.size() - 1 - step;
    const layout::Index one = first + static_cast<int>(k), two = pivots[k];
    for (layout::Index l = 0; l < (rowcol == 'R' ? a.n : a.m); ++l)
      rowcol == 'R' ? std::swap(a(one, l), a(two, l)) : std::swap(a(l, one), a(l, two));
  }
}

/// Local elements of an IPIV array over an axis; -99 where hetgrid does not read.
std::vector<int> distribute_pivots(const comm::Grid& grid, const layout::Axis& axis, bool over_rows,
                                   int first, const std::vector<int>& values) {
  const int me = over_rows ? grid.myrow() : grid.mycol();
  std::vector<int> local(static_cast<std::size_t>(axis.local(axis.n, me) + 1), -99);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const layout::Index g = first + static_cast<int>(k);
        axis.owner(g) == me && (over_rows ? grid.mycol() : grid.myrow()) == 0)
      local[static_cast<std::size_t>(axis.local(g, me))] = values[k];
  return local;
}

layout::Descriptor descriptor_of(const comm::Grid& grid, int dtype, const layout::Axis& rows,
                                 const layout::Axis& columns, layout::Index lld) {
  const auto narrow = [](layout::Index x) { return static_cast<int>(x); };
  return {dtype,    grid.context(), narrow(rows.n), narrow(columns.n), narrow(rows.nb), narrow(columns.nb),
          rows.src, columns.src,    narrow(lld)};
}

struct Interchange {
  char direc, rowcol;
  int m, n;                ///< the operand
  std::vector<int> pivots; ///< lines of the operand, from 0
};

Interchange random_interchange(Random& random, char direc, char rowcol) {
  Interchange x{direc, rowcol, uniform_int(random, 1, 30), uniform_int(random, 1, 30), {}};
  x.pivots.resize(static_cast<std::size_t>(rowcol == 'R' ? x.m : x.n));
  for (int& pivot : x.pivots)
    pivot = uniform_int(random, 0, static_cast<int>(x.pivots.size()) - 1);
  return x;
}

/// A matrix of random layout that a descriptor can describe.
struct Operand {
  int dtype;
  MatrixLayout layout;
  DistributedMatrix<double> matrix;

  Operand(Random& random, const comm::Grid& grid, const Interchange& x)
      : dtype(uniform_int(random, 0, 1) ? layout::dtype_uneven : layout::dtype_block_cyclic),
        layout(described(random_layout(random, grid, x.m, x.n), random, grid, dtype)),
        matrix(grid, layout, random_matrix<double>(x.m, x.n, 3)) {}

  static MatrixLayout described(MatrixLayout layout, Random& random, const comm::Grid& grid, int dtype) {
    const bool uneven = dtype == layout::dtype_uneven;
    layout.rows.map = uneven ? grid.row_map() : layout::AxisMap::uniform(grid.p());
    layout.columns.map = uneven ? grid.column_map() : layout::AxisMap::uniform(grid.q());
    layout.rows.src =
        uniform_int(random, 0, std::min<int>(grid.p(), static_cast<int>(layout.rows.map.panel())) - 1);
    layout.columns.src =
        uniform_int(random, 0, std::min<int>(grid.q(), static_cast<int>(layout.columns.map.panel())) - 1);
    return layout;
  }
};

BOOST_AUTO_TEST_CASE(lapiv_with_pivot_vectors_of_any_layout) {
  Random random(96 + static_cast<std::uint64_t>(mpi_size()));
  for (const comm::Grid* const place : TestGrids::grids()) {
    const comm::Grid& grid = *place;
    for (int trial = 0; trial < 48; ++trial) {
      const char direc = trial % 2 ? 'F' : 'B', rowcol = trial / 2 % 2 ? 'R' : 'C';
      const char pivroc = trial / 4 % 2 ? 'R' : 'C';
      const Interchange x = random_interchange(random, direc, rowcol);
      Operand a(random, grid, x);
      // The pivot vector in a layout of its own, or that of A.
      const bool over_rows = pivroc == 'C', tied = (rowcol == 'R') == over_rows && trial % 3 == 0;
      layout::Axis axis = rowcol == 'R' ? a.layout.rows : a.layout.columns;
      auto first = static_cast<int>(rowcol == 'R' ? a.layout.i : a.layout.j);
      const int lines = static_cast<int>(x.pivots.size());
      if (!tied) {
        first = uniform_int(random, 0, 9);
        const bool uneven = a.dtype == layout::dtype_uneven;
        axis = {!uneven     ? layout::AxisMap::uniform(over_rows ? grid.p() : grid.q())
                : over_rows ? grid.row_map()
                            : grid.column_map(),
                first + lines + uniform_int(random, 0, 3), uniform_int(random, 1, 9), 0};
      }
      std::vector<int> values;
      for (const int pivot : x.pivots)
        values.push_back(pivot + first + 1);
      const std::vector<int> ipiv = distribute_pivots(grid, axis, over_rows, first, values);
      // What does not matter: the source and the leading dimension of the vector.
      const layout::Axis single{layout::AxisMap::uniform(over_rows ? grid.q() : grid.p()), 1, 1,
                                over_rows ? grid.mycol() : grid.myrow()};
      std::array<int, 9> desca, descip;
      const auto view = a.matrix.view();
      descriptor_of(grid, a.dtype, a.layout.rows, a.layout.columns, view.ld).to(desca.data());
      descriptor_of(grid, a.dtype, over_rows ? axis : single, over_rows ? single : axis, 1).to(descip.data());
      const int ia = static_cast<int>(a.layout.i) + 1, ja = static_cast<int>(a.layout.j) + 1;
      const int ip = over_rows ? first + 1 : 1, jp = over_rows ? 1 : first + 1;
      HG_FC_GLOBAL_(hg_pdlapiv, HG_PDLAPIV)
      (&direc, &rowcol, &pivroc, &x.m, &x.n, view.data, &ia, &ja, desca.data(), ipiv.data(), &ip, &jp,
       descip.data(), nullptr);
      BOOST_TEST(HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)() == 0, on_rank());
      SerialMatrix<double> expected = random_matrix<double>(x.m, x.n, 3);
      interchange(direc, rowcol, expected, 0, x.pivots);
      BOOST_TEST((a.matrix.gather().data == expected.data), on_rank() << ", trial " << trial);
      BOOST_TEST(a.matrix.surroundings_untouched(), on_rank());
    }
  }
}

BOOST_AUTO_TEST_CASE(laswp_of_part_of_the_lines) {
  Random random(97 + static_cast<std::uint64_t>(mpi_size()));
  for (const comm::Grid* const place : TestGrids::grids()) {
    const comm::Grid& grid = *place;
    for (int trial = 0; trial < 24; ++trial) {
      Interchange x = random_interchange(random, trial % 2 ? 'F' : 'B', trial / 2 % 2 ? 'R' : 'C');
      Operand a(random, grid, x);
      const bool rows = x.rowcol == 'R';
      const auto begin = static_cast<int>(rows ? a.layout.i : a.layout.j);
      const int skipped = uniform_int(random, 0, static_cast<int>(x.pivots.size()));
      x.pivots.erase(x.pivots.begin(), x.pivots.begin() + skipped);
      std::vector<int> values;
      for (const int pivot : x.pivots)
        values.push_back(pivot + begin + 1);
      const int k1 = begin + skipped + 1, k2 = k1 + static_cast<int>(values.size()) - 1;
      const std::vector<int> ipiv =
          distribute_pivots(grid, rows ? a.layout.rows : a.layout.columns, rows, k1 - 1, values);
      std::array<int, 9> desca;
      const auto view = a.matrix.view();
      descriptor_of(grid, a.dtype, a.layout.rows, a.layout.columns, view.ld).to(desca.data());
      const int ia = static_cast<int>(a.layout.i) + 1, ja = static_cast<int>(a.layout.j) + 1;
      HG_FC_GLOBAL_(hg_pdlaswp, HG_PDLASWP)
      (&x.direc, &x.rowcol, rows ? &x.n : &x.m, view.data, &ia, &ja, desca.data(), &k1, &k2, ipiv.data());
      BOOST_TEST(HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)() == 0, on_rank());
      SerialMatrix<double> expected = random_matrix<double>(x.m, x.n, 3);
      interchange(x.direc, x.rowcol, expected, skipped, x.pivots);
      BOOST_TEST((a.matrix.gather().data == expected.data), on_rank() << ", trial " << trial);
      BOOST_TEST(a.matrix.surroundings_untouched(), on_rank());
    }
  }
}

} // namespace
