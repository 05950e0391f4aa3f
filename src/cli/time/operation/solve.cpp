// A X = B by A = P L U.
#include "cli/time/operations.hpp"

#include "cli/time/operation/lu_problem.hpp"

namespace hetgrid::cli {
namespace {

/// A, n x n, its factors, and right-hand sides.
template <typename T>
class SolveProblem : public LuProblem<T> {
public:
  SolveProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source& source)
      : LuProblem<T>(session, std::move(context), dtype, parameters, source),
        b_(make_matrix<T>(*this->context_, dtype, parameters.n, parameters.nrhs, parameters.block_size)),
        x_(b_) {
    fill(session, b_, source.b, 2);
  }

  void prepare() {
    LuProblem<T>::prepare();
    x_.copy(b_);
  }

  int gesv(Library library) {
    int info = 0;
    const int one = 1;
    auto& lu = this->factors_;
    if (this->context_->inside())
      routines::gesv.of<T>(library)(&this->case_.n, &this->case_.nrhs, lu.data(), &one, &one, lu.descriptor(),
                                    this->pivots_.data(), x_.data(), &one, &one, x_.descriptor(), &info);
    return info;
  }

  std::vector<double> check_solution(const MpiSession&) const {
    const Vector weights = this->case_.nrhs == 1 ? Vector{1} : random_vector(this->case_.nrhs, 3);
    const Vector x = x_.multiply(kernel::Transpose::no, weights);
    const Vector b = b_.multiply(kernel::Transpose::no, weights);
    const double error = norm_infinity_of_difference(this->a_.multiply(kernel::Transpose::no, x), b);
    return {scaled<T>(error, this->a_.norm_infinity() * norm_infinity(x) * this->case_.n)};
  }

private:
  DistributedMatrix<T> b_, x_;
};

} // namespace

CaseResult time_solve(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                      const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using T = decltype(scalar);
    using Problem = SolveProblem<T>;
    const double n = parameters.n, factorization = getrf_flops<T>(n, n);
    const Routine<Problem> gesv{"gesv", factorization + flops<T>(n * n * parameters.nrhs), &Problem::gesv,
                                &Problem::check_solution};
    const Routine<Problem> getrf{"getrf", factorization, &Problem::getrf, &Problem::check_factors};
    return measure<T>(session, options,
                      make_variants<Problem>(session, parameters, plan, selection, source, {gesv, getrf}));
  });
}

} // namespace hetgrid::cli
