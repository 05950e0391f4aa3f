// The factorizations at the border: every illegal argument has its INFO on every rank and changes nothing, workspace
// queries change nothing either. ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/random_grid.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// A legal call of any of the routines, whose arguments can be spoiled one by one. B is also called C.
struct Call {
  char side = 'L', trans = 'N', uplo = 'L';
  int m = 12, n = 10, k = 7, nrhs = 5;
  int ia = 2, ja = 3, ib = 3, jb = 2;
  std::array<int, 9> desca, descb;
  int lwork = 1;
  std::vector<double> a, b, tau, work;
  std::vector<int> ipiv;

  explicit Call(int context)
      : a(400, untouched), b(400, untouched), tau(40, untouched), work(1, untouched), ipiv(40, -7) {
    const int zero = 0, mb = 3, nb = 2;
    for (const auto& [desc, rows, columns] : {std::tuple{&desca, 14, 13}, {&descb, 15, 12}}) {
      int info = 0;
      HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
      (desc->data(), &rows, &columns, &mb, &nb, &zero, &zero, &context, &zero, &info);
      BOOST_TEST_REQUIRE(info == 0);
    }
  }
  bool nothing_changed() const {
    return std::ranges::count(a, untouched) == 400 && std::ranges::count(b, untouched) == 400 &&
           std::ranges::count(tau, untouched) == 40 && std::ranges::count(ipiv, -7) == 40;
  }

private:
  static constexpr double untouched = -7;
};

using Spoil = void (*)(Call&);

struct Case {
  int info;
  Spoil spoil;
};

/// A routine and what is particular to its argument list; positions count from 1, 0 means none.
struct Routine {
  const char* name;
  int (*run)(Call&);
  int position_a, position_b; ///< of IA and IB; the descriptors stand two places behind
  int position_lwork;
  std::vector<Case> illegal;      ///< on all processes
  std::vector<Case> inconsistent; ///< on the last process alone, legal there
};

int getrf(Call& x) {
  int info = 77;
  HG_FC_GLOBAL_(hg_pdgetrf, HG_PDGETRF)
  (&x.m, &x.n, x.a.data(), &x.ia, &x.ja, x.desca.data(), x.ipiv.data(), &info);
  return info;
}

int geqrf(Call& x) {
  int info = 77;
  HG_FC_GLOBAL_(hg_pdgeqrf, HG_PDGEQRF)
  (&x.m, &x.n, x.a.data(), &x.ia, &x.ja, x.desca.data(), x.tau.data(), x.work.data(), &x.lwork, &info);
  return info;
}

int potrf(Call& x) {
  int info = 77;
  HG_FC_GLOBAL_(hg_pdpotrf, HG_PDPOTRF)
  (&x.uplo, &x.n, x.a.data(), &x.ia, &x.ja, x.desca.data(), &info);
  return info;
}

int ormqr(Call& x) {
  int info = 77;
  HG_FC_GLOBAL_(hg_pdormqr, HG_PDORMQR)
  (&x.side, &x.trans, &x.m, &x.n, &x.k, x.a.data(), &x.ia, &x.ja, x.desca.data(), x.tau.data(), x.b.data(),
   &x.ib, &x.jb, x.descb.data(), x.work.data(), &x.lwork, &info);
  return info;
}

int orgqr(Call& x) {
  int info = 77;
  HG_FC_GLOBAL_(hg_pdorgqr, HG_PDORGQR)
  (&x.m, &x.n, &x.k, x.a.data(), &x.ia, &x.ja, x.desca.data(), x.tau.data(), x.work.data(), &x.lwork, &info);
  return info;
}

int gels(Call& x) {
  int info = 77;
  HG_FC_GLOBAL_(hg_pdgels, HG_PDGELS)
  (&x.trans, &x.m, &x.n, &x.nrhs, x.a.data(), &x.ia, &x.ja, x.desca.data(), x.b.data(), &x.ib, &x.jb,
   x.descb.data(), x.work.data(), &x.lwork, &info);
  return info;
}

const std::vector<Routine>& routines() {
  static const std::vector<Routine> all{
      {"getrf",
       getrf,
       4,
       0,
       0,
       {{-1, [](Call& x) { x.m = -1; }}, {-2, [](Call& x) { x.n = -3; }}},
       {{-1, [](Call& x) { x.m = 11; }}, {-2, [](Call& x) { x.n = 0; }}}},
      {"geqrf",
       geqrf,
       4,
       0,
       9,
       {{-1, [](Call& x) { x.m = -1; }}, {-2, [](Call& x) { x.n = -3; }}},
       {{-1, [](Call& x) { x.m = 11; }}, {-2, [](Call& x) { x.n = 0; }}}},
      {"potrf",
       potrf,
       4,
       0,
       0,
       {{-1, [](Call& x) { x.uplo = 'X'; }}, {-2, [](Call& x) { x.n = -1; }}},
       {{-1, [](Call& x) { x.uplo = 'U'; }}, {-2, [](Call& x) { x.n = 9; }}}},
      {"ormqr",
       ormqr,
       7,
       12,
       16,
       {{-1, [](Call& x) { x.side = 'X'; }},
        {-2, [](Call& x) { x.trans = 'C'; }}, // as PDORMQR: 'C' is for complex types
        {-3, [](Call& x) { x.m = -1; }},
        {-4, [](Call& x) { x.n = -1; }},
        {-5, [](Call& x) { x.k = -1; }},
        {-5, [](Call& x) { x.k = 13; }},
        {-5, [](Call& x) { x.side = 'R', x.k = 11; }}},
       {{-1, [](Call& x) { x.side = 'R'; }},
        {-2, [](Call& x) { x.trans = 'T'; }},
        {-3, [](Call& x) { x.m = 11; }},
        {-4, [](Call& x) { x.n = 9; }},
        {-5, [](Call& x) { x.k = 6; }}}},
      {"orgqr",
       orgqr,
       5,
       0,
       10,
       {{-1, [](Call& x) { x.m = -1; }},
        {-2, [](Call& x) { x.n = -1; }},
        {-2, [](Call& x) { x.n = 13; }},
        {-3, [](Call& x) { x.k = -1; }},
        {-3, [](Call& x) { x.k = 11; }}},
       {{-1, [](Call& x) { x.m = 11; }}, {-2, [](Call& x) { x.n = 9; }}, {-3, [](Call& x) { x.k = 6; }}}},
      {"gels",
       gels,
       6,
       10,
       14,
       {{-1, [](Call& x) { x.trans = 'C'; }}, // as PDGELS
        {-2, [](Call& x) { x.m = -1; }},
        {-3, [](Call& x) { x.n = -1; }},
        {-4, [](Call& x) { x.nrhs = -1; }}},
       {{-1, [](Call& x) { x.trans = 'T'; }},
        {-2, [](Call& x) { x.m = 11; }},
        {-3, [](Call& x) { x.n = 9; }},
        {-4, [](Call& x) { x.nrhs = 4; }}}},
  };
  return all;
}

/// One illegal value for each entry of the descriptor at `position`.
void check_descriptor(const Routine& routine, int position, std::array<int, 9> Call::*desc, int context,
                      int other) {
  // The second matrix has to be in the context of the first.
  const std::array<int, 9> illegal{
      501, position > routine.position_a + 2 ? other : -1, 5, 4, 0, -1, mpi_size(), -1, 0};
  for (int entry = 1; entry <= 9; ++entry)
    BOOST_TEST_CONTEXT(on_rank() << ", descriptor " << position << ", entry " << entry) {
      Call call(context);
      (call.*desc)[static_cast<std::size_t>(entry - 1)] = illegal[static_cast<std::size_t>(entry - 1)];
      BOOST_TEST(routine.run(call) == -(100 * position + entry));
      BOOST_TEST(call.nothing_changed());
      if (entry == 2 || entry == 9) // local meaning: there is nothing to compare
        continue;
      Call last(context);
      if (mpi_rank() == mpi_size() - 1)
        (last.*desc)[static_cast<std::size_t>(entry - 1)] = illegal[static_cast<std::size_t>(entry - 1)];
      BOOST_TEST(routine.run(last) == -(100 * position + entry));
      BOOST_TEST(last.nothing_changed());
    }
}

/// The grids of the tests: the context of the calls and another one.
struct Contexts {
  int context, other;

  Contexts() {
    Random random(81);
    context = make_context(random_plan(random, 1, mpi_size()));
    other = make_context(random_plan(random, mpi_size(), 1));
  }
  ~Contexts() {
    Cblacs_gridexit(context);
    Cblacs_gridexit(other);
  }
};

BOOST_FIXTURE_TEST_CASE(illegal_arguments_have_the_same_info_everywhere_and_change_nothing, Contexts) {
  for (const Routine& routine : routines()) {
    BOOST_TEST_CONTEXT(on_rank() << ", " << routine.name) {
      for (const auto& [info, spoil] : routine.illegal)
        BOOST_TEST_CONTEXT("expected " << info) {
          Call call(context);
          spoil(call);
          BOOST_TEST(routine.run(call) == info);
          BOOST_TEST(call.nothing_changed());
        }
      for (const auto& [info, spoil] : routine.inconsistent)
        if (mpi_size() > 1)
          BOOST_TEST_CONTEXT("expected " << info << " as the last process differs") {
            Call call(context);
            if (mpi_rank() == mpi_size() - 1)
              spoil(call);
            BOOST_TEST(routine.run(call) == info);
            BOOST_TEST(call.nothing_changed());
          }
    }
  }
}

BOOST_FIXTURE_TEST_CASE(illegal_places_and_descriptors, Contexts) {
  for (const Routine& routine : routines())
    for (const bool second : {false, true}) {
      const int position = second ? routine.position_b : routine.position_a;
      if (position == 0)
        continue;
      int Call::*const row = second ? &Call::ib : &Call::ia;
      int Call::*const column = second ? &Call::jb : &Call::ja;
      const auto check = [&](int info, int Call::*member, int value) {
        BOOST_TEST_CONTEXT(on_rank() << ", " << routine.name << ", expected " << info) {
          Call call(context);
          call.*member = value;
          BOOST_TEST(routine.run(call) == info);
          BOOST_TEST(call.nothing_changed());
        }
      };
      check(-position, row, 0);
      check(-position - 1, column, -1);
      // Beyond the last row, beyond the last column.
      check(-(100 * (position + 2) + 3), row, 16);
      check(-(100 * (position + 2) + 4), column, 14);
      BOOST_TEST_CONTEXT(routine.name) {
        check_descriptor(routine, position + 2, second ? &Call::descb : &Call::desca, context, other);
      }
    }
}

BOOST_FIXTURE_TEST_CASE(the_first_of_two_counts, Contexts) {
  Call call(context);
  call.n = -1, call.ia = 0, call.desca[8] = 0;
  BOOST_TEST(getrf(call) == -2, on_rank());
  call.n = 10;
  BOOST_TEST(getrf(call) == -4, on_rank());
  call.ia = 1;
  BOOST_TEST(getrf(call) == -609, on_rank());
}

BOOST_FIXTURE_TEST_CASE(workspace_queries, Contexts) {
  for (const Routine& routine : routines())
    if (routine.position_lwork != 0)
      BOOST_TEST_CONTEXT(on_rank() << ", " << routine.name) {
        Call call(context);
        call.lwork = -1;
        BOOST_TEST(routine.run(call) == 0);
        BOOST_TEST(call.work[0] == 1);
        BOOST_TEST(call.nothing_changed());
        for (const int lwork : {0, -2}) {
          call.lwork = lwork;
          BOOST_TEST(routine.run(call) == -routine.position_lwork);
          BOOST_TEST(call.nothing_changed());
        }
        call.lwork = -1; // arguments are checked in a query, too
        call.ia = 0;
        BOOST_TEST(routine.run(call) == -routine.position_a);
        if (mpi_size() > 1) { // all query or none does
          Call mixed(context);
          mixed.lwork = mpi_rank() == 0 ? -1 : 1;
          BOOST_TEST(routine.run(mixed) == -routine.position_lwork);
          BOOST_TEST(mixed.nothing_changed());
        }
      }
}

// A legal call with LWORK = 1 works, and what is empty may lie anywhere.
BOOST_FIXTURE_TEST_CASE(legal_calls, Contexts) {
  for (const Routine& routine : routines())
    BOOST_TEST_CONTEXT(on_rank() << ", " << routine.name) {
      Call empty(context);
      empty.m = empty.n = empty.k = empty.nrhs = 0;
      empty.ia = empty.ja = empty.ib = empty.jb = 99;
      BOOST_TEST(routine.run(empty) == 0);
      BOOST_TEST(empty.nothing_changed());
    }
  Call call(context);
  std::ranges::fill(call.a, 1.0);
  BOOST_TEST(geqrf(call) == 0, on_rank());
  BOOST_TEST(getrf(call) >= 0, on_rank());
  call.uplo = 'l';
  std::ranges::fill(call.a, 0.0);
  BOOST_TEST(potrf(call) == 1, on_rank());
}

BOOST_AUTO_TEST_CASE(a_process_outside_the_grid_does_nothing) {
  const int everyone = make_context(plan::uniform_plan(1, mpi_size()));
  const int context = make_context(plan::uniform_plan(1, 1)); // < 0 on all but one process
  for (const Routine& routine : routines()) {
    Call call(everyone);
    if (context >= 0) {
      call = Call(context);
      call.m = -1; // the process in the grid is told about its arguments
      call.n = -1;
    } else
      call.desca[1] = call.descb[1] = context;
    const int info = routine.run(call);
    BOOST_TEST((context >= 0 ? info < 0 && info > -5 : info == -(100 * (routine.position_a + 2) + 2)),
               on_rank() << ", " << routine.name << ": INFO " << info);
    BOOST_TEST(call.nothing_changed(), on_rank());
  }
  if (context >= 0)
    Cblacs_gridexit(context);
  Cblacs_gridexit(everyone);
}

} // namespace
