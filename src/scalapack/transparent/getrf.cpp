// PxGETRF and PxGESV on uniform layouts.
#include "linalg/getrf.hpp"

#include "linalg/gesv.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/transparent.hpp"

namespace hetgrid::scalapack::transparent {
namespace {

double lu_operations(double m, double n) {
  return m >= n ? n * n * (m - n / 3) : m * m * (n - m / 3);
}

/// IPIV while A is factored: the caller's where A is, else that of the copy.
template <typename T>
class Pivots {
public:
  Pivots(const Operand<T>& a, int* caller) : a_(a), caller_(caller) {}

  /// \throws std::bad_alloc
  void reserve(const Session& session) {
    if (a_.is_in_place())
      return;
    const Submatrix<T>& copy = a_.on_grid();
    mine_.resize(static_cast<std::size_t>(copy.rows.local(copy.i + copy.m, session.grid().myrow())));
    all_.resize(static_cast<std::size_t>(std::min(copy.m, copy.n)));
  }
  int* data() { return a_.is_in_place() ? caller_ : mine_.data(); }

  /// IPIV as ScaLAPACK has it: rows of the caller's matrix. Collective over the grid.
  void to_caller(const Session& session) {
    if (a_.is_in_place())
      return;
    const comm::Grid& grid = session.grid();
    const Submatrix<T>& copy = a_.on_grid();
    gather(copy.rows, copy.i, grid.myrow(), mine_.data(), grid.column(), all_);
    const Submatrix<T>& original = a_.original();
    scatter(all_, static_cast<int>(original.i - copy.i), original.rows, original.i,
            session.context_placement().myrow, caller_);
  }

private:
  const Operand<T>& a_;
  int* caller_;
  std::vector<int> mine_, all_; ///< by local row; of all rows
};

} // namespace

template <typename T>
bool getrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
           int* info) {
  return intercepted<T>("GETRF", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    call.operand(A);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work work{spelled("m", *m, "n", *n), call.order({*m, *n}), lu_operations(*m, *n), lu};
    Pivots<T> pivots(A, ipiv);
    return call.run<T>(
        work, [&](Session& session) { pivots.reserve(session); },
        [&](Session& session) {
          *info = static_cast<int>(linalg::getrf(session.grid(), A.on_grid(), pivots.data()));
          pivots.to_caller(session);
          return true;
        },
        A);
  });
}

template <typename T>
bool gesv(const int* n, const int* nrhs, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
          T* b, const int* ib, const int* jb, const int* descb, int* info) {
  return intercepted<T>("GESV", Callers::all, desca, info, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out),
        B(b, *ib, *jb, descb, *n, *nrhs, Access::in_out);
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && call.rows_aligned(A, B), not_aligned);
    call.require(*nrhs > 0, nothing_to_do);
    const Work work{spelled("n", *n, "nrhs", *nrhs), call.order({*n}),
                    lu_operations(*n, *n) + 2.0 * *n * *n * *nrhs, lu};
    Pivots<T> pivots(A, ipiv);
    return call.run<T>(
        work, [&](Session& session) { pivots.reserve(session); },
        [&](Session& session) {
          *info = static_cast<int>(linalg::gesv(session.grid(), A.on_grid(), pivots.data(), B.on_grid()));
          pivots.to_caller(session);
          return true;
        },
        A, B);
  });
}

#define HG_TRANSPARENT_LU(T)                                                                                 \
  template bool getrf(const int*, const int*, T*, const int*, const int*, const int*, int*, int*);           \
  template bool gesv(const int*, const int*, T*, const int*, const int*, const int*, int*, T*, const int*,   \
                     const int*, const int*, int*);
HG_TRANSPARENT_LU(float)
HG_TRANSPARENT_LU(double)
HG_TRANSPARENT_LU(std::complex<float>)
HG_TRANSPARENT_LU(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
