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

} // namespace hetgrid::plan
