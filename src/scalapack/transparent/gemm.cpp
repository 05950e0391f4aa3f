// PxGEMM on uniform layouts.
#include "linalg/gemm.hpp"
#include "linalg/partition/gemm.hpp"

#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/pblas_descriptor.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {

template <typename T>
bool gemm(const char* transa, const char* transb, const int* m, const int* n, const int* k, const T* alpha,
          const T* a, const int* ia, const int* ja, const int* desca, const T* b, const int* ib,
          const int* jb, const int* descb, const T* beta, T* c, const int* ic, const int* jc,
          const int* descc) {
  return intercepted<T>("GEMM", Callers::owners, descc, nullptr, [&](Call& call) {
    const bool no_a = is(transa, "N"), no_b = is(transb, "N");
    Operand<const T> A(a, *ia, *ja, pblas_descriptor(desca), no_a ? *m : *k, no_a ? *k : *m, Access::in);
    Operand<const T> B(b, *ib, *jb, pblas_descriptor(descb), no_b ? *k : *n, no_b ? *n : *k, Access::in);
    Operand<T> C(c, *ic, *jc, pblas_descriptor(descc), *m, *n, *beta == T(0) ? Access::out : Access::in_out);
    call.letter(*transa, "NTC");
    call.letter(*transb, "NTC");
    call.operand(A);
    call.operand(B);
    call.operand(C);
    const Work work{spelled("m", *m, "n", *n, "k", *k), call.order({*m, *n, *k}), 2.0 * *m * *n * *k,
                    multiply, true};
    call.require(*alpha != T(0), "alpha is zero");
    call.same(*beta == T(0));
    call.require_all_owners(A, B, C);
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          const auto product = [&](const auto& a_copy, const auto& b_copy, const auto& c_copy) {
            linalg::gemm(session.grid(), transpose_of(transa), transpose_of(transb), *alpha, a_copy, b_copy,
                         *beta, c_copy);
          };
          if (C.is_partitioned())
            product(A.on_partition(), B.on_partition(), C.on_partition());
          else
            product(A.on_grid(), B.on_grid(), C.on_grid());
          return true;
        },
        A, B, C);
  });
}

#define HG_TRANSPARENT_GEMM(T)                                                                               \
  template bool gemm(const char*, const char*, const int*, const int*, const int*, const T*, const T*,       \
                     const int*, const int*, const int*, const T*, const int*, const int*, const int*,       \
                     const T*, T*, const int*, const int*, const int*);
HG_TRANSPARENT_GEMM(float)
HG_TRANSPARENT_GEMM(double)
HG_TRANSPARENT_GEMM(std::complex<float>)
HG_TRANSPARENT_GEMM(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
