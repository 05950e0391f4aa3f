#include "cli/output/svg_colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

constexpr int most_lightnesses = 8;
constexpr int hatching_count = 4; ///< none is one of them
constexpr double lightest = 0.93, darkest = 0.45;
constexpr double dark_below = 0.66; ///< lightness under which white words read better than black ones

/// One channel of sRGB from its linear value, 0 to 255.
int gamma(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  return static_cast<int>(
      std::lround(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055)));
}

/// Oklab (Ottosson 2020) -> sRGB: of all its colours with the same lightness, grey paper shows the same grey.
std::string colour(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return fmt::format("#{:02x}{:02x}{:02x}", gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     gamma(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

/// The k-th of the processes on the grid, row-major, which has q columns.
Fill fill(int k, int q, int count) {
  const int levels = std::min(count, most_lightnesses);
  // Coprime to the number of lightnesses, so that neighbours are far apart. Where a grid row is a multiple of 8 long,
  // vertical neighbours would be alike but for the shift by the grid row.
  constexpr std::array<int, most_lightnesses + 1> strides{1, 1, 1, 1, 1, 2, 1, 3, 3};
  const int shift = q % levels == 0 && count > levels ? k / q : 0;
  const int level = (strides[static_cast<std::size_t>(levels)] * k + shift) % levels;
  const double lightness =
      levels == 1 ? 0.8 : lightest - (lightest - darkest) * static_cast<double>(level) / (levels - 1);
  // Very light and very dark colours have little room for chroma. Golden angle: neighbours get distant hues.
  const double chroma = 0.13 * std::min(1.0, 3.2 * (1 - lightness) + 0.25);
  const double hue = (250 + 137.508 * k) * std::numbers::pi / 180;
  return {colour(lightness, chroma, hue), lightness < dark_below, k / most_lightnesses % hatching_count};
}

} // namespace

ProcessFills::ProcessFills(const plan::Plan& plan) : fills_(plan.cycle_times.size(), Fill{"#ffffff"}) {
  const std::vector<int>& placed = plan.arrangement.process;
  // A plan without cycle-times (the uniform one) knows of the processes on its grid only.
  if (!placed.empty())
    fills_.resize(std::max(fills_.size(), 1 + static_cast<std::size_t>(std::ranges::max(placed))),
                  {"#ffffff"});
  for (std::size_t k = 0; k < placed.size(); ++k)
    fills_[static_cast<std::size_t>(placed[k])] =
        fill(static_cast<int>(k), plan.arrangement.q, static_cast<int>(placed.size()));
}

ProcessFills::ProcessFills(int processes) {
  for (int k = 0; k < processes; ++k)
    fills_.push_back(fill(k, processes, processes));
}

std::string hatchings(double period) {
  const auto pattern = [period](int number, int angle, const std::string& shape) {
    return fmt::format("<pattern id=\"hatching-{0}\" width=\"{1:.4g}\" height=\"{1:.4g}\" "
                       "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({2})\">{3}</pattern>\n",
                       number, period, angle, shape);
  };
  const std::string line =
      fmt::format("<path d=\"M0 0V{:.4g}\" stroke=\"#000\" stroke-width=\"{:.4g}\"/>", period, period / 3);
  const std::string dot = fmt::format("<circle cx=\"{0:.4g}\" cy=\"{0:.4g}\" r=\"{1:.4g}\" fill=\"#000\"/>",
                                      period / 2, period / 5);
  return pattern(1, 45, line) + pattern(2, -45, line) + pattern(3, 45, dot);
}

} // namespace hetgrid::cli
