// A = Q R.
#include "cli/time/operations.hpp"

#include <algorithm>
#include <array>

#include "cli/time/comparison.hpp"
#include "hetgrid.h"

#define HG_DECLARE_SCALAPACK(geqrf, GEQRF, T)                                                                \
  extern "C" void HG_FC_GLOBAL(geqrf, GEQRF)(const int*, const int*, T*, const int*, const int*, const int*, \
                                             T*, T*, const int*, int*);
HG_DECLARE_SCALAPACK(psgeqrf, PSGEQRF, float)
HG_DECLARE_SCALAPACK(pdgeqrf, PDGEQRF, double)
HG_DECLARE_SCALAPACK(pcgeqrf, PCGEQRF, std::complex<float>)
HG_DECLARE_SCALAPACK(pzgeqrf, PZGEQRF, std::complex<double>)
#undef HG_DECLARE_SCALAPACK

namespace hetgrid::cli {
namespace {

template <typename T>
using PxGeqrf = void (*)(const int*, const int*, T*, const int*, const int*, const int*, T*, T*, const int*,
                         int*);

template <typename T>
PxGeqrf<T> geqrf_of(Library library);
#define HG_GEQRF(x, X, T)                                                                                    \
  template <>                                                                                                \
  PxGeqrf<T> geqrf_of<T>(Library library) {                                                                  \
    return library == Library::hetgrid ? HG_FC_GLOBAL_(hg_p##x##geqrf, HG_P##X##GEQRF)                       \
                                       : HG_SCALAPACK(p##x##geqrf, P##X##GEQRF);                             \
  }
HG_GEQRF(s, S, float)
HG_GEQRF(d, D, double)
HG_GEQRF(c, C, std::complex<float>)
HG_GEQRF(z, Z, std::complex<double>)
#undef HG_GEQRF

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
    // The workspace is asked for once, in the run before the timed ones.
    std::vector<T>& work = work_[static_cast<std::size_t>(library)];
    if (work.empty()) {
      T size = 0;
      if (const int info = call(library, &size, -1); info != 0)
        return info;
      work.resize(static_cast<std::size_t>(std::max(1.0, static_cast<double>(std::real(size)))));
    }
    return call(library, work.data(), static_cast<int>(work.size()));
  }

  static std::vector<std::string> error_names() { return {"residual", "orthogonality"}; }

  std::vector<double> check(const MpiSession&) const {
    const Vector x = random_vector(case_.n, 3);
    const Vector tau = factors_.gather_columns(tau_);
    const Vector y = factors_.multiply(kernel::Transpose::no, x, Part::upper); // R x
    Vector z = y;
    multiply_by_q(z, tau);
    const double error = norm_infinity_of_difference(a_.multiply(kernel::Transpose::no, x), z);
    multiply_by_conjugate_q(z, tau);
    const double loss = norm_infinity_of_difference(z, y);
    return {scaled<T>(error, a_.norm_infinity() * norm_infinity(x) * case_.n),
            scaled<T>(loss, norm_infinity(y) * case_.m)};
  }

private:
  int call(Library library, T* work, int lwork) {
    int info = 0;
    const int one = 1;
    geqrf_of<T>(library)(&case_.m, &case_.n, factors_.data(), &one, &one, factors_.descriptor(), tau_.data(),
                         work, &lwork, &info);
    return info;
  }

  Index reflectors() const { return std::min(case_.m, case_.n); }

  /// z = H z, H = I - tau v v^H, v = (0 ... 0, 1, column(j+1 : m)).
  void reflect(Vector& z, Index j, const std::complex<double>* column, std::complex<double> tau) const {
    std::complex<double> sum = z[static_cast<std::size_t>(j)];
    for (Index i = j + 1; i < case_.m; ++i)
      sum += std::conj(column[i]) * z[static_cast<std::size_t>(i)];
    sum *= tau;
    z[static_cast<std::size_t>(j)] -= sum;
    for (Index i = j + 1; i < case_.m; ++i)
      z[static_cast<std::size_t>(i)] -= sum * column[i];
  }

  /// Columns that every rank holds at a time.
  static constexpr Index width = 64;

  /// z = Q z = H_1 ... H_k z.
  void multiply_by_q(Vector& z, const Vector& tau) const {
    for (Index first = (reflectors() - 1) / width * width; first >= 0; first -= width) {
      const Index count = std::min(width, reflectors() - first);
      const Vector v = factors_.columns(first, count);
      for (Index j = count; j-- > 0;)
        reflect(z, first + j, v.data() + j * case_.m, tau[static_cast<std::size_t>(first + j)]);
    }
  }

  /// z = Q^H z = H_k^H ... H_1^H z.
  void multiply_by_conjugate_q(Vector& z, const Vector& tau) const {
    for (Index first = 0; first < reflectors(); first += width) {
      const Index count = std::min(width, reflectors() - first);
      const Vector v = factors_.columns(first, count);
      for (Index j = 0; j < count; ++j)
        reflect(z, first + j, v.data() + j * case_.m, std::conj(tau[static_cast<std::size_t>(first + j)]));
    }
  }

  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, factors_;
  std::vector<T> tau_;
  std::array<std::vector<T>, 2> work_; ///< by library
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
