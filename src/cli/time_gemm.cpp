#include "cli/time_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "cli/distributed_matrix.hpp"
#include "comm/blacs.hpp"
#include "comm/grid.hpp"
#include "hetgrid.h"
#include "hetgrid/error.hpp"

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
                                 scalapack = HG_FC_GLOBAL(psgemm, PSGEMM);
  static constexpr PxGemr2d<float> move = HG_FC_GLOBAL_(hg_psgemr2d, HG_PSGEMR2D);
};
template <>
struct Routines<double> {
  static constexpr PxGemm<double> hetgrid = HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM),
                                  scalapack = HG_FC_GLOBAL(pdgemm, PDGEMM);
  static constexpr PxGemr2d<double> move = HG_FC_GLOBAL_(hg_pdgemr2d, HG_PDGEMR2D);
};
template <>
struct Routines<std::complex<float>> {
  static constexpr PxGemm<std::complex<float>> hetgrid = HG_FC_GLOBAL_(hg_pcgemm, HG_PCGEMM),
                                               scalapack = HG_FC_GLOBAL(pcgemm, PCGEMM);
  static constexpr PxGemr2d<std::complex<float>> move = HG_FC_GLOBAL_(hg_pcgemr2d, HG_PCGEMR2D);
};
template <>
struct Routines<std::complex<double>> {
  static constexpr PxGemm<std::complex<double>> hetgrid = HG_FC_GLOBAL_(hg_pzgemm, HG_PZGEMM),
                                                scalapack = HG_FC_GLOBAL(pzgemm, PZGEMM);
  static constexpr PxGemr2d<std::complex<double>> move = HG_FC_GLOBAL_(hg_pzgemr2d, HG_PZGEMR2D);
};

/// A BLACS context, ended with the object.
class Context {
public:
  /// The grid of the plan, processes placed by its arrangement.
  explicit Context(const plan::Plan& plan) : handle_(comm::Grid::create(MPI_COMM_WORLD, plan)) {}
  /// As BLACS_GRIDINIT does it: the first p q processes, by rows.
  Context(int p, int q) : handle_(system_context()) { Cblacs_gridinit(&handle_, "Row", p, q); }
  ~Context() {
    if (handle_ >= 0)
      Cblacs_gridexit(handle_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  int handle() const noexcept { return handle_; }
  /// nullptr on processes outside.
  const comm::Grid* grid() const { return handle_ >= 0 ? &comm::Grid::of_context(handle_) : nullptr; }

private:
  static int system_context() {
    int context = 0;
    Cblacs_get(-1, 0, &context);
    return context;
  }
  int handle_;
};

layout::Descriptor describe(const Context& context, int dtype, int m, int n, int nb) {
  layout::Descriptor descriptor{dtype, context.handle(), m, n, nb, nb, 0, 0, 1};
  if (const comm::Grid* const grid = context.grid()) {
    const Index rows = grid->row_axis(descriptor).local_count(0, m, grid->myrow());
    descriptor.lld = static_cast<int>(std::max<Index>(1, rows));
  }
  return descriptor;
}

/// The operands on one layout.
template <typename T>
class Problem {
public:
  Problem(const MpiSession& session, std::unique_ptr<Context> context, int dtype, const Case& parameters,
          const GemmSource& source)
      : case_(parameters), context_(std::move(context)),
        a_(make(dtype, stored(case_.transa, case_.m, case_.k))),
        b_(make(dtype, stored(case_.transb, case_.k, case_.n))), c_(make(dtype, {case_.m, case_.n})) {
    fill(session, a_, source.a, 1);
    fill(session, b_, source.b, 2);
  }

  void prepare() { c_.poison(); }

  void run(PxGemm<T> gemm) {
    if (context_->handle() < 0)
      return;
    const T alpha = 1, beta = 0;
    const int one = 1;
    gemm(&case_.transa, &case_.transb, &case_.m, &case_.n, &case_.k, &alpha, a_.data(), &one, &one,
         a_.descriptor(), b_.data(), &one, &one, b_.descriptor(), &beta, c_.data(), &one, &one,
         c_.descriptor());
  }

  DistributedMatrix<T> result() const { return c_; }

  /// For a random x: max_i |C x - A (B x)|_i / (eps (|A| (|B| |x|))_i). Rounding alone keeps it below k + 2,
  /// and far below in practice.
  double residual() const {
    const Vector x = random_vector(case_.n, 3);
    Vector size_of_x = x;
    for (auto& value : size_of_x)
      value = std::abs(value);
    const Vector computed = c_.multiply(kernel::Transpose::no, x);
    const Vector expected = a_.multiply(op_a(), b_.multiply(op_b(), x));
    const Vector size = a_.multiply(op_a(), b_.multiply(op_b(), size_of_x, true), true);
    double worst = 0;
    for (std::size_t i = 0; i < computed.size(); ++i)
      worst = std::max(worst, scaled(std::abs(computed[i] - expected[i]), size[i].real()));
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
    const Vector row_sums = a_.multiply(op_a(), Vector(static_cast<std::size_t>(case_.k), 1), true);
    double norm = 0;
    for (const auto& sum : row_sums)
      norm = std::max(norm, sum.real());
    return scaled(mine.largest_difference(reference), norm * b_.largest());
  }

private:
  struct Size {
    int m, n;
  };
  kernel::Transpose op_a() const { return static_cast<kernel::Transpose>(case_.transa); }
  kernel::Transpose op_b() const { return static_cast<kernel::Transpose>(case_.transb); }

  /// An error in units of the rounding error of `size`.
  static double scaled(double error, double size) {
    constexpr double eps = std::numeric_limits<decltype(std::abs(T()))>::epsilon();
    const double result = error == 0 ? 0 : error / (eps * size);
    return std::isnan(result) ? std::numeric_limits<double>::infinity() : result;
  }

  static Size stored(char op, int m, int n) { return op == 'N' ? Size{m, n} : Size{n, m}; }

  DistributedMatrix<T> make(int dtype, Size size) const {
    return {context_->grid(), describe(*context_, dtype, size.m, size.n, case_.block_size)};
  }

  static void fill(const MpiSession& session, DistributedMatrix<T>& matrix,
                   const std::optional<EntryList>& source, std::uint64_t seed) {
    if (source)
      matrix.fill(session, *source);
    else
      matrix.fill_random(seed);
  }

  Case case_;
  std::unique_ptr<Context> context_;
  DistributedMatrix<T> a_, b_, c_;
};

template <typename T>
void run_hetgrid(Problem<T>& problem) {
  problem.run(Routines<T>::hetgrid);
  if (const int info = hg_lastinfo_(); info != 0)
    throw SystemError(fmt::format("hg_p?gemm failed, INFO = {}", info));
}

template <typename T>
using Problems = std::vector<std::shared_ptr<Problem<T>>>;

template <typename T>
Variant variant(const char* routine, const char* layout, const std::shared_ptr<Problem<T>>& problem) {
  Variant result{routine, layout, [problem] { problem->prepare(); }, {}};
  if (result.routine == "hetgrid")
    result.run = [problem] { run_hetgrid(*problem); };
  else
    result.run = [problem] { problem->run(Routines<T>::scalapack); };
  return result;
}

/// Runs every variant once. The first is the reference of the others.
template <typename T>
std::vector<Check> check(const MpiSession& session, const std::vector<Variant>& variants,
                         const Problems<T>& problems) {
  const Context all(1, session.size());
  std::optional<DistributedMatrix<T>> reference;
  std::vector<Check> checks;
  for (std::size_t k = 0; k < variants.size(); ++k) {
    variants[k].prepare();
    variants[k].run();
    if (!reference)
      reference.emplace(problems[k]->result());
    checks.push_back({problems[k]->residual(), problems[k]->difference(*reference, all)});
  }
  return checks;
}

template <typename T>
CaseResult time_typed(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                      const plan::Plan& plan, const Layouts& layouts, const GemmSource& source) {
  std::vector<Variant> variants;
  Problems<T> problems;
  const auto add = [&](const char* routine, const char* layout, const std::shared_ptr<Problem<T>>& problem) {
    variants.push_back(variant(routine, layout, problem));
    problems.push_back(problem);
  };
  const auto uniform =
      std::make_shared<Problem<T>>(session, std::make_unique<Context>(plan.arrangement.p, plan.arrangement.q),
                                   layout::dtype_block_cyclic, parameters, source);
  add("ScaLAPACK", "uniform", uniform);
  if (layouts.uniform)
    add("hetgrid", "uniform", uniform);
  if (layouts.uneven)
    add("hetgrid", "uneven",
        std::make_shared<Problem<T>>(session, std::make_unique<Context>(plan), layout::dtype_uneven,
                                     parameters, source));
  CaseResult result = measure<T>(session, options, variants, check(session, variants, problems));
  result.flops = kernel::gemm_flops<T>(parameters.m, parameters.n, parameters.k);
  return result;
}

} // namespace

CaseResult time_gemm(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                     const plan::Plan& plan, const Layouts& layouts, const GemmSource& source) {
  const auto timed = [&](auto scalar) {
    CaseResult result = time_typed<decltype(scalar)>(session, options, parameters, plan, layouts, source);
    result.parameters = parameters;
    result.p = plan.arrangement.p;
    result.q = plan.arrangement.q;
    return result;
  };
  switch (parameters.precision) {
  case 's':
    return timed(float());
  case 'd':
    return timed(double());
  case 'c':
    return timed(std::complex<float>());
  case 'z':
    return timed(std::complex<double>());
  default:
    throw ArgumentError("precision", std::string(1, parameters.precision), "s, d, c or z");
  }
}

} // namespace hetgrid::cli
