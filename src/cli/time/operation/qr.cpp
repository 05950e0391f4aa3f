// A = Q R.
#include "cli/time/operations.hpp"

#include <algorithm>

#include "cli/time/comparison.hpp"
#include "cli/time/operation/queried_work.hpp"
#include "cli/time/operation/reflectors.hpp"

namespace hetgrid::cli {
namespace {

/// A, m x n, on one layout, and its factors.
template <typename T>
class QrProblem {
public:
  QrProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
            const Source& source)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.m, case_.n, case_.block_size)), factors_(a_),
        tau_(static_cast<std::size_t>(std::max<Index>(1, a_.local_columns()))) {
    fill(session, a_, source.a, 1);
  }

  void prepare() { factors_.copy(a_); }

  int geqrf(Library library) {
    if (!context_->inside())
      return 0;
    return work_.call(library, [&](const Work<T>& work, int* info) {
      const int one = 1;
      routines::geqrf.of<T>(library)(&case_.m, &case_.n, factors_.data(), &one, &one, factors_.descriptor(),
                                     tau_.data(), work.work, &work.lwork, info);
    });
  }

  static std::vector<std::string> error_names() { return {"residual", "orthogonality"}; }

  std::vector<double> check(const MpiSession&) const {
    const Vector x = random_vector(case_.n, 3);
    const Reflectors<T> q(factors_, case_.m, std::min(case_.m, case_.n), tau_);
    const Vector y = factors_.multiply(kernel::Transpose::no, x, Part::upper); // R x
    Vector z = y;
    q.multiply(z);
    const double error = norm_infinity_of_difference(a_.multiply(kernel::Transpose::no, x), z);
    q.multiply_conjugate(z);
    const double loss = norm_infinity_of_difference(z, y);
    return {scaled<T>(error, a_.norm_infinity() * norm_infinity(x) * case_.n),
            scaled<T>(loss, norm_infinity(y) * case_.m)};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, factors_;
  std::vector<T> tau_;
  QueriedWork<T> work_;
};

template <typename T>
double geqrf_flops(double m, double n) {
  const double k = std::min(m, n);
  return flops<T>(std::max(m, n) * k * k - k * k * k / 3);
}

template <typename T>
std::vector<Variant> qr_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                 const Selection& selection, const Source& source) {
  using Problem = QrProblem<T>;
  const Routine<Problem> geqrf{"geqrf", geqrf_flops<T>(parameters.m, parameters.n), &Problem::geqrf,
                               &Problem::check};
  return make_variants<Problem>(session, parameters, plan, selection, source, {geqrf});
}

} // namespace

CaseResult time_qr(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                   const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using T = decltype(scalar);
    return measure<T>(session, options, qr_variants<T>(session, parameters, plan, selection, source));
  });
}

std::vector<Variant> qr_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                 const Selection& selection, const Source& source) {
  return qr_variants<double>(session, parameters, plan, selection, source);
}

} // namespace hetgrid::cli
