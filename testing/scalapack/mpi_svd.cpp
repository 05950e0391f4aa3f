// Singular values by ScaLAPACK's routines on uneven operands.
// ranks: 1 2 4
#include "testing/support/against_scalapack.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using namespace hetgrid::testing::scalapack;
using kernel::Transpose;

template <typename T>
void call_gesvd(Run& run, char jobu, char jobvt, int m, int n, MatrixOperand<T>& a, Real<T>* s,
                MatrixOperand<T>& u, MatrixOperand<T>& vt) {
  if constexpr (is_complex<T>)
    run.call<T>(gesvd, jobu, jobvt, m, n, a, s, u, vt, Workspace<T>(),
                run.scratch<Real<T>>(1 + 4 * std::max(m, n)), run.info());
  else
    run.call<T>(gesvd, jobu, jobvt, m, n, a, s, u, vt, Workspace<T>(), run.info());
}

/// |A - U S V^H| / (|A| max(m, n) eps) and how orthonormal U and V are. Collective.
template <typename T>
void check_singular_vectors(SerialMatrix<T> a, const Real<T>* s, const SerialMatrix<T>& u,
                            const SerialMatrix<T>& vt) {
  const double norm = one_norm(a);
  auto us = u;
  for (Index j = 0; j < us.n; ++j)
    for (Index i = 0; i < us.m; ++i)
      us(i, j) *= s[j];
  add_product(T(-1), Transpose::no, us, Transpose::no, vt, a);
  BOOST_TEST(scaled<T>(one_norm(a), norm, std::max(a.m, a.n)) <= residual_threshold);
  BOOST_TEST(orthogonality_residual(u) <= residual_threshold);
  BOOST_TEST(orthogonality_residual(product(Transpose::conjugate, vt, Transpose::no,
                                            identity<T>(vt.rows()))) <= residual_threshold);
}

BOOST_AUTO_TEST_CASE(singular_values_and_vectors) {
  Random random(91'000);
  for_each_type([&]<typename T>() {
    for (int shape = 0; shape < 2; ++shape) {
      const int small = uniform_int(random, 7, 15), large = uniform_int(random, 15, 28);
      const int m = shape == 0 ? large : small, n = shape == 0 ? small : large;
      const auto a0 = any_matrix<T>(random, m, n);
      compare_with_scalapack(random, [&](Run& run) {
        auto &a = run.matrix(a0), &b = run.matrix(a0), &u = run.mixed_matrix(SerialMatrix<T>(m, small)),
             &vt = run.mixed_matrix(SerialMatrix<T>(small, n));
        for (auto* operand : {&a, &b, &u, &vt})
          run.ignore(*operand);
        Real<T>*s = run.everywhere<Real<T>>(small), *only = run.everywhere<Real<T>>(small);
        call_gesvd(run, 'V', 'V', m, n, a, s, u, vt);
        check_singular_vectors(a0, s, u.matrix.gather(), vt.matrix.gather());
        call_gesvd(run, 'N', 'N', m, n, b, only, u, vt);
      });
    }
  });
}

BOOST_AUTO_TEST_CASE(reduction_to_bidiagonal_form) {
  Random random(92'000);
  for_each_type([&]<typename T>() {
    for (int shape = 0; shape < 2; ++shape) {
      const int small = uniform_int(random, 2, 12), large = uniform_int(random, 12, 24);
      const int m = shape == 0 ? large : small, n = shape == 0 ? small : large;
      const int columns = uniform_int(random, 1, 9);
      const auto a0 = any_matrix<T>(random, m, n), c0 = any_matrix<T>(random, m, columns),
                 d0 = any_matrix<T>(random, columns, n);
      const char trans = any_of(random, 'N', is_complex<T> ? 'C' : 'T');
      compare_with_scalapack(
          random,
          [&](Run& run) {
            auto &a = run.matrix(a0), &c = run.mixed_matrix(c0), &g = run.mixed_matrix(d0);
            auto* d = m >= n ? run.columns_of<Real<T>>(a, 0, n) : run.rows_of<Real<T>>(a, 0, m);
            auto* e = m >= n ? run.rows_of<Real<T>>(a, 0, n - 1) : run.columns_of<Real<T>>(a, 0, m - 1);
            T *tauq = run.columns_of<T>(a, 0, small), *taup = run.rows_of<T>(a, 0, small);
            run.call<T>(gebrd, m, n, a, d, e, tauq, taup, Workspace<T>(), run.info());
            run.call<T>(ormbr, 'Q', 'L', trans, m, columns, n, a, tauq, c, Workspace<T>(), run.info());
            run.call<T>(ormbr, 'P', 'R', trans, columns, n, m, a, taup, g, Workspace<T>(), run.info());
          },
          1e5);
    }
  });
}

} // namespace
