// Eigenvalues and eigenvectors by ScaLAPACK's routines on uneven operands.
// ranks: 1 2 4
#include "testing/support/against_scalapack.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using namespace hetgrid::testing::scalapack;
using kernel::Transpose;

/// |A Z - B Z W| / (|A| n eps) and, if B = I, |I - Z^H Z| / (n eps). Collective.
template <typename T>
void check_eigenvectors(const SerialMatrix<T>& a, const SerialMatrix<T>& b, const Real<T>* w, int m,
                        const MatrixOperand<T>& z, bool orthonormal = true) {
  const SerialMatrix<T> vectors = first_columns(z.matrix.gather(), m);
  auto residual = product(Transpose::no, a, Transpose::no, vectors);
  auto scaled_vectors = product(Transpose::no, b, Transpose::no, vectors);
  for (int j = 0; j < m; ++j)
    for (Index i = 0; i < a.n; ++i)
      residual(i, j) -= w[j] * scaled_vectors(i, j);
  BOOST_TEST(scaled<T>(one_norm(residual), one_norm(a), a.n) <= residual_threshold);
  if (orthonormal)
    BOOST_TEST(orthogonality_residual(vectors) <= residual_threshold);
}

BOOST_AUTO_TEST_CASE(syev_and_syevd) {
  Random random(81'000);
  for_each_type([&]<typename T>() {
    for (const int n : {uniform_int(random, 8, 30), 2}) {
      const auto s = hermitian_matrix<T>(random, n);
      const char uplo = any_of(random, 'U', 'L', 'u', 'l');
      const bool divide = n > 6; // PDSYEVD of ScaLAPACK itself needs more than one block
      compare_with_scalapack(random, [&](Run& run) {
        auto &a = run.matrix(s), &z = run.mixed_matrix(SerialMatrix<T>(n, n));
        auto &b = run.matrix(s), &y = run.mixed_matrix(SerialMatrix<T>(n, n)), &c = run.matrix(s);
        for (auto* operand : {&a, &b, &c, &y, &z})
          run.ignore(*operand);
        Real<T>*w = run.everywhere<Real<T>>(n), *v = run.everywhere<Real<T>>(n),
        *u = run.everywhere<Real<T>>(n);
        if constexpr (is_complex<T>) {
          run.call<T>(syev, 'V', uplo, n, a, w, z, Workspace<T>(), Workspace<Real<T>>(), run.info());
          run.call<T>(syev, 'N', uplo, n, c, u, z, Workspace<T>(), Workspace<Real<T>>(), run.info());
        } else {
          run.call<T>(syev, 'v', uplo, n, a, w, z, Workspace<T>(), run.info());
          run.call<T>(syev, 'N', uplo, n, c, u, z, Workspace<T>(), run.info());
        }
        check_eigenvectors(s, identity<T>(n), w, n, z);
        if (!divide)
          return;
        if constexpr (is_complex<T>)
          run.call<T>(syevd, 'V', uplo, n, b, v, y, Workspace<T>(), Workspace<Real<T>>(), Workspace<int>(),
                      run.info());
        else
          run.call<T>(syevd, 'V', uplo, n, b, v, y, Workspace<T>(), Workspace<int>(), run.info());
        check_eigenvectors(s, identity<T>(n), v, n, y);
      });
    }
  });
}

/// What a routine does not reference, another number on each process.
int unreferenced() {
  return 1000 * mpi_rank() - 1;
}

/// Some or all eigenpairs: RANGE, VL, VU, IL, IU.
template <typename T>
struct Selection {
  char range;
  Real<T> vl, vu;
  int il, iu;

  Selection(Random& random, int n)
      : range(any_of(random, 'A', 'V', 'I')), vl(Real<T>(-1.1)), vu(Real<T>(2.3)),
        il(uniform_int(random, 1, n)), iu(uniform_int(random, il, n)) {
    if (range != 'I')
      il = iu = unreferenced();
  }
};

/// The eigenvalues found: only the first M are set.
template <typename T>
void record_eigenvalues(Run& run, const Real<T>* w, int m) {
  for (int k = 0; k < m; ++k) {
    run.record(w[k]);
    run.last_result_within(1e4 * static_cast<double>(std::numeric_limits<Real<T>>::epsilon()) /
                           std::min(1.0, static_cast<double>(std::abs(w[k])) + 1e-3));
  }
}

BOOST_AUTO_TEST_CASE(syevx_and_syevr) {
  Random random(82'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 8, 25);
    const auto s = hermitian_matrix<T>(random, n);
    const char uplo = any_of(random, 'U', 'L');
    const Selection<T> wanted(random, n);
    const auto& [range, vl, vu, il, iu] = wanted;
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(s), &z = run.mixed_matrix(SerialMatrix<T>(n, n)), &b = run.matrix(s),
           &y = run.mixed_matrix(SerialMatrix<T>(n, n));
      for (auto* operand : {&a, &b, &y, &z})
        run.ignore(*operand);
      const int places = run.grid().p() * run.grid().q();
      int *m = run.everywhere<int>(1), *nz = run.everywhere<int>(1), *ifail = run.everywhere<int>(n),
          *iclustr = run.scratch<int>(2 * places + 2);
      auto *w = run.scratch<Real<T>>(n), *v = run.scratch<Real<T>>(n), *gap = run.scratch<Real<T>>(places);
      const Real<T> abstol = 0, orfac = -1;
      if constexpr (is_complex<T>)
        run.call<T>(syevx, 'V', range, uplo, n, a, vl, vu, il, iu, abstol, m, nz, w, orfac, z, Workspace<T>(),
                    Workspace<Real<T>>(), Workspace<int>(), ifail, iclustr, gap, run.info());
      else
        run.call<T>(syevx, 'V', range, uplo, n, a, vl, vu, il, iu, abstol, m, nz, w, orfac, z, Workspace<T>(),
                    Workspace<int>(), ifail, iclustr, gap, run.info());
      record_eigenvalues<T>(run, w, *m);
      check_eigenvectors(s, identity<T>(n), w, *nz, z);
      int *mr = run.everywhere<int>(1), *nzr = run.everywhere<int>(1);
      if constexpr (is_complex<T>)
        run.call<T>(syevr, 'V', range, uplo, n, b, vl, vu, il, iu, mr, nzr, v, y, Workspace<T>(),
                    Workspace<Real<T>>(), Workspace<int>(), run.info());
      else
        run.call<T>(syevr, 'V', range, uplo, n, b, vl, vu, il, iu, mr, nzr, v, y, Workspace<T>(),
                    Workspace<int>(), run.info());
      record_eigenvalues<T>(run, v, *mr);
      check_eigenvectors(s, identity<T>(n), v, *nzr, y);
    });
  });
}

BOOST_AUTO_TEST_CASE(generalized_problem) {
  Random random(83'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 8, 25);
    const auto s = hermitian_matrix<T>(random, n),
               metric = positive_definite_matrix<T>(n, uniform_int(random, 0, 99));
    const char uplo = any_of(random, 'U', 'L');
    compare_with_scalapack(random, [&](Run& run) {
      auto &a = run.matrix(s), &b = run.matrix(metric), &z = run.mixed_matrix(SerialMatrix<T>(n, n)),
           &c = run.matrix(s), &d = run.matrix(metric);
      for (auto* operand : {&a, &b, &z})
        run.ignore(*operand);
      const int places = run.grid().p() * run.grid().q();
      int *m = run.everywhere<int>(1), *nz = run.everywhere<int>(1), *ifail = run.scratch<int>(n),
          *iclustr = run.scratch<int>(2 * places + 2);
      auto *w = run.everywhere<Real<T>>(n), *gap = run.scratch<Real<T>>(places),
           *scale = run.everywhere<Real<T>>(1);
      const Real<T> none = 0, abstol = 0, orfac = -1;
      if constexpr (is_complex<T>)
        run.call<T>(sygvx, 1, 'V', 'A', uplo, n, a, b, none, none, unreferenced(), unreferenced(), abstol, m,
                    nz, w, orfac, z, Workspace<T>(), Workspace<Real<T>>(), Workspace<int>(), ifail, iclustr,
                    gap, run.info());
      else
        run.call<T>(sygvx, 1, 'V', 'A', uplo, n, a, b, none, none, unreferenced(), unreferenced(), abstol, m,
                    nz, w, orfac, z, Workspace<T>(), Workspace<int>(), ifail, iclustr, gap, run.info());
      check_eigenvectors(s, metric, w, *nz, z, false);
      // The reduction to the standard problem alone.
      run.call<T>(potrf, uplo, n, d, run.info());
      run.call<T>(sygst, 1, uplo, n, c, d, scale, run.info());
    });
  });
}

BOOST_AUTO_TEST_CASE(reduction_to_tridiagonal_form) {
  Random random(84'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 2, 25), columns = uniform_int(random, 1, 12);
    const auto s = hermitian_matrix<T>(random, n), c0 = any_matrix<T>(random, n, columns);
    const char uplo = any_of(random, 'U', 'L'), trans = any_of(random, 'N', is_complex<T> ? 'C' : 'T');
    compare_with_scalapack(
        random,
        [&](Run& run) {
          auto &a = run.matrix(s), &c = run.mixed_matrix(c0);
          const int first = uplo == 'U' ? 1 : 0; // E(i) and TAU(i) are in column i + 1 if UPLO = 'U'
          auto* d = run.columns_of<Real<T>>(a, 0, n);
          auto* e = run.columns_of<Real<T>>(a, first, n - 1);
          auto* tau = run.columns_of<T>(a, first, n - 1);
          run.call<T>(sytrd, uplo, n, a, d, e, tau, Workspace<T>(), run.info());
          run.call<T>(ormtr, 'L', uplo, trans, n, columns, a, tau, c, Workspace<T>(), run.info());
        },
        1e5);
  });
}

BOOST_AUTO_TEST_CASE(tridiagonal_divide_and_conquer) {
  Random random(85'000);
  for_each_type([&]<typename T>() {
    if constexpr (!is_complex<T>) {
      const int n = uniform_int(random, 14, 30);
      const auto diagonal = any_matrix<T>(random, n, 1), off_diagonal = any_matrix<T>(random, n, 1);
      SerialMatrix<T> tridiagonal(n, n);
      for (int i = 0; i < n; ++i) {
        tridiagonal(i, i) = diagonal(i, 0);
        if (i > 0)
          tridiagonal(i, i - 1) = tridiagonal(i - 1, i) = off_diagonal(i - 1, 0);
      }
      compare_with_scalapack(random, [&](Run& run) {
        auto& q = run.matrix(SerialMatrix<T>(n, n));
        run.ignore(q);
        T *d = run.everywhere<T>(n), *e = run.scratch<T>(n);
        std::ranges::copy(diagonal.data, d);
        std::ranges::copy(off_diagonal.data, e);
        run.call<T>(stedc, 'I', n, d, e, q, Workspace<T>(), Workspace<int>(), run.info());
        check_eigenvectors(tridiagonal, identity<T>(n), d, n, q);
      });
    }
  });
}

BOOST_AUTO_TEST_CASE(reduction_to_hessenberg_form) {
  Random random(86'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 3, 25), columns = uniform_int(random, 1, 12);
    const int ilo = uniform_int(random, 1, 2), ihi = n - uniform_int(random, 0, 1);
    const auto a0 = any_matrix<T>(random, n, n), c0 = any_matrix<T>(random, n, columns);
    const char trans = any_of(random, 'N', is_complex<T> ? 'C' : 'T');
    compare_with_scalapack(
        random,
        [&](Run& run) {
          auto &a = run.matrix(a0), &c = run.mixed_matrix(c0);
          auto* tau = run.columns_of<T>(a, 0, n - 1);
          run.call<T>(gehrd, n, ilo, ihi, a, tau, Workspace<T>(), run.info());
          run.call<T>(ormhr, 'L', trans, n, columns, ilo, ihi, a, tau, c, Workspace<T>(), run.info());
        },
        1e5);
  });
}

/// |H - Z T Z^H| / (|H| n eps) and |I - Z^H Z| / (n eps), T Schur's form in `t`. Collective.
template <typename T>
void check_schur(const SerialMatrix<T>& hessenberg, const WholeMatrix<T>& t, const WholeMatrix<T>& z) {
  const SerialMatrix<T> vectors = z.operand->matrix.gather();
  auto residual = hessenberg;
  add_product(T(-1), Transpose::no,
              product(Transpose::no, vectors, Transpose::no, t.operand->matrix.gather()),
              Transpose::conjugate, vectors, residual);
  BOOST_TEST(scaled<T>(one_norm(residual), one_norm(hessenberg), hessenberg.n) <= residual_threshold);
  BOOST_TEST(orthogonality_residual(vectors) <= residual_threshold);
}

template <typename T>
T trace(const SerialMatrix<T>& a) {
  T sum(0);
  for (Index k = 0; k < a.n; ++k)
    sum += a(k, k);
  return sum;
}

BOOST_AUTO_TEST_CASE(schur_form) {
  Random random(87'000);
  for_each_type([&]<typename T>() {
    const int n = uniform_int(random, 14, 25);
    auto hessenberg = any_matrix<T>(random, n, n);
    for (int j = 0; j < n; ++j)
      for (int i = j + 2; i < n; ++i)
        hessenberg(i, j) = T(0);
    compare_with_scalapack(random, [&](Run& run) {
      auto h = run.whole(hessenberg), z = run.whole(identity<T>(n));
      run.ignore(*h.operand), run.ignore(*z.operand);
      if constexpr (is_complex<T>) {
        T* w = run.scratch<T>(n);
        run.call<T>(lahqr, 1, 1, n, 1, n, h, w, 1, n, z, Workspace<T>(), run.scratch<int>(9 * n), 9 * n,
                    run.info());
        run.record(std::accumulate(w, w + n, T(0)));
        auto without_vectors = run.whole(hessenberg);
        run.ignore(*without_vectors.operand);
        T* v = run.scratch<T>(n);
        const int iloz = 1 + mpi_rank(); // not referenced
        run.call<T>(lahqr, 1, 0, n, 1, n, without_vectors, v, iloz, n, z, Workspace<T>(),
                    run.scratch<int>(9 * n), 9 * n, run.info());
        run.record(std::accumulate(v, v + n, T(0)));
      } else {
        T *wr = run.scratch<T>(n), *wi = run.scratch<T>(n);
        run.call<T>(hseqr, 'S', 'V', n, 1, n, h, wr, wi, z, Workspace<T>(), Workspace<int>(), run.info());
        if (run.uneven()) { // ScaLAPACK itself returns a wrong WR for blocks that divide n
          const T sum = std::accumulate(wr, wr + n, T(0));
          BOOST_TEST(scaled<T>(std::abs(sum - trace(hessenberg)), one_norm(hessenberg), n) <=
                     residual_threshold);
        }
        run.record(std::accumulate(wi, wi + n, T(0)));
      }
      check_schur(hessenberg, h, z);
    });
  });
}

BOOST_AUTO_TEST_CASE(eigenvectors_of_triangular_matrix) {
  Random random(88'000);
  for_each_type([&]<typename T>() {
    if constexpr (is_complex<T>) {
      const int n = uniform_int(random, 2, 20);
      auto t0 = any_matrix<T>(random, n, n);
      for (int j = 0; j < n; ++j) {
        t0(j, j) += T(static_cast<Real<T>>(3 * j));
        for (int i = j + 1; i < n; ++i)
          t0(i, j) = T(0);
      }
      compare_with_scalapack(random, [&](Run& run) {
        auto t = run.whole(t0), left = run.whole(SerialMatrix<T>(n, n)),
             right = run.whole(SerialMatrix<T>(n, n));
        int* m = run.everywhere<int>(1);
        run.call<T>(trevc, 'R', 'A', run.scratch<int>(n), n, t, left, right, n, m, run.scratch<T>(4 * n + 50),
                    run.scratch<Real<T>>(2 * n + 50), run.info());
      });
    }
  });
}

BOOST_AUTO_TEST_CASE(balancing) {
  Random random(89'000);
  for_each_type([&]<typename T>() {
    // On several processes ScaLAPACK's own PDGEBAL does not end.
    if (!is_complex<T> && mpi_size() == 1) {
      const int n = uniform_int(random, 2, 20);
      auto a0 = any_matrix<T>(random, n, n);
      grade(a0, 1e-3);
      compare_with_scalapack(random, [&](Run& run) {
        auto a = run.whole(a0);
        int *ilo = run.everywhere<int>(1), *ihi = run.everywhere<int>(1);
        run.call<T>(gebal, 'S', n, a, ilo, ihi, run.everywhere<Real<T>>(n), run.info());
      });
    }
  });
}

} // namespace
