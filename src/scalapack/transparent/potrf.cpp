// PxPOTRF, PxPOSV and PxPOTRS on uniform layouts.
#include "linalg/potrf.hpp"

#include "linalg/posv.hpp"
#include "linalg/potrs.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

double cholesky_operations(double n) {
  return n * n * n / 3;
}

} // namespace

template <typename T>
bool potrf(const char* uplo, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* info) {
  return intercepted<T>("POTRF", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out);
    call.letter(*uplo, "UL");
    call.operand(A);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work work{spelled(*uplo, "n", *n), call.order({*n}), cholesky_operations(*n), cholesky};
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          *info = static_cast<int>(linalg::potrf(session.grid(), uplo_of(uplo), A.on_grid()));
          return true;
        },
        A);
  });
}

template <typename T>
bool posv(const char* uplo, const int* n, const int* nrhs, T* a, const int* ia, const int* ja,
          const int* desca, T* b, const int* ib, const int* jb, const int* descb, int* info) {
  return intercepted<T>("POSV", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out),
        B(b, *ib, *jb, descb, *n, *nrhs, Access::in_out);
    call.letter(*uplo, "UL");
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && call.rows_aligned(A, B), not_aligned);
    call.require(*nrhs > 0, nothing_to_do);
    const Work work{spelled(*uplo, "n", *n, "nrhs", *nrhs), call.order({*n}),
                    cholesky_operations(*n) + 2.0 * *n * *n * *nrhs, cholesky};
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          *info = static_cast<int>(linalg::posv(session.grid(), uplo_of(uplo), A.on_grid(), B.on_grid()));
          return true;
        },
        A, B);
  });
}

template <typename T>
bool potrs(const char* uplo, const int* n, const int* nrhs, const T* a, const int* ia, const int* ja,
           const int* desca, T* b, const int* ib, const int* jb, const int* descb, int* info) {
  return intercepted<T>("POTRS", Callers::all, desca, info, [&](Call& call) {
    Operand<const T> A(a, *ia, *ja, desca, *n, *n, Access::in);
    Operand<T> B(b, *ib, *jb, descb, *n, *nrhs, Access::in_out);
    call.letter(*uplo, "UL");
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && call.rows_aligned(A, B), not_aligned);
    const Work work{spelled(*uplo, "n", *n, "nrhs", *nrhs), call.order({*n, *nrhs}), 2.0 * *n * *n * *nrhs,
                    triangular_solve};
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          linalg::potrs(session.grid(), uplo_of(uplo), A.on_grid(), B.on_grid());
          *info = 0;
          return true;
        },
        A, B);
  });
}

#define HG_TRANSPARENT_CHOLESKY(T)                                                                           \
  template bool potrf(const char*, const int*, T*, const int*, const int*, const int*, int*);                \
  template bool potrs(const char*, const int*, const int*, const T*, const int*, const int*, const int*, T*, \
                      const int*, const int*, const int*, int*);                                             \
  template bool posv(const char*, const int*, const int*, T*, const int*, const int*, const int*, T*,        \
                     const int*, const int*, const int*, int*);
HG_TRANSPARENT_CHOLESKY(float)
HG_TRANSPARENT_CHOLESKY(double)
HG_TRANSPARENT_CHOLESKY(std::complex<float>)
HG_TRANSPARENT_CHOLESKY(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
