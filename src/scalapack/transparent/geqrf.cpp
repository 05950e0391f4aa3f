// PxGEQRF and PxGELS on uniform layouts.
#include "linalg/geqrf.hpp"

#include "linalg/gels.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/line_vector.hpp"
#include "scalapack/transparent/transparent.hpp"
#include "scalapack/transparent/workspace_answer.hpp"

#include <cstddef>
#include <type_traits>

namespace hetgrid::scalapack::transparent {
namespace {

double qr_operations(double m, double n) {
  return m >= n ? 2 * n * n * (m - n / 3) : 2 * m * m * (n - m / 3);
}

/// TAU while A is factored.
template <typename T>
using Factors = LineVector<T, T, Along::columns>;

constexpr Symbols geqrf_symbols{HG_SYMBOL(psgeqrf, PSGEQRF), HG_SYMBOL(pdgeqrf, PDGEQRF),
                                HG_SYMBOL(pcgeqrf, PCGEQRF), HG_SYMBOL(pzgeqrf, PZGEQRF)};
constexpr Symbols gels_symbols{HG_SYMBOL(psgels, PSGELS), HG_SYMBOL(pdgels, PDGELS),
                               HG_SYMBOL(pcgels, PCGELS), HG_SYMBOL(pzgels, PZGELS)};

} // namespace

template <typename T>
bool geqrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, T* tau, T* work,
           const int* lwork, int* info) {
  return intercepted<T>("GEQRF", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    call.operand(A);
    call.require_here(*lwork != -1, workspace_query);
    const Work size{spelled("m", *m, "n", *n), call.order({*m, *n}), qr_operations(*m, *n), qr};
    if (!call.begin(size))
      return false;
    using Geqrf =
        void(const int*, const int*, T*, const int*, const int*, const int*, T*, T*, const int*, int*);
    const auto answer = WorkspaceAnswer<T>::template of<Geqrf>(
        geqrf_symbols, desca, [&](Geqrf* routine, T* first, const int* query, int* status) {
          routine(m, n, a, ia, ja, desca, tau, first, query, status);
        });
    if (answer.info != 0)
      return *info = answer.info, true;
    call.require_here(*lwork >= answer.least(), short_workspace);
    Factors<T> factors(A, tau);
    return call.run<T>(
        size, [&](Session& session) { factors.reserve(session); },
        [&](Session& session) {
          linalg::geqrf(session.grid(), A.on_grid(), factors.data());
          factors.to_caller(session);
          work[0] = answer.work;
          *info = 0;
          return true;
        },
        A);
  });
}

template <typename T>
bool gels(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* ia, const int* ja,
          const int* desca, T* b, const int* ib, const int* jb, const int* descb, T* work, const int* lwork,
          int* info) {
  return intercepted<T>("GELS", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    Operand<T> B(b, *ib, *jb, descb, std::max(*m, *n), *nrhs, Access::in_out);
    A.keep_original(); // a zero on the diagonal is found after the factorization
    B.keep_original();
    call.letter(*trans, std::is_floating_point_v<T> ? "NT" : "NC");
    call.operand(A);
    call.operand(B);
    call.require_here(*lwork != -1, workspace_query);
    call.require(*nrhs > 0, nothing_to_do);
    const Work size{spelled(*trans, "m", *m, "n", *n, "nrhs", *nrhs), call.order({*m, *n}),
                    qr_operations(*m, *n) + 4.0 * *m * *n * *nrhs, qr};
    if (!call.begin(size))
      return false;
    using Gels = void(const char*, const int*, const int*, const int*, T*, const int*, const int*, const int*,
                      T*, const int*, const int*, const int*, T*, const int*, int*, std::size_t);
    const auto answer = WorkspaceAnswer<T>::template of<Gels>(
        gels_symbols, desca, [&](Gels* routine, T* first, const int* query, int* status) {
          routine(trans, m, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, first, query, status, 1);
        });
    if (answer.info != 0)
      return *info = answer.info, true;
    call.require_here(*lwork >= answer.least(), short_workspace);
    return call.run<T>(
        size, no_more_memory,
        [&](Session& session) {
          const kernel::Transpose op = is(trans, "N") ? kernel::Transpose::no : kernel::Transpose::conjugate;
          if (linalg::gels(session.grid(), op, A.on_grid(), B.on_grid()) != 0)
            return false; // a zero on the diagonal: ScaLAPACK divides by it
          work[0] = answer.work;
          *info = 0;
          return true;
        },
        A, B);
  });
}

#define HG_TRANSPARENT_QR(T)                                                                                 \
  template bool geqrf(const int*, const int*, T*, const int*, const int*, const int*, T*, T*, const int*,    \
                      int*);                                                                                 \
  template bool gels(const char*, const int*, const int*, const int*, T*, const int*, const int*,            \
                     const int*, T*, const int*, const int*, const int*, T*, const int*, int*);
HG_TRANSPARENT_QR(float)
HG_TRANSPARENT_QR(double)
HG_TRANSPARENT_QR(std::complex<float>)
HG_TRANSPARENT_QR(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
