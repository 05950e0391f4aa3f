// The other products of level 3, and triangular solves: SYMM and HEMM, SYRK and HERK, SYR2K and HER2K, TRMM, TRSM.
//
// All results are checked as those of GEMM, as operators: for a random x, component by component in units of what rounding
// does to the products of absolute values.
#include "cli/time/operations.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "cli/time/comparison.hpp"

namespace hetgrid::cli {
namespace {

/// A on the left (SIDE = L), so that B, then A is applied to x, or on the right.
template <typename A, typename B>
Vector applied(char side, A&& a, B&& b, const Vector& x) {
  return side == 'L' ? a(b(x)) : b(a(x));
}

/// C = A B or B A, A Hermitian: of order m or n, C m x n.
template <typename T>
class SymmProblem {
public:
  SymmProblem(const MpiSession&, std::unique_ptr<Context> context, int dtype, const Case& parameters,
              const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.order(), case_.order(), case_.block_size)),
        b_(make_matrix<T>(*context_, dtype, case_.m, case_.n, case_.block_size)), c_(b_) {
    a_.fill_hermitian(1);
    a_.poison_beside(triangle_of(case_.uplo));
    b_.fill_random(2);
  }

  static Routine<SymmProblem> routine(const Case& one) {
    return {routines::symm.name<T>(), flops<T>(1.0 * one.order() * one.m * one.n), &SymmProblem::symm,
            &SymmProblem::check};
  }

  void prepare() { c_.poison(); }

  int symm(Library library) {
    if (!context_->inside())
      return 0;
    const T alpha = 1, beta = 0;
    const int one = 1;
    routines::symm.of<T>(library)(&case_.side, &case_.uplo, &case_.m, &case_.n, &alpha, a_.data(), &one, &one,
                                  a_.descriptor(), b_.data(), &one, &one, b_.descriptor(), &beta, c_.data(),
                                  &one, &one, c_.descriptor());
    return last_info(library);
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Vector x = random_vector(case_.n, 3);
    const Part part = triangle_of(case_.uplo);
    const Vector expected = applied(
        case_.side, [&](const Vector& y) { return a_.multiply_hermitian(part, y); },
        [&](const Vector& y) { return b_.multiply(Transpose::no, y); }, x);
    const Vector size = applied(
        case_.side, [&](const Vector& y) { return a_.multiply_hermitian_absolute(part, y); },
        [&](const Vector& y) { return b_.multiply_absolute(Transpose::no, y); }, absolute(x));
    return {scaled_by_element<T>(c_.multiply(Transpose::no, x), expected, size)};
  }

private:
  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, b_, c_;
};

/// C = A A^H (TRANS = N) or A^H A (C; real: T), and A B^H + B A^H or A^H B + B^H A: C Hermitian of order n, one triangle
/// of it, A and B n x k or k x n.
template <typename T>
class RankKProblem {
public:
  RankKProblem(const MpiSession&, std::unique_ptr<Context> context, int dtype, const Case& parameters,
               const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, is_n_by_k() ? case_.n : case_.k, is_n_by_k() ? case_.k : case_.n,
                          case_.block_size)),
        c_(make_matrix<T>(*context_, dtype, case_.n, case_.n, case_.block_size)) {
    a_.fill_random(1);
    if (case_.operation == "syr2k")
      b_.emplace(a_).fill_random(2);
  }

  static Routine<RankKProblem> routine(const Case& one) {
    const double pairs = 0.5 * one.n * one.n * one.k;
    if (one.operation == "syrk")
      return {routines::syrk.name<T>(), flops<T>(pairs), &RankKProblem::syrk, &RankKProblem::check};
    return {routines::syr2k.name<T>(), flops<T>(2 * pairs), &RankKProblem::syr2k, &RankKProblem::check};
  }

  void prepare() { c_.poison(); }

  int syrk(Library library) {
    if (!context_->inside())
      return 0;
    const kernel::Real<T> alpha = 1, beta = 0;
    const int one = 1;
    routines::syrk.of<T>(library)(&case_.uplo, &case_.transa, &case_.n, &case_.k, &alpha, a_.data(), &one,
                                  &one, a_.descriptor(), &beta, c_.data(), &one, &one, c_.descriptor());
    return last_info(library);
  }

  int syr2k(Library library) {
    if (!context_->inside())
      return 0;
    const T alpha = 1;
    const kernel::Real<T> beta = 0;
    const int one = 1;
    routines::syr2k.of<T>(library)(&case_.uplo, &case_.transa, &case_.n, &case_.k, &alpha, a_.data(), &one,
                                   &one, a_.descriptor(), b_->data(), &one, &one, b_->descriptor(), &beta,
                                   c_.data(), &one, &one, c_.descriptor());
    return last_info(library);
  }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check(const MpiSession&) const {
    using kernel::Transpose;
    const Vector x = random_vector(case_.n, 3);
    const auto [first, second] = is_n_by_k() ? std::pair(Transpose::no, Transpose::conjugate)
                                             : std::pair(Transpose::conjugate, Transpose::no);
    // A A^H x, or A B^H x and B A^H x.
    Vector expected(x.size()), size(x.size());
    const auto add = [&, one = first, other = second](const DistributedMatrix<T>& a,
                                                      const DistributedMatrix<T>& b) {
      const Vector product = a.multiply(one, b.multiply(other, x));
      const Vector product_of_sizes = a.multiply_absolute(one, b.multiply_absolute(other, absolute(x)));
      for (std::size_t i = 0; i < x.size(); ++i) {
        expected[i] += product[i];
        size[i] += product_of_sizes[i];
      }
    };
    add(a_, b_ ? *b_ : a_);
    if (b_)
      add(*b_, a_);
    return {scaled_by_element<T>(c_.multiply_hermitian(triangle_of(case_.uplo), x), expected, size)};
  }

private:
  bool is_n_by_k() const { return case_.transa == 'N'; }

  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, c_;
  std::optional<DistributedMatrix<T>> b_; ///< syr2k
};

/// X = op(A) B or B op(A) (TRMM), op(A) X = B or X op(A) = B (TRSM): A triangular, of order m or n, B and X m x n, X in the
/// place of B.
template <typename T>
class TriangularProblem {
public:
  TriangularProblem(const MpiSession&, std::unique_ptr<Context> context, int dtype, const Case& parameters,
                    const Source&)
      : case_(parameters), context_(std::move(context)),
        a_(make_matrix<T>(*context_, dtype, case_.order(), case_.order(), case_.block_size)),
        b_(make_matrix<T>(*context_, dtype, case_.m, case_.n, case_.block_size)), x_(b_) {
    a_.fill_diagonally_dominant(1);
    b_.fill_random(2);
  }

  static Routine<TriangularProblem> routine(const Case& one) {
    const double operations = flops<T>(0.5 * one.order() * one.m * one.n);
    if (one.operation == "trmm")
      return {routines::trmm.name<T>(), operations, &TriangularProblem::trmm,
              &TriangularProblem::check_product};
    return {routines::trsm.name<T>(), operations, &TriangularProblem::trsm,
            &TriangularProblem::check_solution};
  }

  void prepare() { x_.copy(b_); }

  int trmm(Library library) { return call(routines::trmm.of<T>(library), library); }
  int trsm(Library library) { return call(routines::trsm.of<T>(library), library); }

  static std::vector<std::string> error_names() { return {"residual"}; }

  std::vector<double> check_product(const MpiSession&) const { return {residual(x_, b_)}; }
  std::vector<double> check_solution(const MpiSession&) const { return {residual(b_, x_)}; }

private:
  /// TRMM and TRSM have the same arguments.
  template <typename PxTrxm>
  int call(PxTrxm trxm, Library library) {
    if (!context_->inside())
      return 0;
    const T alpha = 1;
    const int one = 1;
    const char diag = 'N';
    trxm(&case_.side, &case_.uplo, &case_.transa, &diag, &case_.m, &case_.n, &alpha, a_.data(), &one, &one,
         a_.descriptor(), x_.data(), &one, &one, x_.descriptor());
    return last_info(library);
  }

  /// Of product = op(A) factor, or factor op(A).
  double residual(const DistributedMatrix<T>& product, const DistributedMatrix<T>& factor) const {
    using kernel::Transpose;
    const auto op = static_cast<Transpose>(case_.transa);
    const Part part = triangle_of(case_.uplo);
    const Vector y = random_vector(case_.n, 3);
    const Vector expected = applied(
        case_.side, [&](const Vector& z) { return a_.multiply(op, z, part); },
        [&](const Vector& z) { return factor.multiply(Transpose::no, z); }, y);
    const Vector size = applied(
        case_.side, [&](const Vector& z) { return a_.multiply_absolute(op, z, part); },
        [&](const Vector& z) { return factor.multiply_absolute(Transpose::no, z); }, absolute(y));
    return scaled_by_element<T>(product.multiply(Transpose::no, y), expected, size);
  }

  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, b_, x_;
};

} // namespace

CaseTimer* const time_symm = time_problem<SymmProblem>;
CaseTimer* const time_rank_k = time_problem<RankKProblem>;
CaseTimer* const time_triangular = time_problem<TriangularProblem>;

} // namespace hetgrid::cli
