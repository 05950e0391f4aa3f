#include "cli/tune/candidates.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>

#include "plan/tuning.hpp"
#include "schedule/parameters.hpp"
#include "schedule/windows.hpp"

namespace hetgrid::cli {
namespace {

/// Those of the values that are not more than `most`. \param own  what 0 stands for
Coordinate columns(const std::string& name, std::initializer_list<int> values, std::int64_t own, int most) {
  Coordinate coordinate;
  for (const int value : values)
    if (value <= most)
      coordinate.push_back(name + '=' + std::to_string(value == own ? 0 : value));
  return coordinate;
}

schedule::Widths own_widths(plan::Operation operation) {
  using schedule::PanelKind;
  return schedule::widths_of(operation == plan::Operation::getrf   ? PanelKind::lu
                             : operation == plan::Operation::geqrf ? PanelKind::qr
                                                                   : PanelKind::cholesky,
                             {});
}

} // namespace

std::vector<Coordinate> candidates(plan::Operation operation, int n, int p, int q) {
  const std::string name = plan::command_name(operation);
  if (operation == plan::Operation::gemm)
    return {columns("gemm.depth", {64, 96, 128, 192, 256, 384, 512}, schedule::gemm_depth({}), n)};
  const schedule::Widths own = own_widths(operation);
  // Of fewer than four windows too little is hidden.
  std::vector<Coordinate> all{
      columns(name + ".width", {32, 48, 64, 96, 128, 160, 192, 256}, own.window, n / 4)};
  if (p > 1) // else one process owns a panel
    all.push_back({name + ".panel=automatic", name + ".panel=collected", name + ".panel=distributed"});
  all.push_back(columns(name + ".tail", {64, 128, 256, 512, 1024}, own.tail, n / 2));
  if (operation != plan::Operation::potrf) {
    all.push_back(columns(name + ".chunk", {128, 256, 512, 1024}, 0, n / q));
    all.back().push_back(name + ".chunk=0");
  }
  return all;
}

} // namespace hetgrid::cli
