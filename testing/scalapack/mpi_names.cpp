// libhetgrid-scalapack: PDGEMM and its kin, under ScaLAPACK's names, on uneven and on block-cyclic matrices.
// ranks: 4
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/scalapack_names.hpp"

#include <algorithm>
#include <boost/mpl/list.hpp>
#include <cmath>
#include <complex>
#include <type_traits>

namespace {
int reductions = 0; ///< of hetgrid: ScaLAPACK's block
}
extern "C" int MPI_Iallreduce(const void* mine, void* all, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm, MPI_Request* request) {
  ++reductions;
  return PMPI_Iallreduce(mine, all, count, type, op, comm, request);
}

extern "C" {
void HG_FC_GLOBAL(descinit, DESCINIT)(int*, const int*, const int*, const int*, const int*, const int*,
                                      const int*, const int*, const int*, int*);
#define HG_C_GEMR2D(T, p) void Cp##p##gemr2d(int, int, T*, int, int, int*, T*, int, int, int*, int);
HG_C_GEMR2D(int, i)
HG_C_GEMR2D(float, s)
HG_C_GEMR2D(double, d)
HG_C_GEMR2D(hg_complex8, c)
HG_C_GEMR2D(hg_complex16, z)
void Cpdgemr2do(int, int, double*, int, int, int*, double*, int, int, int*);
void Cpdtrmr2d(char*, char*, int, int, double*, int, int, int*, double*, int, int, int*, int);
void Cpdtrmr2do(char*, char*, int, int, double*, int, int, int*, double*, int, int, int*);
void HG_FC_GLOBAL(pdelset2, PDELSET2)(double* alpha, double* a, const int* ia, const int* ja,
                                      const int* desca, const double* beta);
void HG_FC_GLOBAL(pdlapv2, PDLAPV2)(const char* direc, const char* rowcol, const int* m, const int* n,
                                    double* a, const int* ia, const int* ja, const int* desca, int* ipiv,
                                    const int* ip, const int* jp, const int* descip);
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

/// The C name of PxGEMR2D for an element type.
template <typename T>
constexpr auto c_gemr2d() {
  if constexpr (std::is_same_v<T, float>)
    return Cpsgemr2d;
  else if constexpr (std::is_same_v<T, double>)
    return Cpdgemr2d;
  else if constexpr (std::is_same_v<T, hg_complex8>)
    return Cpcgemr2d;
  else if constexpr (std::is_same_v<T, hg_complex16>)
    return Cpzgemr2d;
  else
    return Cpigemr2d;
}

using Elements = boost::mpl::list<int, float, double, hg_complex8, hg_complex16>;

/// From a block-cyclic layout to an uneven one and back, and on block-cyclic ones by ScaLAPACK.
BOOST_AUTO_TEST_CASE_TEMPLATE(c_programs_move_matrices, T, Elements) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    int uneven[9], uniform[9], wide[9], info = -1;
    const int rows = n / 2 + nb, all = n;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
    (uneven, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &zero, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    HG_FC_GLOBAL(descinit, DESCINIT)(uniform, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &rows, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    HG_FC_GLOBAL(descinit, DESCINIT)(wide, &n, &n, &n, &n, &zero, &zero, &grid.context, &all, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    std::vector<T> original(n * n), moved(n * n, T(-1)), back(n * n, T(-1));
    for (int k = 0; k < n * n; ++k)
      original[static_cast<std::size_t>(k)] = T(k);
    if (grid.myrow != 0 || grid.mycol != 0) // all of it is on the first process
      std::ranges::fill(original, T(-1));
    const auto move = c_gemr2d<T>();
    for (int* const by_way_of : {uneven, uniform}) {
      std::ranges::fill(moved, T(-1));
      std::ranges::fill(back, T(-1));
      move(n, n, original.data(), 1, 1, wide, moved.data(), 1, 1, by_way_of, grid.context);
      BOOST_TEST((moved != original));
      move(n, n, moved.data(), 1, 1, by_way_of, back.data(), 1, 1, wide, grid.context);
      BOOST_TEST((back == original), "by way of DTYPE_ = " << by_way_of[0]);
    }
  }
}

/// The strict upper triangle alone is copied, from a block-cyclic layout to an uneven one and back.
BOOST_AUTO_TEST_CASE(c_programs_move_trapezoids) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    int uneven[9], wide[9], info = -1;
    const int all = n;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
    (uneven, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &zero, &info);
    HG_FC_GLOBAL(descinit, DESCINIT)(wide, &n, &n, &n, &n, &zero, &zero, &grid.context, &all, &info);
    const bool has = grid.myrow == 0 && grid.mycol == 0;
    std::vector<double> original(n * n, 7.0), moved(n * n, -1.0), back(n * n, -1.0);
    char upper[] = "U", unit[] = "U";
    Cpdtrmr2d(upper, unit, n, n, original.data(), 1, 1, wide, moved.data(), 1, 1, uneven, grid.context);
    Cpdtrmr2do(upper, unit, n, n, moved.data(), 1, 1, uneven, back.data(), 1, 1, wide);
    int wrong = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        wrong += back[static_cast<std::size_t>(i + j * n)] != (has && i < j ? 7.0 : -1.0);
    BOOST_TEST(wrong == 0);
    Cpdgemr2do(n, n, original.data(), 1, 1, wide, moved.data(), 1, 1, uneven);
    Cpdgemr2do(n, n, moved.data(), 1, 1, uneven, back.data(), 1, 1, wide);
    BOOST_TEST((!has || back == original));
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

/// PDSYEV moves its matrix by PDGEMR2D.
BOOST_AUTO_TEST_CASE(moves_within_scalapack_ask_nobody) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    int desc[9], info = -1;
    HG_FC_GLOBAL(descinit, DESCINIT)(desc, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &n, &info);
    BOOST_REQUIRE_EQUAL(info, 0);
    std::vector<double> a(n * n, 1.0), z(n * n), w(n), work(20'000);
    const int lwork = static_cast<int>(work.size());
    reductions = 0;
    names::call_with<void>(names::syev.of<double>(),
                           std::tuple("V", "L", &n, a.data(), &one, &one, desc, w.data(), z.data(), &one,
                                      &one, desc, work.data(), &lwork, &info));
    BOOST_TEST(info == 0);
    BOOST_TEST(std::abs(w.back() - n) < 1e-10); // of a matrix of ones
    BOOST_TEST(reductions == 0);
  }
}

// Of routines that hetgrid has under another name, with other arguments before these.
BOOST_AUTO_TEST_CASE(illegal_arguments_have_their_own_positions) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const UnevenGrid grid;
    int desc[9], info = -1;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
    (desc, &n, &n, &nb, &nb, &zero, &zero, &grid.context, &zero, &info);
    std::vector<double> a(static_cast<std::size_t>(n * n)), b(a);
    std::vector<int> ipiv(static_cast<std::size_t>(n + nb), 1);
    const auto last_info = [] { return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)(); };
    double alpha = 0;
    const double beta = 1;
    HG_FC_GLOBAL(pdelset2, PDELSET2)(&alpha, a.data(), &zero, &one, desc, &beta);
    BOOST_TEST(last_info() == -3);
    HG_FC_GLOBAL(pdelset2, PDELSET2)(&alpha, a.data(), &one, &one, desc, &beta);
    BOOST_TEST(last_info() == 0);
    const int wrong = -1;
    HG_FC_GLOBAL(pdlapv2, PDLAPV2)
    ("F", "R", &wrong, &n, a.data(), &one, &one, desc, ipiv.data(), &one, &one, desc);
    BOOST_TEST(last_info() == -3);
    char upper[] = "U", unit[] = "N";
    Cpdtrmr2d(upper, unit, wrong, n, a.data(), 1, 1, desc, b.data(), 1, 1, desc, grid.context);
    BOOST_TEST(last_info() == -3);
    int of_no_blocks[9];
    std::ranges::copy(desc, of_no_blocks);
    of_no_blocks[4] = 0;
    Cpdtrmr2d(upper, unit, n, n, a.data(), 1, 1, of_no_blocks, b.data(), 1, 1, desc, grid.context);
    BOOST_TEST(last_info() == -805);
  }
}
