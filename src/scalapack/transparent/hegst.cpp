// PxSYGST and PxHEGST on uniform layouts.
#include "linalg/hegst.hpp"

#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/transparent.hpp"

#include <string_view>

namespace hetgrid::scalapack::transparent {
namespace {

/// Of either name.
template <typename T>
bool reduce(std::string_view name, const int* ibtype, const char* uplo, const int* n, T* a, const int* ia,
            const int* ja, const int* desca, const T* b, const int* ib, const int* jb, const int* descb,
            kernel::Real<T>* scale, int* info) {
  return intercepted<T>(name, Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out);
    Operand<const T> B(b, *ib, *jb, descb, *n, *n, Access::in);
    call.require(1 <= *ibtype && *ibtype <= 3, "an argument is illegal");
    call.same(*ibtype);
    call.letter(*uplo, "UL");
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && B.begins_with_square_block() && call.rows_aligned(A, B) &&
                     A.first_column_owner() == B.first_column_owner(),
                 not_aligned);
    const Work work{spelled("ibtype", *ibtype, *uplo, "n", *n), call.order({*n}), 1.0 * *n * *n * *n,
                    eigenproblem};
    return call.run<T>(
        work, no_more_memory,
        [&](Session& session) {
          linalg::hegst(session.grid(), static_cast<linalg::Problem>(*ibtype), uplo_of(uplo), A.on_grid(),
                        B.on_grid());
          *scale = 1;
          *info = 0;
          return true;
        },
        A, B);
  });
}

} // namespace

#define HG_TRANSPARENT_REDUCTION(routine, NAME, T)                                                           \
  template <>                                                                                                \
  bool routine(const int* ibtype, const char* uplo, const int* n, T* a, const int* ia, const int* ja,        \
               const int* desca, const T* b, const int* ib, const int* jb, const int* descb,                 \
               kernel::Real<T>* scale, int* info) {                                                          \
    return reduce<T>(NAME, ibtype, uplo, n, a, ia, ja, desca, b, ib, jb, descb, scale, info);                \
  }
HG_TRANSPARENT_REDUCTION(sygst, "SYGST", float)
HG_TRANSPARENT_REDUCTION(sygst, "SYGST", double)
HG_TRANSPARENT_REDUCTION(hegst, "HEGST", std::complex<float>)
HG_TRANSPARENT_REDUCTION(hegst, "HEGST", std::complex<double>)

} // namespace hetgrid::scalapack::transparent
