// A matrix moved to another layout and back.
#include "cli/time/operations.hpp"

#include "cli/time/comparison.hpp"

namespace hetgrid::cli {
namespace {

/// A, m x n and block-cyclic, and where it is moved to: the uneven layout with the same blocks or, since ScaLAPACK
/// has no other, the block-cyclic one with blocks of twice the size, for which more of A changes its owner.
template <typename T>
class RedistributeProblem {
public:
  RedistributeProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype,
                      const Case& parameters, const Source& source)
      : case_(parameters), context_(std::move(context)), a_(make(layout::dtype_block_cyclic, 1)),
        moved_(make(dtype, dtype == layout::dtype_block_cyclic ? 2 : 1)), back_(a_) {
    fill(session, a_, source.a, 1);
  }

  void prepare() {
    moved_.poison();
    back_.poison();
  }

  int gemr2d(Library library) {
    if (!context_->inside())
      return 0;
    const int there = move(library, a_, moved_);
    return there != 0 ? there : move(library, moved_, back_);
  }

  static std::vector<std::string> error_names() { return {"residual", "difference"}; }

  /// The moved matrix as an operator, and every element of what came back.
  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Vector x = random_vector(case_.n, 3);
    const double error =
        norm_infinity_of_difference(a_.multiply(Transpose::no, x), moved_.multiply(Transpose::no, x));
    return {scaled<T>(error, a_.norm_infinity() * norm_infinity(x)),
            scaled<T>(back_.largest_difference(a_), a_.largest())};
  }

private:
  DistributedMatrix<T> make(int dtype, int blocks) const {
    return make_matrix<T>(*context_, dtype, case_.m, case_.n, blocks * case_.block_size);
  }

  int move(Library library, const DistributedMatrix<T>& from, DistributedMatrix<T>& to) const {
    const int one = 1, context = context_->handle();
    routines::gemr2d.of<T>(library)(&case_.m, &case_.n, from.data(), &one, &one, from.descriptor(), to.data(),
                                    &one, &one, to.descriptor(), &context);
    return last_info(library);
  }

  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, moved_, back_;
};

} // namespace

CaseResult time_redistribute(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                             const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using T = decltype(scalar);
    using P = RedistributeProblem<T>;
    const double bytes = 2.0 * parameters.m * parameters.n * sizeof(T);
    return measure<T>(session, options,
                      make_variants<P>(session, parameters, plan, selection, source,
                                       {{"gemr2d", 0, &P::gemr2d, &P::check, bytes}}));
  });
}

} // namespace hetgrid::cli
