// What the operations of the timing driver have in common: variants of a problem, scaled errors, precisions.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "cli/options/precision.hpp"
#include "cli/time/context.hpp"
#include "cli/time/distributed_matrix.hpp"
#include "cli/time/operations.hpp"
#include "cli/time/routines.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {

/// A routine that a Problem knows how to run and to check.
template <typename Problem>
struct Routine {
  const char* name;             ///< as in P?NAME
  double flops;                 ///< floating-point operations
  int (Problem::*run)(Library); ///< \return INFO; local, 0 on ranks outside the grid
  /// Scaled errors of the result of run, named by Problem::error_names(); collective over all ranks.
  std::vector<double> (Problem::*check)(const MpiSession&) const;
  double bytes = 0; ///< moved, of a routine that only moves
  /// Of elements, by run; nullptr: not told. Collective over all ranks.
  double (Problem::*growth)() const = nullptr;
};

/// The variants of `routines`. A Problem is made from (session, context, DTYPE_, case, source, more), holds
/// the operands on one layout, and restores them in prepare(). The uniform one serves both libraries.
template <typename Problem, typename... More>
std::vector<Variant> make_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                   const Selection& selection, const Source& source,
                                   std::initializer_list<Routine<Problem>> routines, const More&... more) {
  // A problem owns its context.
  using Placed = std::pair<const Context*, std::shared_ptr<Problem>>;
  const auto problem_on = [&](std::unique_ptr<Context> context, int dtype,
                              const schedule::Parameters& parameters_of_runs) {
    context->use(parameters_of_runs);
    const Context* const known = context.get();
    return Placed(known,
                  std::make_shared<Problem>(session, std::move(context), dtype, parameters, source, more...));
  };
  const auto uniform = selection.scalapack || selection.uniform
                           ? problem_on(std::make_unique<Context>(plan.arrangement.p, plan.arrangement.q),
                                        layout::dtype_block_cyclic, plan.parameters)
                           : Placed();
  const auto uneven = selection.uneven
                          ? problem_on(std::make_unique<Context>(plan), layout::dtype_uneven, plan.parameters)
                          : Placed();
  std::vector<Placed> partitioned;
  for (const TimedPartition& partition : selection.partitions) {
    schedule::Parameters with_lookahead = plan.parameters;
    with_lookahead.gemm_lookahead = partition.lookahead;
    partitioned.push_back(
        problem_on(std::make_unique<Context>(partition.map), layout::dtype_partitioned, with_lookahead));
  }
  std::vector<Variant> variants;
  const auto add = [&](const Routine<Problem>& routine, Library library, const Placed& placed,
                       const std::string& layout) {
    const auto& [context, problem] = placed;
    variants.push_back(
        {routine.name, library == Library::hetgrid ? "hetgrid" : "ScaLAPACK", layout, routine.flops,
         [problem = problem] { problem->prepare(); },
         [problem = problem, routine, library] { return ((*problem).*routine.run)(library); },
         Problem::error_names(),
         [problem = problem, routine, &session] { return ((*problem).*routine.check)(session); },
         routine.bytes});
    variants.back().use = [context = context](const schedule::Parameters& chosen) { context->use(chosen); };
    if (routine.growth)
      variants.back().growth = [problem = problem, routine] { return ((*problem).*routine.growth)(); };
  };
  for (const Routine<Problem>& routine : routines) {
    if (selection.scalapack)
      add(routine, Library::scalapack, uniform, "uniform");
    if (selection.uniform)
      add(routine, Library::hetgrid, uniform, "uniform");
    if (selection.uneven)
      add(routine, Library::hetgrid, uneven, "uneven");
    for (std::size_t k = 0; k < partitioned.size(); ++k)
      add(routine, Library::hetgrid, partitioned[k], selection.partitions[k].name);
  }
  return variants;
}

/// An m x n matrix on a context.
template <typename T>
DistributedMatrix<T> make_matrix(const Context& context, int dtype, int m, int n, int nb) {
  return {context.grid(), describe(context, dtype, m, n, nb)};
}

/// The elements of the file, or random ones of the stream `seed`.
template <typename T>
void fill(const MpiSession& session, DistributedMatrix<T>& matrix, const std::optional<EntryList>& source,
          std::uint64_t seed) {
  if (source)
    matrix.fill(session, *source);
  else
    matrix.fill_random(seed);
}

/// The part of a matrix that UPLO names.
inline Part triangle_of(char uplo) {
  return uplo == 'L' ? Part::lower : Part::upper;
}

/// An error in units of the rounding error of `size`.
template <typename T>
double scaled(double error, double size) {
  constexpr double eps = std::numeric_limits<kernel::Real<T>>::epsilon();
  const double result = error == 0 ? 0 : error / (eps * size);
  return std::isnan(result) ? std::numeric_limits<double>::infinity() : result;
}

/// max_i |computed - expected|_i in units of the rounding error of size_i.
template <typename T>
double scaled_by_element(const Vector& computed, const Vector& expected, const Vector& size) {
  double worst = 0;
  for (std::size_t i = 0; i < computed.size(); ++i)
    worst = std::max(worst, scaled<T>(std::abs(computed[i] - expected[i]), size[i].real()));
  return worst;
}

/// Floating-point operations of `pairs` multiplications, each with an addition.
template <typename T>
double flops(double pairs) {
  return (std::is_floating_point_v<T> ? 2 : 8) * pairs;
}

/// time(T()) for the T of the case's precision; fills in what the result repeats of case and plan.
template <typename Time>
CaseResult time_in_precision(const Case& parameters, const plan::Plan& plan, Time&& time) {
  const auto timed = [&](auto scalar) {
    CaseResult result = time(scalar);
    result.parameters = parameters;
    result.p = plan.arrangement.p;
    result.q = plan.arrangement.q;
    return result;
  };
  return in_precision(parameters.precision, timed);
}

/// The CaseTimer of an operation that is one routine, Problem<T>::routine(case).
template <template <typename> class Problem>
CaseResult time_problem(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                        const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using P = Problem<decltype(scalar)>;
    return measure<decltype(scalar)>(
        session, options,
        make_variants<P>(session, parameters, plan, selection, source, {P::routine(parameters)}));
  });
}

} // namespace hetgrid::cli
