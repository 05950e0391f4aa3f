// A = P L U.
#include "cli/time/operations.hpp"

#include "cli/time/operation/lu_problem.hpp"
#include "hetgrid.h"

#define HG_DECLARE_SCALAPACK(getrf, GETRF, T)                                                                \
  extern "C" void HG_FC_GLOBAL(getrf, GETRF)(const int*, const int*, T*, const int*, const int*, const int*, \
                                             int*, int*);
HG_DECLARE_SCALAPACK(psgetrf, PSGETRF, float)
HG_DECLARE_SCALAPACK(pdgetrf, PDGETRF, double)
HG_DECLARE_SCALAPACK(pcgetrf, PCGETRF, std::complex<float>)
HG_DECLARE_SCALAPACK(pzgetrf, PZGETRF, std::complex<double>)
#undef HG_DECLARE_SCALAPACK

namespace hetgrid::cli {

#define HG_GETRF(x, X, T)                                                                                    \
  template <>                                                                                                \
  PxGetrf<T> getrf_of<T>(Library library) {                                                                  \
    return library == Library::hetgrid ? HG_FC_GLOBAL_(hg_p##x##getrf, HG_P##X##GETRF)                       \
                                       : HG_SCALAPACK(p##x##getrf, P##X##GETRF);                             \
  }
HG_GETRF(s, S, float)
HG_GETRF(d, D, double)
HG_GETRF(c, C, std::complex<float>)
HG_GETRF(z, Z, std::complex<double>)
#undef HG_GETRF

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
