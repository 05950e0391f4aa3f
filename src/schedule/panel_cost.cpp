#include "schedule/panel_cost.hpp"

#include "hetgrid/kernel_rates.hpp"
#include "schedule/reduction.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::schedule {
namespace {

constexpr plan::KernelRates rates;

double operations(PanelKind kind, double rows, double width) {
  switch (kind) {
  case PanelKind::lu:
  case PanelKind::tournament_lu:
    return width * width * std::max(0.0, rows - width / 3);
  case PanelKind::qr:
    return 2 * width * width * std::max(0.0, rows - width / 3);
  case PanelKind::cholesky:
    break;
  }
  return width * width * std::max(0.0, rows - width) + width * width * width / 3;
}

/// Exchanges of a QR panel between its blocks.
double qr_block_exchanges(double width) {
  return width > qr_block ? std::ceil(width / static_cast<double>(qr_block)) : 0;
}

/// Seconds of the update, all processes being busy.
double update_seconds(const Machine& machine, const PanelStep& step) {
  const double of_element = is_lu(step.kind) ? 2 : step.kind == PanelKind::qr ? 4 : 1;
  return of_element * step.width * std::max(0.0, step.length - step.width) * step.trailing /
         (machine.gflops * 1e9 * step.together);
}

/// Seconds of the update of the next panel.
double narrow_seconds(const Machine& machine, const PanelStep& step) {
  const double of_element = step.kind == PanelKind::qr ? 4 : 2;
  double slowest = 0;
  for (const PanelMember& member : step.members)
    slowest = std::max(slowest, member.rows * member.cycle_time);
  return of_element * step.width * step.width * slowest / (machine.gflops * 1e9 * rates.narrow_update);
}

} // namespace

double local_operations(PanelKind kind, double width, double rows, int members) {
  const double square = width * width;
  switch (kind) {
  case PanelKind::lu:
    return square * rows;
  case PanelKind::tournament_lu: // candidates and L; matches, and the decision
    return square * (2 * rows + width * (combinations(members) * (2 - 1.0 / 3) + 1 - 1.0 / 3));
  case PanelKind::qr:
    return 2 * square * rows;
  case PanelKind::cholesky:
    break;
  }
  return square * rows + square * width / 3;
}

double plan::KernelRates::*local_rate(PanelKind kind) {
  switch (kind) {
  case PanelKind::lu:
    return &plan::KernelRates::getrf_columns;
  case PanelKind::tournament_lu:
    return &plan::KernelRates::getrf_panel;
  case PanelKind::qr:
    return &plan::KernelRates::geqrf_columns;
  case PanelKind::cholesky:
    break;
  }
  return &plan::KernelRates::potrf_panel;
}

double panel_exchanges(PanelKind kind, double width) {
  switch (kind) {
  case PanelKind::lu:
    return width;
  case PanelKind::tournament_lu:
    return 2;
  case PanelKind::qr:
    return width + qr_block_exchanges(width);
  case PanelKind::cholesky:
    break;
  }
  return 1;
}

double exchange_bytes(PanelKind kind, double width, double element_bytes) {
  switch (kind) {
  case PanelKind::lu:
    return 2 * width * element_bytes;
  case PanelKind::tournament_lu:
    return 1.5 * width * width * element_bytes;
  case PanelKind::qr: {
    const double block = std::min(width, static_cast<double>(qr_block));
    return (2 + qr_block_exchanges(width)) * block * width / panel_exchanges(kind, width) * element_bytes;
  }
  case PanelKind::cholesky:
    break;
  }
  return width * width * element_bytes;
}

double collected_step_seconds(const Machine& machine, const PanelStep& step) {
  const double serial = is_lu(step.kind)             ? rates.getrf_panel
                        : step.kind == PanelKind::qr ? rates.geqrf_panel
                                                     : rates.potrf_panel;
  const double bytes = step.length * step.width * step.element_bytes,
               second = machine.gflops * 1e9 / step.fast;
  // What the others have is put together, and cut again.
  const double factoring =
      operations(step.kind, step.length, step.width) / (second * serial) + 2 * bytes / (second * rates.copy);
  const double exchange = 2 * (machine.latency + bytes * machine.seconds_per_byte);
  // With a look-ahead of one step the others wait for the update of the process that factors.
  return std::max(update_seconds(machine, step), exchange + narrow_seconds(machine, step)) + factoring;
}

double distributed_step_seconds(const Machine& machine, const PanelStep& step) {
  const double local = rates.*local_rate(step.kind);
  const int members = static_cast<int>(step.members.size());
  const double exchange =
      reduction_seconds(members, machine.latency,
                        exchange_bytes(step.kind, step.width, step.element_bytes) * machine.seconds_per_byte);
  double slowest = 0;
  for (const PanelMember& member : step.members) {
    const double second = machine.gflops * 1e9 / member.cycle_time;
    slowest =
        std::max(slowest, local_operations(step.kind, step.width, member.rows, members) / (second * local) +
                              member.rows * step.width * step.element_bytes / (second * rates.copy));
  }
  const double factoring = slowest + panel_exchanges(step.kind, step.width) * exchange;
  return std::max(update_seconds(machine, step) + factoring / step.places,
                  factoring + narrow_seconds(machine, step));
}

} // namespace hetgrid::schedule
