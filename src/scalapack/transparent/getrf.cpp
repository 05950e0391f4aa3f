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

/// IPIV of the copy of a matrix A, and the caller's.
template <typename T>
class Pivots {
public:
  Pivots(const Session& session, const Operand<T>& a) : session_(session), a_(a), on_grid_(a.on_grid()) {
    const comm::Grid& grid = session.grid();
    mine_.resize(static_cast<std::size_t>(on_grid_.rows.local(on_grid_.i + on_grid_.m, grid.myrow())));
  }
  int* data() { return mine_.data(); }

  /// IPIV as ScaLAPACK has it: rows of the caller's matrix. Collective over the grid.
  void to_caller(int* ipiv) const {
    const comm::Grid& grid = session_.grid();
    const Index count = std::min(on_grid_.m, on_grid_.n);
    const std::vector<int> all =
        gathered(on_grid_.rows, on_grid_.i, count, grid.myrow(), mine_.data(), grid.column());
    const Submatrix<T>& original = a_.original();
    scatter(all, static_cast<int>(original.i - on_grid_.i), original.rows, original.i,
            session_.context_placement().myrow, ipiv);
  }

private:
  const Session& session_;
  const Operand<T>& a_;
  Submatrix<T> on_grid_;
  std::vector<int> mine_;
};

} // namespace

template <typename T>
bool getrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
           int* info) {
  return intercepted<T>("GETRF", desca, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    call.operand(A);
    call.require(A.begins_with_square_block(), not_aligned);
    const Work work{spelled("m", *m, "n", *n), call.order({*m, *n}), lu_operations(*m, *n), lu};
    return call.run<T>(
        work,
        [&](Session& session) {
          Pivots<T> pivots(session, A);
          *info = static_cast<int>(linalg::getrf(session.grid(), A.on_grid(), pivots.data()));
          pivots.to_caller(ipiv);
          return true;
        },
        A);
  });
}

template <typename T>
bool gesv(const int* n, const int* nrhs, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
          T* b, const int* ib, const int* jb, const int* descb, int* info) {
  return intercepted<T>("GESV", desca, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *n, *n, Access::in_out),
        B(b, *ib, *jb, descb, *n, *nrhs, Access::in_out);
    call.operand(A);
    call.operand(B);
    call.require(A.begins_with_square_block() && call.rows_aligned(A, B), not_aligned);
    call.require(*nrhs > 0, nothing_to_do);
    const Work work{spelled("n", *n, "nrhs", *nrhs), call.order({*n}),
                    lu_operations(*n, *n) + 2.0 * *n * *n * *nrhs, lu};
    return call.run<T>(
        work,
        [&](Session& session) {
          Pivots<T> pivots(session, A);
          *info = static_cast<int>(linalg::gesv(session.grid(), A.on_grid(), pivots.data(), B.on_grid()));
          pivots.to_caller(ipiv);
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
