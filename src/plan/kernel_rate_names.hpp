// The names that the speeds of kernels have in files.
#pragma once

#include "hetgrid/platform.hpp"

#include <utility>

namespace hetgrid::plan {

inline constexpr std::pair<const char*, double KernelRates::*> kernel_rate_names[] = {
    {"lu_update", &KernelRates::lu_update},
    {"narrow_update", &KernelRates::narrow_update},
    {"qr_update", &KernelRates::qr_update},
    {"cholesky_update", &KernelRates::cholesky_update},
    {"cholesky_diagonal", &KernelRates::cholesky_diagonal},
    {"getrf_panel", &KernelRates::getrf_panel},
    {"getrf_columns", &KernelRates::getrf_columns},
    {"geqrf_panel", &KernelRates::geqrf_panel},
    {"geqrf_columns", &KernelRates::geqrf_columns},
    {"potrf_panel", &KernelRates::potrf_panel},
    {"trsm", &KernelRates::trsm},
    {"copy", &KernelRates::copy},
    {"interchange", &KernelRates::interchange},
    {"permutation", &KernelRates::permutation}};

struct WidthCurveName {
  const char* name;
  WidthCurve WidthRates::*curve;
  int base; ///< width at which it is 1
};
inline constexpr WidthCurveName width_curve_names[] = {
    {"update", &WidthRates::update, 64},           {"inner", &WidthRates::inner, 64},
    {"getrf_panel", &WidthRates::getrf_panel, 64}, {"geqrf_panel", &WidthRates::geqrf_panel, 128},
    {"potrf_panel", &WidthRates::potrf_panel, 64}, {"trsm", &WidthRates::trsm, 64}};

} // namespace hetgrid::plan
