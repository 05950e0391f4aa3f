// Inverses: of a triangle (TRTRI), and of a matrix from its factors (POTRI, GETRI). Each is checked by A^-1 (A x) = x for a random x,
// component by component in units of |A^-1| (|A| |x|).
#include "cli/time/operations.hpp"

#include <memory>
#include <utility>

#include "cli/time/comparison.hpp"
#include "cli/time/operation/factored.hpp"

namespace hetgrid::cli {
namespace {

/// The inverse of a triangle of A, n x n, in its place.
template <typename T>
class TrtriProblem {
public:
  TrtriProblem(const MpiSession&, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.n, case_.n, case_.block_size)), inverse_(a_) {
    a_.fill_diagonally_dominant(1);
  }

  static Routine<TrtriProblem> routine(const Case& one) {
    return {routines::trtri.name<T>(), flops<T>(1.0 * one.n * one.n * one.n / 6), &TrtriProblem::trtri,
            &TrtriProblem::check};
  }

  void prepare() { inverse_.copy(a_); }

  int trtri(Library library) {
    int info = 0;
    const int one = 1;
    const char diag = 'N';
    if (context_->inside())
      routines::trtri.of<T>(library)(&case_.uplo, &diag, &case_.n, inverse_.data(), &one, &one,
                                     inverse_.descriptor(), &info);
    return info;
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Part part = triangle_of(case_.uplo);
    const Vector x = random_vector(case_.n, 3);
    return {scaled_by_element<T>(
        inverse_.multiply(Transpose::no, a_.multiply(Transpose::no, x, part), part), x,
        inverse_.multiply_absolute(Transpose::no, a_.multiply_absolute(Transpose::no, absolute(x), part),
                                   part))};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, inverse_;
};

/// The inverse of A, n x n and positive definite, in the place of its Cholesky factor: one triangle.
template <typename T>
class PotriProblem {
public:
  PotriProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.n, case_.n, case_.block_size)), factor_(a_), inverse_(a_) {
    a_.fill_positive_definite(1);
    factor_.copy(a_);
    factor_cholesky(session, *context_, case_.uplo, case_.n, factor_);
  }

  static Routine<PotriProblem> routine(const Case& one) {
    return {routines::potri.name<T>(), flops<T>(1.0 * one.n * one.n * one.n / 3), &PotriProblem::potri,
            &PotriProblem::check};
  }

  void prepare() { inverse_.copy(factor_); }

  int potri(Library library) {
    int info = 0;
    const int one = 1;
    if (context_->inside())
      routines::potri.of<T>(library)(&case_.uplo, &case_.n, inverse_.data(), &one, &one,
                                     inverse_.descriptor(), &info);
    return info;
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Part part = triangle_of(case_.uplo);
    const Vector x = random_vector(case_.n, 3);
    const Vector size =
        inverse_.multiply_hermitian_absolute(part, a_.multiply_absolute(Transpose::no, absolute(x)));
    return {scaled_by_element<T>(inverse_.multiply_hermitian(part, a_.multiply(Transpose::no, x)), x, size)};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, factor_, inverse_;
};

/// The inverse of A, n x n, in the place of L and U.
template <typename T>
class GetriProblem {
public:
  GetriProblem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.n, case_.n, case_.block_size)), factors_(a_), inverse_(a_) {
    a_.fill_random(1);
    factors_.copy(a_);
    pivots_ = factor_lu(session, *context_, case_.n, case_.block_size, factors_);
  }

  static Routine<GetriProblem> routine(const Case& one) {
    return {routines::getri.name<T>(), flops<T>(2.0 * one.n * one.n * one.n / 3), &GetriProblem::getri,
            &GetriProblem::check};
  }

  void prepare() { inverse_.copy(factors_); }

  int getri(Library library) {
    if (!context_->inside())
      return 0;
    return work_.call(library, [&](const Work<T>& work, int* info) {
      const int one = 1;
      routines::getri.of<T>(library)(&case_.n, inverse_.data(), &one, &one, inverse_.descriptor(),
                                     pivots_.data(), work.work, &work.lwork, work.iwork, &work.liwork, info);
    });
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  /// A^-1 A is what X L = U^-1 makes small; A A^-1 need not be.
  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Vector x = random_vector(case_.n, 3);
    return {scaled_by_element<T>(
        inverse_.multiply(Transpose::no, a_.multiply(Transpose::no, x)), x,
        inverse_.multiply_absolute(Transpose::no, a_.multiply_absolute(Transpose::no, absolute(x))))};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, factors_, inverse_;
  std::vector<int> pivots_;
  QueriedWork<T> work_;
};

} // namespace

CaseTimer* const time_trtri = time_problem<TrtriProblem>;
CaseTimer* const time_potri = time_problem<PotriProblem>;
CaseTimer* const time_getri = time_problem<GetriProblem>;

} // namespace hetgrid::cli
