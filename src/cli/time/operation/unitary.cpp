// Q of a QR factorization: applied to a matrix (ORMQR, UNMQR) and formed (ORGQR, UNGQR).
#include "cli/time/operation/reflectors.hpp"

#include <cmath>
#include <memory>

#include "cli/time/comparison.hpp"
#include "cli/time/operation/factored.hpp"
#include "cli/time/operations.hpp"

namespace hetgrid::cli {
namespace {

/// op(Q) C or C op(Q): Q square, of order m or n, C m x n, in whose place the product is.
template <typename T>
class OrmqrProblem {
public:
  OrmqrProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        factors_(make_matrix<T>(*context_, dtype, case_.order(), case_.order(), case_.block_size)),
        c_(make_matrix<T>(*context_, dtype, case_.m, case_.n, case_.block_size)), product_(c_) {
    factors_.fill_random(1);
    tau_ = factor_qr(session, *context_, case_.order(), case_.order(), factors_);
    c_.fill_random(2);
  }

  static Routine<OrmqrProblem> routine(const Case& one) {
    return {routines::ormqr.name<T>(), flops<T>(1.0 * one.order() * one.m * one.n), &OrmqrProblem::ormqr,
            &OrmqrProblem::check};
  }

  void prepare() { product_.copy(c_); }

  int ormqr(Library library) {
    if (!context_->inside())
      return 0;
    return work_.call(library, [&](const Work<T>& work, int* info) {
      const int one = 1, k = case_.order();
      routines::ormqr.of<T>(library)(&case_.side, &case_.transa, &case_.m, &case_.n, &k, factors_.data(),
                                     &one, &one, factors_.descriptor(), tau_.data(), product_.data(), &one,
                                     &one, product_.descriptor(), work.work, &work.lwork, info);
    });
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Vector x = random_vector(case_.n, 3);
    const Reflectors<T> q(factors_, case_.order(), case_.order(), tau_);
    Vector expected = case_.side == 'L' ? c_.multiply(Transpose::no, x) : x;
    if (case_.transa == 'N')
      q.multiply(expected);
    else
      q.multiply_conjugate(expected);
    if (case_.side != 'L')
      expected = c_.multiply(Transpose::no, expected);
    const double error = norm_infinity_of_difference(product_.multiply(Transpose::no, x), expected);
    // Q spreads an error in one component over all of them.
    const double size = norm_infinity(c_.multiply_absolute(Transpose::no, absolute(x)));
    return {scaled<T>(error, size * std::sqrt(case_.order()))};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> factors_, c_, product_;
  std::vector<T> tau_;
  QueriedWork<T> work_;
};

/// The first n columns of Q, of order m, in the place of the reflectors.
template <typename T>
class OrgqrProblem {
public:
  OrgqrProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        factors_(make_matrix<T>(*context_, dtype, case_.m, case_.n, case_.block_size)), q_(factors_) {
    factors_.fill_random(1);
    tau_ = factor_qr(session, *context_, case_.m, case_.n, factors_);
  }

  static Routine<OrgqrProblem> routine(const Case& one) {
    const double m = one.m, n = one.n;
    return {routines::orgqr.name<T>(), flops<T>(m * n * n - n * n * n / 3), &OrgqrProblem::orgqr,
            &OrgqrProblem::check};
  }

  void prepare() { q_.copy(factors_); }

  int orgqr(Library library) {
    if (!context_->inside())
      return 0;
    return work_.call(library, [&](const Work<T>& work, int* info) {
      const int one = 1;
      routines::orgqr.of<T>(library)(&case_.m, &case_.n, &case_.n, q_.data(), &one, &one, q_.descriptor(),
                                     tau_.data(), work.work, &work.lwork, info);
    });
  }

  static std::vector<std::string> error_names() { return {"residual", "orthogonality"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Vector x = random_vector(case_.n, 3), computed = q_.multiply(Transpose::no, x);
    const Reflectors<T> q(factors_, case_.m, case_.n, tau_);
    Vector expected = x;
    expected.resize(static_cast<std::size_t>(case_.m));
    q.multiply(expected);
    const double size = norm_infinity(x) * case_.m;
    return {scaled<T>(norm_infinity_of_difference(computed, expected), size),
            scaled<T>(norm_infinity_of_difference(q_.multiply(Transpose::conjugate, computed), x), size)};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> factors_, q_;
  std::vector<T> tau_;
  QueriedWork<T> work_;
};

} // namespace

CaseTimer* const time_ormqr = time_problem<OrmqrProblem>;
CaseTimer* const time_orgqr = time_problem<OrgqrProblem>;

} // namespace hetgrid::cli
