#include "cli/plan/comparison_table.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {

std::string comparison_table(const std::vector<plan::Compared>& comparison) {
  std::size_t width = 5;
  for (const plan::Compared& row : comparison)
    width = std::max(width, row.shape.size());
  std::string table = fmt::format("{:<20}{:<{}}  {:>7} {:>7} {:>10} {:>11} {:>7}\n", "distribution", "shape",
                                  width, "balance", "volume", "predicted", "speed", "time");
  for (const plan::Compared& row : comparison)
    fmt::format_to(std::back_inserter(table), "{:<20}{:<{}}  {:7.3f} {:7.2f} {:>10} {:>11} {:7.2f}{}\n",
                   row.distribution.name, row.shape, width, row.balance, row.half_perimeters,
                   duration(row.prediction.seconds), speed(row.prediction.gflops), row.ratio,
                   row.prediction.fits ? "" : "  does not fit into memory");
  return table + "balance: part of all processes' power that updating the whole matrix uses; volume: "
                 "communication of a "
                 "product\nand time (predicted): relative to the plan\n";
}

} // namespace hetgrid::cli
