// C = op(A) op(B).
#include "cli/time/operations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "cli/time/comparison.hpp"
#include "hetgrid.h"
#include "measure/gemm_timer.hpp"

#define HG_DECLARE_PXGEMM(name, NAME, T)                                                                     \
  extern "C" void HG_FC_GLOBAL(name, NAME)(const char*, const char*, const int*, const int*, const int*,     \
                                           const T*, const T*, const int*, const int*, const int*, const T*, \
                                           const int*, const int*, const int*, const T*, T*, const int*,     \
                                           const int*, const int*);
HG_DECLARE_PXGEMM(psgemm, PSGEMM, float)
HG_DECLARE_PXGEMM(pdgemm, PDGEMM, double)
HG_DECLARE_PXGEMM(pcgemm, PCGEMM, std::complex<float>)
HG_DECLARE_PXGEMM(pzgemm, PZGEMM, std::complex<double>)

namespace hetgrid::cli {
namespace {

template <typename T>
using PxGemm = void (*)(const char*, const char*, const int*, const int*, const int*, const T*, const T*,
                        const int*, const int*, const int*, const T*, const int*, const int*, const int*,
                        const T*, T*, const int*, const int*, const int*);

template <typename T>
using PxGemr2d = void (*)(const int*, const int*, const T*, const int*, const int*, const int*, T*,
                          const int*, const int*, const int*, const int*);

template <typename T>
struct Routines;
template <>
struct Routines<float> {
  static constexpr PxGemm<float> hetgrid = HG_FC_GLOBAL_(hg_psgemm, HG_PSGEMM),
                                 scalapack = HG_SCALAPACK(psgemm, PSGEMM);
  static constexpr PxGemr2d<float> move = HG_FC_GLOBAL_(hg_psgemr2d, HG_PSGEMR2D);
};
template <>
struct Routines<double> {
  static constexpr PxGemm<double> hetgrid = HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM),
                                  scalapack = HG_SCALAPACK(pdgemm, PDGEMM);
  static constexpr PxGemr2d<double> move = HG_FC_GLOBAL_(hg_pdgemr2d, HG_PDGEMR2D);
};
template <>
struct Routines<std::complex<float>> {
  static constexpr PxGemm<std::complex<float>> hetgrid = HG_FC_GLOBAL_(hg_pcgemm, HG_PCGEMM),
                                               scalapack = HG_SCALAPACK(pcgemm, PCGEMM);
  static constexpr PxGemr2d<std::complex<float>> move = HG_FC_GLOBAL_(hg_pcgemr2d, HG_PCGEMR2D);
};
template <>
struct Routines<std::complex<double>> {
  static constexpr PxGemm<std::complex<double>> hetgrid = HG_FC_GLOBAL_(hg_pzgemm, HG_PZGEMM),
                                                scalapack = HG_SCALAPACK(pzgemm, PZGEMM);
  static constexpr PxGemr2d<std::complex<double>> move = HG_FC_GLOBAL_(hg_pzgemr2d, HG_PZGEMR2D);
};

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
    const auto gemm = library == Library::hetgrid ? Routines<T>::hetgrid : Routines<T>::scalapack;
    gemm(&case_.transa, &case_.transb, &case_.m, &case_.n, &case_.k, &alpha, a_.data(), &one, &one,
         a_.descriptor(), b_.data(), &one, &one, b_.descriptor(), &beta, c_.data(), &one, &one,
         c_.descriptor());
    return library == Library::hetgrid ? HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)() : 0;
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
    Vector size_of_x = x;
    for (auto& value : size_of_x)
      value = std::abs(value);
    const Vector computed = c_.multiply(kernel::Transpose::no, x);
    const Vector expected = a_.multiply(op_a(), b_.multiply(op_b(), x));
    const Vector size = a_.multiply_absolute(op_a(), b_.multiply_absolute(op_b(), size_of_x));
    double worst = 0;
    for (std::size_t i = 0; i < computed.size(); ++i)
      worst = std::max(worst, scaled<T>(std::abs(computed[i] - expected[i]), size[i].real()));
    return worst;
  }

  /// max_ij |C - reference|_ij / (eps ||A||_inf max_ij |B|_ij): the norms bound every element of |A| |B|. The
  /// reference may have another layout; `all` is a context of all ranks.
  double difference(const DistributedMatrix<T>& reference, const Context& all) const {
    DistributedMatrix<T> mine = reference;
    mine.poison();
    const int one = 1, context = all.handle();
    Routines<T>::move(&case_.m, &case_.n, c_.data(), &one, &one, c_.descriptor(), mine.data(), &one, &one,
                      mine.descriptor(), &context);
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
