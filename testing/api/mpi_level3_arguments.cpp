// The level 3 routines and matrix helpers at the border: results through the Fortran names for all types, and
// every illegal argument, on every rank.
// ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "hetgrid.h"
#include "testing/support/serial_matrix.hpp"
#include "testing/support/test_grids.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// The public routines of one type.
template <typename T>
struct Routines;

#define ROUTINES(T, x, X, tran_, TRAN_)                                                                      \
  template <>                                                                                                \
  struct Routines<T> {                                                                                       \
    static constexpr auto trsm = HG_FC_GLOBAL_(hg_p##x##trsm, HG_P##X##TRSM);                                \
    static constexpr auto trmm = HG_FC_GLOBAL_(hg_p##x##trmm, HG_P##X##TRMM);                                \
    static constexpr auto symm = HG_FC_GLOBAL_(hg_p##x##symm, HG_P##X##SYMM);                                \
    static constexpr auto syrk = HG_FC_GLOBAL_(hg_p##x##syrk, HG_P##X##SYRK);                                \
    static constexpr auto syr2k = HG_FC_GLOBAL_(hg_p##x##syr2k, HG_P##X##SYR2K);                             \
    static constexpr auto geadd = HG_FC_GLOBAL_(hg_p##x##geadd, HG_P##X##GEADD);                             \
    static constexpr auto tran = HG_FC_GLOBAL_(hg_p##x##tran_, HG_P##X##TRAN_);                              \
    static constexpr auto lacpy = HG_FC_GLOBAL_(hg_p##x##lacpy, HG_P##X##LACPY);                             \
    static constexpr auto laset = HG_FC_GLOBAL_(hg_p##x##laset, HG_P##X##LASET);                             \
    static constexpr auto lange = HG_FC_GLOBAL_(hg_p##x##lange, HG_P##X##LANGE);                             \
  };
ROUTINES(float, s, S, tran, TRAN)
ROUTINES(double, d, D, tran, TRAN)
ROUTINES(std::complex<float>, c, C, tranu, TRANU)
ROUTINES(std::complex<double>, z, Z, tranu, TRANU)
#undef ROUTINES

template <typename T>
struct HermitianRoutines;
template <>
struct HermitianRoutines<std::complex<float>> {
  static constexpr auto herk = HG_FC_GLOBAL_(hg_pcherk, HG_PCHERK);
  static constexpr auto her2k = HG_FC_GLOBAL_(hg_pcher2k, HG_PCHER2K);
  static constexpr auto tranc = HG_FC_GLOBAL_(hg_pctranc, HG_PCTRANC);
};
template <>
struct HermitianRoutines<std::complex<double>> {
  static constexpr auto herk = HG_FC_GLOBAL_(hg_pzherk, HG_PZHERK);
  static constexpr auto her2k = HG_FC_GLOBAL_(hg_pzher2k, HG_PZHER2K);
  static constexpr auto tranc = HG_FC_GLOBAL_(hg_pztranc, HG_PZTRANC);
};

int last_info() {
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

constexpr int order = 12;

std::array<int, 9> descriptor(int context) {
  const int zero = 0, mb = 3, nb = 2;
  std::array<int, 9> desc;
  int info = 0;
  HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
  (desc.data(), &order, &order, &mb, &nb, &zero, &zero, &context, &zero, &info);
  BOOST_TEST_REQUIRE(info == 0);
  return desc;
}

/// A matrix of order 12 and the m x n submatrix of it whose first element is (i, j), from 1.
template <typename T>
struct Matrix {
  int i, j, m, n, number;
  std::array<int, 9> desc;
  std::vector<T> data;

  Matrix(int context, int number_, int i_, int j_, int m_, int n_)
      : i(i_), j(j_), m(m_), n(n_), number(number_), desc(descriptor(context)), data(order * order) {
    each_element([&](Index gi, Index gj, T& x) { x = value(gi, gj); });
  }
  /// Well-conditioned triangles.
  T value(Index gi, Index gj) const {
    const T x = element<T>(gi, gj, number) / T(4);
    return gi - i == gj - j ? x + T(2) : x;
  }
  SerialMatrix<T> dense() const {
    SerialMatrix<T> a(m, n);
    for (Index c = 0; c < n; ++c)
      for (Index r = 0; r < m; ++r)
        a(r, c) = value(r + i - 1, c + j - 1);
    return a;
  }
  template <typename Visit>
  void each_element(Visit&& visit) {
    const auto d = layout::Descriptor::from(desc.data());
    const comm::Grid& grid = comm::Grid::of_context(d.context);
    const layout::Axis rows = grid.row_axis(d), columns = grid.column_axis(d);
    for (Index lj = 0; lj < columns.local(d.n, grid.mycol()); ++lj)
      for (Index li = 0; li < rows.local(d.m, grid.myrow()); ++li)
        visit(rows.global(li, grid.myrow()), columns.global(lj, grid.mycol()),
              data[static_cast<std::size_t>(li + lj * d.lld)]);
  }
  void check(const char* routine, const SerialMatrix<T>& expected) {
    BOOST_TEST(last_info() == 0, on_rank() << " " << routine);
    each_element([&](Index gi, Index gj, const T& x) {
      const Index r = gi - (i - 1), c = gj - (j - 1);
      const bool inside = r >= 0 && r < m && c >= 0 && c < n;
      const T wanted = inside ? expected(r, c) : value(gi, gj);
      const Real<T> tolerance = inside ? 100 * std::numeric_limits<Real<T>>::epsilon() : 0;
      BOOST_CHECK_MESSAGE(std::abs(x - wanted) <= tolerance, on_rank()
                                                                 << " " << routine << " (" << r << ", " << c
                                                                 << ") " << x << " instead of " << wanted);
    });
  }
};

template <typename T>
void check_triangular_results(int context) {
  using kernel::Diag, kernel::Side, kernel::Transpose, kernel::Uplo;
  for (const bool solve : {true, false}) {
    const Matrix<T> a(context, 1, 2, 5, 6, 6);
    Matrix<T> b(context, 2, 4, 3, 4, 6);
    auto expected = b.dense();
    const auto triangle = a.dense();
    const T alpha(2);
    const char side = 'r', uplo = 'L', trans = 'c', diag = 'U'; // upper and lower case
    (solve ? Routines<T>::trsm : Routines<T>::trmm)(&side, &uplo, &trans, &diag, &b.m, &b.n, &alpha,
                                                    a.data.data(), &a.i, &a.j, a.desc.data(), b.data.data(),
                                                    &b.i, &b.j, b.desc.data());
    if (solve)
      kernel::blas_trsm(Side::right, Uplo::lower, Transpose::conjugate, Diag::unit, b.m, b.n, alpha,
                        triangle.data.data(), triangle.ld(), expected.data.data(), expected.ld());
    else
      kernel::trmm(Side::right, Uplo::lower, Transpose::conjugate, Diag::unit, b.m, b.n, alpha,
                   triangle.data.data(), triangle.ld(), expected.data.data(), expected.ld());
    b.check(solve ? "trsm" : "trmm", expected);
  }
}

/// The upper triangle of alpha A A^op + beta C.
template <typename T>
SerialMatrix<T> rank_update(kernel::Transpose op, T alpha, const SerialMatrix<T>& a, T beta,
                            const SerialMatrix<T>& c) {
  SerialMatrix<T> sum = c;
  kernel::gemm(kernel::Transpose::no, op, c.rows(), c.rows(), a.columns(), alpha, a.data.data(), a.ld(),
               a.data.data(), a.ld(), beta, sum.data.data(), sum.ld());
  for (Index j = 0; j < c.m; ++j)
    for (Index i = j + 1; i < c.m; ++i)
      sum(i, j) = c(i, j);
  return sum;
}

template <typename T>
void check_rank_update_results(int context) {
  const Matrix<T> a(context, 1, 2, 5, 4, 7);
  const char uplo = 'U', trans = 'n';
  Matrix<T> c(context, 2, 5, 4, 4, 4);
  const T alpha(2), beta(-1);
  Routines<T>::syrk(&uplo, &trans, &a.m, &a.n, &alpha, a.data.data(), &a.i, &a.j, a.desc.data(), &beta,
                    c.data.data(), &c.i, &c.j, c.desc.data());
  c.check("syrk", rank_update(kernel::Transpose::transpose, alpha, a.dense(), beta, c.dense()));
  if constexpr (!std::is_floating_point_v<T>) {
    Matrix<T> h(context, 2, 5, 4, 4, 4);
    const Real<T> real_alpha = 2, real_beta = -1;
    HermitianRoutines<T>::herk(&uplo, &trans, &a.m, &a.n, &real_alpha, a.data.data(), &a.i, &a.j,
                               a.desc.data(), &real_beta, h.data.data(), &h.i, &h.j, h.desc.data());
    auto expected = rank_update(kernel::Transpose::conjugate, alpha, a.dense(), beta, h.dense());
    for (Index i = 0; i < expected.m; ++i)
      expected(i, i) = std::real(expected(i, i));
    h.check("herk", expected);
  }
}

template <typename T>
void check_sum_results(int context) {
  const Matrix<T> a(context, 1, 2, 5, 6, 4);
  const auto dense_a = a.dense();
  const T alpha(2), beta(-1);
  const auto sum = [&](const Matrix<T>& c, bool conjugated) {
    auto expected = c.dense();
    for (Index j = 0; j < c.n; ++j)
      for (Index i = 0; i < c.m; ++i) {
        const T x = conjugated ? conjugate(dense_a(j, i)) : dense_a(j, i);
        expected(i, j) = alpha * x + beta * expected(i, j);
      }
    return expected;
  };
  const char trans = 'C';
  Matrix<T> c(context, 2, 5, 4, 4, 6), d = c, e = c;
  Routines<T>::geadd(&trans, &c.m, &c.n, &alpha, a.data.data(), &a.i, &a.j, a.desc.data(), &beta,
                     c.data.data(), &c.i, &c.j, c.desc.data());
  c.check("geadd", sum(c, true));
  Routines<T>::tran(&d.m, &d.n, &alpha, a.data.data(), &a.i, &a.j, a.desc.data(), &beta, d.data.data(), &d.i,
                    &d.j, d.desc.data());
  d.check("tran", sum(d, false));
  if constexpr (!std::is_floating_point_v<T>) {
    HermitianRoutines<T>::tranc(&e.m, &e.n, &alpha, a.data.data(), &a.i, &a.j, a.desc.data(), &beta,
                                e.data.data(), &e.i, &e.j, e.desc.data());
    e.check("tranc", sum(e, true));
  }
}

template <typename T>
void check_helper_results(int context) {
  const Matrix<T> a(context, 1, 2, 5, 6, 4);
  Matrix<T> b(context, 2, 5, 4, 6, 4);
  for (const char uplo : {'u', 'L', 'x'}) { // any other letter: all of it
    auto copied = b.dense(), set = copied;
    const T alpha(2), beta(-1);
    for (Index j = 0; j < b.n; ++j)
      for (Index i = 0; i < b.m; ++i)
        if (uplo == 'x' || (uplo == 'u' ? i <= j : i >= j)) {
          copied(i, j) = a.dense()(i, j);
          set(i, j) = i == j ? beta : alpha;
        }
    Matrix<T> c = b, d = b;
    Routines<T>::lacpy(&uplo, &c.m, &c.n, a.data.data(), &a.i, &a.j, a.desc.data(), c.data.data(), &c.i, &c.j,
                       c.desc.data());
    c.check("lacpy", copied);
    Routines<T>::laset(&uplo, &d.m, &d.n, &alpha, &beta, d.data.data(), &d.i, &d.j, d.desc.data());
    d.check("laset", set);
  }
  Real<T> frobenius = 0, largest = 0, column_sum = 0, row_sum = 0;
  for (Index j = 0; j < a.n; ++j) {
    Real<T> sum = 0;
    for (Index i = 0; i < a.m; ++i) {
      const Real<T> x = std::abs(a.dense()(i, j));
      sum += x;
      frobenius = std::hypot(frobenius, x);
      largest = std::max(largest, x);
    }
    column_sum = std::max(column_sum, sum);
  }
  for (Index i = 0; i < a.m; ++i) {
    Real<T> sum = 0;
    for (Index j = 0; j < a.n; ++j)
      sum += std::abs(a.dense()(i, j));
    row_sum = std::max(row_sum, sum);
  }
  for (const auto& [letter, expected] : {std::pair{'M', largest},
                                         {'1', column_sum},
                                         {'o', column_sum},
                                         {'I', row_sum},
                                         {'F', frobenius},
                                         {'e', frobenius}}) {
    const Real<T> norm =
        Routines<T>::lange(&letter, &a.m, &a.n, a.data.data(), &a.i, &a.j, a.desc.data(), nullptr);
    BOOST_TEST(last_info() == 0, on_rank());
    BOOST_CHECK_MESSAGE(std::abs(norm - expected) <= 100 * std::numeric_limits<Real<T>>::epsilon() * expected,
                        on_rank() << " norm " << letter << " is " << norm << ", expected " << expected);
  }
}

void check_legal_calls(int context) {
  for_each_type([&]<typename T>() {
    BOOST_TEST_CONTEXT(sizeof(T) << " bytes an element") {
      check_triangular_results<T>(context);
      check_rank_update_results<T>(context);
      check_sum_results<T>(context);
      check_helper_results<T>(context);
    }
  });
}

BOOST_AUTO_TEST_CASE(legal_calls) {
  for (const comm::Grid* grid : TestGrids::grids())
    check_legal_calls(grid->context());
  // Here the layout is the grid's: only other grids have others.
  Random random(101);
  for (int repetition = 0; repetition < (thorough() ? 3 : 0); ++repetition)
    for (const auto& [p, q] : grid_shapes(mpi_size())) {
      const int context = make_context(random_plan(random, p, q));
      check_legal_calls(context);
      Cblacs_gridexit(context);
    }
}

/// Arguments of a legal call of any of the routines, which can be spoiled one by one.
struct Call {
  char side = 'L', uplo = 'U', trans = 'N', diag = 'N', norm = 'M';
  int m = 5, n = 4, k = 3;
  double alpha = 1, beta = 2;
  struct Operand {
    int i, j;
    std::array<int, 9> desc;
    std::vector<double> data;
  } a, b, c;
  double value = 0;

  explicit Call(int context)
      : a{2, 3, descriptor(context), std::vector<double>(order * order, 1.0)}, b{a},
        c{4, 2, descriptor(context), std::vector<double>(order * order, -7.0)} {}
  bool untouched() const {
    return std::ranges::all_of(c.data, [](double x) { return x == -7.0; });
  }
};

/// What an argument is, by its letter: side, uplo, trans, diag, norm 'o', m, n, k, alpha 'a', beta 'b', the
/// operands A, B and C, 4 arguments each, of which the first is meant; 'U' is an uplo of which no value is
/// illegal.
struct Argument {
  int position;
  char kind;
};

using Double = Routines<double>;

const struct Routine {
  const char* name;
  void (*run)(Call&);
  std::vector<Argument> arguments;
} routines[] = {
    {"trsm",
     [](Call& x) {
       Double::trsm(&x.side, &x.uplo, &x.trans, &x.diag, &x.m, &x.n, &x.alpha, x.a.data.data(), &x.a.i,
                    &x.a.j, x.a.desc.data(), x.c.data.data(), &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 's'}, {2, 'u'}, {3, 't'}, {4, 'd'}, {5, 'm'}, {6, 'n'}, {7, 'a'}, {8, 'A'}, {12, 'C'}}},
    {"trmm",
     [](Call& x) {
       Double::trmm(&x.side, &x.uplo, &x.trans, &x.diag, &x.m, &x.n, &x.alpha, x.a.data.data(), &x.a.i,
                    &x.a.j, x.a.desc.data(), x.c.data.data(), &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 's'}, {2, 'u'}, {3, 't'}, {4, 'd'}, {5, 'm'}, {6, 'n'}, {7, 'a'}, {8, 'A'}, {12, 'C'}}},
    {"syrk",
     [](Call& x) {
       Double::syrk(&x.uplo, &x.trans, &x.n, &x.k, &x.alpha, x.a.data.data(), &x.a.i, &x.a.j, x.a.desc.data(),
                    &x.beta, x.c.data.data(), &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 'u'}, {2, 't'}, {3, 'n'}, {4, 'k'}, {5, 'a'}, {6, 'A'}, {10, 'b'}, {11, 'C'}}},
    {"symm",
     [](Call& x) {
       Double::symm(&x.side, &x.uplo, &x.m, &x.n, &x.alpha, x.a.data.data(), &x.a.i, &x.a.j, x.a.desc.data(),
                    x.b.data.data(), &x.b.i, &x.b.j, x.b.desc.data(), &x.beta, x.c.data.data(), &x.c.i,
                    &x.c.j, x.c.desc.data());
     },
     {{1, 's'}, {2, 'u'}, {3, 'm'}, {4, 'n'}, {5, 'a'}, {6, 'A'}, {10, 'B'}, {14, 'b'}, {15, 'C'}}},
    {"syr2k",
     [](Call& x) {
       Double::syr2k(&x.uplo, &x.trans, &x.n, &x.k, &x.alpha, x.a.data.data(), &x.a.i, &x.a.j,
                     x.a.desc.data(), x.b.data.data(), &x.b.i, &x.b.j, x.b.desc.data(), &x.beta,
                     x.c.data.data(), &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 'u'}, {2, 't'}, {3, 'n'}, {4, 'k'}, {5, 'a'}, {6, 'A'}, {10, 'B'}, {14, 'b'}, {15, 'C'}}},
    {"geadd",
     [](Call& x) {
       Double::geadd(&x.trans, &x.m, &x.n, &x.alpha, x.a.data.data(), &x.a.i, &x.a.j, x.a.desc.data(),
                     &x.beta, x.c.data.data(), &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 't'}, {2, 'm'}, {3, 'n'}, {4, 'a'}, {5, 'A'}, {9, 'b'}, {10, 'C'}}},
    {"tran",
     [](Call& x) {
       Double::tran(&x.m, &x.n, &x.alpha, x.a.data.data(), &x.a.i, &x.a.j, x.a.desc.data(), &x.beta,
                    x.c.data.data(), &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 'm'}, {2, 'n'}, {3, 'a'}, {4, 'A'}, {8, 'b'}, {9, 'C'}}},
    {"lacpy",
     [](Call& x) {
       Double::lacpy(&x.uplo, &x.m, &x.n, x.a.data.data(), &x.a.i, &x.a.j, x.a.desc.data(), x.c.data.data(),
                     &x.c.i, &x.c.j, x.c.desc.data());
     },
     {{1, 'U'}, {2, 'm'}, {3, 'n'}, {4, 'A'}, {8, 'C'}}},
    {"laset",
     [](Call& x) {
       Double::laset(&x.uplo, &x.m, &x.n, &x.alpha, &x.beta, x.c.data.data(), &x.c.i, &x.c.j,
                     x.c.desc.data());
     },
     {{1, 'U'}, {2, 'm'}, {3, 'n'}, {4, 'a'}, {5, 'b'}, {6, 'C'}}},
    {"lange",
     [](Call& x) {
       x.value =
           Double::lange(&x.norm, &x.m, &x.n, x.a.data.data(), &x.a.i, &x.a.j, x.a.desc.data(), nullptr);
     },
     {{1, 'o'}, {2, 'm'}, {3, 'n'}, {4, 'A'}}},
};

/// One way to spoil a call, and the INFO it should have.
struct Spoiler {
  int info;
  std::function<void(Call&)> spoil;
};

/// Illegal values of one argument.
std::vector<Spoiler> illegal_values(const Argument& argument) {
  const int position = argument.position;
  switch (argument.kind) {
  case 's':
    return {{-position, [](Call& x) { x.side = 'X'; }}};
  case 'u':
    return {{-position, [](Call& x) { x.uplo = 'A'; }}};
  case 't':
    return {{-position, [](Call& x) { x.trans = 'H'; }}};
  case 'd':
    return {{-position, [](Call& x) { x.diag = 'D'; }}};
  case 'o':
    return {{-position, [](Call& x) { x.norm = '2'; }}};
  case 'm':
    return {{-position, [](Call& x) { x.m = -1; }}};
  case 'n':
    return {{-position, [](Call& x) { x.n = -1; }}};
  case 'k':
    return {{-position, [](Call& x) { x.k = -1; }}};
  case 'A':
  case 'B':
  case 'C': {
    const auto member = argument.kind == 'A' ? &Call::a : argument.kind == 'B' ? &Call::b : &Call::c;
    const int desc = -100 * (position + 3);
    std::vector<Spoiler> all = {{-(position + 1), [=](Call& x) { (x.*member).i = 0; }},
                                {-(position + 2), [=](Call& x) { (x.*member).j = 0; }},
                                {desc - 3, [=](Call& x) { (x.*member).i = order; }},
                                {desc - 4, [=](Call& x) { (x.*member).j = order; }}};
    constexpr int illegal_entries[9] = {501, -1, -2, -2, 0, 0, 99, 99, 0};
    for (int entry = 0; entry < 9; ++entry)
      all.push_back({desc - entry - 1, [=](Call& x) {
                       (x.*member).desc[static_cast<std::size_t>(entry)] = illegal_entries[entry];
                     }});
    return all;
  }
  default: // scalars and 'U'
    return {};
  }
}

/// Values that are legal but must be the same everywhere.
std::vector<Spoiler> other_values(const Argument& argument) {
  const int position = argument.position;
  switch (argument.kind) {
  case 'u':
  case 'U':
    return {{-position, [](Call& x) { x.uplo = 'L'; }}};
  case 't':
    return {{-position, [](Call& x) { x.trans = 'T'; }}};
  case 'm':
    return {{-position, [](Call& x) { x.m = 3; }}};
  case 'a':
    return {{-position, [](Call& x) { x.alpha = 3; }}};
  case 'b':
    return {{-position, [](Call& x) { x.beta = 3; }}};
  case 'o':
    return {{-position, [](Call& x) { x.norm = 'I'; }}};
  case 'A':
    return {{-100 * (position + 3) - 6, [](Call& x) { x.a.desc[5] = 3; }}};
  case 'B':
    return {{-100 * (position + 3) - 6, [](Call& x) { x.b.desc[5] = 3; }}};
  default:
    return {};
  }
}

void check_refused(const Routine& routine, const Spoiler& spoiler, Call& call, bool spoil) {
  if (spoil)
    spoiler.spoil(call);
  routine.run(call);
  BOOST_CHECK_MESSAGE(last_info() == spoiler.info, on_rank() << " " << routine.name << ": " << last_info()
                                                             << " instead of " << spoiler.info);
  BOOST_CHECK_MESSAGE(call.untouched(), on_rank() << " " << routine.name << " with " << spoiler.info);
  if (routine.name == std::string("lange"))
    BOOST_TEST(call.value != call.value, on_rank());
}

BOOST_AUTO_TEST_CASE(illegal_arguments_have_the_same_info_everywhere_and_change_nothing) {
  const int context = TestGrids::grids().front()->context();
  for (const Routine& routine : routines) {
    Call legal(context);
    routine.run(legal);
    BOOST_TEST(last_info() == 0, on_rank() << " " << routine.name);
    for (const Argument& argument : routine.arguments) {
      for (const Spoiler& spoiler : illegal_values(argument)) {
        Call call(context);
        check_refused(routine, spoiler, call, true);
      }
      // One process has another opinion than the rest.
      for (const Spoiler& spoiler : other_values(argument))
        if (mpi_size() > 1) {
          Call call(context);
          check_refused(routine, spoiler, call, mpi_rank() == mpi_size() - 1);
        }
    }
  }
}

BOOST_AUTO_TEST_CASE(transpositions_that_only_some_types_have) {
  const int context = TestGrids::grids().front()->context();
  Matrix<std::complex<double>> a(context, 1, 1, 1, 4, 4), c(context, 2, 1, 1, 4, 4);
  const char uplo = 'U', transpose = 'T', conjugate = 'C';
  const std::complex<double> one(1);
  const double real_one = 1;
  Routines<std::complex<double>>::syrk(&uplo, &conjugate, &a.m, &a.n, &one, a.data.data(), &a.i, &a.j,
                                       a.desc.data(), &one, c.data.data(), &c.i, &c.j, c.desc.data());
  BOOST_TEST(last_info() == -2, on_rank());
  HermitianRoutines<std::complex<double>>::herk(&uplo, &transpose, &a.m, &a.n, &real_one, a.data.data(), &a.i,
                                                &a.j, a.desc.data(), &real_one, c.data.data(), &c.i, &c.j,
                                                c.desc.data());
  BOOST_TEST(last_info() == -2, on_rank());
  Routines<std::complex<double>>::syr2k(&uplo, &conjugate, &a.m, &a.n, &one, a.data.data(), &a.i, &a.j,
                                        a.desc.data(), a.data.data(), &a.i, &a.j, a.desc.data(), &one,
                                        c.data.data(), &c.i, &c.j, c.desc.data());
  BOOST_TEST(last_info() == -2, on_rank());
  HermitianRoutines<std::complex<double>>::her2k(
      &uplo, &transpose, &a.m, &a.n, &one, a.data.data(), &a.i, &a.j, a.desc.data(), a.data.data(), &a.i,
      &a.j, a.desc.data(), &real_one, c.data.data(), &c.i, &c.j, c.desc.data());
  BOOST_TEST(last_info() == -2, on_rank());
}

BOOST_AUTO_TEST_CASE(a_process_outside_the_grid_does_nothing) {
  const int everyone = TestGrids::grids().front()->context();
  const int context = make_context(plan::uniform_plan(1, 1)); // < 0 on all but one process
  for (const Routine& routine : routines) {
    Call call(context >= 0 ? context : everyone);
    if (context < 0)
      call.a.desc[1] = call.b.desc[1] = call.c.desc[1] = context;
    routine.run(call);
    const auto operand = std::ranges::find_if(
        routine.arguments, [](const Argument& x) { return x.kind == 'A' || x.kind == 'C'; });
    BOOST_TEST(last_info() == (context >= 0 ? 0 : -100 * (operand->position + 3) - 2), on_rank()
                                                                                           << routine.name);
    BOOST_TEST((context >= 0 || call.untouched()), on_rank() << routine.name);
  }
  if (context >= 0)
    Cblacs_gridexit(context);
}

} // namespace
