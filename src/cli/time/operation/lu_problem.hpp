// A matrix and its factors P L U: what timing a factorization and timing a solution have in common.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cli/time/comparison.hpp"

namespace hetgrid::cli {

template <typename T>
double getrf_flops(double m, double n) {
  const double k = std::min(m, n);
  return flops<T>(m * n * k - (m + n) * k * k / 2 + k * k * k / 3);
}

/// A, m x n, on one layout, and its factors.
template <typename T>
class LuProblem {
public:
  LuProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
            const Source& source)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.m, case_.n, case_.block_size)), factors_(a_),
        pivots_(static_cast<std::size_t>(a_.local_rows() + case_.block_size)) {
    fill(session, a_, source.a, 1);
  }

  void prepare() { factors_.copy(a_); }

  int getrf(Library library) {
    int info = 0;
    const int one = 1;
    if (context_->inside())
      routines::getrf.of<T>(library)(&case_.m, &case_.n, factors_.data(), &one, &one, factors_.descriptor(),
                                     pivots_.data(), &info);
    return info;
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check_factors(const MpiSession&) const {
    const Vector x = random_vector(case_.n, 3);
    // U x has m entries, as U had m rows; L takes the first min(m, n) of them.
    Vector y = factors_.multiply(kernel::Transpose::no, x, Part::upper);
    y.resize(static_cast<std::size_t>(case_.n));
    y = factors_.multiply(kernel::Transpose::no, y, Part::unit_lower);
    apply_interchanges(y);
    const double error = norm_infinity_of_difference(a_.multiply(kernel::Transpose::no, x), y);
    return {scaled<T>(error, a_.norm_infinity() * norm_infinity(x) * case_.n)};
  }

  /// max |u_ij| / max |a_ij|
  double growth() const { return factors_.largest(Part::upper) / a_.largest(); }

protected:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, factors_;
  std::vector<int> pivots_;

private:
  /// y = P y: the interchanges of the factorization backwards.
  void apply_interchanges(Vector& y) const {
    const Vector pivots = factors_.gather_rows(pivots_);
    for (int i = std::min(case_.m, case_.n); i-- > 0;) {
      const auto row = static_cast<std::size_t>(i);
      std::swap(y[row], y.at(static_cast<std::size_t>(pivots[row].real()) - 1));
    }
  }
};

} // namespace hetgrid::cli
