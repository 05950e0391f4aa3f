// What a step costs with a panel of either kind, in closed form: by this the method is chosen for each step. Executor and
// model of run times choose alike.
#pragma once

#include "hetgrid/kernel_rates.hpp"
#include "hetgrid/parameters.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hetgrid::schedule {

/// Factorizations, by the panel that they have.
enum class PanelKind { lu, tournament_lu, qr, cholesky };
constexpr PanelKind lu_panels(Pivoting pivoting) noexcept {
  return pivoting == Pivoting::tournament ? PanelKind::tournament_lu : PanelKind::lu;
}
constexpr bool is_lu(PanelKind kind) noexcept {
  return kind == PanelKind::lu || kind == PanelKind::tournament_lu;
}

/// A process of the grid line that owns a panel.
struct PanelMember {
  double rows;       ///< of the panel that it owns
  double cycle_time; ///< relative
};

/// Exchanges of a distributed panel of so many columns: all-reduces along the line.
double panel_exchanges(PanelKind kind, double width);
/// Bytes of one of them, on average.
double exchange_bytes(PanelKind kind, double width, double element_bytes);
/// Real operations of a process with so many rows of a distributed panel, which `members` factor.
double local_operations(PanelKind kind, double width, double rows, int members);
/// Their rate.
double plan::KernelRates::*local_rate(PanelKind kind);
/// Columns of a distributed QR panel that are factored with one exchange each, before the rest of the panel is updated.
inline constexpr std::int64_t qr_block = 32;

/// A step of a factorization.
struct PanelStep {
  PanelKind kind;
  double width, length; ///< of the panel, elements
  double trailing;      ///< columns that the step updates (rows: upper Cholesky)
  double element_bytes;
  std::span<const PanelMember> members; ///< those of the grid line that owns the panel
  double fast;     ///< cycle-time of the process that factors the panel if it is collected
  double places;   ///< grid lines that take turns in owning panels
  double together; ///< sum of the speeds of all processes, that of the fastest being 1
};

/// Seconds that a step takes with either method: the chain from one panel to the next, or, where that is hidden, the update and
/// what it is held up by, a collected panel or a process's share of the distributed ones.
/// \param machine  the speed of products; rates of kernels relative to it are those of a processor of today
double collected_step_seconds(const Machine& machine, const PanelStep& step);
double distributed_step_seconds(const Machine& machine, const PanelStep& step);

} // namespace hetgrid::schedule
