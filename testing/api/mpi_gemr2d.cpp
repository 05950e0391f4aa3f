// hg_p?gemr2d and hg_p?elset / elget: any layouts, contexts and submatrices.
// ranks: 1 2 4
// long ranks: 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/random_owner_map.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

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
  std::vector<layout::LocalBlock> blocks; ///< of a partitioned matrix
  const comm::Grid* grid = nullptr;
  int number;

  Matrix(Random& random, int context, int p, int q, int m, int n, int number_) : number(number_) {
    const int types[] = {1, HG_DTYPE, HG_DTYPE_PARTITIONED}, type = types[uniform_int(random, 0, 2)];
    const int mb = uniform_int(random, 1, 7), nb = uniform_int(random, 1, 7);
    const int rsrc = uniform_int(random, 0, p - 1), csrc = uniform_int(random, 0, q - 1),
              padding = uniform_int(random, 0, 2);
    if (!comm::Grid::is_member(context))
      return;
    grid = &comm::Grid::of_context(context);
    layout::Descriptor fields{type, context, m, n, mb, nb, rsrc, csrc, 1};
    if (type == HG_DTYPE_PARTITIONED && !grid->owner_map())
      fields.dtype = HG_DTYPE;
    if (fields.dtype == HG_DTYPE_PARTITIONED) {
      describe_partition(fields);
      each([&](layout::Index i, layout::Index j, T& x) { x = value<T>(i, j, number); });
      return;
    }
    rows = grid->row_axis(fields);
    columns = grid->column_axis(fields);
    fields.lld = std::max(1, static_cast<int>(rows.local(m, grid->myrow()))) + padding;
    fields.to(desc);
    data.resize(static_cast<std::size_t>(fields.lld * columns.local(n, grid->mycol()) + 1));
    each([&](layout::Index i, layout::Index j, T& x) { x = value<T>(i, j, number); });
  }

  void describe_partition(const layout::Descriptor& fields) {
    const layout::PartitionedMatrix matrix = grid->partitioned(fields);
    int info = -1, count = 0;
    std::int64_t elements = 0;
    HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)
    (desc, &fields.m, &fields.n, &fields.mb, &fields.nb, &fields.context, &info);
    BOOST_TEST(info == 0);
    HG_FC_GLOBAL_(hg_partition_size, HG_PARTITION_SIZE)(desc, &count, &elements, &info);
    BOOST_TEST(info == 0);
    blocks = layout::local_blocks(matrix, grid->rank());
    BOOST_TEST(static_cast<std::size_t>(count) == blocks.size());
    BOOST_TEST(elements == layout::local_elements(matrix, grid->rank()));
    data.resize(static_cast<std::size_t>(elements + 1));
  }
  /// Calls visit(i, j, element) for every local element.
  template <typename Visit>
  void each(Visit&& visit) {
    if (!grid)
      return;
    if (desc[0] == HG_DTYPE_PARTITIONED) {
      for (const layout::LocalBlock& block : blocks)
        for (layout::Index j = 0; j < block.n; ++j)
          for (layout::Index i = 0; i < block.m; ++i)
            visit(block.i + i, block.j + j, data[static_cast<std::size_t>(block.offset + i + j * block.ld)]);
      return;
    }
    for (layout::Index lj = 0; lj < columns.local(columns.n, grid->mycol()); ++lj)
      for (layout::Index li = 0; li < rows.local(rows.n, grid->myrow()); ++li)
        visit(rows.global(li, grid->myrow()), columns.global(lj, grid->mycol()),
              data[static_cast<std::size_t>(li + lj * desc[8])]);
  }
};

/// A grid of some of the processes; context < 0 on the others.
struct TestGrid {
  int p, q, context = -1;
  comm::Communicator members;

  /// Of the first `processes`.
  TestGrid(Random& random, int processes) {
    context = make_context(choose(random, processes));
    lay_out(random);
  }
  /// Of ranks first .. first+processes-1.
  TestGrid(Random& random, int first, int processes) {
    const plan::Plan plan = choose(random, processes);
    const bool inside = mpi_rank() >= first && mpi_rank() < first + processes;
    members = comm::Communicator::split(MPI_COMM_WORLD, inside, mpi_rank());
    if (inside)
      context = comm::Grid::create(members.get(), plan);
    lay_out(random);
  }
  TestGrid(const TestGrid&) = delete;
  TestGrid& operator=(const TestGrid&) = delete;
  ~TestGrid() {
    if (context >= 0)
      Cblacs_gridexit(context);
  }

private:
  /// The same map on all, of which some may be outside.
  void lay_out(Random& random) {
    const layout::OwnerMap map = random_owner_map(random, p * q, 9);
    if (comm::Grid::is_member(context))
      comm::Grid::of_context(context).lay_out(map);
  }
  plan::Plan choose(Random& random, int processes) {
    const auto shapes = grid_shapes(processes);
    std::tie(p, q) = shapes[random() % shapes.size()];
    return random_plan(random, p, q);
  }
};

template <typename T>
void check_moves(Random& random, const TestGrid& from, const TestGrid& to, int everyone, int trials,
                 int smallest = 0) {
  for (int trial = 0; trial < trials; ++trial) {
    const int m = uniform_int(random, smallest, smallest + 40),
              n = uniform_int(random, smallest, smallest + 40);
    const int ia = uniform_int(random, 1, 9), ja = uniform_int(random, 1, 9), ib = uniform_int(random, 1, 9),
              jb = uniform_int(random, 1, 9);
    Matrix<T> a(random, from.context, from.p, from.q, ia + m + 3, ja + n + 2, 1);
    Matrix<T> b(random, to.context, to.p, to.q, ib + m + 1, jb + n + 4, 2);
    gemr2d(m, n, a.data.data(), ia, ja, a.desc, b.data.data(), ib, jb, b.desc, everyone);
    bool right = last_info() == 0;
    b.each([&](layout::Index i, layout::Index j, T& x) {
      const bool moved = i >= ib - 1 && i < ib - 1 + m && j >= jb - 1 && j < jb - 1 + n;
      right = right && x == (moved ? value<T>(i - ib + ia, j - jb + ja, 1) : value<T>(i, j, 2));
    });
    BOOST_TEST(right, on_rank() << " " << m << " x " << n << " from " << from.p << " x " << from.q << " to "
                                << to.p << " x " << to.q);
  }
}

BOOST_AUTO_TEST_CASE(random_moves) {
  const unsigned seed = 53;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed + static_cast<unsigned>(mpi_size()));
  const int rounds = thorough() ? 100 : 5, trials = 4;
  int everyone = 0;
  Cblacs_get(-1, 0, &everyone);
  Cblacs_gridinit(&everyone, "Row", 1, mpi_size());
  for (int round = 0; round < rounds; ++round) {
    // Two grids, one of all processes, the other one maybe of fewer.
    const TestGrid large(random, mpi_size()), small(random, uniform_int(random, 1, mpi_size()));
    const auto check = [&](const TestGrid& from, const TestGrid& to) {
      check_moves<int>(random, from, to, everyone, trials);
      check_moves<float>(random, from, to, everyone, trials);
      check_moves<double>(random, from, to, everyone, trials);
      check_moves<hg_complex8>(random, from, to, everyone, trials);
      check_moves<hg_complex16>(random, from, to, everyone, trials);
    };
    round % 3 == 0 ? check(large, large) : round % 3 == 1 ? check(large, small) : check(small, large);
  }
  Cblacs_gridexit(everyone);
}

BOOST_AUTO_TEST_CASE(large_moves_between_parts_of_the_processes) {
  const unsigned seed = 67;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  const int size = mpi_size(), half = (size + 1) / 2, most = std::max(1, size - 1);
  for (const char* const shared_memory : {"on", "off"}) { // off: all messages by MPI
    setenv("HETGRID_SHARED_MEMORY", shared_memory, 1);
    const int everyone = make_context(plan::uniform_plan(1, size));
    {
      const TestGrid first(random, 0, half), second(random, size - half, half);
      check_moves<double>(random, first, second, everyone, 1, 460);
      check_moves<hg_complex16>(random, second, first, everyone, 1, 460);
    }
    {
      const TestGrid low(random, 0, most), high(random, size - most, most);
      check_moves<float>(random, low, high, everyone, 1, 660);
      check_moves<int>(random, high, low, everyone, 1, 660);
    }
    Cblacs_gridexit(everyone);
  }
  unsetenv("HETGRID_SHARED_MEMORY");
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
  if (mpi_size() > 1) { // one process has another opinion than the rest, also on which grid is meant
    const bool odd = mpi_rank() == mpi_size() - 1;
    const int other = make_context(random_plan(random, mpi_size(), 1));
    const auto if_odd = [&](const int* desc, int entry, int new_value) {
      return changed(desc, entry, odd ? new_value : desc[entry - 1]);
    };
    BOOST_TEST(info_of(odd ? 3 : 2, 2, 1, 1, a.desc, 1, 1, b.desc) == -1, on_rank());
    BOOST_TEST(info_of(2, 2, 1, 1, a.desc, odd ? 2 : 1, 1, b.desc) == -8, on_rank());
    BOOST_TEST(info_of(2, 2, 1, 1, if_odd(a.desc, 2, -1).data(), 1, 1, b.desc) == -602, on_rank());
    BOOST_TEST(info_of(2, 2, 1, 1, if_odd(a.desc, 2, other).data(), 1, 1, b.desc) == -602, on_rank());
    BOOST_TEST(info_of(2, 2, 1, 1, a.desc, 1, 1, if_odd(b.desc, 2, other).data()) == -1002, on_rank());
    BOOST_TEST(info_of(2, 2, 1, 1, a.desc, 1, 1, if_odd(b.desc, 5, b.desc[4] + 1).data()) == -1005,
               on_rank());
    Cblacs_gridexit(other);
  }
  bool unchanged = true; // since the legal call
  b.each([&](layout::Index i, layout::Index j, double& x) {
    unchanged = unchanged && x == value<double>(i, j, 1);
  });
  BOOST_TEST(unchanged, on_rank());
  Cblacs_gridexit(context);
}

BOOST_AUTO_TEST_CASE(between_a_grid_and_processes_that_know_nothing_of_it) {
  // A lies on the last process alone, B on the first: nobody knows both grids, the rest none.
  int everyone = make_context(plan::uniform_plan(1, mpi_size()));
  const auto one_process = [](int process) {
    int context = 0, map = process;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridmap(&context, &map, 1, 1, 1);
    return context;
  };
  Random random(60);
  const int context_a = one_process(mpi_size() - 1), context_b = one_process(0);
  Matrix<double> a(random, context_a, 1, 1, 12, 9, 1), b(random, context_b, 1, 1, 10, 8, 2);
  gemr2d(7, 6, a.data.data(), 4, 2, a.desc, b.data.data(), 1, 3, b.desc, everyone);
  BOOST_TEST(last_info() == 0, on_rank());
  b.each([&](layout::Index i, layout::Index j, double& x) {
    const bool moved = i < 7 && j >= 2;
    BOOST_TEST(x == (moved ? value<double>(i + 3, j - 1, 1) : value<double>(i, j, 2)), on_rank());
  });
  for (const int context : {context_a, context_b, everyone})
    if (context >= 0)
      Cblacs_gridexit(context);
}

BOOST_AUTO_TEST_CASE(setting_an_element_is_local) {
  // On a context that hetgrid has never seen, by the owner alone: making a grid for it would be collective.
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, mpi_size());
  const int desc[9] = {1, context, 4, 4 * mpi_size(), 4, 4, 0, 0, 4};
  std::vector<double> a(16, -1.0);
  if (mpi_rank() == mpi_size() - 1) {
    elset(a.data(), 2, desc[3], desc, 3.5);
    BOOST_TEST(a[13] == 3.5);
    BOOST_TEST(elget(' ', a.data(), 2, desc[3], desc) == 3.5);
  }
  Cblacs_gridexit(context);
}

template <typename T>
void check_elements(Random& random, int context, int p, int q) {
  Matrix<T> a(random, context, p, q, 17, 13, 1);
  bool right = true;
  for (int trial = 0; trial < 6; ++trial) {
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
}

BOOST_AUTO_TEST_CASE(elements) {
  Random random(61);
  for (const auto& [p, q] : grid_shapes(mpi_size())) {
    const int context = make_context(random_plan(random, p, q));
    check_elements<float>(random, context, p, q);
    check_elements<double>(random, context, p, q);
    check_elements<hg_complex8>(random, context, p, q);
    check_elements<hg_complex16>(random, context, p, q);
    Cblacs_gridexit(context);
  }
}

BOOST_AUTO_TEST_CASE(illegal_elements) {
  Random random(63);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  Matrix<double> a(random, context, 1, mpi_size(), 17, 13, 1);
  const struct {
    int set_info, get_info; // the positions in the two argument lists
    int i, j, entry, value; // `value` at `entry` of the descriptor, if not 0
  } cases[] = {
      {-2, -5, 0, 1, 0, 0},     {-2, -5, 18, 1, 0, 0},     {-3, -6, 1, 0, 0, 0},
      {-3, -6, 1, 14, 0, 0},    {-401, -701, 1, 1, 1, 2},  {-402, -702, 1, 1, 2, -1},
      {-2, -5, 1, 1, 3, -17},   {-405, -705, 1, 1, 5, 0},  {-406, -706, 1, 1, 6, -1},
      {-407, -707, 1, 1, 7, 1}, {-408, -708, 1, 1, 8, -1},
  };
  for (const auto& [set_info, get_info, i, j, entry, value] : cases) {
    std::vector<int> desc(a.desc, a.desc + 9);
    if (entry > 0)
      desc[static_cast<std::size_t>(entry - 1)] = value;
    elset(a.data.data(), i, j, desc.data(), -1.0);
    BOOST_TEST(last_info() == set_info, on_rank());
    BOOST_TEST(elget('A', a.data.data(), i, j, desc.data()) == 0.0, on_rank());
    BOOST_TEST(last_info() == get_info, on_rank());
  }
  if (mpi_size() > 1) { // one process asks for another element, or has a bad descriptor
    const bool odd = mpi_rank() == 0;
    elget('A', a.data.data(), odd ? 1 : 2, 1, a.desc);
    BOOST_TEST(last_info() == -5, on_rank());
    std::vector<int> desc(a.desc, a.desc + 9);
    desc[3] = odd ? 0 : desc[3];
    elget('r', a.data.data(), 1, 1, desc.data());
    BOOST_TEST(last_info() == -6, on_rank());
  }
  a.each([&](layout::Index i, layout::Index j, double& x) { BOOST_TEST(x == value<double>(i, j, 1)); });
  Cblacs_gridexit(context);
}

} // namespace
