// Small problems with known results, as a program that uses ScaLAPACK would state them: called under ScaLAPACK's own
// names on block-cyclic matrices, and through hg_ on uneven ones.
#pragma once

#include "testing/robustness/small_matrix.hpp"
#include "testing/support/larger.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

extern "C" {
void HG_FC_GLOBAL(pdgemm, PDGEMM)(const char* transa, const char* transb, const int* m, const int* n,
                                  const int* k, const double* alpha, const double* a, const int* ia,
                                  const int* ja, const int* desca, const double* b, const int* ib,
                                  const int* jb, const int* descb, const double* beta, double* c,
                                  const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL(pdgesv, PDGESV)(const int* n, const int* nrhs, double* a, const int* ia, const int* ja,
                                  const int* desca, int* ipiv, double* b, const int* ib, const int* jb,
                                  const int* descb, int* info);
void HG_FC_GLOBAL(pdgeqrf, PDGEQRF)(const int* m, const int* n, double* a, const int* ia, const int* ja,
                                    const int* desca, double* tau, double* work, const int* lwork, int* info);
}

namespace hetgrid::testing {

/// Diagonally dominant, so that no pivoting hides an error: a(i, i) = n.
inline double matrix_element(int i, int j, int n) {
  return i == j ? n : ((3 * i + 5 * j) % 7) / 7.0 - 0.4;
}

/// x(k) of every right-hand side.
inline double solution_element(int i, int k) {
  return 1 + (i + 2 * k) % 5;
}

/// Solves A X = B of order n with nrhs right-hand sides by PDGESV. Collective over the context.
/// \return the greatest error of X on this process; infinity if INFO is not 0
inline double solve(Interface interface, int context, int n, int nrhs, int nb) {
  SmallMatrix a(interface, context, n, n, nb), b(interface, context, n, nrhs, nb);
  a.each([&](int i, int j, double& x) { x = matrix_element(i, j, n); });
  b.each([&](int i, int k, double& x) {
    x = 0;
    for (int j = 0; j < n; ++j)
      x += matrix_element(i, j, n) * solution_element(j, k);
  });
  std::vector<int> ipiv(static_cast<std::size_t>(a.rows + nb));
  int info = -1;
  const auto gesv =
      interface == Interface::scalapack ? HG_FC_GLOBAL(pdgesv, PDGESV) : HG_FC_GLOBAL_(hg_pdgesv, HG_PDGESV);
  gesv(&n, &nrhs, a.local.data(), &one, &one, a.desc, ipiv.data(), b.local.data(), &one, &one, b.desc, &info);
  double error = info == 0 ? 0 : std::numeric_limits<double>::infinity();
  b.each([&](int i, int k, double& x) { error = larger(error, std::abs(x - solution_element(i, k))); });
  return error;
}

/// A = Q R of order n by PDGEQRF. Collective over the context, of one row: columns of A and R have the same lengths.
/// \return the greatest difference of lengths on this process; infinity if INFO is not 0
inline double factor_qr(Interface interface, int context, int n, int nb) {
  SmallMatrix a(interface, context, n, n, nb);
  a.each([&](int i, int j, double& x) { x = matrix_element(i, j, n); });
  std::vector<double> tau(static_cast<std::size_t>(a.columns + nb)), work(1);
  const auto geqrf = interface == Interface::scalapack ? HG_FC_GLOBAL(pdgeqrf, PDGEQRF)
                                                       : HG_FC_GLOBAL_(hg_pdgeqrf, HG_PDGEQRF);
  int info = -1, lwork = -1;
  geqrf(&n, &n, a.local.data(), &one, &one, a.desc, tau.data(), work.data(), &lwork, &info);
  lwork = static_cast<int>(work[0]);
  work.resize(static_cast<std::size_t>(std::max(1, lwork)));
  geqrf(&n, &n, a.local.data(), &one, &one, a.desc, tau.data(), work.data(), &lwork, &info);

  double error = info == 0 ? 0 : std::numeric_limits<double>::infinity(), expected = 0, length = 0;
  a.each([&](int i, int j, double& x) {
    if (i == 0)
      expected = length = 0;
    expected = std::hypot(expected, matrix_element(i, j, n));
    length = i <= j ? std::hypot(length, x) : length;
    if (i == n - 1)
      error = larger(error, std::abs(length - expected));
  });
  return error;
}

/// Multiplies A B of order n, whole numbers, by PDGEMM. Collective over the context.
/// \return the greatest error of the product on this process
inline double multiply(Interface interface, int context, int n, int nb) {
  const auto a_ik = [](int i, int k) { return (2 * i + k) % 5 - 2.0; };
  const auto b_kj = [](int k, int j) { return (k + 3 * j) % 4 - 1.0; };
  SmallMatrix a(interface, context, n, n, nb), b(interface, context, n, n, nb),
      c(interface, context, n, n, nb);
  a.each([&](int i, int k, double& x) { x = a_ik(i, k); });
  b.each([&](int k, int j, double& x) { x = b_kj(k, j); });
  const double alpha = 1, beta = 0;
  const auto gemm =
      interface == Interface::scalapack ? HG_FC_GLOBAL(pdgemm, PDGEMM) : HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM);
  gemm("N", "N", &n, &n, &n, &alpha, a.local.data(), &one, &one, a.desc, b.local.data(), &one, &one, b.desc,
       &beta, c.local.data(), &one, &one, c.desc);
  double error = 0;
  c.each([&](int i, int j, double& x) {
    double expected = 0;
    for (int k = 0; k < n; ++k)
      expected += a_ik(i, k) * b_kj(k, j);
    error = larger(error, std::abs(x - expected));
  });
  return error;
}

/// INFO of a small product on a context. Collective over it.
inline int multiply_on(int context) {
  const int n = 20, nb = 4;
  SmallMatrix a(Interface::scalapack, context, n, n, nb), c(a);
  const double alpha = 1, beta = 0;
  HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)
  ("N", "N", &n, &n, &n, &alpha, a.local.data(), &one, &one, a.desc, a.local.data(), &one, &one, a.desc,
   &beta, c.local.data(), &one, &one, c.desc);
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

/// INFO of a small LU factorization on a context. Collective over it.
inline int factor_on(int context) {
  const int n = 20, nb = 4;
  SmallMatrix a(Interface::scalapack, context, n, n, nb);
  a.each([](int i, int j, double& x) { x = matrix_element(i, j, n); });
  std::vector<int> ipiv(static_cast<std::size_t>(a.rows + nb));
  int info = 0;
  HG_FC_GLOBAL_(hg_pdgetrf, HG_PDGETRF)(&n, &n, a.local.data(), &one, &one, a.desc, ipiv.data(), &info);
  return info;
}

} // namespace hetgrid::testing
