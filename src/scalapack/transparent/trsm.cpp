// PxTRSM and PxTRMM on uniform layouts.
#include "linalg/trsm.hpp"

#include "linalg/trmm.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/pblas_descriptor.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

/// compute(grid, side, uplo, trans, diag, alpha, A, B).
template <typename T, typename Compute>
bool triangular(std::string_view name, const Algorithm& algorithm, const char* side, const char* uplo,
                const char* transa, const char* diag, const int* m, const int* n, const T* alpha, const T* a,
                const int* ia, const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                const int* descb, Compute&& compute) {
  return intercepted<T>(name, Callers::owners, descb, nullptr, [&](Call& call) {
    const bool left = is(side, "L");
    const int order_of_a = left ? *m : *n;
    Operand<const T> A(a, *ia, *ja, pblas_descriptor(desca), order_of_a, order_of_a, Access::in);
    Operand<T> B(b, *ib, *jb, pblas_descriptor(descb), *m, *n, Access::in_out);
    call.letter(*side, "LR");
    call.letter(*uplo, "UL");
    call.letter(*transa, "NTC");
    call.letter(*diag, "UN");
    call.operand(A);
    call.operand(B);
    const Work work{spelled(*side, "m", *m, "n", *n), call.order({*m, *n}), 1.0 * order_of_a * *m * *n,
                    algorithm};
    call.require(*alpha != T(0), "alpha is zero");
    call.require_all_owners(A, B);
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          compute(session.grid(), side_of(side), uplo_of(uplo), transpose_of(transa), diag_of(diag), *alpha,
                  A.on_grid(), B.on_grid());
          return true;
        },
        A, B);
  });
}

} // namespace

template <typename T>
bool trsm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* ia, const int* ja, const int* desca, T* b,
          const int* ib, const int* jb, const int* descb) {
  return triangular("TRSM", triangular_solve, side, uplo, transa, diag, m, n, alpha, a, ia, ja, desca, b, ib,
                    jb, descb, linalg::trsm<T>);
}

template <typename T>
bool trmm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* ia, const int* ja, const int* desca, T* b,
          const int* ib, const int* jb, const int* descb) {
  return triangular("TRMM", triangular_product, side, uplo, transa, diag, m, n, alpha, a, ia, ja, desca, b,
                    ib, jb, descb, linalg::trmm<T>);
}

#define HG_TRANSPARENT_TRIANGULAR(T)                                                                         \
  template bool trsm(const char*, const char*, const char*, const char*, const int*, const int*, const T*,   \
                     const T*, const int*, const int*, const int*, T*, const int*, const int*, const int*);  \
  template bool trmm(const char*, const char*, const char*, const char*, const int*, const int*, const T*,   \
                     const T*, const int*, const int*, const int*, T*, const int*, const int*, const int*);
HG_TRANSPARENT_TRIANGULAR(float)
HG_TRANSPARENT_TRIANGULAR(double)
HG_TRANSPARENT_TRIANGULAR(std::complex<float>)
HG_TRANSPARENT_TRIANGULAR(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
