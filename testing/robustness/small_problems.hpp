// Small problems with known results, as a program that uses ScaLAPACK would state them: called under ScaLAPACK's own
// names on block-cyclic matrices, and through hg_ on uneven ones.
#pragma once

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "testing/support/larger.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

extern "C" {
void HG_FC_GLOBAL(descinit, DESCINIT)(int* desc, const int* m, const int* n, const int* mb, const int* nb,
                                      const int* rsrc, const int* csrc, const int* context, const int* lld,
                                      int* info);
int HG_FC_GLOBAL(numroc, NUMROC)(const int* n, const int* nb, const int* iproc, const int* src,
                                 const int* nprocs);
int HG_FC_GLOBAL(indxl2g, INDXL2G)(const int* l, const int* nb, const int* iproc, const int* src,
                                   const int* nprocs);
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

inline constexpr int zero = 0, one = 1;

/// The layout of a matrix, and who calls: ScaLAPACK's names with DESCINIT and NUMROC, or hg_.
enum class Interface { scalapack, hg };

/// An m x n matrix in nb x nb blocks on a context that this process is in.
class SmallMatrix {
public:
  SmallMatrix(Interface interface, int context, int m, int n, int nb)
      : interface_(interface), context_(context), nb_(nb) {
    Cblacs_gridinfo(context, &nprow_, &npcol_, &myrow_, &mycol_);
    rows = count(m, 'R');
    columns = count(n, 'C');
    const int lld = std::max(1, rows);
    int info = 0;
    if (interface == Interface::scalapack)
      HG_FC_GLOBAL(descinit, DESCINIT)(desc, &m, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
    else
      HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(desc, &m, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
    local.assign(static_cast<std::size_t>(lld) * static_cast<std::size_t>(std::max(1, columns)),
                 info == 0 ? 0 : NAN);
  }
  /// Calls visit(i, j, element) for every local element, global indices from 0.
  template <typename Visit>
  void each(Visit&& visit) {
    std::vector<int> global_rows;
    for (int i = 0; i < rows; ++i)
      global_rows.push_back(global(i, 'R'));
    for (int j = 0; j < columns; ++j) {
      double* element = local.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(desc[8]);
      const int global_column = global(j, 'C');
      for (const int global_row : global_rows)
        visit(global_row, global_column, *element++);
    }
  }
  int rows = 0, columns = 0; ///< local
  int desc[9] = {};
  std::vector<double> local;

private:
  int count(int n, char axis) const {
    const int me = axis == 'R' ? myrow_ : mycol_, nprocs = axis == 'R' ? nprow_ : npcol_;
    return interface_ == Interface::scalapack
               ? HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb_, &me, &zero, &nprocs)
               : HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb_, &me, &zero, &nprocs, &context_, &axis);
  }
  int global(int l, char axis) const {
    const int me = axis == 'R' ? myrow_ : mycol_, nprocs = axis == 'R' ? nprow_ : npcol_, index = l + 1;
    return (interface_ == Interface::scalapack
                ? HG_FC_GLOBAL(indxl2g, INDXL2G)(&index, &nb_, &me, &zero, &nprocs)
                : HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(&index, &nb_, &me, &zero, &nprocs, &context_,
                                                        &axis)) -
           1;
  }

  Interface interface_;
  int context_, nb_;
  int nprow_ = 0, npcol_ = 0, myrow_ = 0, mycol_ = 0;
};

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
