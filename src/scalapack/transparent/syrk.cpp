// PxSYRK, PxHERK, PxSYR2K and PxHER2K on uniform layouts. C is moved there also with beta = 0: the other triangle stays.
#include "linalg/syrk.hpp"

#include "linalg/syr2k.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/pblas_descriptor.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

/// 'T' for symmetric updates of complex matrices, 'C' for Hermitian ones; real ones know both.
template <typename T>
constexpr std::string_view transposes(bool hermitian) {
  return std::is_floating_point_v<T> ? "NTC" : hermitian ? "NC" : "NT";
}

/// compute(grid, uplo, trans, A, C).
template <typename T, typename Scalar, typename Compute>
bool rank_k_update(std::string_view name, bool hermitian, const char* uplo, const char* trans, const int* n,
                   const int* k, Scalar alpha, const T* a, const int* ia, const int* ja, const int* desca,
                   T* c, const int* ic, const int* jc, const int* descc, Compute&& compute) {
  return intercepted<T>(name, Callers::owners, descc, nullptr, [&](Call& call) {
    const bool no = is(trans, "N");
    Operand<const T> A(a, *ia, *ja, pblas_descriptor(desca), no ? *n : *k, no ? *k : *n, Access::in);
    Operand<T> C(c, *ic, *jc, pblas_descriptor(descc), *n, *n, Access::in_out);
    call.letter(*uplo, "UL");
    call.letter(*trans, transposes<T>(hermitian));
    call.operand(A);
    call.operand(C);
    const Work work{spelled("n", *n, "k", *k), call.order({*n, *k}), 1.0 * *n * *n * *k, rank_k};
    call.require(alpha != Scalar(0), "alpha is zero");
    call.require_all_owners(A, C);
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          compute(session.grid(), uplo_of(uplo), transpose_of(trans), A.on_grid(), C.on_grid());
          return true;
        },
        A, C);
  });
}

/// compute(grid, uplo, trans, A, B, C).
template <typename T, typename Compute>
bool rank_2k_update(std::string_view name, bool hermitian, const char* uplo, const char* trans, const int* n,
                    const int* k, T alpha, const T* a, const int* ia, const int* ja, const int* desca,
                    const T* b, const int* ib, const int* jb, const int* descb, T* c, const int* ic,
                    const int* jc, const int* descc, Compute&& compute) {
  return intercepted<T>(name, Callers::owners, descc, nullptr, [&](Call& call) {
    const bool no = is(trans, "N");
    const int rows = no ? *n : *k, columns = no ? *k : *n;
    Operand<const T> A(a, *ia, *ja, pblas_descriptor(desca), rows, columns, Access::in);
    Operand<const T> B(b, *ib, *jb, pblas_descriptor(descb), rows, columns, Access::in);
    Operand<T> C(c, *ic, *jc, pblas_descriptor(descc), *n, *n, Access::in_out);
    call.letter(*uplo, "UL");
    call.letter(*trans, transposes<T>(hermitian));
    call.operand(A);
    call.operand(B);
    call.operand(C);
    const Work work{spelled("n", *n, "k", *k), call.order({*n, *k}), 2.0 * *n * *n * *k, rank_2k};
    call.require(alpha != T(0), "alpha is zero");
    call.require_all_owners(A, B, C);
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          compute(session.grid(), uplo_of(uplo), transpose_of(trans), A.on_grid(), B.on_grid(), C.on_grid());
          return true;
        },
        A, B, C);
  });
}

} // namespace

template <typename T>
bool syrk(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
          const int* ia, const int* ja, const int* desca, const T* beta, T* c, const int* ic, const int* jc,
          const int* descc) {
  return rank_k_update("SYRK", false, uplo, trans, n, k, *alpha, a, ia, ja, desca, c, ic, jc, descc,
                       [&](auto& grid, auto triangle, auto op, const auto& A, const auto& C) {
                         linalg::syrk(grid, triangle, op, *alpha, A, *beta, C);
                       });
}

template <typename T>
bool herk(const char* uplo, const char* trans, const int* n, const int* k, const kernel::Real<T>* alpha,
          const T* a, const int* ia, const int* ja, const int* desca, const kernel::Real<T>* beta, T* c,
          const int* ic, const int* jc, const int* descc) {
  return rank_k_update("HERK", true, uplo, trans, n, k, *alpha, a, ia, ja, desca, c, ic, jc, descc,
                       [&](auto& grid, auto triangle, auto op, const auto& A, const auto& C) {
                         linalg::herk<T>(grid, triangle, op, *alpha, A, *beta, C);
                       });
}

template <typename T>
bool syr2k(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
           const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
           const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {
  return rank_2k_update("SYR2K", false, uplo, trans, n, k, *alpha, a, ia, ja, desca, b, ib, jb, descb, c, ic,
                        jc, descc,
                        [&](auto& grid, auto triangle, auto op, const auto& A, const auto& B, const auto& C) {
                          linalg::syr2k(grid, triangle, op, *alpha, A, B, *beta, C);
                        });
}

template <typename T>
bool her2k(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
           const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
           const int* descb, const kernel::Real<T>* beta, T* c, const int* ic, const int* jc,
           const int* descc) {
  return rank_2k_update("HER2K", true, uplo, trans, n, k, *alpha, a, ia, ja, desca, b, ib, jb, descb, c, ic,
                        jc, descc,
                        [&](auto& grid, auto triangle, auto op, const auto& A, const auto& B, const auto& C) {
                          linalg::her2k(grid, triangle, op, *alpha, A, B, *beta, C);
                        });
}

#define HG_TRANSPARENT_RANK_UPDATES(T, Real, syrk, syr2k)                                                    \
  template bool syrk<T>(const char*, const char*, const int*, const int*, const Real*, const T*, const int*, \
                        const int*, const int*, const Real*, T*, const int*, const int*, const int*);        \
  template bool syr2k<T>(const char*, const char*, const int*, const int*, const T*, const T*, const int*,   \
                         const int*, const int*, const T*, const int*, const int*, const int*, const Real*,  \
                         T*, const int*, const int*, const int*);
HG_TRANSPARENT_RANK_UPDATES(float, float, syrk, syr2k)
HG_TRANSPARENT_RANK_UPDATES(double, double, syrk, syr2k)
HG_TRANSPARENT_RANK_UPDATES(std::complex<float>, std::complex<float>, syrk, syr2k)
HG_TRANSPARENT_RANK_UPDATES(std::complex<double>, std::complex<double>, syrk, syr2k)
HG_TRANSPARENT_RANK_UPDATES(std::complex<float>, float, herk, her2k)
HG_TRANSPARENT_RANK_UPDATES(std::complex<double>, double, herk, her2k)

} // namespace hetgrid::scalapack::transparent
