// libhetgrid-scalapack: PDGEMM and its kin, under ScaLAPACK's names, on uneven and on block-cyclic matrices.
// ranks: 4
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/scalapack_names.hpp"

#include <boost/mpl/list.hpp>
#include <complex>

extern "C" {
void HG_FC_GLOBAL(descinit, DESCINIT)(int*, const int*, const int*, const int*, const int*, const int*,
                                      const int*, const int*, const int*, int*);
}

namespace {

using namespace hetgrid::testing;
namespace names = hetgrid::testing::scalapack;

/// A 2 x 2 grid for cycle-times 1, 2, 3, 6.
struct UnevenGrid {
  int context = 0, nprow = 2, npcol = 2, myrow = 0, mycol = 0;

  UnevenGrid() {
    const double cycle_times[] = {1, 2, 3, 6};
    int info = -1;
    Cblacs_get(-1, 0, &context);
    HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, "R", &nprow, &npcol, cycle_times, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);
  }
  ~UnevenGrid() { HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context); }
};

constexpr int n = 30, nb = 3, zero = 0, one = 1;

/// Number of wrong elements of C = A B, all whole numbers, on this rank. `index` maps a local index of the
/// axis.
template <typename T, typename Index>
int wrong_elements(const int* desc, int rows, int columns, const Index& index) {
  const auto a_ik = [](int i, int k) { return T(i % 5 - k % 3); };
  const auto b_kj = [](int k, int j) { return T(k % 4 + j % 2); };
  const std::size_t lld = static_cast<std::size_t>(desc[8]);
  std::vector<T> a(lld * std::max(1, columns)), b(a.size()), c(a.size());
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) {
      a[i + lld * j] = a_ik(index(i, 'R'), index(j, 'C'));
      b[i + lld * j] = b_kj(index(i, 'R'), index(j, 'C'));
    }
  const T alpha = 1, beta = 0;
  names::call_with<void>(names::gemm.of<T>(),
                         std::tuple("N", "N", &n, &n, &n, &alpha, a.data(), &one, &one, desc, b.data(), &one,
                                    &one, desc, &beta, c.data(), &one, &one, desc));
  int wrong = 0;
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) {
      T expected = 0;
      for (int k = 1; k <= n; ++k)
        expected += a_ik(index(i, 'R'), k) * b_kj(k, index(j, 'C'));
      wrong += c[i + lld * j] != expected;
    }
  return wrong;
}

using Scalars = boost::mpl::list<float, double, hg_complex8, hg_complex16>;

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(uneven_matrices_go_to_hetgrid, T, Scalars) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    const auto numroc = [&](int coordinate, int count, const char* axis) {
      return HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb, &coordinate, &zero, &count, &grid.context, axis);
    };
    const int rows = numroc(grid.myrow, grid.nprow, "R"), columns = numroc(grid.mycol, grid.npcol, "C");
    int desc[9], info = -1;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
    (desc, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &zero, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    BOOST_TEST(desc[0] == HG_DTYPE);
    const auto index = [&](int local, char axis) {
      const int l = local + 1, coordinate = axis == 'R' ? grid.myrow : grid.mycol;
      return HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(&l, &nb, &coordinate, &zero, &grid.nprow, &grid.context,
                                                   &axis);
    };
    BOOST_TEST(wrong_elements<T>(desc, rows, columns, index) == 0);
    BOOST_TEST((HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)()) == 0);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(block_cyclic_matrices_go_to_scalapack, T, Scalars) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    const int blocks = n / nb; // 10: both rows and both columns of the grid own 5
    const int rows = blocks / 2 * nb, columns = rows;
    int desc[9], info = -1;
    HG_FC_GLOBAL(descinit, DESCINIT)(desc, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &rows, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    const auto index = [&](int local, char axis) {
      const int coordinate = axis == 'R' ? grid.myrow : grid.mycol;
      return (local / nb * 2 + coordinate) * nb + local % nb + 1;
    };
    BOOST_TEST(wrong_elements<T>(desc, rows, columns, index) == 0);
  }
}

/// As doc/drop-in.md says: on an uneven matrix an LWORK is enough that ScaLAPACK refuses on a block-cyclic one.
BOOST_AUTO_TEST_CASE(workspace_that_is_not_needed_is_not_asked_for) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    int uneven[9], uniform[9], info = -1;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
    (uneven, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &zero, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    HG_FC_GLOBAL(descinit, DESCINIT)(uniform, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &n, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    for (int* const desc : {uneven, uniform}) {
      std::vector<double> a(n * n), b(n * n, 1.0), tau(2 * n), work(1);
      for (std::size_t k = 0; k < a.size(); ++k)
        a[k] = static_cast<double>((k + 7 * static_cast<std::size_t>(mpi_rank())) * 37 % 101) - 50;
      const auto call = [&](const names::Routine& routine, const auto&... arguments) {
        info = 1;
        names::call_with<void>(routine.of<double>(), std::tuple_cat(names::pointers(arguments)...));
        return info;
      };
      const auto as_expected = [&](int argument) { return desc == uneven ? info == 0 : info == -argument; };
      call(names::geqrf, n, n, a.data(), one, one, desc, tau.data(), work.data(), one, &info);
      BOOST_TEST(as_expected(9), "PDGEQRF: INFO " << info);
      call(names::gels, 'N', n, n, one, a.data(), one, one, desc, b.data(), one, one, desc, work.data(), one,
           &info);
      BOOST_TEST(as_expected(14), "PDGELS: INFO " << info);
    }
  }
}
