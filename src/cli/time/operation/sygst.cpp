// A x = lambda B x made a standard eigenproblem: C = L^-1 A L^-H, or U^-H A U^-1.
#include "cli/time/operations.hpp"

#include <memory>
#include <utility>

#include "cli/time/comparison.hpp"
#include "cli/time/operation/factored.hpp"

namespace hetgrid::cli {
namespace {

/// A, n x n and Hermitian, and C, one triangle of it; the Cholesky factor of B.
template <typename T>
class SygstProblem {
public:
  SygstProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.n, case_.n, case_.block_size)), c_(a_), factor_(a_) {
    a_.fill_hermitian(1);
    a_.poison_beside(triangle_of(case_.uplo));
    factor_.fill_positive_definite(2);
    factor_cholesky(session, *context_, case_.uplo, case_.n, factor_);
  }

  static Routine<SygstProblem> routine(const Case& one) {
    return {routines::sygst.name<T>(), flops<T>(1.0 * one.n * one.n * one.n / 2), &SygstProblem::sygst,
            &SygstProblem::check};
  }

  void prepare() { c_.copy(a_); }

  int sygst(Library library) {
    int info = 0;
    const int one = 1, ibtype = 1;
    kernel::Real<T> scale = 1;
    if (context_->inside())
      routines::sygst.of<T>(library)(&ibtype, &case_.uplo, &case_.n, c_.data(), &one, &one, c_.descriptor(),
                                     factor_.data(), &one, &one, factor_.descriptor(), &scale, &info);
    return info;
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  /// L C L^H x = A x, component by component in units of |L| (|C| (|L^H| |x|)).
  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Part part = triangle_of(case_.uplo);
    const auto [left, right] = case_.uplo == 'L' ? std::pair(Transpose::no, Transpose::conjugate)
                                                 : std::pair(Transpose::conjugate, Transpose::no);
    const Vector x = random_vector(case_.n, 3);
    const Vector computed =
        factor_.multiply(left, c_.multiply_hermitian(part, factor_.multiply(right, x, part)), part);
    const Vector size = factor_.multiply_absolute(
        left, c_.multiply_hermitian_absolute(part, factor_.multiply_absolute(right, absolute(x), part)),
        part);
    return {scaled_by_element<T>(computed, a_.multiply_hermitian(part, x), size)};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, c_, factor_;
};

} // namespace

CaseTimer* const time_sygst = time_problem<SygstProblem>;

} // namespace hetgrid::cli
