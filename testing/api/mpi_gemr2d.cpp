// hg_p?gemr2d and hg_p?elset / elget: any layouts, contexts and submatrices.
// ranks: 1 2 4
// long ranks: 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/random_grid.hpp"

#include <algorithm>
#include <boost/mpl/list.hpp>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

// One name for the routines of all types.
#define HG_OVERLOAD(letter, LETTER, T)                                                                       \
  void gemr2d(int m, int n, const T* a, int ia, int ja, const int* desca, T* b, int ib, int jb,              \
              const int* descb, int context) {                                                               \
    HG_FC_GLOBAL_(hg_p##letter##gemr2d, HG_P##LETTER##GEMR2D)                                                \
    (&m, &n, a, &ia, &ja, desca, b, &ib, &jb, descb, &context);                                              \
  }
HG_OVERLOAD(i, I, int)
HG_OVERLOAD(s, S, float)
HG_OVERLOAD(d, D, double)
HG_OVERLOAD(c, C, hg_complex8)
HG_OVERLOAD(z, Z, hg_complex16)
#undef HG_OVERLOAD
#define HG_OVERLOAD(letter, LETTER, T)                                                                       \
  void elset(T* a, int ia, int ja, const int* desca, T alpha) {                                              \
    HG_FC_GLOBAL_(hg_p##letter##elset, HG_P##LETTER##ELSET)(a, &ia, &ja, desca, &alpha);                     \
  }                                                                                                          \
  T elget(char scope, const T* a, int ia, int ja, const int* desca) {                                        \
    T alpha(77);                                                                                             \
    HG_FC_GLOBAL_(hg_p##letter##elget, HG_P##LETTER##ELGET)(&scope, " ", &alpha, a, &ia, &ja, desca);        \
    return alpha;                                                                                            \
  }
HG_OVERLOAD(s, S, float)
HG_OVERLOAD(d, D, double)
HG_OVERLOAD(c, C, hg_complex8)
HG_OVERLOAD(z, Z, hg_complex16)
#undef HG_OVERLOAD

int last_info() {
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

template <typename T>
T value(layout::Index i, layout::Index j, int matrix) {
  if constexpr (std::is_same_v<T, int>)
    return static_cast<int>(1000 * i + j) + 1'000'000 * matrix;
  else
    return element<T>(i, j, matrix);
}

/// A whole distributed matrix on `context`; on processes outside of it only a descriptor that says so.
template <typename T>
struct Matrix {
  int desc[9] = {1, -1, 0, 0, 1, 1, 0, 0, 1};
  std::vector<T> data;
  layout::Axis rows, columns;
  const comm::Grid* grid = nullptr;
  int number;

  Matrix(Random& random, int context, int p, int q, int m, int n, int number_) : number(number_) {
    const bool uneven = uniform_int(random, 0, 1);
    const int mb = uniform_int(random, 1, 7), nb = uniform_int(random, 1, 7);
    const int rsrc = uniform_int(random, 0, p - 1), csrc = uniform_int(random, 0, q - 1),
              padding = uniform_int(random, 0, 2);
    if (!comm::Grid::is_member(context))
      return;
    grid = &comm::Grid::of_context(context);
    layout::Descriptor fields{uneven ? HG_DTYPE : 1, context, m, n, mb, nb, rsrc, csrc, 1};
    rows = grid->row_axis(fields);
    columns = grid->column_axis(fields);
    fields.lld = std::max(1, static_cast<int>(rows.local(m, grid->myrow()))) + padding;
    fields.to(desc);
    data.resize(static_cast<std::size_t>(fields.lld * columns.local(n, grid->mycol()) + 1));
    each([&](layout::Index i, layout::Index j, T& x) { x = value<T>(i, j, number); });
  }

  /// Calls visit(i, j, element) for every local element.
  template <typename Visit>
  void each(Visit&& visit) {
    if (!grid)
      return;
    for (layout::Index lj = 0; lj < columns.local(columns.n, grid->mycol()); ++lj)
      for (layout::Index li = 0; li < rows.local(rows.n, grid->myrow()); ++li)
        visit(rows.global(li, grid->myrow()), columns.global(lj, grid->mycol()),
              data[static_cast<std::size_t>(li + lj * desc[8])]);
  }
};

using Types = boost::mpl::list<int, float, double, hg_complex8, hg_complex16>;

BOOST_AUTO_TEST_CASE_TEMPLATE(random_moves, T, Types) {
  const unsigned seed = 53;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed + static_cast<unsigned>(mpi_size()));
  const bool thorough = std::getenv("HETGRID_CHECK_LONG") != nullptr;
  int everyone = 0;
  Cblacs_get(-1, 0, &everyone);
  Cblacs_gridinit(&everyone, "Row", 1, mpi_size());
  const auto all_shapes = grid_shapes(mpi_size());
  for (int pair = 0; pair < (thorough ? 40 : 3); ++pair) {
    // Two grids of different shapes, the second maybe over fewer processes than there are; or one grid.
    const auto [p, q] = all_shapes[random() % all_shapes.size()];
    const auto fewer_shapes = grid_shapes(uniform_int(random, 1, mpi_size()));
    const auto [other_p, other_q] = fewer_shapes[random() % fewer_shapes.size()];
    const bool same = pair % 3 == 0;
    const auto [pb, qb] = same ? std::pair{p, q} : std::pair{other_p, other_q};
    const plan::Plan plan_a = random_plan(random, p, q), plan_b = random_plan(random, pb, qb);
    const int context_a = make_context(plan_a), context_b = same ? context_a : make_context(plan_b);
    for (int trial = 0; trial < 12; ++trial) {
      const int m = uniform_int(random, 0, 40), n = uniform_int(random, 0, 40);
      const int ia = uniform_int(random, 1, 9), ja = uniform_int(random, 1, 9);
      const int ib = uniform_int(random, 1, 9), jb = uniform_int(random, 1, 9);
      Matrix<T> a(random, context_a, p, q, ia + m + 3, ja + n + 2, 1);
      Matrix<T> b(random, context_b, pb, qb, ib + m + 1, jb + n + 4, 2);
      gemr2d(m, n, a.data.data(), ia, ja, a.desc, b.data.data(), ib, jb, b.desc, everyone);
      bool right = last_info() == 0;
      b.each([&](layout::Index i, layout::Index j, T& x) {
        const bool moved = i >= ib - 1 && i < ib - 1 + m && j >= jb - 1 && j < jb - 1 + n;
        right = right && x == (moved ? value<T>(i - ib + ia, j - jb + ja, 1) : value<T>(i, j, 2));
      });
      BOOST_TEST(right, on_rank() << " pair " << pair << " trial " << trial);
    }
    if (context_b >= 0 && !same)
      Cblacs_gridexit(context_b);
    if (context_a >= 0)
      Cblacs_gridexit(context_a);
  }
  Cblacs_gridexit(everyone);
}

BOOST_AUTO_TEST_CASE(illegal_moves_have_the_same_info_everywhere) {
  Random random(59);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  Matrix<double> a(random, context, 1, mpi_size(), 20, 20, 1), b(random, context, 1, mpi_size(), 20, 20, 2);
  const auto info_of = [&](int m, int n, int ia, int ja, const int* desca, int ib, int jb, const int* descb) {
    gemr2d(m, n, a.data.data(), ia, ja, desca, b.data.data(), ib, jb, descb, context);
    return last_info();
  };
  const auto changed = [&](const int* desc, int entry, int new_value) {
    std::vector<int> copy(desc, desc + 9);
    copy[static_cast<std::size_t>(entry - 1)] = new_value;
    return copy;
  };
  BOOST_TEST(info_of(20, 20, 1, 1, a.desc, 1, 1, b.desc) == 0, on_rank());
  BOOST_TEST(info_of(-1, 20, 1, 1, a.desc, 1, 1, b.desc) == -1, on_rank());
  BOOST_TEST(info_of(20, -1, 1, 1, a.desc, 1, 1, b.desc) == -2, on_rank());
  BOOST_TEST(info_of(2, 2, 0, 1, a.desc, 1, 1, b.desc) == -4, on_rank());
  BOOST_TEST(info_of(2, 2, 1, 0, a.desc, 1, 1, b.desc) == -5, on_rank());
  BOOST_TEST(info_of(20, 2, 2, 1, a.desc, 1, 1, b.desc) == -603, on_rank());
  BOOST_TEST(info_of(2, 20, 1, 1, a.desc, 1, 2, b.desc) == -1004, on_rank());
  BOOST_TEST(info_of(2, 2, 1, 1, changed(a.desc, 1, 77).data(), 1, 1, b.desc) == -601, on_rank());
  BOOST_TEST(info_of(2, 2, 1, 1, a.desc, 1, 1, changed(b.desc, 9, 0).data()) == -1009, on_rank());
  BOOST_TEST(info_of(2, 2, 1, 1, changed(a.desc, 2, -1).data(), 1, 1, b.desc) == -602, on_rank());
  if (mpi_size() > 1)
    BOOST_TEST(info_of(mpi_rank() == 0 ? 3 : 2, 2, 1, 1, a.desc, 1, 1, b.desc) == -1, on_rank());
  Cblacs_gridexit(context);
}

using Scalars = boost::mpl::list<float, double, hg_complex8, hg_complex16>;

BOOST_AUTO_TEST_CASE_TEMPLATE(elements, T, Scalars) {
  Random random(61);
  for (const auto& [p, q] : grid_shapes(mpi_size())) {
    const int context = make_context(random_plan(random, p, q));
    Matrix<T> a(random, context, p, q, 17, 13, 1);
    bool right = true;
    for (int trial = 0; trial < 20; ++trial) {
      const int i = uniform_int(random, 1, 17), j = uniform_int(random, 1, 13);
      const bool my_row = a.rows.owner(i - 1) == a.grid->myrow(),
                 my_column = a.columns.owner(j - 1) == a.grid->mycol();
      const T expected = value<T>(i - 1, j - 1, 1), nothing(0);
      right = right && elget('A', a.data.data(), i, j, a.desc) == expected;
      right = right && elget('R', a.data.data(), i, j, a.desc) == (my_row ? expected : nothing);
      right = right && elget('c', a.data.data(), i, j, a.desc) == (my_column ? expected : nothing);
      right = right && elget(' ', a.data.data(), i, j, a.desc) == (my_row && my_column ? expected : nothing);
      elset(a.data.data(), i, j, a.desc, T(5));
      right = right && elget('A', a.data.data(), i, j, a.desc) == T(5);
      elset(a.data.data(), i, j, a.desc, expected);
    }
    a.each([&](layout::Index i, layout::Index j, T& x) { right = right && x == value<T>(i, j, 1); });
    BOOST_TEST(right, on_rank() << " grid " << p << " x " << q);
    elset(a.data.data(), 18, 1, a.desc, T(0));
    BOOST_TEST(last_info() == -2, on_rank());
    elget('A', a.data.data(), 1, 0, a.desc);
    BOOST_TEST(last_info() == -6, on_rank());
    Cblacs_gridexit(context);
  }
}

} // namespace
