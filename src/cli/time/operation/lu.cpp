// A = P L U.
#include "cli/time/operations.hpp"

#include "cli/time/operation/lu_problem.hpp"

namespace hetgrid::cli {
namespace {

template <typename T>
std::vector<Variant> lu_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                 const Selection& selection, const Source& source) {
  using Problem = LuProblem<T>;
  Routine<Problem> getrf{"getrf", getrf_flops<T>(parameters.m, parameters.n), &Problem::getrf,
                         &Problem::check_factors};
  if (plan.parameters.pivoting != schedule::Pivoting::partial) // whose growth is known to be small
    getrf.growth = &Problem::growth;
  return make_variants<Problem>(session, parameters, plan, selection, source, {getrf});
}

} // namespace

CaseResult time_lu(const MpiSession& session, const TimingOptions& options, const Case& parameters,
                   const plan::Plan& plan, const Selection& selection, const Source& source) {
  return time_in_precision(parameters, plan, [&](auto scalar) {
    using T = decltype(scalar);
    return measure<T>(session, options, lu_variants<T>(session, parameters, plan, selection, source));
  });
}

std::vector<Variant> lu_variants(const MpiSession& session, const Case& parameters, const plan::Plan& plan,
                                 const Selection& selection, const Source& source) {
  return lu_variants<double>(session, parameters, plan, selection, source);
}

} // namespace hetgrid::cli
