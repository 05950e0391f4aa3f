// Transparent mode: the intercepted routines against ScaLAPACK itself. Everything that the program sees afterwards, the
// whole local arrays, IPIV, TAU and INFO, must be what ScaLAPACK leaves.
// ranks: 1 2 3 4
// long-ranks: 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/layout.hpp"
#include "kernel/blas.hpp"
#include "scalapack/dispatch.hpp"
#include "scalapack/transparent/session.hpp"
#include "scalapack/transparent/transparent.hpp"
#include "testing/support/larger.hpp"
#include "testing/support/random_grid.hpp"
#include "testing/support/scalapack_names.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

extern "C" void HG_FC_GLOBAL(pigemr2d, PIGEMR2D)();

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Real;
using layout::Index;
namespace names = hetgrid::testing::scalapack;
namespace transparent = hetgrid::scalapack::transparent;
using hetgrid::scalapack::ScalapackCall;

/// Three processes are equally fast, and nothing moves.
bool equal_speeds() {
  return mpi_size() == 1 || mpi_size() == 3;
}

/// Speeds that no two processes have in common, or equal ones, and every size.
struct Environment {
  Environment() {
    std::string times = "3";
    for (const char* const more : {",1", ",2", ",5", ",1.5", ",4"})
      if (std::count(times.begin(), times.end(), ',') + 1 < mpi_size())
        times += equal_speeds() ? ",3" : more;
    setenv("HETGRID_CYCLE_TIMES", times.c_str(), 1);
    setenv("HETGRID_MIN_N", "0", 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Environment);

/// A BLACS context of each shape over all processes, and one that leaves the last process out.
struct Contexts {
  std::vector<int> all;

  Contexts() {
    for (const auto& [p, q] : grid_shapes(mpi_size()))
      add(p, q);
    if (mpi_size() > 1)
      add(mpi_size() - 1, 1);
  }
  ~Contexts() {
    for (const int context : all)
      if (comm::Grid::is_member(context))
        Cblacs_gridexit(context);
  }
  void add(int p, int q) {
    int context = 0;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Column", p, q);
    all.push_back(context);
  }
};

template <typename T>
T random_value(Random& random) {
  if constexpr (std::is_integral_v<T>) {
    return uniform_int(random, -100, 100);
  } else {
    std::uniform_real_distribution<Real<T>> value(-1, 1);
    if constexpr (std::is_floating_point_v<T>)
      return value(random);
    else
      return {value(random), value(random)};
  }
}

/// A submatrix of a block-cyclic matrix: the local array and what describes it.
template <typename T>
struct Matrix {
  layout::Descriptor shape;
  int desc[9];
  int i, j;
  layout::Axis rows, columns;
  int myrow, mycol;
  std::vector<T> data;

  /// Of a context that this process is not in.
  Matrix(int row, int column) : desc{1, -1}, i(row), j(column) {}
  /// m x n, anywhere in a matrix a little larger, in any blocks.
  Matrix(Random& random, int context, int m, int n)
      : Matrix(random, context, m, n, uniform_int(random, 1, 9), uniform_int(random, 1, 9), false) {}
  /// In blocks of mb x nb; `at_block`: it begins with a block. The first row is drawn first, then the first column.
  Matrix(Random& random, int context, int m, int n, int mb, int nb, bool at_block) {
    int p, q;
    Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
    i = 1 + (at_block ? mb : 1) * uniform_int(random, 0, 3);
    j = 1 + (at_block ? nb : 1) * uniform_int(random, 0, 3);
    const int extra = uniform_int(random, 0, 5);
    rows = {layout::AxisMap::uniform(p), i - 1 + m + extra, mb, uniform_int(random, 0, p - 1)};
    columns = {layout::AxisMap::uniform(q), j - 1 + n + extra, nb, uniform_int(random, 0, q - 1)};
    const int ld = static_cast<int>(rows.local(rows.n, myrow)) + uniform_int(random, 1, 3);
    shape = {1,           context, static_cast<int>(rows.n), static_cast<int>(columns.n), mb, nb, rows.src,
             columns.src, ld};
    shape.to(desc);
    data.resize(static_cast<std::size_t>(ld * columns.local(columns.n, mycol)));
    Random values(random() + static_cast<std::uint64_t>(mpi_rank())); // `random` stays the same everywhere
    for (T& x : data)
      x = random_value<T>(values);
  }
  /// Element (k, l) of the submatrix, from 0; nullptr if another process has it.
  T* at(Index k, Index l) {
    const Index g = i - 1 + k, h = j - 1 + l;
    const bool mine = rows.owner(g) == myrow && columns.owner(h) == mycol;
    return mine ? &data[static_cast<std::size_t>(rows.local(g, myrow) + columns.local(h, mycol) * shape.lld)]
                : nullptr;
  }
  /// Its first row to the process row that has that of `a`, as routines that solve demand. Blocks are of equal size.
  void align_rows(const Matrix& a) {
    const int p = rows.map.nprocs(), owner = a.rows.owner(a.i - 1);
    rows.src = shape.rsrc = desc[6] = (rows.src + owner - rows.owner(i - 1) + p) % p;
    shape.lld = desc[8] = static_cast<int>(rows.local(rows.n, myrow)) + 1;
    data.resize(static_cast<std::size_t>(shape.lld * columns.local(columns.n, mycol)), T(1) / T(3));
  }
  /// Makes all of the triangle `uplo` of order n zero: what is left should be as it was.
  void clear_triangle(char uplo, int n) {
    for (int l = 0; l < n; ++l)
      for (int k = 0; k < n; ++k)
        if (T* const element = at(k, l); element && (uplo == 'u' ? k <= l : k >= l))
          *element = T(0);
  }
  /// A leading minor that is not positive, in some cases; the others are. \return whether
  bool make_indefinite(Random& random, int n) {
    if (uniform_int(random, 0, 3) != 0)
      return false;
    const int k = uniform_int(random, 0, n - 1);
    if (T* const element = at(k, k))
      *element = T(-1);
    return true;
  }
  /// Adds x to the diagonal of the first n columns, which is shifted down by some rows. Then pivots are clear.
  void add_to_diagonal(int m, int n, int down, Real<T> x) {
    for (int l = 0; l < n; ++l)
      if (T* const element = at((l + down) % m, l))
        *element = *element + x;
  }
  std::tuple<T*, const int*, const int*, const int*> arguments() { return {data.data(), &i, &j, desc}; }
};

/// The whole local arrays agree up to some n eps of the largest value.
template <typename T>
void check_same(const std::vector<T>& mine, const std::vector<T>& scalapack, int n, const char* what) {
  double largest = 1, differing = 0;
  for (std::size_t k = 0; k < mine.size(); ++k) {
    largest = std::max<double>(largest, std::abs(scalapack[k]));
    if (!(mine[k] == scalapack[k]))
      differing = larger<double>(differing, std::abs(mine[k] - scalapack[k]));
  }
  const double ratio = differing / (largest * n * std::numeric_limits<Real<T>>::epsilon());
  BOOST_TEST(ratio < 30, what << " differs: " << ratio << " on " << on_rank());
}

/// The same call twice, by transparent mode, which must take it, or must not, and by ScaLAPACK.
template <typename Mine, typename... Pointers>
void call_both(Mine&& mine, names::Symbol scalapack, const std::tuple<Pointers...>& my_arguments,
               const std::tuple<Pointers...>& arguments, bool taken = true) {
  const bool done = std::apply(mine, my_arguments);
  BOOST_TEST(done == taken, (done ? "taken on " : "passed through on ") << on_rank());
  const ScalapackCall guard;
  names::call_with<void>(scalapack, done ? arguments : my_arguments);
  if (!done)
    names::call_with<void>(scalapack, arguments);
}

/// Of each operand the axis of its rows, or columns, the first one, from 1, and how many there are.
using Lines = std::vector<std::pair<const layout::Axis*, std::pair<Index, Index>>>;

/// Every process owns an element of one of the operands.
bool all_own_some(const Lines& rows, const Lines& columns) {
  std::set<std::pair<int, int>> owners;
  for (std::size_t operand = 0; operand < rows.size(); ++operand) {
    const auto& [row_axis, row_range] = rows[operand];
    const auto& [column_axis, column_range] = columns[operand];
    for (Index k = 0; k < row_range.second; ++k)
      for (Index l = 0; l < column_range.second; ++l)
        owners.emplace(row_axis->owner(row_range.first - 1 + k),
                       column_axis->owner(column_range.first - 1 + l));
  }
  const int processes = rows.front().first->map.nprocs() * columns.front().first->map.nprocs();
  return static_cast<int>(owners.size()) == processes;
}

char one_of(Random& random, std::string_view letters) {
  return letters[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(letters.size()) - 1))];
}

int size(Random& random) {
  return uniform_int(random, 1, 60);
}

template <typename T>
void try_gemm(Random& random, int context) {
  const char transa = one_of(random, "NtC"), transb = one_of(random, "nTc");
  const int m = size(random), n = size(random), k = size(random);
  const bool no_a = transa == 'N', no_b = transb == 'n';
  const T alpha = random_value<T>(random),
          beta = one_of(random, "01") == '0' ? T(0) : random_value<T>(random);
  Matrix<T> a(random, context, no_a ? m : k, no_a ? k : m), b(random, context, no_b ? k : n, no_b ? n : k),
      c(random, context, m, n), c2 = c;
  const auto arguments = [&](Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&transa, &transb, &m, &n, &k, &alpha), a.arguments(), b.arguments(),
                          std::tuple(&beta), result.arguments());
  };
  const bool taken = all_own_some(
      {{&a.rows, {a.i, no_a ? m : k}}, {&b.rows, {b.i, no_b ? k : n}}, {&c.rows, {c.i, m}}},
      {{&a.columns, {a.j, no_a ? k : m}}, {&b.columns, {b.j, no_b ? n : k}}, {&c.columns, {c.j, n}}});
  call_both(transparent::gemm<T>, names::gemm.of<T>(), arguments(c), arguments(c2), taken);
  check_same(c.data, c2.data, k, "C");
}

template <typename T>
void try_trsm(Random& random, int context) {
  const char side = one_of(random, "lR"), uplo = one_of(random, "Ul"), trans = one_of(random, "NTC"),
             diag = one_of(random, "NN");
  const int m = size(random), n = size(random), order = side == 'l' ? m : n;
  const T alpha = random_value<T>(random);
  Matrix<T> a(random, context, order, order), b(random, context, m, n), b2 = b;
  a.add_to_diagonal(order, order, 0, 4 * order);
  const auto arguments = [&](Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&side, &uplo, &trans, &diag, &m, &n, &alpha), a.arguments(),
                          result.arguments());
  };
  const bool taken = all_own_some({{&a.rows, {a.i, order}}, {&b.rows, {b.i, m}}},
                                  {{&a.columns, {a.j, order}}, {&b.columns, {b.j, n}}});
  call_both(transparent::trsm<T>, names::trsm.of<T>(), arguments(b), arguments(b2), taken);
  check_same(b.data, b2.data, order, "B");
}

/// IPIV of a matrix.
template <typename T>
std::vector<int> pivots_of(const Matrix<T>& a) {
  return std::vector<int>(static_cast<std::size_t>(a.shape.lld + a.shape.mb), -7);
}

/// Of the first `count` rows of the submatrix: what lies around them ScaLAPACK uses as workspace.
template <typename T>
void check_same_pivots(const Matrix<T>& a, int count, const std::vector<int>& mine,
                       const std::vector<int>& scalapack) {
  const auto first = a.rows.local(a.i - 1, a.myrow), end = a.rows.local(a.i - 1 + count, a.myrow);
  BOOST_TEST(std::equal(mine.begin() + first, mine.begin() + end, scalapack.begin() + first),
             "IPIV differs on " << on_rank());
}

template <typename T>
void try_getrf(Random& random, int context) {
  const int m = size(random), n = size(random), nb = uniform_int(random, 1, 9);
  const bool singular = one_of(random, "nnns") == 's';
  Matrix<T> a(random, context, m, n, nb, nb, true);
  a.add_to_diagonal(m, n, uniform_int(random, 0, m - 1), 4 * m);
  for (int k = 0; singular && k < m; ++k)
    if (T* const element = a.at(k, n / 2))
      *element = T(0);
  Matrix<T> a2 = a;
  std::vector<int> ipiv = pivots_of(a), ipiv2 = ipiv;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& result, std::vector<int>& pivots, int& status) {
    return std::tuple_cat(std::tuple(&m, &n), result.arguments(), std::tuple(pivots.data(), &status));
  };
  call_both(transparent::getrf<T>, names::getrf.of<T>(), arguments(a, ipiv, info),
            arguments(a2, ipiv2, info2));
  BOOST_TEST(info == info2, on_rank());
  check_same_pivots(a, std::min(m, n), ipiv, ipiv2);
  check_same(a.data, a2.data, m, "A");
}

template <typename T>
void try_gesv(Random& random, int context) {
  const int n = size(random), nrhs = uniform_int(random, 1, 9), nb = uniform_int(random, 1, 9);
  const bool singular = one_of(random, "nnns") == 's';
  Matrix<T> a(random, context, n, n, nb, nb, true), b(random, context, n, nrhs, nb, 3, true);
  b.align_rows(a);
  a.add_to_diagonal(n, n, uniform_int(random, 0, n - 1), 4 * n);
  for (int k = 0; singular && k < n; ++k)
    if (T* const element = a.at(k, n / 2))
      *element = T(0);
  Matrix<T> a2 = a, b2 = b;
  std::vector<int> ipiv = pivots_of(a), ipiv2 = ipiv;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& lu, std::vector<int>& pivots, Matrix<T>& x, int& status) {
    return std::tuple_cat(std::tuple(&n, &nrhs), lu.arguments(), std::tuple(pivots.data()), x.arguments(),
                          std::tuple(&status));
  };
  call_both(transparent::gesv<T>, names::gesv.of<T>(), arguments(a, ipiv, b, info),
            arguments(a2, ipiv2, b2, info2));
  BOOST_TEST(info == info2, on_rank());
  check_same_pivots(a, n, ipiv, ipiv2);
  check_same(a.data, a2.data, n, "A");
  check_same(b.data, b2.data, n, "B");
}

constexpr int long_workspace = 20000;

template <typename T>
void try_geqrf(Random& random, int context) {
  const int m = size(random), n = size(random);
  Matrix<T> a(random, context, m, n);
  a.add_to_diagonal(m, n, uniform_int(random, 0, m - 1), 4);
  Matrix<T> a2 = a;
  std::vector<T> tau(static_cast<std::size_t>(a.columns.n), T(-7)), tau2 = tau, work(long_workspace),
                                                                    work2 = work;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& qr, std::vector<T>& factors, std::vector<T>& w, int& status) {
    return std::tuple_cat(std::tuple(&m, &n), qr.arguments(),
                          std::tuple(factors.data(), w.data(), &long_workspace, &status));
  };
  call_both(transparent::geqrf<T>, names::geqrf.of<T>(), arguments(a, tau, work, info),
            arguments(a2, tau2, work2, info2));
  BOOST_TEST(info == info2, on_rank());
  BOOST_TEST(work[0] == work2[0], on_rank());
  check_same(tau, tau2, m, "TAU");
  check_same(a.data, a2.data, 4 * m, "A");
}

template <typename T>
void try_gels(Random& random, int context) {
  const char trans = one_of(random, std::is_floating_point_v<T> ? "nT" : "Nc");
  const int m = size(random), n = size(random), nrhs = uniform_int(random, 1, 9),
            nb = uniform_int(random, 1, 9);
  Matrix<T> a(random, context, m, n, nb, nb, true), b(random, context, std::max(m, n), nrhs, nb, 3, true);
  b.align_rows(a);
  a.add_to_diagonal(m, n, 0, 4 * std::max(m, n));
  Matrix<T> a2 = a, b2 = b;
  std::vector<T> work(long_workspace), work2 = work;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& qr, Matrix<T>& x, std::vector<T>& w, int& status) {
    return std::tuple_cat(std::tuple(&trans, &m, &n, &nrhs), qr.arguments(), x.arguments(),
                          std::tuple(w.data(), &long_workspace, &status));
  };
  call_both(transparent::gels<T>, names::gels.of<T>(), arguments(a, b, work, info),
            arguments(a2, b2, work2, info2));
  BOOST_TEST(info == info2, on_rank());
  BOOST_TEST(work[0] == work2[0], on_rank());
  check_same(a.data, a2.data, 4 * std::max(m, n), "A");
  check_same(b.data, b2.data, 4 * std::max(m, n), "B");
}

/// Where the factorization ends early INFO is the same, and the triangle is factored to another point.
template <typename T>
void check_factor(char uplo, int n, bool indefinite, Matrix<T>& a, int info, Matrix<T>& a2, int info2) {
  BOOST_TEST(info == info2, on_rank());
  BOOST_TEST((info > 0) == indefinite, on_rank());
  if (indefinite)
    for (Matrix<T>* const factor : {&a, &a2})
      factor->clear_triangle(uplo == 'u' ? 'u' : 'l', n);
  check_same(a.data, a2.data, n, "A");
}

template <typename T>
void try_potrf(Random& random, int context) {
  const char uplo = one_of(random, "uL");
  const int n = size(random), nb = uniform_int(random, 1, 9);
  Matrix<T> a(random, context, n, n, nb, nb, true);
  a.add_to_diagonal(n, n, 0, 4 * n);
  const bool indefinite = a.make_indefinite(random, n);
  Matrix<T> a2 = a;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& result, int& status) {
    return std::tuple_cat(std::tuple(&uplo, &n), result.arguments(), std::tuple(&status));
  };
  call_both(transparent::potrf<T>, names::potrf.of<T>(), arguments(a, info), arguments(a2, info2));
  check_factor(uplo, n, indefinite, a, info, a2, info2);
}

template <typename T>
void try_posv(Random& random, int context) {
  const char uplo = one_of(random, "uL");
  const int n = size(random), nrhs = uniform_int(random, 1, 9), nb = uniform_int(random, 1, 9);
  Matrix<T> a(random, context, n, n, nb, nb, true), b(random, context, n, nrhs, nb, 3, true);
  b.align_rows(a);
  a.add_to_diagonal(n, n, 0, 4 * n);
  const bool indefinite = a.make_indefinite(random, n);
  Matrix<T> a2 = a, b2 = b;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& factor, Matrix<T>& x, int& status) {
    return std::tuple_cat(std::tuple(&uplo, &n, &nrhs), factor.arguments(), x.arguments(),
                          std::tuple(&status));
  };
  call_both(transparent::posv<T>, names::posv.of<T>(), arguments(a, b, info), arguments(a2, b2, info2));
  check_factor(uplo, n, indefinite, a, info, a2, info2);
  check_same(b.data, b2.data, n, "B");
}

template <typename T>
void try_trmm(Random& random, int context) {
  const char side = one_of(random, "lR"), uplo = one_of(random, "Ul"), trans = one_of(random, "NTC"),
             diag = one_of(random, "NU");
  const int m = size(random), n = size(random), order = side == 'l' ? m : n;
  const T alpha = random_value<T>(random);
  Matrix<T> a(random, context, order, order), b(random, context, m, n), b2 = b;
  const auto arguments = [&](Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&side, &uplo, &trans, &diag, &m, &n, &alpha), a.arguments(),
                          result.arguments());
  };
  const bool taken = all_own_some({{&a.rows, {a.i, order}}, {&b.rows, {b.i, m}}},
                                  {{&a.columns, {a.j, order}}, {&b.columns, {b.j, n}}});
  call_both(transparent::trmm<T>, names::trmm.of<T>(), arguments(b), arguments(b2), taken);
  check_same(b.data, b2.data, order, "B");
}

template <typename T>
void try_symm(Random& random, int context) {
  const char side = one_of(random, "lR"), uplo = one_of(random, "Ul");
  const bool hermitian = !std::is_floating_point_v<T> && one_of(random, "sh") == 'h';
  const int m = size(random), n = size(random), order = side == 'l' ? m : n;
  const T alpha = random_value<T>(random),
          beta = one_of(random, "01") == '0' ? T(0) : random_value<T>(random);
  Matrix<T> a(random, context, order, order), b(random, context, m, n), c(random, context, m, n), c2 = c;
  const auto arguments = [&](Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&side, &uplo, &m, &n, &alpha), a.arguments(), b.arguments(),
                          std::tuple(&beta), result.arguments());
  };
  const bool taken =
      all_own_some({{&a.rows, {a.i, order}}, {&b.rows, {b.i, m}}, {&c.rows, {c.i, m}}},
                   {{&a.columns, {a.j, order}}, {&b.columns, {b.j, n}}, {&c.columns, {c.j, n}}});
  if constexpr (!std::is_floating_point_v<T>) {
    if (hermitian)
      call_both(transparent::hemm<T>, names::hemm.of<T>(), arguments(c), arguments(c2), taken);
  }
  if (!hermitian)
    call_both(transparent::symm<T>, names::symm.of<T>(), arguments(c), arguments(c2), taken);
  check_same(c.data, c2.data, order, "C");
}

/// SYRK and HERK (`twice` = false), SYR2K and HER2K.
template <typename T>
void try_rank_update(Random& random, int context, bool twice) {
  const bool hermitian = !std::is_floating_point_v<T> && one_of(random, "sh") == 'h';
  const char uplo = one_of(random, "Ul"), trans = one_of(random, hermitian ? "nC" : "nT");
  const int n = size(random), k = size(random);
  const bool no = trans == 'n';
  const int rows = no ? n : k, columns = no ? k : n;
  const T alpha = random_value<T>(random),
          beta = one_of(random, "01") == '0' ? T(0) : random_value<T>(random);
  const Real<T> real_alpha = std::real(alpha), real_beta = std::real(beta);
  Matrix<T> a(random, context, rows, columns), b(random, context, rows, columns), c(random, context, n, n);
  for (int l = 0; hermitian && l < n; ++l)
    if (T* const element = c.at(l, l))
      *element = std::real(*element);
  Matrix<T> c2 = c;
  const auto once = [&](const auto& factor, const auto& factor_of_c, Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&uplo, &trans, &n, &k, &factor), a.arguments(), std::tuple(&factor_of_c),
                          result.arguments());
  };
  const auto both = [&](const auto& factor_of_c, Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&uplo, &trans, &n, &k, &alpha), a.arguments(), b.arguments(),
                          std::tuple(&factor_of_c), result.arguments());
  };
  Lines all_rows{{&a.rows, {a.i, rows}}, {&c.rows, {c.i, n}}},
      all_columns{{&a.columns, {a.j, columns}}, {&c.columns, {c.j, n}}};
  if (twice) {
    all_rows.push_back({&b.rows, {b.i, rows}});
    all_columns.push_back({&b.columns, {b.j, columns}});
  }
  const bool taken = all_own_some(all_rows, all_columns);
  if constexpr (!std::is_floating_point_v<T>) {
    if (hermitian && twice)
      call_both(transparent::her2k<T>, names::her2k.of<T>(), both(real_beta, c), both(real_beta, c2), taken);
    if (hermitian && !twice)
      call_both(transparent::herk<T>, names::herk.of<T>(), once(real_alpha, real_beta, c),
                once(real_alpha, real_beta, c2), taken);
  }
  if (!hermitian && twice)
    call_both(transparent::syr2k<T>, names::syr2k.of<T>(), both(beta, c), both(beta, c2), taken);
  if (!hermitian && !twice)
    call_both(transparent::syrk<T>, names::syrk.of<T>(), once(alpha, beta, c), once(alpha, beta, c2), taken);
  check_same(c.data, c2.data, 2 * k, "C");
}
template <typename T>
void try_syrk(Random& random, int context) {
  try_rank_update<T>(random, context, false);
}
template <typename T>
void try_syr2k(Random& random, int context) {
  try_rank_update<T>(random, context, true);
}

template <typename T>
void try_getrs(Random& random, int context) {
  const char trans = one_of(random, "NtC");
  const int n = size(random), nrhs = uniform_int(random, 1, 90), nb = uniform_int(random, 1, 9);
  Matrix<T> a(random, context, n, n, nb, nb, true), b(random, context, n, nrhs, nb, 3, true);
  b.align_rows(a);
  a.add_to_diagonal(n, n, uniform_int(random, 0, n - 1), 4 * n);
  std::vector<int> ipiv = pivots_of(a);
  int info = 77, info2 = 77;
  {
    const ScalapackCall guard;
    names::call_with<void>(names::getrf.of<T>(),
                           std::tuple_cat(std::tuple(&n, &n), a.arguments(), std::tuple(ipiv.data(), &info)));
  }
  Matrix<T> b2 = b;
  const auto arguments = [&](Matrix<T>& x, int& status) {
    return std::tuple_cat(std::tuple(&trans, &n, &nrhs), a.arguments(), std::tuple(ipiv.data()),
                          x.arguments(), std::tuple(&status));
  };
  call_both(transparent::getrs<T>, names::getrs.of<T>(), arguments(b, info), arguments(b2, info2));
  BOOST_TEST(info == info2, on_rank());
  check_same(b.data, b2.data, 4 * n, "B");
}

template <typename T>
void try_getri(Random& random, int context) {
  const int n = size(random), nb = uniform_int(random, 1, 9);
  const bool singular = one_of(random, "nnns") == 's';
  Matrix<T> a(random, context, n, n, nb, nb, true);
  a.add_to_diagonal(n, n, uniform_int(random, 0, n - 1), 4 * n);
  std::vector<int> ipiv = pivots_of(a), iwork(1000), iwork2 = iwork;
  int info = 77, info2 = 77;
  {
    const ScalapackCall guard;
    names::call_with<void>(names::getrf.of<T>(),
                           std::tuple_cat(std::tuple(&n, &n), a.arguments(), std::tuple(ipiv.data(), &info)));
  }
  if (T* const element = a.at(n / 2, n / 2); singular && element)
    *element = T(0);
  Matrix<T> a2 = a;
  std::vector<T> work(10'000), work2 = work;
  const int lwork = static_cast<int>(work.size()), liwork = static_cast<int>(iwork.size());
  const auto arguments = [&](Matrix<T>& x, std::vector<T>& space, std::vector<int>& integers, int& status) {
    return std::tuple_cat(std::tuple(&n), x.arguments(),
                          std::tuple(ipiv.data(), space.data(), &lwork, integers.data(), &liwork, &status));
  };
  call_both(transparent::getri<T>, names::getri.of<T>(), arguments(a, work, iwork, info),
            arguments(a2, work2, iwork2, info2), !singular);
  BOOST_TEST(info == info2, on_rank());
  BOOST_TEST((work[0] == work2[0] && iwork[0] == iwork2[0]), on_rank());
  check_same(a.data, a2.data, 4 * n, "A");
}

template <typename T>
void try_hegst(Random& random, int context) {
  // ScaLAPACK takes IB for JB in the upper triangle of type 1.
  const int n = size(random), nb = uniform_int(random, 1, 9), ibtype = uniform_int(random, 1, 3);
  const char uplo = one_of(random, ibtype == 1 ? "lL" : "uL");
  Matrix<T> a(random, context, n, n, nb, nb, true),
      b = a; // elsewhere in its matrix ScaLAPACK's result is wrong
  for (T& x : b.data)
    x *= x;
  b.add_to_diagonal(n, n, 0, 4 * n);
  for (int l = 0; l < n; ++l)
    for (auto* const matrix : {&a, &b})
      if (T* const element = matrix->at(l, l))
        *element = std::real(*element);
  Matrix<T> a2 = a;
  Real<T> scale = 0, scale2 = 0;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& x, Real<T>& factor, int& status) {
    return std::tuple_cat(std::tuple(&ibtype, &uplo, &n), x.arguments(), b.arguments(),
                          std::tuple(&factor, &status));
  };
  const auto both = [&](auto routine) {
    call_both(routine, names::sygst.of<T>(), arguments(a, scale, info), arguments(a2, scale2, info2));
  };
  if constexpr (std::is_floating_point_v<T>)
    both(transparent::sygst<T>);
  else
    both(transparent::hegst<T>);
  BOOST_TEST((info == info2 && scale == scale2), on_rank());
  check_same(a.data, a2.data, 4 * n, "A");
}

template <typename T>
void try_potrs(Random& random, int context) {
  const char uplo = one_of(random, "uL");
  const int n = size(random), nrhs = uniform_int(random, 1, 90), nb = uniform_int(random, 1, 9);
  Matrix<T> a(random, context, n, n, nb, nb, true), b(random, context, n, nrhs, nb, 3, true);
  b.align_rows(a);
  a.add_to_diagonal(n, n, 0, 4 * n);
  Matrix<T> b2 = b;
  int info = 77, info2 = 77;
  const auto arguments = [&](Matrix<T>& x, int& status) {
    return std::tuple_cat(std::tuple(&uplo, &n, &nrhs), a.arguments(), x.arguments(), std::tuple(&status));
  };
  call_both(transparent::potrs<T>, names::potrs.of<T>(), arguments(b, info), arguments(b2, info2));
  BOOST_TEST(info == info2, on_rank());
  check_same(b.data, b2.data, n, "B");
}

/// A triangle to invert; a zero on its diagonal is ScaLAPACK's.
template <typename T, typename Call>
void try_inverse(Random& random, int context, Call&& call) {
  const int n = size(random), nb = uniform_int(random, 1, 9);
  const bool singular = one_of(random, "nnns") == 's';
  Matrix<T> a(random, context, n, n, nb, nb, true);
  a.add_to_diagonal(n, n, 0, 4 * n);
  for (int k = n / 2; singular && k < n; k += std::max(1, n / 3))
    if (T* const element = a.at(k, k))
      *element = T(0);
  Matrix<T> a2 = a;
  int info = 77, info2 = 77;
  call(n, a, info, a2, info2, !singular);
  BOOST_TEST(info == info2, on_rank());
  check_same(a.data, a2.data, n, "A");
}

template <typename T>
void try_trtri(Random& random, int context) {
  const char uplo = one_of(random, "uL"), diag = one_of(random, "nU");
  try_inverse<T>(random, context, [&](const int& n, auto& a, int& info, auto& a2, int& info2, bool taken) {
    const auto arguments = [&](Matrix<T>& result, int& status) {
      return std::tuple_cat(std::tuple(&uplo, &diag, &n), result.arguments(), std::tuple(&status));
    };
    call_both(transparent::trtri<T>, names::trtri.of<T>(), arguments(a, info), arguments(a2, info2),
              taken || diag == 'U');
  });
}

template <typename T>
void try_potri(Random& random, int context) {
  const char uplo = one_of(random, "uL");
  try_inverse<T>(random, context, [&](const int& n, auto& a, int& info, auto& a2, int& info2, bool taken) {
    for (int l = 0; l < n; ++l)
      for (auto* const matrix : {&a, &a2})
        if (T* const element = matrix->at(l, l))
          *element = std::real(*element); // as that of a factor
    const auto arguments = [&](Matrix<T>& result, int& status) {
      return std::tuple_cat(std::tuple(&uplo, &n), result.arguments(), std::tuple(&status));
    };
    call_both(transparent::potri<T>, names::potri.of<T>(), arguments(a, info), arguments(a2, info2), taken);
  });
}

template <typename T>
void try_tran(Random& random, int context) {
  const int m = size(random), n = size(random);
  const T alpha = one_of(random, "1x") == '1' ? T(1) : random_value<T>(random),
          beta = one_of(random, "0x") == '0' ? T(0) : random_value<T>(random);
  Matrix<T> a(random, context, n, m), c(random, context, m, n), c2 = c;
  const auto arguments = [&](Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&m, &n, &alpha), a.arguments(), std::tuple(&beta), result.arguments());
  };
  const bool taken = all_own_some({{&a.rows, {a.i, n}}, {&c.rows, {c.i, m}}},
                                  {{&a.columns, {a.j, m}}, {&c.columns, {c.j, n}}});
  const auto both = [&](auto mine, const names::Routine& routine) {
    call_both(mine, routine.of<T>(), arguments(c), arguments(c2), taken);
  };
  if constexpr (std::is_floating_point_v<T>)
    both(transparent::tran<T>, names::tran);
  else if (one_of(random, "UC") == 'U')
    both(transparent::tranu<T>, names::tranu);
  else
    both(transparent::tranc<T>, names::tran);
  check_same(c.data, c2.data, 1, "C");
}

/// ScaLAPACK's.
template <typename T>
names::Symbol gemr2d_of() {
  if constexpr (std::is_same_v<T, int>)
    return HG_FC_GLOBAL(pigemr2d, PIGEMR2D);
  else
    return names::gemr2d.of<T>();
}

/// A and B have contexts of their own, of which a process may be in both, or in one.
template <typename T>
void try_gemr2d(Random& random, const Contexts& contexts) {
  const int everyone = contexts.all.front(), m = size(random), n = size(random);
  const auto matrix = [&] {
    const int last = static_cast<int>(contexts.all.size()) - 1,
              context = contexts.all[static_cast<std::size_t>(uniform_int(random, 0, last))];
    Random same(random()),
        indices = same; // leaves `random` alike on processes that have nothing of the matrix
    const int mb = uniform_int(random, 1, 9), nb = uniform_int(random, 1, 9),
              row = 1 + uniform_int(indices, 0, 3), column = 1 + uniform_int(indices, 0, 3);
    return comm::Grid::is_member(context) ? Matrix<T>(same, context, m, n, mb, nb, false)
                                          : Matrix<T>(row, column);
  };
  Matrix<T> a = matrix(), b = matrix(), b2 = b;
  const auto arguments = [&](Matrix<T>& result) {
    return std::tuple_cat(std::tuple(&m, &n), a.arguments(), result.arguments(), std::tuple(&everyone));
  };
  call_both(transparent::gemr2d<T>, gemr2d_of<T>(), arguments(b), arguments(b2));
  BOOST_TEST((b.data == b2.data), on_rank());
}

/// Random calls of one routine in all types on all contexts.
template <typename Try>
void try_all(Try&& attempt, unsigned seed) {
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  const Contexts contexts;
  for (const int context : contexts.all)
    for (int trial = 0; trial < 3; ++trial) {
      Random same = random; // also on a process that the context leaves out
      random.discard(1);
      if (!comm::Grid::is_member(context))
        continue;
      attempt.template operator()<float>(same, context);
      attempt.template operator()<double>(same, context);
      attempt.template operator()<std::complex<float>>(same, context);
      attempt.template operator()<std::complex<double>>(same, context);
    }
}

#define HG_TRY(routine, seed)                                                                                \
  BOOST_AUTO_TEST_CASE(routine) {                                                                            \
    try_all([]<typename T>(Random& random, int context) { try_##routine<T>(random, context); }, seed);       \
  }
HG_TRY(gemm, 11)
HG_TRY(trsm, 12)
HG_TRY(getrf, 13)
HG_TRY(gesv, 14)
HG_TRY(geqrf, 15)
HG_TRY(gels, 16)
HG_TRY(potrf, 17)
HG_TRY(posv, 18)
HG_TRY(trmm, 31)
HG_TRY(symm, 32)
HG_TRY(syrk, 33)
HG_TRY(syr2k, 34)
HG_TRY(getrs, 35)
HG_TRY(potrs, 36)
HG_TRY(trtri, 37)
HG_TRY(potri, 38)
HG_TRY(getri, 39)
HG_TRY(hegst, 40)
HG_TRY(tran, 41)

BOOST_AUTO_TEST_CASE(gemr2d) {
  constexpr unsigned seed = 42;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  const Contexts contexts;
  for (int trial = 0; trial < 12; ++trial) {
    try_gemr2d<float>(random, contexts);
    try_gemr2d<double>(random, contexts);
    try_gemr2d<std::complex<float>>(random, contexts);
    try_gemr2d<std::complex<double>>(random, contexts);
    try_gemr2d<int>(random, contexts);
  }
}

/// Shapes for so many processes at the speeds of this test.
std::vector<std::string> shapes_of(int processes) {
  if (processes == 2)
    return {"straight-line", "square-corner"};
  if (processes == 3)
    return {"block-rectangle", "l-rectangle"};
  return {"column-based", "nested-rectangles"};
}

BOOST_AUTO_TEST_CASE(products_on_partitions) {
  constexpr unsigned seed = 20;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  const Contexts contexts;
  for (const int context : contexts.all) {
    if (!comm::Grid::is_member(context))
      continue;
    auto& session = transparent::Session::of_context(context);
    const int processes = session.grid().p() * session.grid().q();
    for (const std::string& name : shapes_of(processes)) {
      session.use_partition(name);
      const transparent::ChosenPartition* const chosen = session.partition_for(60);
      BOOST_TEST((chosen != nullptr) == (processes > 1), name << on_rank());
      Random same = random;
      try_gemm<float>(same, context);
      try_gemm<double>(same, context);
      try_gemm<std::complex<float>>(same, context);
      try_gemm<std::complex<double>>(same, context);
    }
    for (const char* const on_grid : {"grid", "no-such-shape"}) {
      session.use_partition(on_grid);
      BOOST_TEST(!session.partition_for(60), on_grid << on_rank());
    }
    session.use_partition("auto");
  }
}

BOOST_AUTO_TEST_CASE(partitions_are_taken_where_grids_cannot_share_evenly) {
  if (mpi_size() < 4)
    return;
  const Contexts contexts; // cycle-times 3,1,2,5: no 2 x 2 grid gives each its part
  for (const int context : contexts.all) {
    if (!comm::Grid::is_member(context))
      continue;
    auto& session = transparent::Session::of_context(context);
    const comm::Grid& grid = session.grid();
    const transparent::ChosenPartition* const chosen = session.partition_for(4000);
    BOOST_TEST((chosen || grid.p() == 1 || grid.q() == 1), on_rank());
    if (!chosen)
      continue;
    BOOST_TEST(chosen->time_over_grid < 1);
    // Elements times cycle-times are nearly the same for all processes.
    std::vector<double> time{
        static_cast<double>(layout::local_elements(chosen->matrix(4000, 4000), grid.rank())) *
        grid.cycle_time(grid.myrow(), grid.mycol())};
    const double mine = time[0];
    comm::all_reduce(time, MPI_MAX, grid.all());
    BOOST_TEST(mine > 0.85 * time[0], on_rank());
  }
}

BOOST_AUTO_TEST_CASE(what_is_scalapacks_is_passed_through_untouched) {
  const Contexts contexts;
  const int context = contexts.all.front();
  Random random(19);
  const int n = 20, none = 0;
  const char lower = 'L', wrong = 'X';
  int info = 77;
  Matrix<double> aligned(random, context, n, n, 4, 4, true), a = aligned,
                                                             oblong(random, context, n, n, 4, 5, true);
  const auto potrf = [&](Matrix<double>& matrix, const char& uplo, const int& order) {
    return transparent::potrf<double>(&uplo, &order, matrix.data.data(), &matrix.i, &matrix.j, matrix.desc,
                                      &info);
  };
  BOOST_TEST(!potrf(a, wrong, n));
  BOOST_TEST(!potrf(a, lower, none));
  BOOST_TEST(!potrf(oblong, lower, n));
  Matrix<double> beyond = a;
  beyond.i += n;
  BOOST_TEST(!potrf(beyond, lower, n));
  { // one process alone has a bad argument: nobody waits for it
    Matrix<double> bad = a;
    if (mpi_rank() == mpi_size() - 1)
      bad.desc[8] = 0;
    BOOST_TEST(!potrf(bad, lower, n));
    const int different = mpi_size() > 1 && mpi_rank() == 0 ? n - 1 : n;
    BOOST_TEST(potrf(a, lower, different) == (mpi_size() == 1));
  }
  const ScalapackCall guard;
  BOOST_TEST(!potrf(aligned, lower, n)); // ScaLAPACK's own call
}

BOOST_AUTO_TEST_CASE(contexts_with_the_same_processes_share_a_plan) {
  const Contexts contexts;
  const int context = contexts.all.front();
  transparent::Session* const session = &transparent::Session::of_context(context);
  int p, q, myrow, mycol, again = 0;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  Cblacs_get(-1, 0, &again);
  Cblacs_gridinit(&again, "Column", p, q);
  BOOST_TEST(&transparent::Session::of_context(again) == session);
  Cblacs_gridexit(again);
  BOOST_TEST(session->is_uniform() == equal_speeds());
  BOOST_TEST(session->seconds_per_byte() > 0); // at equal speeds, of copies that keep the original
  // The fastest of the processes sits where the largest shares meet.
  const comm::Grid& grid = session->grid();
  const layout::Axis rows{grid.row_map(), 1000, 1, 0}, columns{grid.column_map(), 1000, 1, 0};
  std::vector<std::int64_t> share{rows.local(1000, grid.myrow()) * columns.local(1000, grid.mycol())};
  const std::int64_t mine = share[0];
  comm::all_reduce(share, MPI_MAX, grid.all());
  BOOST_TEST((mine == share[0] || equal_speeds() || mpi_rank() != 1), on_rank());
}

} // namespace
