#include "schedule/windows.hpp"

#include "schedule/factoring_processes.hpp"

#include <algorithm>

namespace hetgrid::schedule {
namespace {

/// End of the window that begins at global index `g` of an axis with blocks of nb.
Index window_end(Index g, Index nb, Index width) {
  // Several blocks make a window, or several windows a block.
  const Index step = nb <= width ? width / nb * nb : (nb + (nb - 1) / width) / ((nb + width - 1) / width);
  const Index period = nb <= width ? step : nb;
  const Index offset = g % period;
  return g - offset + std::min((offset / step + 1) * step, period);
}

std::vector<int> grid_columns(const GridSpeeds& grid) {
  std::vector<int> columns;
  for (int rank = 0; rank < grid.p * grid.q; ++rank)
    columns.push_back(rank % grid.q);
  return columns;
}

/// The steps of one factorization.
class Cut {
public:
  Cut(const GridSpeeds& grid, const Factored& matrix, const std::optional<MethodChoice>& choice)
      : grid_(grid), matrix_(matrix), choice_(choice), processes_(grid.cycle_times, grid_columns(grid)) {
    for (const double time : grid.cycle_times)
      together_ += 1 / time;
  }

  Window window(Index first, Index end) {
    const int process = processes_.next(owners(first, end));
    if (is_distributed(first, end, process))
      return {first, end - first, PanelMethod::distributed, -1, owner_across(first)};
    processes_.take_turn(process);
    return {first, end - first, PanelMethod::collected, process, -1};
  }

private:
  int owner_across(Index k) const { return matrix_.across().axis.owner(matrix_.across().begin + k); }

  bool has_one_owner(Index first, Index end) const {
    const Extent& across = matrix_.across();
    return across.axis.run_end(across.begin + first, across.begin + end) == across.begin + end;
  }

  /// \param process  who would factor it collected
  bool is_distributed(Index first, Index end, int process) const {
    if (!choice_ || !has_one_owner(first, end))
      return false;
    const Extent& along = matrix_.along();
    const int place = owner_across(first);
    std::vector<PanelMember> members;
    for (int line = 0; line < along.axis.map.nprocs(); ++line)
      members.push_back(
          {static_cast<double>(along.axis.local_count(along.begin + first, matrix_.length - first, line)),
           matrix_.by_columns ? grid_.at(line, place) : grid_.at(place, line)});
    const PanelStep step{choice_->kind,
                         static_cast<double>(end - first),
                         static_cast<double>(matrix_.length - first),
                         static_cast<double>(matrix_.other - end),
                         choice_->element_bytes,
                         members,
                         grid_.cycle_times[static_cast<std::size_t>(process)],
                         static_cast<double>(matrix_.across().axis.map.nprocs()),
                         together_};
    return choice_->is_distributed(step);
  }

  /// Ranks that own diagonal elements first .. end-1.
  std::vector<int> owners(Index first, Index end) const {
    const Extent &rows = matrix_.rows, &columns = matrix_.columns;
    std::vector<int> result;
    while (first < end) {
      result.push_back(rows.axis.owner(rows.begin + first) * grid_.q +
                       columns.axis.owner(columns.begin + first));
      first = std::min(rows.axis.run_end(rows.begin + first, rows.begin + end) - rows.begin,
                       columns.axis.run_end(columns.begin + first, columns.begin + end) - columns.begin);
    }
    return result;
  }

  const GridSpeeds& grid_;
  const Factored& matrix_;
  const std::optional<MethodChoice>& choice_;
  FactoringProcesses processes_;
  double together_ = 0; ///< sum of speeds
};

} // namespace

bool MethodChoice::is_distributed(const PanelStep& step) const {
  const PanelMethod method = parameters_of(kind, parameters).panel;
  if (step.members.size() == 1 || method == PanelMethod::collected)
    return false;
  const bool is_pair = static_cast<double>(step.members.size()) * step.places <= 2;
  return method == PanelMethod::distributed ||
         (!is_pair && // of two processes one updates while the other one factors
          distributed_step_seconds(parameters.machine, step) <
              collected_step_seconds(parameters.machine, step));
}

Index window_width(const MethodChoice& choice, const Widths& widths, Index nb, int p, int q, Index length) {
  if (q == 1 || nb >= widths.window || nb < narrowest_window)
    return widths.window;
  // Half way through the factorization.
  const double half = static_cast<double>(length) / 2, processes = static_cast<double>(p) * q;
  const std::vector<PanelMember> equal(static_cast<std::size_t>(p), {half / p, 1.0});
  const PanelStep step{choice.kind, static_cast<double>(nb), half,     half, choice.element_bytes, equal,
                       1,           static_cast<double>(q),  processes};
  return choice.is_distributed(step) ? nb : widths.window;
}

const FactorizationParameters& parameters_of(PanelKind kind, const Parameters& parameters) {
  return is_lu(kind) ? parameters.lu : kind == PanelKind::qr ? parameters.qr : parameters.cholesky;
}

Widths widths_of(PanelKind kind, const Parameters& parameters) {
  // For a BLAS that is near its best rate from a depth of 64 on; V^H C, half of the update of QR, runs at 0.83 of that rate
  // with 64 columns of V and at 0.92 with 128. Wider panels cost more on those who factor them, narrower ones more exchanges.
  Widths widths = kind == PanelKind::qr ? Widths{128, 256} : Widths{64, 512};
  const FactorizationParameters& chosen = parameters_of(kind, parameters);
  if (chosen.width > 0)
    widths.window = chosen.width;
  if (chosen.tail > 0)
    widths.tail = chosen.tail;
  return widths;
}

std::vector<Window> make_windows(const GridSpeeds& grid, const Factored& matrix, const Widths& widths,
                                 const std::optional<MethodChoice>& choice) {
  Cut cut(grid, matrix, choice);
  const Extent& across = matrix.across();
  const Index width = choice ? window_width(*choice, widths, across.axis.nb, matrix.along().axis.map.nprocs(),
                                            across.axis.map.nprocs(), matrix.length)
                             : widths.window;
  std::vector<Window> windows;
  for (Index first = 0; first < matrix.count;) {
    const Index end =
        matrix.length - first <= widths.tail
            ? matrix.count
            : std::min(matrix.count, window_end(across.begin + first, across.axis.nb, width) - across.begin);
    windows.push_back(cut.window(first, end));
    first = end;
  }
  return windows;
}

} // namespace hetgrid::schedule
