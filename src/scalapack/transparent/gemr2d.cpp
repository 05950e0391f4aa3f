// PxGEMR2D on uniform layouts: the move of HG_PxGEMR2D, which sends and unpacks at the same time.
#include "api/gemr2d.hpp"

#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/transparent.hpp"

#include <functional>

namespace hetgrid::scalapack::transparent {
namespace {

/// Two operands of which this process has a part.
template <typename T>
bool overlap(const Operand<const T>& a, const Operand<T>& b) noexcept {
  const std::less<const T*> before;
  return before(a.stored_begin(), b.stored_end()) && before(b.stored_begin(), a.stored_end());
}

} // namespace

template <typename T>
bool gemr2d(const int* m, const int* n, const T* a, const int* ia, const int* ja, const int* desca, T* b,
            const int* ib, const int* jb, const int* descb, const int* ictxt) {
  return intercepted<T>("GEMR2D", Callers::all, *ictxt, nullptr, [&](Call& call) {
    const Index order = call.order({*m, *n});
    const bool has_a = comm::Grid::is_member(desca[1]), has_b = comm::Grid::is_member(descb[1]);
    const Operand<const T> A(a, *ia, *ja, desca, *m, *n, Access::in);
    const Operand<T> B(b, *ib, *jb, descb, *m, *n, Access::out);
    for (const int* const index : {ia, ja, ib, jb})
      call.same(*index);
    // Not everyone has a descriptor of both. What is wrong with them ScaLAPACK says.
    if (has_a)
      call.stored_here(A);
    if (has_b)
      call.stored_here(B);
    if (has_a && has_b && call.acceptable())
      call.require_here(!overlap(A, B), "the operands overlap");
    return call.run_in_place(spelled("m", *m, "n", *n), order, A.bytes_moved(), [&] {
      return api::gemr2d(routine_name<T>("GEMR2D").c_str(), *m, *n, a, *ia, *ja, desca, b, *ib, *jb, descb,
                         *ictxt) == 0;
    });
  });
}

#define HG_TRANSPARENT_GEMR2D(T)                                                                             \
  template bool gemr2d(const int*, const int*, const T*, const int*, const int*, const int*, T*, const int*, \
                       const int*, const int*, const int*);
HG_TRANSPARENT_GEMR2D(int)
HG_TRANSPARENT_GEMR2D(float)
HG_TRANSPARENT_GEMR2D(double)
HG_TRANSPARENT_GEMR2D(std::complex<float>)
HG_TRANSPARENT_GEMR2D(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
