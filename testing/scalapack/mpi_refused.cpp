// Calls that cannot work on uneven operands end with INFO or a message, the same on every process, and leave the data
// as it was: routines that are refused by name, and wrapped ones with illegal arguments.
// ranks: 1 2 4
#include "testing/support/against_scalapack.hpp"

#include "hetgrid.h"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using namespace hetgrid::testing::scalapack;

/// An n x n matrix on an uneven layout, and the values it had.
template <typename T>
struct Untouched {
  Random random;
  Run run;
  SerialMatrix<T> before;
  MatrixOperand<T>& operand;

  explicit Untouched(std::uint64_t seed, int n = 12)
      : random(seed), run(UnevenGrids::next(), Run::Layout::uneven, seed),
        before(any_matrix<T>(random, n, n)), operand(run.matrix(before)) {}
  void check() {
    BOOST_TEST((operand.matrix.gather().data == before.data), on_rank());
    BOOST_TEST(operand.matrix.surroundings_untouched(), on_rank());
  }
};

/// -i or -(100 i + j) for argument number i.
void check_info(int info, int argument) {
  BOOST_TEST((info == -argument || -info / 100 == argument), on_rank() << ": INFO " << info);
}
int last_info() {
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

BOOST_AUTO_TEST_CASE(band_and_tridiagonal_systems) {
  for_each_type([&]<typename T>() {
    Untouched<T> a(121'000), b(122'000);
    const int n = 12, nrhs = 1, one = 1;
    std::vector<T> work(2000), local(200);
    std::vector<int> ipiv(200);
    const int lwork = static_cast<int>(work.size()), llocal = static_cast<int>(local.size());
    int info = 0;
    a.run.template call<T>(dbsv, n, 1, 1, nrhs, a.operand.data(), one, a.operand.desc, b.operand.data(), one,
                           b.operand.desc, work.data(), lwork, &info);
    check_info(info, 7);
    info = 0;
    a.run.template call<T>(gbsv, n, 1, 1, nrhs, a.operand.data(), one, a.operand.desc, ipiv.data(),
                           b.operand.data(), one, b.operand.desc, work.data(), lwork, &info);
    check_info(info, 7);
    info = 0;
    a.run.template call<T>(pbtrf, 'U', n, 1, a.operand.data(), one, a.operand.desc, local.data(), llocal,
                           work.data(), lwork, &info);
    check_info(info, 6);
    info = 0;
    a.run.template call<T>(dttrf, n, local.data(), local.data(), local.data(), one, a.operand.desc,
                           local.data(), llocal, work.data(), lwork, &info);
    check_info(info, 6);
    a.check();
    b.check();
  });
}

BOOST_AUTO_TEST_CASE(pieces_with_local_data) {
  for_each_type([&]<typename T>() {
    Untouched<T> a(123'000), b(124'000);
    const int n = 12, k = 2;
    std::vector<T> tau(100, T(1)), t(400), work(2000);
    a.run.template call<T>(larft, 'F', 'C', n, k, a.operand, tau.data(), t.data(), work.data());
    BOOST_TEST(last_info() < 0, on_rank());
    BOOST_TEST((t == std::vector<T>(400)), on_rank());
    a.run.template call<T>(larfb, 'L', 'N', 'F', 'C', n, n, k, a.operand, t.data(), b.operand, work.data());
    BOOST_TEST(last_info() < 0, on_rank());
    std::vector<Real<T>> d(100), e(100);
    a.run.template call<T>(labrd, n, n, k, a.operand, d.data(), e.data(), tau.data(), tau.data(), a.operand,
                           b.operand, work.data());
    BOOST_TEST(last_info() < 0, on_rank());
    a.check();
    b.check();
  });
}

/// PDSYEV or PZHEEV.
template <typename T>
int call_syev(Run& run, char jobz, int n, MatrixOperand<T>& a, MatrixOperand<T>& z, int lwork) {
  std::vector<T> work(static_cast<std::size_t>(std::max(1, lwork)));
  std::vector<Real<T>> w(100), rwork(5000);
  int info = -777;
  if constexpr (is_complex<T>)
    run.call<T>(syev, jobz, 'U', n, a, w.data(), z, work.data(), lwork, rwork.data(),
                static_cast<int>(rwork.size()), &info);
  else
    run.call<T>(syev, jobz, 'U', n, a, w.data(), z, work.data(), lwork, &info);
  return info;
}

BOOST_AUTO_TEST_CASE(illegal_arguments_of_a_wrapped_routine) {
  for_each_type([&]<typename T>() {
    Untouched<T> a(125'000);
    std::vector<T> tau(100), work(5000);
    const auto info_of = [&](int n, int ilo) {
      int info = -777;
      a.run.template call<T>(gehrd, n, ilo, n, a.operand, tau.data(), work.data(), 5000, &info);
      return info;
    };
    check_info(info_of(-1, 1), 1);
    check_info(info_of(12, 0), 2);
    const int i = a.operand.i;
    a.operand.i = 0;
    check_info(info_of(12, 1), 5);
    a.operand.i = i;
    // The submatrix ends outside of the matrix.
    BOOST_TEST(info_of(40, 1) < 0, on_rank());
    // LLD_ too small on one process only: all must say so, none may wait.
    const int lld = a.operand.desc[8];
    if (a.run.grid().rank() == 0)
      a.operand.desc[8] = 0;
    check_info(info_of(12, 1), 7);
    a.operand.desc[8] = lld;
    a.check();
  });
}

BOOST_AUTO_TEST_CASE(operands_of_two_grids) {
  if (UnevenGrids::grids().size() < 2)
    return;
  for_each_type([&]<typename T>() {
    Untouched<T> a(126'000), z(127'000);
    BOOST_TEST(&a.run.grid() != &z.run.grid());
    check_info(call_syev<T>(a.run, 'V', 12, a.operand, z.operand, 5000), 12);
    a.check();
    z.check();
  });
}

/// A context that is none.
BOOST_AUTO_TEST_CASE(no_context) {
  for_each_type([&]<typename T>() {
    Untouched<T> a(128'000);
    MatrixOperand<T>& z = a.run.matrix(a.before);
    a.operand.desc[1] = z.desc[1] = -1;
    BOOST_TEST(call_syev<T>(a.run, 'V', 12, a.operand, z, 5000) < 0, on_rank());
    // The lengths of its results are those of the grid.
    const int n = 12, length = 5000;
    int info = 0, m = 0, nz = 0;
    std::vector<Real<T>> w(100), gap(100), rwork(5000);
    std::vector<T> work(5000);
    std::vector<int> iwork(5000), ifail(100), iclustr(100);
    const auto call = [&](const auto&... rwork_and_length) {
      a.run.template call<T>(syevx, 'V', 'A', 'U', n, a.operand, Real<T>(0), Real<T>(0), 1, n, Real<T>(0), &m,
                             &nz, w.data(), Real<T>(-1), z, work.data(), length, rwork_and_length...,
                             iwork.data(), length, ifail.data(), iclustr.data(), gap.data(), &info);
    };
    if constexpr (is_complex<T>)
      call(rwork.data(), length);
    else
      call();
    check_info(info, 8);
    a.check();
  });
}

} // namespace
