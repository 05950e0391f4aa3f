// C = op(A) op(B).
#include "cli/time/operations.hpp"

#include <memory>
#include <optional>

#include "cli/time/comparison.hpp"
#include "measure/gemm_timer.hpp"

namespace hetgrid::cli {
namespace {

/// The first variant's result, ScaLAPACK's if it is timed, once it has been checked.
template <typename T>
using Reference = std::optional<DistributedMatrix<T>>;

/// The operands on one layout.
template <typename T>
class Problem {
public:
  Problem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
          const Source& source, std::shared_ptr<Reference<T>> reference)
      : case_(parameters), context_(std::move(context)), reference_(std::move(reference)),
        a_(make(dtype, stored(case_.transa, case_.m, case_.k))),
        b_(make(dtype, stored(case_.transb, case_.k, case_.n))), c_(make(dtype, {case_.m, case_.n})) {
    fill(session, a_, source.a, 1);
    fill(session, b_, source.b, 2);
  }

  void prepare() { c_.poison(); }

  int run(Library library) {
    if (!context_->inside())
      return 0;
    const T alpha = 1, beta = 0;
    const int one = 1;
    routines::gemm.of<T>(library)(&case_.transa, &case_.transb, &case_.m, &case_.n, &case_.k, &alpha,
                                  a_.data(), &one, &one, a_.descriptor(), b_.data(), &one, &one,
                                  b_.descriptor(), &beta, c_.data(), &one, &one, c_.descriptor());
    return last_info(library);
  }

  static std::vector<std::string> error_names() { return {"residual", "difference"}; }

  /// The first result to be checked is the reference of the others.
  std::vector<double> check(const MpiSession& session) const {
    if (!*reference_)
      reference_->emplace(c_);
    return {residual(), difference(**reference_, Context(1, session.size()))};
  }

private:
  /// For a random x: max_i |C x - A (B x)|_i / (eps (|A| (|B| |x|))_i). Rounding alone keeps it below k + 2,
  /// and far below in practice.
  double residual() const {
    const Vector x = random_vector(case_.n, 3);
    const Vector computed = c_.multiply(kernel::Transpose::no, x);
    const Vector expected = a_.multiply(op_a(), b_.multiply(op_b(), x));
    const Vector size = a_.multiply_absolute(op_a(), b_.multiply_absolute(op_b(), absolute(x)));
    return scaled_by_element<T>(computed, expected, size);
  }

  /// max_ij |C - reference|_ij / (eps ||A||_inf max_ij |B|_ij): the norms bound every element of |A| |B|. The
  /// reference may have another layout; `all` is a context of all ranks.
  double difference(const DistributedMatrix<T>& reference, const Context& all) const {
    DistributedMatrix<T> mine = reference;
    mine.poison();
    const int one = 1, context = all.handle();
    routines::gemr2d.of<T>(Library::hetgrid)(&case_.m, &case_.n, c_.data(), &one, &one, c_.descriptor(),
                                             mine.data(), &one, &one, mine.descriptor(), &context);
    return scaled<T>(mine.largest_difference(reference), a_.norm_infinity(op_a()) * b_.largest());
  }

  struct Size {
    int m, n;
  };
  kernel::Transpose op_a() const { return static_cast<kernel::Transpose>(case_.transa); }
  kernel::Transpose op_b() const { return static_cast<kernel::Transpose>(case_.transb); }

  static Size stored(char op, int m, int n) { return op == 'N' ? Size{m, n} : Size{n, m}; }

  DistributedMatrix<T> make(int dtype, Size size) const {
    return make_matrix<T>(*context_, dtype, size.m, size.n, case_.block_size);
  }

  Case case_;
  std::unique_ptr<Context> context_;
  std::shared_ptr<Reference<T>> reference_;
  DistributedMatrix<T> a_, b_, c_;
};

template <typename T>
std::vector<Variant> gemm_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                   const Selection& selection, const Source& source) {
  using P = Problem<T>;
  return make_variants<P>(
      session, parameters, plan, selection, source,
      {{"gemm", measure::gemm_flops<T>(parameters.m, parameters.n, parameters.k), &P::run, &P::check}},
      std::make_shared<Reference<T>>());
}

} // namespace

CaseResult time_gemm(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                     const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using T = decltype(scalar);
    return measure<T>(session, options, gemm_variants<T>(session, parameters, plan, selection, source));
  });
}

std::vector<Variant> gemm_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                   const Selection& selection, const Source& source) {
  return gemm_variants<double>(session, parameters, plan, selection, source);
}

} // namespace hetgrid::cli
