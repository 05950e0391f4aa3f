// PxGETRF, PxGESV, PxGETRS and PxGETRI on uniform layouts.
#include "linalg/getrf.hpp"

#include "linalg/gesv.hpp"
#include "linalg/getri.hpp"
#include "linalg/getrs.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/line_vector.hpp"
#include "scalapack/transparent/transparent.hpp"
#include "scalapack/transparent/workspace_answer.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

double lu_operations(double m, double n) {
  return m >= n ? n * n * (m - n / 3) : m * m * (n - m / 3);
}

/// IPIV of A on the grid. \tparam Pivot const if it is only read
template <typename T, typename Pivot = int>
using Pivots = LineVector<T, Pivot, Along::rows>;

/// The entries of IPIV that this process has for the n rows of A, legal, name rows of A. Without the memory of an Axis:
/// what fails here fails on one process alone.
template <typename T>
bool are_pivots(const Operand<T>& a, int n, const int* ipiv) {
  int p, q, myrow, mycol;
  Cblacs_gridinfo(a.desc().context, &p, &q, &myrow, &mycol);
  const int mb = a.desc().mb, first = a.row() - 1;
  for (int row = first; row < first + n; ++row) {
    const int block = row / mb;
    if ((block + a.desc().rsrc) % p != myrow)
      continue;
    const int pivot = ipiv[block / p * mb + row % mb];
    if (pivot <= first || pivot > first + n)
      return false;
  }
  return true;
}

constexpr Symbols getri_symbols{HG_SYMBOL(psgetri, PSGETRI), HG_SYMBOL(pdgetri, PDGETRI),
                                HG_SYMBOL(pcgetri, PCGETRI), HG_SYMBOL(pzgetri, PZGETRI)};

} // namespace

template <typename T>
bool getrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
           int* info) {
  return intercepted<T>("GETRF", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    call.operand(A);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work work{spelled("m", *m, "n", *n), call.order({*m, *n}), lu_operations(*m, *n), lu};
    Pivots<T> pivots(A, ipiv);
    return call.run<T>(
        work, [&](Session& session) { pivots.reserve(session); },
        [&](Session& session) {
          *info = static_cast<int>(linalg::getrf(session.grid(), A.on_grid(), pivots.data()));
          pivots.to_caller(session);
          return true;
        },
        A);
  });
}

template <typename T>
bool gesv(const int* n, const int* nrhs, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
          T* b, const int* ib, const int* jb, const int* descb, int* info) {
  return intercepted<T>("GESV", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out),
        B(b, *ib, *jb, descb, *n, *nrhs, Access::in_out);
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && call.rows_aligned(A, B), not_aligned);
    call.require(*nrhs > 0, nothing_to_do);
    const Work work{spelled("n", *n, "nrhs", *nrhs), call.order({*n}),
                    lu_operations(*n, *n) + 2.0 * *n * *n * *nrhs, lu};
    Pivots<T> pivots(A, ipiv);
    return call.run<T>(
        work, [&](Session& session) { pivots.reserve(session); },
        [&](Session& session) {
          *info = static_cast<int>(linalg::gesv(session.grid(), A.on_grid(), pivots.data(), B.on_grid()));
          pivots.to_caller(session);
          return true;
        },
        A, B);
  });
}

template <typename T>
bool getrs(const char* trans, const int* n, const int* nrhs, const T* a, const int* ia, const int* ja,
           const int* desca, const int* ipiv, T* b, const int* ib, const int* jb, const int* descb,
           int* info) {
  return intercepted<T>("GETRS", Callers::all, desca, info, [&](Call& call) {
    Operand<const T> A(a, *ia, *ja, desca, *n, *n, Access::in);
    Operand<T> B(b, *ib, *jb, descb, *n, *nrhs, Access::in_out);
    call.letter(*trans, "NTC");
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && call.rows_aligned(A, B), not_aligned);
    const Work work{spelled(*trans, "n", *n, "nrhs", *nrhs), call.order({*n, *nrhs}), 2.0 * *n * *n * *nrhs,
                    triangular_solve};
    call.require_here(!call.acceptable() || are_pivots(A, *n, ipiv), "IPIV has no rows of A");
    Pivots<const T, const int> pivots(A, ipiv);
    return call.run<T>(
        work, [&](Session& session) { pivots.reserve(session); },
        [&](Session& session) {
          pivots.from_caller(session);
          linalg::getrs(session.grid(), transpose_of(trans), A.on_grid(), pivots.data(), B.on_grid());
          *info = 0;
          return true;
        },
        A, B);
  });
}

template <typename T>
bool getri(const int* n, T* a, const int* ia, const int* ja, const int* desca, const int* ipiv, T* work,
           const int* lwork, int* iwork, const int* liwork, int* info) {
  return intercepted<T>("GETRI", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out);
    call.operand(A);
    call.require_here(*lwork != -1 && *liwork != -1, workspace_query);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work size{spelled("n", *n), call.order({*n}), 4.0 / 3 * *n * *n * *n, lu_inverse};
    call.require_here(!call.acceptable() || are_pivots(A, *n, ipiv), "IPIV has no rows of A");
    if (!call.begin(size))
      return false;
    using Getri = void(const int*, T*, const int*, const int*, const int*, const int*, T*, const int*, int*,
                       const int*, int*);
    int integers = 0;
    const auto answer = WorkspaceAnswer<T>::template of<Getri>(
        getri_symbols, desca, [&](Getri* routine, T* first, const int* query, int* status) {
          routine(n, a, ia, ja, desca, ipiv, first, query, &integers, query, status);
        });
    if (answer.info != 0)
      return *info = answer.info, true;
    call.require_here(*lwork >= answer.least() && *liwork >= integers, short_workspace);
    Pivots<T, const int> pivots(A, ipiv);
    return call.run<T>(
        size, [&](Session& session) { pivots.reserve(session); },
        [&](Session& session) {
          pivots.from_caller(session);
          *info = static_cast<int>(linalg::getri(session.grid(), A.on_grid(), pivots.data()));
          work[0] = answer.work;
          iwork[0] = integers;
          return *info == 0; // with a zero on the diagonal A is as it was
        },
        A);
  });
}

#define HG_TRANSPARENT_LU(T)                                                                                 \
  template bool getrf(const int*, const int*, T*, const int*, const int*, const int*, int*, int*);           \
  template bool getrs(const char*, const int*, const int*, const T*, const int*, const int*, const int*,     \
                      const int*, T*, const int*, const int*, const int*, int*);                             \
  template bool getri(const int*, T*, const int*, const int*, const int*, const int*, T*, const int*, int*,  \
                      const int*, int*);                                                                     \
  template bool gesv(const int*, const int*, T*, const int*, const int*, const int*, int*, T*, const int*,   \
                     const int*, const int*, int*);
HG_TRANSPARENT_LU(float)
HG_TRANSPARENT_LU(double)
HG_TRANSPARENT_LU(std::complex<float>)
HG_TRANSPARENT_LU(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
