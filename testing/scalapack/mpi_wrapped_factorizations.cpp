// Factorizations, inverses, condition numbers, refinement, expert drivers, norms and copies by ScaLAPACK's routines on
// uneven operands.
// ranks: 1 2 4
#include "testing/support/against_scalapack.hpp"

#include <limits>
#include <mpi.h>
#include <type_traits>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using namespace hetgrid::testing::scalapack;

/// 'T' or, for complex types, 'C': the transposes that PxORMyy and PxUNMyy know.
template <typename T>
constexpr char adjoint = is_complex<T> ? 'C' : 'T';

/// One of the four ways to split off an orthogonal factor: where TAU lies and which routines use it.
struct OrthogonalFactorization {
  const Routine &factor, &generate, &multiply;
  bool tau_by_rows, tau_at_the_end, wide;
};

template <typename T>
void check_orthogonal_factorization(Random& random, const OrthogonalFactorization& kind) {
  // Q is made from all reflectors of a tall (QR, QL) or wide (LQ, RQ) matrix.
  const int k = uniform_int(random, 1, 15), length = k + uniform_int(random, 0, 10),
            columns = uniform_int(random, 1, 12);
  const int m = kind.wide ? k : length, n = kind.wide ? length : k;
  const bool left = uniform_int(random, 0, 1) == 0;
  const char side = left ? 'L' : 'R', trans = any_of(random, 'N', adjoint<T>);
  const int cm = left ? length : columns, cn = left ? columns : length;
  const auto a0 = any_matrix<T>(random, m, n), c0 = any_matrix<T>(random, cm, cn);
  compare_with_scalapack(random, [&](Run& run) {
    auto &a = run.matrix(a0), &c = run.mixed_matrix(c0);
    T* tau = kind.tau_by_rows ? run.rows_of<T>(a, 0, k) : run.columns_of<T>(a, 0, k);
    run.call<T>(kind.factor, m, n, a, tau, Workspace<T>(), run.info());
    run.call<T>(kind.multiply, side, trans, cm, cn, k, a, tau, c, Workspace<T>(), run.info());
    run.call<T>(kind.generate, m, n, k, a, tau, Workspace<T>(), run.info());
  });
  // The other shape: fewer reflectors than rows (columns), TAU at the end for QL and RQ.
  const auto b0 = any_matrix<T>(random, n, m);
  compare_with_scalapack(random, [&](Run& run) {
    auto& b = run.matrix(b0);
    const int offset = kind.tau_at_the_end ? length - k : 0;
    T* tau = kind.tau_by_rows ? run.rows_of<T>(b, offset, k) : run.columns_of<T>(b, offset, k);
    run.call<T>(kind.factor, n, m, b, tau, Workspace<T>(), run.info());
  });
}

BOOST_AUTO_TEST_CASE(orthogonal_factorizations) {
  Random random(101'000);
  for_each_type([&]<typename T>() {
    check_orthogonal_factorization<T>(random, {geqrf, orgqr, ormqr, false, false, false});
    check_orthogonal_factorization<T>(random, {geqlf, orgql, ormql, false, true, false});
    check_orthogonal_factorization<T>(random, {gelqf, orglq, ormlq, true, false, true});
    check_orthogonal_factorization<T>(random, {gerqf, orgrq, ormrq, true, true, true});
  });
}

BOOST_AUTO_TEST_CASE(pivoted_and_trapezoidal_factorizations) {
  Random random(102'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 20), n = uniform_int(random, 1, 20), k = std::min(m, n);
    const auto a0 = any_matrix<T>(random, m, n);
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.matrix(a0);
      int* ipiv = run.columns_of<int>(a, 0, n, {}, true);
      T* tau = run.columns_of<T>(a, 0, k);
      if constexpr (is_complex<T>)
        run.call<T>(geqpf, m, n, a, ipiv, tau, Workspace<T>(), Workspace<Real<T>>(), run.info());
      else
        run.call<T>(geqpf, m, n, a, ipiv, tau, Workspace<T>(), run.info());
    });
    const int rows = uniform_int(random, 1, 12), columns = rows + uniform_int(random, 1, 9);
    auto upper = any_matrix<T>(random, rows, columns);
    for (int j = 0; j < rows; ++j)
      for (int i = j + 1; i < rows; ++i)
        upper(i, j) = T(0);
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.matrix(upper);
      // ScaLAPACK's own PDORMRZ overruns its workspace for such sizes: not used here.
      run.call<T>(tzrzf, rows, columns, a, run.rows_of<T>(a, 0, rows), Workspace<T>(), run.info());
    });
  });
}

BOOST_AUTO_TEST_CASE(generalized_factorizations) {
  Random random(103'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 15), m = uniform_int(random, 1, 15), p = uniform_int(random, 1, 15);
    const auto a0 = any_matrix<T>(random, n, m), b0 = any_matrix<T>(random, n, p),
               c0 = any_matrix<T>(random, p, m);
    compare_with_scalapack(
        random,
        [&](Run& run) {
          auto &a = run.matrix(a0), &b = run.matrix(b0);
          const int kb = std::min(n, p);
          T *taua = run.columns_of<T>(a, 0, std::min(n, m)), *taub = run.rows_of<T>(b, n - kb, kb);
          run.call<T>(ggqrf, n, m, p, a, taua, b, taub, Workspace<T>(), run.info());
        },
        1e4);
    compare_with_scalapack(
        random,
        [&](Run& run) {
          auto &a = run.matrix(a0), &b = run.matrix(c0);
          const int ka = std::min(n, m);
          T *taua = run.rows_of<T>(a, n - ka, ka), *taub = run.columns_of<T>(b, 0, std::min(p, m));
          run.call<T>(ggrqf, n, p, m, a, taua, b, taub, Workspace<T>(), run.info());
        },
        1e4);
  });
}

/// ScaLAPACK's own PDGERFS and PDPORFS let PDLACON decide by what each process has of a vector, where one column of processes
/// alone knows it, or memory that nobody has written: some may go another way, and the program does not end.
bool refinement_ends() {
  return mpi_size() == 1;
}

/// FERR and BERR of nrhs solutions: bounds that depend on rounding, but must be where they belong. ScaLAPACK's own FERR
/// in single precision is sometimes no number: not compared.
template <typename T>
std::pair<Real<T>*, Real<T>*> error_bounds(Run& run, const MatrixOperand<T>& b, int nrhs) {
  Real<T>* ferr = run.columns_of<Real<T>>(b, 0, nrhs);
  run.last_result_within(std::is_same_v<Real<T>, float> ? std::numeric_limits<double>::infinity() : 3);
  Real<T>* berr = run.columns_of<Real<T>>(b, 0, nrhs);
  run.last_result_within(100);
  return {ferr, berr};
}

template <typename T>
Real<T>* condition(Run& run) {
  Real<T>* rcond = run.everywhere<Real<T>>(1, -1);
  run.last_result_within(0.5); // an estimate
  return rcond;
}

BOOST_AUTO_TEST_CASE(general_systems) {
  Random random(104'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 20), nrhs = uniform_int(random, 1, 5);
    const auto a0 = dominant_matrix<T>(random, n), b0 = any_matrix<T>(random, n, nrhs);
    const char trans = any_of(random, 'N', 'T', 'C');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &lu = run.matrix(a0), &b = run.mixed_matrix(b0), &x = run.mixed_matrix(b0);
      int* ipiv = run.rows_of<int>(lu, 0, n, {}, true);
      run.call<T>(getrf, n, n, lu, ipiv, run.info());
      run.call<T>(getrs, trans, n, nrhs, lu, ipiv, x, run.info());
      if (refinement_ends()) {
        const auto [ferr, berr] = error_bounds(run, b, nrhs);
        run.call<T>(gerfs, trans, n, nrhs, a, lu, ipiv, b, x, ferr, berr, Workspace<T>(),
                    SecondWorkspace<T>(), run.info());
      }
      run.call<T>(gecon, '1', n, lu, static_cast<Real<T>>(one_norm(a0)), condition<T>(run), Workspace<T>(),
                  SecondWorkspace<T>(), run.info());
      run.call<T>(getri, n, lu, ipiv, Workspace<T>(), Workspace<int>(), run.info());
    });
  });
}

BOOST_AUTO_TEST_CASE(positive_definite_systems) {
  Random random(105'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 20), nrhs = uniform_int(random, 1, 5);
    const auto a0 = positive_definite_matrix<T>(n, uniform_int(random, 0, 99)),
               b0 = any_matrix<T>(random, n, nrhs);
    const char uplo = any_of(random, 'U', 'L');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &factor = run.matrix(a0), &b = run.mixed_matrix(b0),
           &x = run.mixed_matrix(b0);
      run.call<T>(potrf, uplo, n, factor, run.info());
      run.call<T>(potrs, uplo, n, nrhs, factor, x, run.info());
      if (refinement_ends()) {
        const auto [ferr, berr] = error_bounds(run, b, nrhs);
        run.call<T>(porfs, uplo, n, nrhs, a, factor, b, x, ferr, berr, Workspace<T>(), SecondWorkspace<T>(),
                    run.info());
      }
      run.call<T>(pocon, uplo, n, factor, static_cast<Real<T>>(one_norm(a0)), condition<T>(run),
                  Workspace<T>(), SecondWorkspace<T>(), run.info());
      run.call<T>(potri, uplo, n, factor, run.info());
      run.call<T>(lauum, uplo, n, a);
    });
  });
}

BOOST_AUTO_TEST_CASE(triangular_systems) {
  Random random(106'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 20), nrhs = uniform_int(random, 1, 5);
    const auto a0 = dominant_matrix<T>(random, n), b0 = any_matrix<T>(random, n, nrhs);
    const char uplo = any_of(random, 'U', 'L'), trans = any_of(random, 'N', 'T', 'C'),
               diag = any_of(random, 'N', 'U');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &b = run.mixed_matrix(b0);
      run.call<T>(trtrs, uplo, trans, diag, n, nrhs, a, b, run.info());
      run.call<T>(trcon, any_of(random, 'I'), uplo, diag, n, a, condition<T>(run), Workspace<T>(),
                  SecondWorkspace<T>(), run.info());
      run.call<T>(trtri, uplo, diag, n, a, run.info());
    });
  });
}

// INFO is the zero of the diagonal, and the matrix stays as it was. Of several ScaLAPACK may name another than the first.
BOOST_AUTO_TEST_CASE(singular_triangles) {
  Random random(107'500);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 1, 20), k = uniform_int(random, 0, n - 1);
    auto a0 = dominant_matrix<T>(random, n);
    a0(k, k) = T(0);
    const char uplo = any_of(random, 'U', 'L');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &factor = run.matrix(a0);
      run.call<T>(trtri, uplo, 'N', n, a, run.info());
      run.call<T>(potri, uplo, n, factor, run.info());
    });
  });
}

/// FERR or BERR that nobody compares: the drivers of ScaLAPACK itself compute them from what was not set.
template <typename T>
Real<T>* unreliable(Run& run, int nrhs) {
  return run.scratch<Real<T>>(nrhs + 9);
}

template <typename T>
void check_gesvx(Random& random, char trans) {
  const int n = uniform_int(random, 2, 15), nrhs = 1;
  auto a0 = dominant_matrix<T>(random, n);
  grade(a0, 1e-2);
  const auto b0 = any_matrix<T>(random, n, nrhs);
  compare_with_scalapack(
      random,
      [&](Run& run) {
        auto &a = run.matrix(a0), &af = run.matrix(SerialMatrix<T>(n, n)), &b = run.matrix(b0),
             &d = run.matrix(b0), &x = run.mixed_matrix(SerialMatrix<T>(n, nrhs)),
             &y = run.mixed_matrix(SerialMatrix<T>(n, nrhs));
        int* ipiv = run.rows_of<int>(a, 0, n, {}, true);
        char* equed = run.everywhere<char>(1, 'N');
        // Not set where nothing is equilibrated, then the same values as before.
        Real<T>*r = run.rows_of<Real<T>>(a, 0, n), *c = run.columns_of<Real<T>>(a, 0, n);
        run.call<T>(gesvx, 'E', trans, n, nrhs, a, af, ipiv, equed, r, c, b, x, condition<T>(run),
                    unreliable<T>(run, nrhs), unreliable<T>(run, nrhs), Workspace<T>(), SecondWorkspace<T>(),
                    run.info());
        run.call<T>(gesvx, 'F', trans, n, nrhs, a, af, ipiv, equed, r, c, d, y, condition<T>(run),
                    unreliable<T>(run, nrhs), unreliable<T>(run, nrhs), Workspace<T>(), SecondWorkspace<T>(),
                    run.info());
      },
      1e4);
}

template <typename T>
void check_posvx(Random& random, char uplo) {
  const int n = uniform_int(random, 2, 15), nrhs = 1;
  const auto a0 = positive_definite_matrix<T>(n, uniform_int(random, 0, 99)),
             b0 = any_matrix<T>(random, n, nrhs);
  compare_with_scalapack(
      random,
      [&](Run& run) {
        auto &a = run.matrix(a0), &af = run.matrix(SerialMatrix<T>(n, n)), &b = run.matrix(b0),
             &x = run.mixed_matrix(SerialMatrix<T>(n, nrhs));
        char* equed = run.everywhere<char>(1, 'N');
        Real<T>*sr = run.rows_of<Real<T>>(a, 0, n), *sc = run.columns_of<Real<T>>(a, 0, n);
        run.call<T>(posvx, 'E', uplo, n, nrhs, a, af, equed, sr, sc, b, x, condition<T>(run),
                    unreliable<T>(run, nrhs), unreliable<T>(run, nrhs), Workspace<T>(), SecondWorkspace<T>(),
                    run.info());
      },
      1e4);
}

BOOST_AUTO_TEST_CASE(expert_drivers) {
  // ScaLAPACK's own expert drivers do not end on several process rows either.
  if (mpi_size() > 1)
    return;
  Random random(107'000);
  for_each_type([&]<typename T>() {
    check_gesvx<T>(random, any_of(random, 'N', 'T'));
    check_posvx<T>(random, any_of(random, 'U', 'L'));
  });
}

BOOST_AUTO_TEST_CASE(equilibration) {
  Random random(108'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 20), n = uniform_int(random, 1, 20);
    auto a0 = any_matrix<T>(random, m, n), s0 = positive_definite_matrix<T>(n, uniform_int(random, 0, 99));
    grade(a0, 1e-3);
    grade(s0, 1e-1);
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &s = run.matrix(s0);
      Real<T>*r = run.rows_of<Real<T>>(a, 0, m), *c = run.columns_of<Real<T>>(a, 0, n),
      *rowcnd = run.everywhere<Real<T>>(1), *colcnd = run.scratch<Real<T>>(1),
      *amax = run.everywhere<Real<T>>(1);
      // COLCND of ScaLAPACK's own PDGEEQU is that of a process column.
      run.call<T>(geequ, m, n, a, r, c, rowcnd, colcnd, amax, run.info());
      run.call<T>(laqge, m, n, a, r, c, Real<T>(0.01), Real<T>(0.01), Real<T>(1), run.everywhere<char>(1));
      Real<T>*sr = run.rows_of<Real<T>>(s, 0, n), *sc = run.columns_of<Real<T>>(s, 0, n);
      run.call<T>(poequ, n, s, sr, sc, run.everywhere<Real<T>>(1), run.everywhere<Real<T>>(1), run.info());
    });
  });
}

BOOST_AUTO_TEST_CASE(norms) {
  Random random(109'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 30), n = uniform_int(random, 1, 30);
    const auto a0 = any_matrix<T>(random, m, n), s0 = hermitian_matrix<T>(random, n);
    const char uplo = any_of(random, 'U', 'L'), diag = any_of(random, 'N', 'U');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &s = run.matrix(s0);
      for (const char norm : {'M', '1', 'o', 'I', 'F', 'e'}) {
        Real<T>* work = run.scratch<Real<T>>(4 * (m + n) + 60);
        run.record(run.call<T, Real<T>>(lange, norm, m, n, a, work));
        run.record(run.call<T, Real<T>>(lantr, norm, uplo, diag, m, n, a, work));
        run.record(run.call<T, Real<T>>(lansy, norm, uplo, n, s, work));
        if constexpr (is_complex<T>)
          run.record(run.call<T, Real<T>>(lanhe, norm, uplo, n, s, work));
      }
      if constexpr (!is_complex<T>)
        run.record(run.call<T, T>(latra, n, s));
    });
  });
}

BOOST_AUTO_TEST_CASE(copies_and_scaling) {
  Random random(110'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 30), n = uniform_int(random, 1, 30);
    const auto a0 = any_matrix<T>(random, m, n), b0 = any_matrix<T>(random, m, n);
    const char uplo = any_of(random, 'U', 'L', 'A'), type = any_of(random, 'G', 'U', 'L');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(a0), &b = run.matrix(b0), &c = run.matrix(a0), &d = run.matrix(b0);
      run.call<T>(lacpy, uplo, m, n, a, b);
      run.call<T>(laset, uplo, m, n, T(2), T(3), c);
      run.call<T>(lascl, type, Real<T>(2), Real<T>(3), m, n, a, run.info());
      run.call<T>(matadd, m, n, T(2), a, T(-1), d);
    });
  });
}

BOOST_AUTO_TEST_CASE(one_reflector) {
  Random random(111'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 20), n = uniform_int(random, 1, 20);
    const auto v0 = any_matrix<T>(random, m, 1), c0 = any_matrix<T>(random, m, n);
    compare_with_scalapack(random, [&](Run& run) {
      auto &v = run.matrix(v0), &c = run.mixed_matrix(c0);
      const T* tau = run.columns_of<T>(v, 0, 1, {T(Real<T>(0.75))});
      run.call<T>(larf, 'L', m, n, run.column_of(v, 0), tau, c, run.scratch<T>(200));
    });
  });
}

BOOST_AUTO_TEST_CASE(single_elements) {
  Random random(112'000);
  for_each_type([&]<typename T>() {
    const int m = uniform_int(random, 1, 20), n = uniform_int(random, 1, 20);
    const auto a0 = any_matrix<T>(random, m, n);
    compare_with_scalapack(random, [&](Run& run) {
      auto& a = run.matrix(a0);
      T value(-5);
      run.call<T>(elget, 'A', ' ', &value, a);
      run.record(value);
      run.call<T>(elset, a, T(11));
    });
  });
}

} // namespace
