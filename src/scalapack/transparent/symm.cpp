// PxSYMM and PxHEMM on uniform layouts.
#include "linalg/symm.hpp"

#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/pblas_descriptor.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

/// compute(grid, side, uplo, alpha, A, B, beta, C).
template <typename T, typename Compute>
bool symmetric_product(std::string_view name, const char* side, const char* uplo, const int* m, const int* n,
                       const T* alpha, const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                       const int* ib, const int* jb, const int* descb, const T* beta, T* c, const int* ic,
                       const int* jc, const int* descc, Compute&& compute) {
  return intercepted<T>(name, Callers::owners, descc, nullptr, [&](Call& call) {
    const int order_of_a = is(side, "L") ? *m : *n;
    Operand<const T> A(a, *ia, *ja, pblas_descriptor(desca), order_of_a, order_of_a, Access::in);
    Operand<const T> B(b, *ib, *jb, pblas_descriptor(descb), *m, *n, Access::in);
    Operand<T> C(c, *ic, *jc, pblas_descriptor(descc), *m, *n, *beta == T(0) ? Access::out : Access::in_out);
    call.letter(*side, "LR");
    call.letter(*uplo, "UL");
    call.operand(A);
    call.operand(B);
    call.operand(C);
    const Work work{spelled(*side, "m", *m, "n", *n), call.order({*m, *n}), 2.0 * order_of_a * *m * *n,
                    symmetric_multiply};
    call.require(*alpha != T(0), "alpha is zero");
    call.same(*beta == T(0));
    call.require_all_owners(A, B, C);
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          compute(session.grid(), side_of(side), uplo_of(uplo), *alpha, A.on_grid(), B.on_grid(), *beta,
                  C.on_grid());
          return true;
        },
        A, B, C);
  });
}

} // namespace

template <typename T>
bool symm(const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,
          const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
          const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {
  return symmetric_product("SYMM", side, uplo, m, n, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic,
                           jc, descc, linalg::symm<T>);
}

template <typename T>
bool hemm(const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,
          const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
          const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {
  return symmetric_product("HEMM", side, uplo, m, n, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic,
                           jc, descc, linalg::hemm<T>);
}

#define HG_TRANSPARENT_SYMM(T, symm)                                                                         \
  template bool symm(const char*, const char*, const int*, const int*, const T*, const T*, const int*,       \
                     const int*, const int*, const T*, const int*, const int*, const int*, const T*, T*,     \
                     const int*, const int*, const int*);
HG_TRANSPARENT_SYMM(float, symm)
HG_TRANSPARENT_SYMM(double, symm)
HG_TRANSPARENT_SYMM(std::complex<float>, symm)
HG_TRANSPARENT_SYMM(std::complex<double>, symm)
HG_TRANSPARENT_SYMM(std::complex<float>, hemm)
HG_TRANSPARENT_SYMM(std::complex<double>, hemm)

} // namespace hetgrid::scalapack::transparent
