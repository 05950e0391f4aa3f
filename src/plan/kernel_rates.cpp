#include "hetgrid/kernel_rates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hetgrid::plan {
namespace {

/// That of the product by which ProcessSpeed::gflops is measured.
constexpr double usual_depth = 192;
/// Width of qr_update.
constexpr double reflectors = 128;

} // namespace

double WidthCurve::at(double width) const {
  if (width <= measured_widths.front())
    return rates.front();
  for (std::size_t k = 1; k < rates.size(); ++k)
    if (width <= measured_widths[k]) {
      const double begin = measured_widths[k - 1], end = measured_widths[k];
      return std::lerp(rates[k - 1], rates[k], std::log(width / begin) / std::log(end / begin));
    }
  return rates.back();
}

double product_rate(const KernelRates& kernels, double m, double n, double k) {
  const auto& [update, inner, getrf_panel, geqrf_panel, potrf_panel, trsm] = kernels.by_width;
  const double few = std::min(m, n);
  if (few <= narrow)
    return kernels.narrow_update * (k <= few ? update.at(k) : inner.at(few));
  if (k <= narrow)
    return kernels.lu_update * update.at(k);
  return k <= few ? update.at(k) / update.at(usual_depth) : inner.at(few) / inner.rates.back();
}

KernelRates rates_at_width(const KernelRates& kernels, double width) {
  const auto& [update, inner, getrf_panel, geqrf_panel, potrf_panel, trsm] = kernels.by_width;
  // QR: as many operations in a product of either shape.
  const auto reflector_seconds = [&](double columns) {
    return 1 / update.at(columns) + 1 / inner.at(columns);
  };
  constexpr double many = std::numeric_limits<double>::infinity();
  KernelRates result = kernels;
  result.lu_update = product_rate(kernels, many, many, width);
  result.narrow_update = product_rate(kernels, many, width, width);
  result.qr_update *= reflector_seconds(reflectors) / reflector_seconds(width);
  result.cholesky_update *= update.at(width);
  result.getrf_panel *= getrf_panel.at(width);
  result.geqrf_panel *= geqrf_panel.at(width);
  result.potrf_panel *= potrf_panel.at(width);
  result.trsm *= trsm.at(width);
  return result;
}

} // namespace hetgrid::plan
