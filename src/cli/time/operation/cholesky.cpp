// A = L L^H or U^H U.
#include "cli/time/operations.hpp"

#include "cli/time/comparison.hpp"

namespace hetgrid::cli {
namespace {

/// A, n x n and positive definite, on one layout, and its factor.
template <typename T>
class CholeskyProblem {
public:
  CholeskyProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype,
                  const Case& parameters, const Source& source)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.n, case_.n, case_.block_size)), factor_(a_) {
    if (source.a)
      a_.fill(session, *source.a);
    else
      a_.fill_positive_definite(1);
  }

  void prepare() { factor_.copy(a_); }

  int potrf(Library library) {
    int info = 0;
    const int one = 1;
    if (context_->inside())
      routines::potrf.of<T>(library)(&case_.uplo, &case_.n, factor_.data(), &one, &one, factor_.descriptor(),
                                     &info);
    return info;
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const bool lower = case_.uplo == 'L';
    const Part part = triangle_of(case_.uplo);
    const Vector x = random_vector(case_.n, 3);
    const Vector y = factor_.multiply(lower ? Transpose::conjugate : Transpose::no, x, part);
    const Vector computed = factor_.multiply(lower ? Transpose::no : Transpose::conjugate, y, part);
    const double error = norm_infinity_of_difference(a_.multiply(Transpose::no, x), computed);
    return {scaled<T>(error, a_.norm_infinity() * norm_infinity(x) * case_.n)};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, factor_;
};

template <typename T>
std::vector<Variant> cholesky_variants(const MpiSession& session, const Case& parameters,
                                       const plan::Plan& plan, const Selection& selection,
                                       const Source& source) {
  using Problem = CholeskyProblem<T>;
  const double n = parameters.n;
  const Routine<Problem> potrf{"potrf", flops<T>(n * n * n / 6), &Problem::potrf, &Problem::check};
  return make_variants<Problem>(session, parameters, plan, selection, source, {potrf});
}

} // namespace

CaseResult time_cholesky(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                         const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using T = decltype(scalar);
    return measure<T>(session, options, cholesky_variants<T>(session, parameters, plan, selection, source));
  });
}

std::vector<Variant> cholesky_variants(const MpiSession& session, const Case& parameters,
                                       const plan::Plan& plan, const Selection& selection,
                                       const Source& source) {
  return cholesky_variants<double>(session, parameters, plan, selection, source);
}

} // namespace hetgrid::cli
