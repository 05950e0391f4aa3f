#include "cli/plan/comparison_table.hpp"

#include <algorithm>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"

namespace hetgrid::cli {

std::string comparison_table(const std::vector<plan::Compared>& distributions,
                             const std::vector<plan::Compared>& partitions) {
  constexpr std::size_t name_width = 24;
  std::size_t width = 5;
  for (const auto* const part : {&distributions, &partitions})
    for (const plan::Compared& row : *part)
      width = std::max(width, row.shape.size());
  std::string table;
  const auto add_part = [&](const char* what, const std::vector<plan::Compared>& rows) {
    append(table, "{:<{}}{:<{}}  {:>7} {:>7} {:>10} {:>11} {:>7}\n", what, name_width, "shape", width,
           "balance", "volume", "predicted", "speed", "time");
    for (const plan::Compared& row : rows)
      append(table, "{:<{}}{:<{}}  {:7.3f} {:7.2f} {:>10} {:>11} {:7.2f}{}\n", row.distribution.name,
             name_width, row.shape, width, row.balance, row.half_perimeters, duration(row.prediction.seconds),
             speed(row.prediction.gflops), row.ratio,
             row.prediction.fits ? "" : "  does not fit into memory");
  };
  add_part("distribution", distributions);
  if (!partitions.empty()) {
    table += '\n';
    add_part("partition", partitions);
  }
  return table + "balance: part of all processes' power that updating the whole matrix uses; volume: "
                 "communication of a "
                 "product\nand time (predicted): relative to the plan\n";
}

} // namespace hetgrid::cli
