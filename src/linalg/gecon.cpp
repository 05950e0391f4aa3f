// [Higham 1988], LAPACK's LACN2: |M|_1 of M = A^-1 from a few products M x and M^H x, here triangular solves:
//
//     M x = U^-1 L^-1 x,    M^H x = L^-H U^-H x
//
// P permutes columns of M and does not change its 1-norm; |M|_inf = |M^H|_1. The process that holds x before
// a solve decides what comes next, so that differences of rounding between machines cannot lead the others
// elsewhere.
#include "linalg/gecon.hpp"

#include "comm/collectives.hpp"
#include "kernel/aligned_vector.hpp"
#include "kernel/lacn2.hpp"
#include "linalg/solve_triangular.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Real;
using kernel::Transpose;
using kernel::Uplo;

/// LACN2 with its state.
template <typename T>
class NormEstimator {
public:
  enum Request { done = 0, apply = 1, apply_adjoint = 2 };

  explicit NormEstimator(Index n) : v_(static_cast<std::size_t>(n)), sign_(v_.size()) {}

  /// x: the result of the last request, n elements, and what the next one is to be applied to. A result that
  /// is not finite ends the estimate with infinity.
  Request next(T* x) {
    if (kase_ != done &&
        !std::all_of(x, x + v_.size(), [](const T& y) { return std::isfinite(std::abs(y)); })) {
      estimate_ = std::numeric_limits<Real<T>>::infinity();
      return done;
    }
    kernel::lacn2(static_cast<int>(v_.size()), v_.data(), x, sign_.data(), &estimate_, &kase_, state_);
    return static_cast<Request>(kase_);
  }
  Real<T> estimate() const { return estimate_; }

private:
  kernel::AlignedVector<T> v_;
  std::vector<int> sign_;
  Real<T> estimate_ = 0;
  int kase_ = 0, state_[3] = {};
};

} // namespace

template <typename T>
Real<T> gecon(Grid& grid, Norm norm, const Submatrix<const T>& lu, Real<T> anorm) {
  using Estimator = NormEstimator<T>;
  if (lu.m == 0)
    return 1;
  if (anorm == 0)
    return 0;
  const auto memory =
      runtime::take_memory(grid, "a condition estimate",
                           FewRightHandSides<T>::memory(grid, lu, 1) + runtime::bytes_of<T>(2 * lu.m));
  FewRightHandSides<T> x(grid, lu, Triangles::both, 1);
  Estimator estimator(x.is_root() ? lu.m : 0);
  const auto applies_inverse = norm == Norm::one ? Estimator::apply : Estimator::apply_adjoint;
  for (;;) {
    auto request = x.is_root() ? estimator.next(x.data()) : Estimator::done;
    comm::broadcast(&request, 1, x.root(), grid.all());
    if (request == Estimator::done)
      break;
    if (request == applies_inverse) {
      x.solve(Uplo::lower, Transpose::no, Diag::unit);
      x.solve(Uplo::upper, Transpose::no, Diag::non_unit);
    } else {
      x.solve(Uplo::upper, Transpose::conjugate, Diag::non_unit);
      x.solve(Uplo::lower, Transpose::conjugate, Diag::unit);
    }
  }
  Real<T> inverse_norm = estimator.estimate();
  comm::broadcast(&inverse_norm, 1, x.root(), grid.all());
  return inverse_norm == 0 ? Real<T>(0) : (1 / inverse_norm) / anorm;
}

#define HG_GECON(T) template Real<T> gecon(Grid&, Norm, const Submatrix<const T>&, Real<T>);
HG_GECON(float)
HG_GECON(double)
HG_GECON(std::complex<float>)
HG_GECON(std::complex<double>)
#undef HG_GECON

} // namespace hetgrid::linalg
