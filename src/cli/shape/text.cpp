// The choice on one screen: every shape with its volume and time, the picture of the best, who owns and sends how much.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "cli/shape/report.hpp"
#include "hetgrid/best_partitions.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::int64_t picture_lines = 12;
constexpr std::size_t most_pictured = 36; ///< processes: as many as digits and letters
constexpr std::size_t longest_list = 24;  ///< processes

/// Of all partitions with the shares of the best shape.
double least_volume(const ShapeReport& report) {
  std::vector<double> shares;
  for (const Owned& of : owned(report, report.best()))
    if (of.share > 0)
      shares.push_back(of.share);
  return partition::least_volume(shares);
}

std::string table(const ShapeReport& report) {
  std::string text;
  append(text, "{:<22} {:>7} {:>11} {:>14} {:>11} {:>11}\n", "shape", "volume", "predicted", "communication",
         "overlapped", "remainder");
  for (const partition::Candidate& row : report.candidates)
    if (row.feasible())
      append(text, "{:<22} {:>7.4f} {:>11} {:>14} {:>11} {:>11}\n", row.shape, relative_volume(report, row),
             duration(row.time.seconds), duration(row.time.communication), duration(row.time.overlapped),
             duration(row.time.remainder));
    else
      append(text, "{:<22} {}\n", row.shape, row.obstacle);
  append(text,
         "\nVolume: elements sent over n^2; with the shares of {}, no partition has less than {:.4f}.\n"
         "Overlapped, remainder: computed during communication and after it by the process that ends last.\n",
         report.best().shape, least_volume(report));
  return text;
}

std::string algorithm_table(const ShapeReport& report) {
  std::string text;
  append(text, "\n{:<10} {:<22} {:>7} {:>11}\n", "algorithm", "best shape", "volume", "predicted");
  for (std::size_t k = 0; k < report.by_algorithm.size(); ++k) {
    const partition::Candidate& row = report.by_algorithm[k];
    if (row.feasible())
      append(text, "{:<10} {:<22} {:>7.4f} {:>11}\n", algorithm_names[k], row.shape,
             relative_volume(report, row), duration(row.time.seconds));
    else
      append(text, "{:<10} {}\n", algorithm_names[k], row.obstacle);
  }
  return text;
}

/// The owner of the cell in the middle of every part of the matrix, two characters for a part.
std::string picture(const ShapeReport& report) {
  const std::int64_t lines = std::min(picture_lines, report.cells);
  std::string text;
  for (std::int64_t i = 0; i < lines; ++i) {
    text += "  ";
    for (std::int64_t j = 0; j < lines; ++j) {
      const std::int64_t row = (2 * i + 1) * report.cells / (2 * lines),
                         column = (2 * j + 1) * report.cells / (2 * lines);
      const auto here = std::ranges::find_if(report.best().rectangles, [&](const partition::Rectangle& r) {
        return r.row <= row && row < r.row + r.rows && r.column <= column && column < r.column + r.columns;
      });
      text += " ";
      text += "0123456789abcdefghijklmnopqrstuvwxyz"[here->owner];
    }
    text += "\n";
  }
  return text;
}

std::string processes(const ShapeReport& report) {
  std::string text;
  const std::vector<Owned> all = owned(report, report.best());
  append(text, "{:>7} {:>12} {:>9} {:>10} {:>10}\n", "process", "speed", "share", "sends", "receives");
  for (std::size_t k = 0; k < all.size(); ++k)
    append(text, "{:>7} {:>12} {:>7.2f} % {:>10} {:>10}\n", k, speed(report.platform.processes[k].gflops),
           100 * all[k].share, byte_size(all[k].sent), byte_size(all[k].received));
  return text;
}

} // namespace

std::string shape_text(const ShapeReport& report) {
  std::string text = heading(report) + "\n\n" + table(report);
  if (!report.by_algorithm.empty())
    text += algorithm_table(report);
  const std::size_t count = report.platform.processes.size();
  append(text, "\n{}\n", report.best().shape);
  if (count <= most_pictured)
    text += "\n" + picture(report) + "\n";
  if (count <= longest_list)
    text += processes(report);
  const auto [given, assumed] = basis(report.platform, report.problem, relative_speeds);
  append(text, "\nGiven: {}\nAssumed, not measured: {}\n", fmt::join(given, ", "),
         assumed.empty() ? "nothing" : fmt::format("{}", fmt::join(assumed, ", ")));
  return text;
}

std::string push_text(const PushReport& report) {
  const auto relative = [&](std::int64_t volume) {
    return static_cast<double>(volume) / static_cast<double>(report.start.cells() * report.start.cells());
  };
  return fmt::format("{0} x {0} cells, {1}: {2}; volume {3:.4f} at the start, {4:.4f} at the end\n",
                     report.start.cells(),
                     counted(static_cast<std::size_t>(report.start.processes()), "process", "processes"),
                     counted(static_cast<std::size_t>(report.pushes), "Push", "Pushes"),
                     relative(report.start_volume), relative(report.end_volume));
}

} // namespace hetgrid::cli
