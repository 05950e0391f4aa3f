// PxTRTRI and PxPOTRI on uniform layouts.
#include "linalg/trtri.hpp"

#include "linalg/potri.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {

// With a zero on the diagonal A is as it was, and ScaLAPACK, which of several may name another, has the call.

template <typename T>
bool trtri(const char* uplo, const char* diag, const int* n, T* a, const int* ia, const int* ja,
           const int* desca, int* info) {
  return intercepted<T>("TRTRI", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out);
    call.letter(*uplo, "UL");
    call.letter(*diag, "UN");
    call.operand(A);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work work{spelled(*uplo, "n", *n), call.order({*n}), 1.0 * *n * *n * *n / 3, triangular_inverse};
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          *info = static_cast<int>(linalg::trtri(session.grid(), uplo_of(uplo), diag_of(diag), A.on_grid()));
          return *info == 0;
        },
        A);
  });
}

template <typename T>
bool potri(const char* uplo, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* info) {
  return intercepted<T>("POTRI", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out);
    call.letter(*uplo, "UL");
    call.operand(A);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work work{spelled(*uplo, "n", *n), call.order({*n}), 2.0 * *n * *n * *n / 3, cholesky_inverse};
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          *info = static_cast<int>(linalg::potri(session.grid(), uplo_of(uplo), A.on_grid()));
          return *info == 0;
        },
        A);
  });
}

#define HG_TRANSPARENT_INVERSES(T)                                                                           \
  template bool trtri(const char*, const char*, const int*, T*, const int*, const int*, const int*, int*);   \
  template bool potri(const char*, const int*, T*, const int*, const int*, const int*, int*);
HG_TRANSPARENT_INVERSES(float)
HG_TRANSPARENT_INVERSES(double)
HG_TRANSPARENT_INVERSES(std::complex<float>)
HG_TRANSPARENT_INVERSES(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
