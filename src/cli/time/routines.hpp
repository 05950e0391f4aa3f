// The routines that are timed, or make operands for others: of both libraries and for the four types behind one name,
// routines::trsm.of<double>(library) is PDTRSM or HG_PDTRSM.
//
// ScaLAPACK's have the argument lists of hetgrid's, which are declared in hetgrid.h, so that none is repeated here.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>

#include "cli/time/scalapack.hpp"
#include "hetgrid.h"

namespace hetgrid::cli {

enum class Library { scalapack, hetgrid };

/// One routine: the functions for s, d, c and z, of the libraries in their order.
template <typename S, typename D, typename C, typename Z>
struct TypedRoutine {
  const char *real, *complex; ///< names without P and the letter of the type
  std::array<S*, 2> s;
  std::array<D*, 2> d;
  std::array<C*, 2> c;
  std::array<Z*, 2> z;

  /// As in P?NAME.
  template <typename T>
  constexpr const char* name() const {
    return std::is_floating_point_v<T> ? real : complex;
  }

  template <typename T>
  constexpr auto of(Library library) const {
    const auto which = static_cast<std::size_t>(library);
    if constexpr (std::is_same_v<T, float>)
      return s[which];
    else if constexpr (std::is_same_v<T, double>)
      return d[which];
    else if constexpr (std::is_same_v<T, std::complex<float>>)
      return c[which];
    else
      return z[which];
  }
};

template <typename Function>
constexpr std::array<Function*, 2> of_libraries(Function* scalapack, Function* hetgrid) {
  return {scalapack, hetgrid};
}

namespace routines {

#define HG_DECLARE_LIKE_HETGRID(name, NAME)                                                                  \
  extern "C" decltype(HG_FC_GLOBAL_(hg_##name, HG_##NAME)) HG_FC_GLOBAL(name, NAME);
#define HG_OF_LIBRARIES(name, NAME)                                                                          \
  of_libraries(HG_SCALAPACK(name, NAME), HG_FC_GLOBAL_(hg_##name, HG_##NAME))
// One name for the routines of the real types (r, upper case R) and of the complex ones (c, C).
#define HG_ROUTINES(r, R, c, C)                                                                              \
  HG_DECLARE_LIKE_HETGRID(ps##r, PS##R)                                                                      \
  HG_DECLARE_LIKE_HETGRID(pd##r, PD##R)                                                                      \
  HG_DECLARE_LIKE_HETGRID(pc##c, PC##C)                                                                      \
  HG_DECLARE_LIKE_HETGRID(pz##c, PZ##C)                                                                      \
  inline constexpr TypedRoutine r{#r,                                                                        \
                                  #c,                                                                        \
                                  HG_OF_LIBRARIES(ps##r, PS##R),                                             \
                                  HG_OF_LIBRARIES(pd##r, PD##R),                                             \
                                  HG_OF_LIBRARIES(pc##c, PC##C),                                             \
                                  HG_OF_LIBRARIES(pz##c, PZ##C)};
#define HG_ROUTINE(name, NAME) HG_ROUTINES(name, NAME, name, NAME)

HG_ROUTINE(gemm, GEMM)
HG_ROUTINES(symm, SYMM, hemm, HEMM)
HG_ROUTINES(syrk, SYRK, herk, HERK)
HG_ROUTINES(syr2k, SYR2K, her2k, HER2K)
HG_ROUTINE(trmm, TRMM)
HG_ROUTINE(trsm, TRSM)
HG_ROUTINE(gemr2d, GEMR2D)
HG_ROUTINE(getrf, GETRF)
HG_ROUTINE(gesv, GESV)
HG_ROUTINE(getri, GETRI)
HG_ROUTINE(potrf, POTRF)
HG_ROUTINE(potri, POTRI)
HG_ROUTINE(trtri, TRTRI)
HG_ROUTINES(sygst, SYGST, hegst, HEGST)
HG_ROUTINE(geqrf, GEQRF)
HG_ROUTINES(ormqr, ORMQR, unmqr, UNMQR)
HG_ROUTINES(orgqr, ORGQR, ungqr, UNGQR)

#undef HG_ROUTINE
#undef HG_ROUTINES
#undef HG_OF_LIBRARIES
#undef HG_DECLARE_LIKE_HETGRID

} // namespace routines

/// INFO of what a routine without that argument did last.
inline int last_info(Library library) {
  return library == Library::hetgrid ? HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)() : 0;
}

} // namespace hetgrid::cli
