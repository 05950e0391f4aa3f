// PxTRAN, PxTRANU and PxTRANC on uniform layouts.
#include "linalg/geadd.hpp"

#include "api/check.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/pblas_descriptor.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

template <typename T>
bool transposed(std::string_view name, kernel::Transpose op, const int* m, const int* n, const T* alpha,
                const T* a, const int* ia, const int* ja, const int* desca, const T* beta, T* c,
                const int* ic, const int* jc, const int* descc) {
  return intercepted<T>(name, Callers::owners, descc, nullptr, [&](Call& call) {
    const layout::Descriptor of_a = pblas_descriptor(desca), of_c = pblas_descriptor(descc);
    const Operand<const T> A(a, *ia, *ja, of_a, *n, *m, Access::in);
    const Operand<T> C(c, *ic, *jc, of_c, *m, *n, Access::in_out);
    call.operand(A);
    call.operand(C);
    const Index order = call.order({*m, *n});
    call.require_all_owners(A, C);
    call.require(*alpha != T(0), "alpha is zero");
    call.same(*alpha == T(1));
    call.same(*beta == T(0));
    return call.run_in_place(spelled("m", *m, "n", *n), order, A.bytes_moved(), [&] {
      const comm::Grid& grid = comm::Grid::of_context(of_c.context);
      linalg::geadd(grid, op, *alpha, api::submatrix_of(grid, of_a, a, *ia, *ja, *n, *m), *beta,
                    api::submatrix_of(grid, of_c, c, *ic, *jc, *m, *n));
      return true;
    });
  });
}

} // namespace

template <typename T>
bool tran(const int* m, const int* n, const T* alpha, const T* a, const int* ia, const int* ja,
          const int* desca, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {
  return transposed("TRAN", kernel::Transpose::transpose, m, n, alpha, a, ia, ja, desca, beta, c, ic, jc,
                    descc);
}

template <typename T>
bool tranu(const int* m, const int* n, const T* alpha, const T* a, const int* ia, const int* ja,
           const int* desca, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {
  return transposed("TRANU", kernel::Transpose::transpose, m, n, alpha, a, ia, ja, desca, beta, c, ic, jc,
                    descc);
}

template <typename T>
bool tranc(const int* m, const int* n, const T* alpha, const T* a, const int* ia, const int* ja,
           const int* desca, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {
  return transposed("TRANC", kernel::Transpose::conjugate, m, n, alpha, a, ia, ja, desca, beta, c, ic, jc,
                    descc);
}

#define HG_TRANSPARENT_TRAN(T, name)                                                                         \
  template bool name(const int*, const int*, const T*, const T*, const int*, const int*, const int*,         \
                     const T*, T*, const int*, const int*, const int*);
HG_TRANSPARENT_TRAN(float, tran)
HG_TRANSPARENT_TRAN(double, tran)
HG_TRANSPARENT_TRAN(std::complex<float>, tranu)
HG_TRANSPARENT_TRAN(std::complex<double>, tranu)
HG_TRANSPARENT_TRAN(std::complex<float>, tranc)
HG_TRANSPARENT_TRAN(std::complex<double>, tranc)

} // namespace hetgrid::scalapack::transparent
